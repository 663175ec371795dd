/**
 * What answers requests, whoever has the socket: the routers over the routes, admission, the figures, the
 * observers, the watch over the database. The server listens with it.
 */
import { BackgroundWorks, type Works } from "@garrison/core/kernel/work/BackgroundWorks"
import { NotificationDelivery } from "@garrison/core/notification/NotificationDelivery"
import { Face } from "@garrison/core/operation/Face"
import { AccessTokens } from "@garrison/core/token/AccessTokens"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as References from "effect/References"
import { routes } from "./contract/routes.ts"
import type { Mount } from "./contract/route.ts"
import { countFigures } from "./figures/probe.ts"
import { toDocumentation } from "./handlers/home.ts"
import { handlers } from "./handlers/table.ts"
import { Lifecycle } from "./Lifecycle.ts"
import { Readiness } from "./Readiness.ts"
import { serve } from "./request/pipeline.ts"
import { router, type ServedRoute } from "./request/Router.ts"
import { accessLog, errorStream } from "./server/AccessLog.ts"
import { listeningTeller, StreamTraffic } from "./server/StreamTraffic.ts"
import { Admission, type AdmissionLimits } from "./server/Admission.ts"
import { ArrivingBodies } from "./server/ArrivingBodies.ts"
import { corsOf } from "./server/Cors.ts"
import { FairUse, ProcessLoad } from "./server/FairUse.ts"
import { keepTick } from "./server/keptTick.ts"
import { requestIds } from "./server/listener.ts"
import { joinObservers } from "./server/Observer.ts"
import { watchOutages } from "./server/Outage.ts"
import { watchOverload } from "./server/Overload.ts"
import { addressReader } from "./server/Proxies.ts"
import type { ServerOptions } from "./server/settings.ts"

/** The figures that the server counts. */
type Counted = Effect.Success<ReturnType<typeof countFigures>>

/** In a host that is started per request, work that is due goes before an operation that may need what it reads. */
const afterDueWork = (served: ServedRoute, works: Works | undefined): ServedRoute =>
  works?.isOn !== false || served.lane === "none"
    ? served
    : {
        ...served,
        run: (request) =>
          Effect.andThen(
            works.beforeRequest,
            Effect.suspend(() => served.run(request)),
          ),
      }

/** The routers over the routes of the contract that are served, and over the probes alone. */
const makeRouters = Effect.fnUntraced(function* (
  { bodyBytesMax, docsEnabled, streamQueueBytesMax: queueBytesMax }: ServerOptions,
  { figures, traffic }: { readonly figures: Counted | undefined; readonly traffic: StreamTraffic },
) {
  const tokens = yield* AccessTokens
  const { prepareServed, table } = yield* handlers
  const works = yield* BackgroundWorks
  const options = { tokens, bodyBytesMax, streams: { queueBytesMax, traffic } }
  const over = (...served: ReadonlyArray<Mount>) =>
    routes
      .filter(({ mounts }) => mounts.some((mount) => served.includes(mount)))
      .map((route) => afterDueWork(serve(route, table[route.id], options), works))
  const ofFigures = figures === undefined ? [] : [serve(figures.route, figures.handler, options)]
  return {
    all: router(docsEnabled ? over("public", "documentation") : over("public")),
    probes: router([...over("probes"), ...ofFigures]),
    prepareServed,
  }
})

/** The limits of a server's admission. Core limits logins, with the codes of the interface. */
const admissionLimits = (options: ServerOptions): AdmissionLimits => {
  const { queueBurstMillis: burstMillis, queueMillis, requestsInFlightMax, requestsQueuedMax: queuedMax } = options
  const places = { memory: requestsInFlightMax, storage: requestsInFlightMax, login: Number.POSITIVE_INFINITY }
  return { places, queuedMax, burstMillis, queueMillis }
}

/**
 * Makes what answers requests, with these options, below this prefix. If there is a port for figures, it counts until
 * the scope ends.
 */
export const makeAnswering = Effect.fnUntraced(function* (options: ServerOptions, prefix = "") {
  keepTick()
  const lifecycle = yield* Lifecycle
  const { doubt, holders, missing, place, writes } = yield* Readiness
  const admission = new Admission(admissionLimits(options))
  const figures = options.probePort === undefined ? undefined : yield* countFigures(options.version, admission)
  const face = {}
  const services = Context.add(yield* Effect.context(), References.TracerEnabled, options.tracing).pipe(
    Context.add(Face, face),
    Context.merge(figures?.context ?? Context.empty()),
  )
  const readAddress = addressReader(options.trustedProxies)
  const log = accessLog(options.log, options.sink ?? errorStream(options.log, options.logBytesMax))
  const observers = joinObservers([log, ...(figures === undefined ? [] : [figures.observer]), ...options.observers])
  const outages = watchOutages(observers, {
    isBack: async () => (await Effect.runPromise(Effect.andThen(doubt, missing))).length === 0,
    found: () => Effect.runSync(doubt),
    refused: (operation) => writes.refused(operation),
    holders: () => Effect.runPromise(holders),
    place,
  })
  const overload = watchOverload(observers)
  const delivery = yield* NotificationDelivery
  const traffic = new StreamTraffic()
  const tell = Effect.sync(listeningTeller(observers, traffic, () => delivery.figures(face)))
  if ((yield* BackgroundWorks)?.isOn !== false)
    yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep("1 minute"), tell)))
  lifecycle.measure(() => admission.isOverloaded)
  const routers = yield* makeRouters(options, { figures, traffic })
  const common = {
    services,
    observers,
    outages,
    writes,
    overload,
    readAddress,
    newId: requestIds(),
    bodyBytesMax: options.bodyBytesMax,
    admission,
    cors: corsOf(options.corsOrigins),
    fairUse: new FairUse(options, yield* ProcessLoad),
    prefix,
    arriving: new ArrivingBodies(options),
  }
  const home = options.docsEnabled ? toDocumentation(prefix) : undefined
  /** Ends streams and long polls, so that their clients connect to another process. */
  const endStreams = () => delivery.endFace(face)
  return { admission, common, endStreams, home, lifecycle, observers, outages, overload, readAddress, routers }
})
