/** A handler translates one operation between HTTP and the service of its area. */
import type { InvalidDetail } from "@garrison/core/kernel/Invalid"
import type { Caller } from "@garrison/core/kernel/Caller"
import type * as Effect from "effect/Effect"
import type { OperationId, Operations } from "../contract/Api.ts"
import type { Subject } from "../contract/operation.ts"
import type { Given, Input } from "./input.ts"
import type { OperationFailure } from "./refusal.ts"
import type { Outcome } from "./reply.ts"
import type { AuthorizedRequest, Request } from "./Request.ts"

type CallerOf<S extends Subject> = S extends "any" ? Caller : Extract<Caller, { readonly kind: S }>

/** The rule of the operation decides whether the caller is known, and of which kind. */
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
 * Runs one operation. The input is decoded, the caller verified and permitted. The declaration of the operation makes
 * the answer from the result (`request/reply.ts`).
 */
export interface Handler<Id extends OperationId> extends Answerer<Id> {
  /** Further mistakes of a request whose input was refused; see {@link withCheck}. */
  readonly check?: Check<Id>
}

/**
 * A handler with checks that the schema of a single field cannot make, such as a cursor of another player. For a
 * request with valid input the service makes these checks. `check` is called for all other requests, with the valid
 * fields, so that the 422 lists every mistake.
 */
export const withCheck = <Id extends OperationId>(check: Check<Id>, answer: Answerer<Id>): Handler<Id> =>
  Object.assign(answer, { check })
