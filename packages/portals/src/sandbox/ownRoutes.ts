/** What the sandbox serves of its own: its pages, and what they show as JSON. */
import { utf8 } from "@garrison/core/kernel/wire/Utf8"
import { type Page, policyOf } from "@garrison/core/kernel/page/Page"
import * as Digest from "effect/crypto/Digest"
import { SecureRandom } from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import * as Base64 from "effect/encoding/Base64"
import * as Base64Url from "effect/encoding/Base64Url"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type { PortalSettings } from "../settings.ts"
import { responseOf } from "./answers.ts"
import { type Codes, makeCodes } from "./codes.ts"
import { sandboxPage } from "./page/page.ts"
import { callbackPage, type Pkce } from "./page/redirects.ts"
import type { Faults } from "./page/switches.ts"
import type { Credential } from "./SandboxPortal.ts"
import { challengeOf } from "./tokenEndpoint.ts"

/** Where logins by redirect come back to, below the address of the sandbox. */
export const CALLBACK_PATH = "/callback"

/** Random bytes of a PKCE verifier. */
const VERIFIER_BYTES = 32

/** What is shown beside the credentials of the portals. */
export interface Beside {
  /** Where the server is: `http://HOST:PORT`. */
  readonly serverUrl: string
  /** Where logins by redirect may return to; undefined: they are not shown. */
  readonly redirectUri: string | undefined
  /** New credentials of grants that no portal verifies. */
  readonly credentials: Effect.Effect<ReadonlyArray<Credential>>
}

/** What the pages are made of. */
export interface Shown {
  readonly settings: Partial<PortalSettings>
  readonly beside: () => Beside
  /** New credentials of the portals, and of what is beside them. */
  readonly credentials: Effect.Effect<ReadonlyArray<Credential>>
  readonly faults: () => Faults
}

const hashOf = (text: string) =>
  Effect.flatMap(Digest.Digest, (digest) => digest.digest(Digest.sha256, utf8(text))).pipe(
    Effect.map(Base64.encode),
    Effect.provide(Digest.layerWebCrypto),
    Effect.orDie,
  )

/** A page with its policy. No cache keeps it: its credentials are new each time. */
const pageResponse = Effect.fnUntraced(function* ({ html, script, style }: Page) {
  const policy = policyOf({ style: yield* hashOf(style), script: yield* hashOf(script) })
  const headers = { "cache-control": "no-store", "referrer-policy": "no-referrer", "content-security-policy": policy }
  return HttpServerResponse.setHeaders(HttpServerResponse.html(html), headers)
})

/** A pair for a login by redirect. The verifier is kept under the state, by which the login comes back. */
const newPkce = Effect.fnUntraced(function* (logins: Codes, random: SecureRandom["Service"]) {
  const verifier = Base64Url.encode(yield* random.randomBytes(VERIFIER_BYTES))
  const pkce: Pkce = { verifier, challenge: yield* challengeOf(verifier), state: yield* logins.issue({ verifier }) }
  return pkce
})

type Request = HttpServerRequest.HttpServerRequest
type Response = HttpServerResponse.HttpServerResponse

/** The page of the game after a login, which has the code in its address, or the reason why there is none. */
const returned = ({ url }: Request, logins: Codes, serverUrl: string): Effect.Effect<Response> => {
  const parameters = new URL(url, "http://sandbox").searchParams
  const given = (name: string): string | undefined => parameters.get(name) ?? undefined
  const verifier = logins.find(given("state"))?.["verifier"]
  return pageResponse(
    callbackPage({
      serverUrl,
      code: given("code"),
      verifier: typeof verifier === "string" ? verifier : undefined,
      errorCode: given("error_code"),
      errorDescription: given("error_description"),
    }),
  )
}

/** The routes of the sandbox itself, by method and path. */
export const makeOwnRoutes = Effect.fnUntraced(function* ({ beside, credentials, faults, settings }: Shown) {
  const random = yield* SecureRandom
  const logins = yield* makeCodes
  const page = Effect.gen(function* () {
    const content = { ...beside(), credentials: yield* credentials, pkce: yield* newPkce(logins, random) }
    return yield* pageResponse(sandboxPage({ ...content, faults: faults(), settings }))
  })
  const routes: Readonly<Record<string, (request: Request) => Effect.Effect<Response>>> = {
    "GET /": () => page,
    [`GET ${CALLBACK_PATH}`]: (request) => returned(request, logins, beside().serverUrl),
    "GET /sandbox/credentials": () => Effect.map(credentials, (body) => responseOf({ status: 200, body })),
    "GET /sandbox/settings": () => Effect.sync(() => responseOf({ status: 200, body: settings })),
    "GET /sandbox/faults": () => Effect.sync(() => responseOf({ status: 200, body: faults() })),
  }
  return routes
})
