/** A server of one route, for answers that no service would give. */
import { answered } from "@garrison/http/embedding/fetchMessages"
import { service } from "@garrison/http/contract/service"
import type { Answer } from "@garrison/http/request/Answer"
import type { OperationFailure } from "@garrison/http/request/refusal"
import { router, type ServedRoute } from "@garrison/http/request/Router"
import { prefixLoc } from "@garrison/http/request/refusal"
import { accessLog } from "@garrison/http/server/AccessLog"
import { Admission } from "@garrison/http/server/Admission"
import { ArrivingBodies } from "@garrison/http/server/ArrivingBodies"
import { Connections } from "@garrison/http/server/Connections"
import { FairUse } from "@garrison/http/server/FairUse"
import { Listener } from "@garrison/http/server/listener"
import { joinObservers, type Observer } from "@garrison/http/server/Observer"
import { defaultServerOptions } from "@garrison/http/server/settings"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import { once } from "node:events"
import { createServer, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { fetchListener } from "./fetchBridge.ts"
import { LOOPBACK } from "./loopback.ts"

const servers: Array<Server> = []

/** How requests come to a listener: from Node's server, or as web-standard Requests. */
export const faces = {
  node:
    (listen: Listener["listen"]): RequestListener =>
    (incoming, outgoing) =>
      listen(incoming, outgoing),
  fetch: (listen: Listener["listen"]): RequestListener =>
    fetchListener((request, { address }) => answered(request, { address, readableBy: () => [] }, listen)),
}

/** Closes the servers that {@link serving} has made. */
export const closeServers = (): void => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
}

/** A server of one place, whose only route does `run`, or what `changes` make of it; its port and its defects. */
export const serving = async (
  run: Effect.Effect<Answer, OperationFailure>,
  observers: ReadonlyArray<Observer> = [],
  changes: Partial<ServedRoute> = {},
  face: keyof typeof faces = "node",
) => {
  const defects: Array<string> = []
  const write = (line: string) => void defects.push(line)
  const operation: ServedRoute = {
    ...service.routes.livez,
    path: "/",
    lane: "storage",
    run: () => run,
    locate: prefixLoc("body"),
    bodyBytesMax: 1024,
    ...changes,
  }
  const bodies = { bodiesArrivingMax: 1, bodiesArrivingPerAddressMax: 1, bodyGraceSeconds: 1, bodyBytesPerSecondMin: 1 }
  const admission = new Admission({
    places: { memory: 0, storage: 1, login: 0 },
    queuedMax: 10,
    burstMillis: 60_000,
    queueMillis: 60_000,
  })
  const readAddress = (peer: string) => peer
  const connections = new Connections({
    headerBytesMax: 16 * 1024,
    connectionsMax: 100,
    readAddress,
    isProxy: () => false,
  })
  const { listen } = new Listener({
    router: router([operation]),
    services: Context.empty(),
    observers: joinObservers([accessLog("off", { access: () => undefined, defect: write }), ...observers]),
    outages: { concerns: () => false },
    readAddress,
    newId: () => "id",
    bodyBytesMax: 1024,
    home: undefined,
    prefix: "",
    cors: undefined,
    connections,
    admission,
    arriving: new ArrivingBodies({ ...bodies, checkSeconds: 1 }),
    fairUse: new FairUse(defaultServerOptions, { now: () => 0, loop: () => ({ active: 0, idle: 0 }) }),
  })
  const server = createServer(faces[face](listen)).listen(0, LOOPBACK)
  servers.push(server)
  await once(server, "listening")
  return { port: (server.address() as AddressInfo).port, defects, inFlight: () => admission.inFlight }
}
