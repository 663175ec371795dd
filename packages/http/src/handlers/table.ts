/** A handler for each route: that of its operation, or one of its own. Without either, the build fails. */
import type { ErrorCode } from "@garrison/core/errorCodes"
import type { AnyOperation } from "@garrison/core/operation/Operation"
import * as Effect from "effect/Effect"
import { type RouteId, type Routes, routesById } from "../contract/routes.ts"
import type { Handler } from "../request/Handler.ts"
import type { AnyHandler } from "../request/pipeline.ts"
import { catalogHandlers } from "./catalog.ts"
import { type AnyRoute, handlerOf } from "./offered.ts"
import { service } from "./service.ts"
import { submitOrders } from "./submitOrders.ts"

/** A route whose handler writes the answer. */
type Written = Extract<Routes[RouteId], { readonly success: { readonly sent: "written" } }>

/** Every other one: it offers an operation of the core. */
type Offering = Exclude<Routes[RouteId], Written>

type Services = Offering["offers"] extends AnyOperation<ErrorCode, infer R> ? R : never

/** The handlers that write their answers, and what makes the served catalog ready. */
const own = Effect.gen(function* () {
  const { handlers: ofCatalog, prepareServed } = yield* catalogHandlers
  const written = {
    ...ofCatalog,
    ...(yield* Effect.all({ ...service, submitOrders })),
  } satisfies { readonly [Id in Written["id"]]: Handler<Id> }
  return { prepareServed, written }
})

const isOffering = (one: Routes[RouteId]): one is Offering => one.success.sent !== "written"

const routes: ReadonlyArray<AnyRoute<Services> & { readonly id: RouteId }> =
  Object.values(routesById).filter(isOffering)

/**
 * The handlers by route, over the services that they need. Routes ask for their services where they run: the
 * server runs each request with the services that it began with, so no request makes a context of its own.
 * `prepareServed` makes answers that take long before a client asks for them.
 */
export const handlers = Effect.map(Effect.andThen(Effect.context<Services>(), own), ({ prepareServed, written }) => {
  const offered = Object.fromEntries(routes.map((one) => [one.id, handlerOf(one)]))
  const table: Readonly<Record<RouteId, AnyHandler>> = {
    ...(offered as Record<Offering["id"], AnyHandler>),
    ...written,
  }
  return { prepareServed, table }
})
