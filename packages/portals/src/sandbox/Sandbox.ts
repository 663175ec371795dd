/**
 * The sandbox: every third-party portal played on this machine, with made-up users and switchable faults, for
 * development and for tests (decisions, section 4). It has no part in a deployment that players use.
 */
import { SecureRandom } from "effect/crypto/SecureRandom"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as HttpServer from "effect/http/HttpServer"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as ByteSize from "effect/ByteSize"
import * as Layer from "effect/Layer"
import type { PortalSettings } from "../settings.ts"
import { type Answered, type Received, responseOf } from "./answers.ts"
import { type Codes, makeCodes } from "./codes.ts"
import { type Fault, FAULTS } from "./faults.ts"
import { type Beside, CALLBACK_PATH, makeOwnRoutes } from "./ownRoutes.ts"
import { portalName, sandboxPortals } from "./portals.ts"
import type { SandboxPortal } from "./SandboxPortal.ts"
import { makeSigner, type Signer } from "./signer.ts"

/** Largest body of a request, in bytes. */
const BODY_BYTES_MAX = 64 * 1024

/** How long a portal with the fault `slow` waits before it answers: longer than Garrison waits for a portal. */
const SLOW_MILLIS = 10_000

/** How large the answers of a portal with the fault `oversized` are, in bytes. */
const OVERSIZED_BYTES = 10 * 1024 * 1024

/** A portal in play. */
interface Played {
  readonly portal: SandboxPortal
  readonly signer: Signer
  fault: Fault
}

/** What is shown while no server has said anything: its usual address. */
const NOTHING_BESIDE: Beside = {
  serverUrl: "http://127.0.0.1:8080",
  redirectUri: undefined,
  credentials: Effect.succeed([]),
}

/** A sandbox that runs. */
export class Sandbox extends Context.Service<
  Sandbox,
  {
    /** `http://HOST:PORT`. */
    readonly url: string
    /** The settings by which Garrison asks every portal of the sandbox. */
    readonly settings: Partial<PortalSettings>
    /** A page of the sandbox to which logins by redirect may return, as to the page of a game. */
    readonly callbackUrl: string
    /** Shows the credentials of a server beside those of the portals from now on, and where all of them log in. */
    readonly showBeside: (beside: Beside) => void
    /** Lets logins by redirect return to these addresses too; at first they return nowhere. */
    readonly register: (addresses: ReadonlyArray<string>) => void
  }
>()("@garrison/portals/sandbox/Sandbox") {}

const play = Effect.fnUntraced(function* (
  name: keyof typeof sandboxPortals,
  origin: string,
  isRegistered: (address: string) => boolean,
) {
  const url = `${origin}/${name}`
  const codes: Codes = yield* makeCodes
  // The signer reads the fault that is set later.
  const state: { fault: Fault } = { fault: "none" }
  const fault = () => state.fault
  const signer = yield* makeSigner(name, url, fault)
  const configuredSigner = yield* makeSigner(`${name}-configured`, `${url}/configured`, fault)
  const played: Played = Object.assign(state, {
    portal: sandboxPortals[name]({ url, fault, signer, configuredSigner, codes, isRegistered }),
    signer,
  })
  return played
})

const notFound: Answered = { status: 404, body: { error: "not_found" } }

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The body of a request as JSON; empty when it is none. */
const membersOf = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}

const receivedOf = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
  const text = yield* request.text
  const isForm = (request.headers["content-type"] ?? "").startsWith("application/x-www-form-urlencoded")
  const received: Received = {
    headers: request.headers,
    query: Object.fromEntries(new URL(request.url, "http://sandbox").searchParams),
    form: isForm ? Object.fromEntries(new URLSearchParams(text)) : {},
    json: isForm ? {} : membersOf(text),
  }
  return received
})

/** Made once, because it takes as long as hundreds of other answers. */
let oversized: Uint8Array | undefined

/** The answer of a portal whose answers are at fault; undefined: it answers as it should. */
const faultyAnswer = (fault: Fault, route: string): HttpServerResponse.HttpServerResponse | undefined => {
  if (fault === "redirect") return HttpServerResponse.redirect("/elsewhere")
  if (fault === "junk") return HttpServerResponse.text("<html>", { contentType: "application/json" })
  if (fault === "oversized") {
    oversized ??= new TextEncoder().encode(JSON.stringify({ padding: "x".repeat(OVERSIZED_BYTES) }))
    return HttpServerResponse.uint8Array(oversized, { contentType: "application/json" })
  }
  return fault === "keys_down" && route === "GET /jwks" ? responseOf({ status: 503, body: {} }) : undefined
}

