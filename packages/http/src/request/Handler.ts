/** What a handler is: the translation of one operation between HTTP and the service of its area. */
import type { InvalidDetail } from "@garrison/core/kernel/Invalid"
import type { Caller } from "@garrison/core/token/schema"
import type * as Effect from "effect/Effect"
import type { access, Subject } from "../contract/access.ts"
import type { OperationId } from "../contract/Api.ts"
import type { inputs } from "../contract/inputs.ts"
import type { Answer } from "./Answer.ts"
import type { Input } from "./input.ts"
import type { OperationFailure } from "./refusal.ts"
import type { AuthorizedRequest, Request } from "./Request.ts"

type CallerOf<S extends Subject> = S extends "any" ? Caller : Extract<Caller, { readonly kind: S }>

/** The rule of the operation says whether a caller is known, and whose token it came by. */
type RequestOf<Id extends OperationId> = (typeof access)[Id] extends {
  readonly kind: "bearer"
  readonly subject: infer S extends Subject
}
  ? AuthorizedRequest<CallerOf<S>>
  : Request

/** Answers one operation: its input is decoded, its caller verified and permitted. */
export interface Handler<Id extends OperationId> {
  (input: Input<(typeof inputs)[Id]>, request: RequestOf<Id>): Effect.Effect<Answer, OperationFailure>
  /**
   * What else is wrong with a request whose input was refused: what no schema can see, such as a cursor that was not
   * issued to the caller, or fields that contradict each other. So that the 422 lists it beside the rest. `body` is the
   * JSON value that was sent, if there is one.
   */
  readonly inspect?: (request: RequestOf<Id>, body: unknown) => Effect.Effect<ReadonlyArray<InvalidDetail>>
}
