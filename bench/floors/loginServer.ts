/**
 * The upper floor of logins over HTTP: Fastify 5 before the logins by hand. `loginServer.ts sqlite:FILE` or
 * `loginServer.ts postgres://…`.
 */
import Fastify from "fastify"
import * as Effect from "effect/Effect"
import { openPostgresFloor, openSqliteFloor } from "./logins.ts"

const address = process.argv[2] ?? ""

interface Asked {
  readonly grant_type: string
  readonly portal_access_token: string
}

const serve = Effect.gen(function* () {
  const logins = address.startsWith("sqlite:")
    ? yield* Effect.promise(() => openSqliteFloor(address.slice("sqlite:".length)))
    : yield* openPostgresFloor(address)
  const server = Fastify({ logger: false, bodyLimit: 65_536 })

  server.post("/users/v1/login", async (request, reply) => {
    const { grant_type, portal_access_token } = request.body as Asked
    const entered = await (grant_type === "refresh" ? logins.refresh : logins.anon)(portal_access_token)
    void reply.header("cache-control", "no-store")
    return {
      active_player_id: 1,
      active_player_uuid: entered.player,
      platform: "Anon",
      portal_id: 2,
      portal_user_id: entered.person,
      display_name: "Player",
      role_id: 1,
      person_id: entered.person,
      permissions: ["inv:read_inv:player:self"],
      restrictions: [],
      refresh_token: entered.refresh,
      access_token: entered.access,
      publisher_uuid: entered.person,
      tenant_uuid: entered.person,
      config_elector_uuid: entered.person,
      client_uuid: entered.person,
      client_id: "floor",
      token_type: "Bearer",
      expires_in: 900,
    }
  })

  console.log(`listening on ${yield* Effect.promise(() => server.listen({ host: "127.0.0.1", port: 0 }))}`)
  return yield* Effect.never
})

process.on("SIGTERM", () => process.exit(0))
await Effect.runPromise(Effect.scoped(serve))
