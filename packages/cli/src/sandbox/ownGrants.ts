/**
 * Credentials of the grants that no portal verifies, which the sandbox shows beside those of the portals. What they
 * need in the database is made at the first request for them; password and secret are new at every start of the server.
 */
import { Clients } from "@garrison/core/client/Clients"
import { Logins } from "@garrison/core/login/Logins"
import { Passwords } from "@garrison/core/login/password/Passwords"
import type { Credential } from "@garrison/portals/sandbox/SandboxPortal"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import * as Base64Url from "effect/encoding/Base64Url"
import { operatorAct } from "../action/operator.ts"
import { SANDBOX_DEVICE, SANDBOX_GAME, SANDBOX_MACHINE, SANDBOX_USER } from "./names.ts"

/** Creates the public game client, unless it is there. */
export const createSandboxGame = Clients.use((clients) =>
  clients.create(
    {
      clientId: SANDBOX_GAME,
      kind: "game",
      public: true,
      permissions: [],
      description: "The sandbox's game: players log in through it without client credentials",
    },
    operatorAct(),
  ),
).pipe(
  Effect.catchTag("ClientConflict", () => Effect.void),
  Effect.orDie,
)

const newPassword = Effect.gen(function* () {
  const random = yield* SecureRandom.SecureRandom
  const password = Base64Url.encode(yield* random.randomBytes(18))
  const passwords = yield* Passwords
  const wanted = { username: SANDBOX_USER, password, displayName: "Margaret" }
  yield* passwords.create(wanted, operatorAct()).pipe(
    // An earlier start has made the account.
    Effect.catchTag("AccountRefused", () => passwords.change(SANDBOX_USER, password, operatorAct())),
  )
  return `${SANDBOX_USER}:${password}`
})

const newSecret = Effect.gen(function* () {
  const clients = yield* Clients
  const wanted = {
    clientId: SANDBOX_MACHINE,
    kind: "machine" as const,
    permissions: [],
    description: "The sandbox's game server: may do nothing",
  }
  const { secret } = yield* clients.create(wanted, operatorAct()).pipe(
    // An earlier start has made the client.
    Effect.catchTag("ClientConflict", () => clients.rotate(SANDBOX_MACHINE, { overlapSeconds: 0 }, operatorAct())),
  )
  return `${SANDBOX_MACHINE}:${secret ?? ""}`
})

const newRefreshToken = Effect.gen(function* () {
  const { refresh_token } = yield* (yield* Logins).login(
    {
      grant_type: "anon",
      portal_access_token: SANDBOX_DEVICE,
      portal_display_name: "Annie",
      portal_parent_access_token: "",
      portal_parent_display_name: "",
      include_refresh: true,
    },
    { credentials: undefined, credentialsMalformed: false, address: "127.0.0.1", userAgent: "garrison sandbox" },
  )
  return refresh_token ?? ""
})

const bodyOf = (grant_type: Credential["grant_type"], token: string) => ({ grant_type, portal_access_token: token })

/** New credentials of these grants each time; password and secret are the same until the server stops. */
export const ownCredentials = Effect.gen(function* () {
  const context = yield* Effect.context<Clients | Logins | Passwords | SecureRandom.SecureRandom>()
  const password = yield* Effect.cached(newPassword)
  const secret = yield* Effect.cached(newSecret)
  const credentials = Effect.gen(function* () {
    const given: ReadonlyArray<Credential> = [
      { grant_type: "anon", platform: "Anon", body: bodyOf("anon", SANDBOX_DEVICE) },
      { grant_type: "refresh", platform: "Anon", body: bodyOf("refresh", yield* newRefreshToken) },
      { grant_type: "basic", platform: "Basic", body: bodyOf("basic", yield* password) },
      {
        grant_type: "client_credentials",
        platform: null,
        body: bodyOf("client_credentials", yield* secret),
      },
    ]
    return given
  })
  return credentials.pipe(Effect.orDie, Effect.provideContext(context))
})
