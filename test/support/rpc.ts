/**
 * The table of operations as a group of effect/rpc: what a remote face will be made of. No face is remote yet, so no
 * package has it, and no process loads it.
 */
import type { GarrisonRequirements, GarrisonServices } from "@garrison/core/Garrison"
import { parseJson } from "@garrison/core/kernel/wire/Json"
import type { Act } from "@garrison/core/operation/Act"
import { writerOf } from "@garrison/core/operation/answer"
import type { AnyOperation } from "@garrison/core/operation/Operation"
import { RefusalJson, refusalTextOf } from "@garrison/core/operation/refusal"
import type * as Stores from "@garrison/sql/Stores"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Rpc from "effect/rpc/Rpc"
import * as RpcGroup from "effect/rpc/RpcGroup"
import * as RpcMiddleware from "effect/rpc/RpcMiddleware"
import * as Schema from "effect/Schema"

/** Who asks, and on what conditions. */
export class Asking extends Context.Service<Asking, Act>()("@garrison/test/Asking") {}

/** Names the actor of a request. It decides nothing: `run` asks for the permission. */
export class NamesActor extends RpcMiddleware.Service<NamesActor, { readonly provides: Asking }>()(
  "@garrison/test/NamesActor",
  { error: RefusalJson },
) {}

/** The declaration that a request came from. */
export class Declared extends Context.Service<Declared, AnyOperation>()("@garrison/test/Declared") {}

/**
 * An operation as a request. Both ends speak its JSON, so that the input is decoded once, by the handler, and a mistake
 * is a refusal that lists every broken field. (A payload that the server of effect/rpc decodes is a defect if it is
 * broken.)
 */
const rpcOf = (operation: AnyOperation) =>
  Rpc.make(operation.name, {
    payload: Schema.Unknown,
    success: Schema.toEncoded(operation.answer.schema),
    error: RefusalJson,
  })
    .annotate(Declared, operation)
    .middleware(NamesActor)

type AnyRpc = ReturnType<typeof rpcOf>

/** The group of operations. A name that is given twice would silently be one request. */
export const groupOf = (operations: ReadonlyArray<AnyOperation>): RpcGroup.RpcGroup<AnyRpc> => {
  const group = RpcGroup.make(...operations.map(rpcOf))
  if (group.requests.size < operations.length) throw new Error("two operations have one name")
  return group
}

/** What operations may ask for: the services of the core, and the stores below them. */
type Runnable = AnyOperation<string, GarrisonServices | GarrisonRequirements | Layer.Success<typeof Stores.layer>>

const handlerOf = (operation: Runnable) => (payload: unknown) =>
  Effect.gen(function* () {
    const act = yield* Asking
    const result = yield* operation.run(yield* operation.decode(payload), act)
    return yield* Effect.orDie(
      Effect.fromResult(parseJson(writerOf(operation.answer)(result), Number.POSITIVE_INFINITY)),
    )
  }).pipe(
    Effect.catchCauseIf(
      (cause) => !Cause.hasInterrupts(cause),
      (cause) => Effect.fail(JSON.parse(refusalTextOf(cause)) as RefusalJson),
    ),
  )

/** The handlers of the group. */
export const handlersOf = (group: RpcGroup.RpcGroup<AnyRpc>, operations: ReadonlyArray<Runnable>) =>
  group.toLayer(Object.fromEntries(operations.map((one) => [one.name, handlerOf(one)])))