const askPortal = Effect.fnUntraced(function* (
  { fault, portal }: Played,
  route: string,
  request: HttpServerRequest.HttpServerRequest,
  stopped: Effect.Effect<void>,
) {
  const handler = portal.routes[route]
  if (handler === undefined) return responseOf(notFound)
  if (fault === "slow") yield* Effect.raceFirst(Effect.sleep(SLOW_MILLIS), stopped)
  return faultyAnswer(fault, route) ?? responseOf(yield* handler(yield* receivedOf(request)))
})

const isFault = (value: unknown): value is Fault => FAULTS.some((fault) => fault === value)

const setFault = Effect.fnUntraced(function* (played: Played, request: HttpServerRequest.HttpServerRequest) {
  const { faults } = played.portal
  // curl sends a body as a form where it is not told otherwise.
  const { fault } = membersOf(yield* request.text)
  if (!isFault(fault) || !faults.includes(fault)) {
    return responseOf({ status: 422, body: { error: "this portal cannot have that fault", faults } })
  }
  played.fault = fault
  if (fault === "key_rotated") yield* played.signer.rotate
  return responseOf({ status: 200, body: { fault } })
})

/** Whether a browser reached this machine by its own name. Another name may be that of a page from elsewhere. */
const isOfThisMachine = ({ headers }: HttpServerRequest.HttpServerRequest): boolean =>
  /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i.test(headers["host"] ?? "")

const startPortals = Effect.fnUntraced(function* (url: string, isRegistered: (address: string) => boolean) {
  const names = Object.keys(sandboxPortals) as ReadonlyArray<keyof typeof sandboxPortals>
  const played = yield* Effect.forEach(names, (name) =>
    Effect.map(play(name, url, isRegistered), (found) => [name, found] as const),
  )
  return new Map<string, Played>(played)
})

/** What the portals show of themselves, beside a server. */
const shownOf = (playing: ReadonlyMap<string, Played>, beside: () => Beside) => ({
  settings: Object.assign(
    {},
    ...Array.from(playing.values(), ({ portal }) => portal.settings),
  ) as Partial<PortalSettings>,
  beside,
  credentials: Effect.suspend(() =>
    Effect.map(
      Effect.forEach([...Array.from(playing.values(), ({ portal }) => portal), beside()], (from) => from.credentials),
      (each) => each.flat(),
    ),
  ),
  faults: () =>
    Object.fromEntries(Array.from(playing, ([name, { fault, portal }]) => [name, { fault, faults: portal.faults }])),
})

const make = Effect.gen(function* () {
  const server = yield* HttpServer.HttpServer
  const url = HttpServer.formatAddress(server.address)
  const registered = new Set<string>()
  const playing = yield* startPortals(url, (address) => registered.has(address))
  const stopped = yield* Deferred.make<void>()
  let beside = NOTHING_BESIDE
  const shown = shownOf(playing, () => beside)
  const own = yield* makeOwnRoutes(shown)

  const answer = Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    if (!isOfThisMachine(request)) return responseOf({ status: 403, body: { error: "wrong_host" } })
    const { pathname } = new URL(request.url, url)
    const ours = own[`${request.method} ${pathname}`]
    if (ours !== undefined) return yield* ours(request)
    const [, first = "", ...rest] = pathname.split("/")
    if (first === "sandbox") {
      const changed = rest[0] === "faults" ? playing.get(portalName(rest[1] ?? "")) : undefined
      if (changed === undefined || request.method !== "PUT") return responseOf(notFound)
      return yield* setFault(changed, request)
    }
    const played = playing.get(first)
    if (played === undefined) return responseOf(notFound)
    return yield* askPortal(played, `${request.method} /${rest.join("/")}`, request, Deferred.await(stopped))
  }).pipe(
    Effect.provideService(HttpServerRequest.MaxBodySize, ByteSize.fromInputUnsafe(BODY_BYTES_MAX)),
    Effect.catchTag("HttpServerError", () =>
      Effect.succeed(responseOf({ status: 400, body: { error: "invalid_request" } })),
    ),
  )
  yield* server.serve(answer)
  // A portal that is slow would keep the process until it has answered.
  yield* Effect.addFinalizer(() => Deferred.succeed(stopped, undefined))
  const showBeside = (shown: Beside): void => {
    beside = shown
  }
  const register = (addresses: ReadonlyArray<string>): void => {
    for (const address of addresses) registered.add(address)
  }
  return Sandbox.of({ url, settings: shown.settings, callbackUrl: url + CALLBACK_PATH, showBeside, register })
})

/** A sandbox behind the HTTP server in context, until the scope ends. */
export const sandboxLayer: Layer.Layer<Sandbox, never, HttpServer.HttpServer | SecureRandom> = Layer.effect(
  Sandbox,
  make,
)
