/** A handler for each operation: that of its route, or one of its own. Without either, the build fails. */
import type { AnyOperation } from "@garrison/core/operation/Operation"
import * as Effect from "effect/Effect"
import { type Operations, type OperationId, operationsById } from "../contract/Api.ts"
import type { Handler } from "../request/Handler.ts"
import type { AnyHandler } from "../request/pipeline.ts"
import { account } from "./account.ts"
import { inventory } from "./inventory.ts"
import { handlerOf } from "./offered.ts"
import { presence } from "./presence.ts"
import { service } from "./service.ts"
import { users } from "./users.ts"

/** A route of an operation of the core. */
type Offering = Extract<Operations[OperationId], { readonly offers: AnyOperation }>

type ServicesOf<Op extends AnyOperation> =
  ReturnType<Op["run"]> extends Effect.Effect<unknown, unknown, infer R> ? R : never

/** The handlers of what no operation of the core is, or of what is not sent as its answer. */
const own = Effect.all({ ...users, ...account, ...inventory, ...presence, ...service } satisfies {
  readonly [Id in Exclude<OperationId, Offering["id"]>]: Effect.Effect<Handler<Id>, never, unknown>
})

const routes = Object.values(operationsById).filter((one) => "offers" in one)

const offered = Effect.map(
  Effect.context<ServicesOf<Offering["offers"]>>(),
  (context) =>
    Object.fromEntries(routes.map((one) => [one.id, handlerOf(one, context)])) as Record<Offering["id"], AnyHandler>,
)

/** The handlers by operation, over the services that they need. */
export const handlers = Effect.map(
  Effect.all([offered, own]),
  ([ofRoutes, others]): Readonly<Record<OperationId, AnyHandler>> => ({ ...ofRoutes, ...others }),
)
