/** A handler of what HTTP alone has: content in several codings, probes, parts with statuses of their own. */
import type { Caller } from "@garrison/core/kernel/Caller"
import type * as Effect from "effect/Effect"
import type { RouteId, Routes } from "../contract/routes.ts"
import type { Subject } from "../contract/route.ts"
import type { Answer } from "./Answer.ts"
import type { Input } from "./input.ts"
import type { OperationFailure } from "./refusal.ts"
import type { AuthorizedRequest, Request } from "./Request.ts"

type CallerOf<S extends Subject> = S extends "any" ? Caller : Extract<Caller, { readonly kind: S }>

/** The rule of the route decides whether the caller is known, and of which kind. */
type RequestOf<Id extends RouteId> = Routes[Id]["access"] extends {
  readonly kind: "bearer"
  readonly subject: infer S extends Subject
}
  ? AuthorizedRequest<CallerOf<S>>
  : Request

/** Runs one route and writes its answer. The input is decoded, the caller verified and permitted. */
export type Handler<Id extends RouteId> = (
  input: Input<Routes[Id]>,
  request: RequestOf<Id>,
) => Effect.Effect<Answer, OperationFailure>
