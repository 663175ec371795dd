/** What a handler is: the translation of one operation between HTTP and the service of its area. */
import type { InvalidDetail } from "@garrison/core/kernel/Invalid"
import type * as Effect from "effect/Effect"
import type { access } from "../contract/access.ts"
import type { OperationId } from "../contract/Api.ts"
import type { inputs } from "../contract/inputs.ts"
import type { Answer } from "./Answer.ts"
import type { Input } from "./input.ts"
import type { Refused } from "./refusal.ts"
import type { AuthorizedRequest, Request } from "./Request.ts"

type RequestOf<Id extends OperationId> = (typeof access)[Id] extends { readonly kind: "bearer" }
  ? AuthorizedRequest
  : Request

/** Answers one operation: its input is decoded, its caller verified and permitted. */
export interface Handler<Id extends OperationId> {
  (input: Input<(typeof inputs)[Id]>, request: RequestOf<Id>): Effect.Effect<Answer, Refused>
  /**
   * What else is wrong with a request whose input was refused: what no schema can see, such as a cursor that was not
   * issued to the caller. So that the 422 lists it beside the rest.
   */
  readonly inspect?: (request: RequestOf<Id>) => Effect.Effect<ReadonlyArray<InvalidDetail>>
}
