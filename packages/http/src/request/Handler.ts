/** What a handler is: the translation of one operation between HTTP and the service of its area. */
import type { InvalidDetail } from "@garrison/core/kernel/Invalid"
import type { Caller } from "@garrison/core/token/schema"
import type * as Effect from "effect/Effect"
import type { OperationId, Operations } from "../contract/Api.ts"
import type { Subject } from "../contract/operation.ts"
import type { Given, Input } from "./input.ts"
import type { OperationFailure } from "./refusal.ts"
import type { Outcome } from "./reply.ts"
import type { AuthorizedRequest, Request } from "./Request.ts"

type CallerOf<S extends Subject> = S extends "any" ? Caller : Extract<Caller, { readonly kind: S }>

/** The rule of the operation says whether a caller is known, and whose token it came by. */
type RequestOf<Id extends OperationId> = Operations[Id]["access"] extends {
  readonly kind: "bearer"
  readonly subject: infer S extends Subject
}
  ? AuthorizedRequest<CallerOf<S>>
  : Request

type Answerer<Id extends OperationId> = (
  input: Input<Operations[Id]>,
  request: RequestOf<Id>,
) => Effect.Effect<Outcome<Operations[Id]["success"]>, OperationFailure>

type Check<Id extends OperationId> = (
  given: Given<Operations[Id]>,
  request: RequestOf<Id>,
) => Effect.Effect<ReadonlyArray<InvalidDetail>>

/**
 * Does one operation: its input is decoded, its caller verified and permitted. What it gives is made an answer by the
 * declaration of the operation (`request/reply.ts`).
 */
export interface Handler<Id extends OperationId> extends Answerer<Id> {
  /** What else is wrong with a request of which some input was refused; see {@link withCheck}. */
  readonly check?: Check<Id>
}

/**
 * A handler that also checks what no schema of one field can see, such as a cursor of another player. The service
 * checks it too, for a request whose input is right. `check` is called for all other requests, with the fields that
 * are right by themselves, so that the 422 lists everything.
 */
export const withCheck = <Id extends OperationId>(check: Check<Id>, answer: Answerer<Id>): Handler<Id> =>
  Object.assign(answer, { check })
