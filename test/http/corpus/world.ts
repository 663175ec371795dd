/** The server that the corpus talks to, and what of its state no request can make. */
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import { Clients } from "@garrison/core/client/Clients"
import type { PersonId, PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Passwords } from "@garrison/core/login/password/Passwords"
import { Players } from "@garrison/core/player/Players"
import { Restrictions } from "@garrison/core/restriction/Restrictions"
import type { DomainSettings } from "@garrison/core/settings"
import { AccessTokens } from "@garrison/core/token/AccessTokens"
import { TokenSettings } from "@garrison/core/token/settings"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { createHash } from "node:crypto"
import { sqliteLayer } from "../../support/databases.ts"
import { write } from "../../support/logins.ts"
import { startServer, type TestServer, type TestServerOptions } from "../../support/server.ts"
import { testAct } from "../../support/acts.ts"

/** When the corpus begins. */
export const START = Date.parse("2026-11-22T12:00:00.000Z")

/**
 * Randomness from a seed. Draws come from a stream of their own, so that they stay what they are when a request needs
 * one id more or fewer.
 */
const seededRandom = (seed: string) => {
  let block = 0
  const bytesOf = (stream: string) => (size: number) => {
    const parts: Array<Uint8Array> = []
    for (let length = 0; length < size; length += 32) {
      parts.push(createHash("sha256").update(`${stream}:${block++}`).digest())
    }
    return Uint8Array.from(Buffer.concat(parts).subarray(0, size))
  }
  let draw = 0
  const nextDraw = (size: number) =>
    Uint8Array.from(createHash("sha512").update(`draw:${draw++}`).digest().subarray(0, size))
  const service = { ...SecureRandom.make(bytesOf(seed)), intBetween: SecureRandom.make(nextDraw).intBetween }
  return {
    layer: Layer.succeed(SecureRandom.SecureRandom, service),
    reseed: () => {
      draw = 0
    },
  }
}

/** `seed` decides every id and secret; what is recorded must not depend on it. */
export const randomness = (seed: string) => {
  const { layer, reseed } = seededRandom(seed)
  const start = (options: TestServerOptions = {}): Promise<TestServer> =>
    startServer({ ...options, database: Layer.merge(sqliteLayer, layer) })
  return { reseed, start }
}

/** Settings of the server that most requests go to. */
export const settings: Partial<DomainSettings> = {
  grantsEnabled: ["anon", "refresh", "client_credentials", "basic"],
}

/** Publishes a catalog. */
export const publish = (server: TestServer, document: unknown) =>
  server.run(Effect.flatMap(Catalogs, (catalogs) => catalogs.publish(document, {}, testAct)))

/** A client with its secret. */
export const createClient = (server: TestServer, kind: "machine" | "game", clientId: string, more: object = {}) =>
  server.run(
    Effect.flatMap(Clients, (clients) => clients.create({ clientId, kind, permissions: [], ...more }, testAct)).pipe(
      Effect.map(({ secret = "" }) => secret),
    ),
  )

/** A user that logs in by name and password. */
export const createPassword = (server: TestServer, username: string, password: string) =>
  server.run(Effect.flatMap(Passwords, (passwords) => passwords.create({ username, password }, testAct)))

/** Bans the person, for ever or until a time. */
export const restrict = (server: TestServer, personId: string, more: object = {}) =>
  server.run(
    Effect.flatMap(Restrictions, (restrictions) =>
      restrictions.add(
        {
          personId: personId as PersonId,
          type: "account_ban",
          reason: "cheating",
          ...more,
        },
        testAct,
      ),
    ),
  )

/** Deletes the person of a player. */
export const deletePlayer = (server: TestServer, playerUuid: string) =>
  server.run(Effect.flatMap(Players, (players) => players.deletePerson(playerUuid as PlayerUuid, testAct)))

/** Changes a row as no operation does. */
export const change = (server: TestServer, statement: (sql: SqlClient.SqlClient) => Effect.Effect<unknown, unknown>) =>
  server.run(Effect.flatMap(SqlClient.SqlClient, (sql) => write(statement(sql))))

const claimsOf = (token: string): Readonly<Record<string, string>> =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString())

/** A token of the same session as `token`, with other permissions, for `audience`. */
export const tokenLike = async (
  server: TestServer,
  token: string,
  permissions: ReadonlyArray<string>,
  audience = "garrison",
) => {
  const { sub = "", sid = "", client_id: clientId = "" } = claimsOf(token)
  const issuing = Effect.flatMap(AccessTokens, (tokens) =>
    tokens.issue({
      subject: sub,
      kind: "player",
      clientId,
      permissions,
      sessionId: sid,
      platform: "Anon",
      portalUserId: "test",
    }),
  )
  const issued = await server.run(
    audience === "garrison"
      ? issuing
      : issuing.pipe(
          Effect.provide(Layer.fresh(AccessTokens.layer)),
          Effect.updateService(TokenSettings, (current) => ({ ...current, audience })),
        ),
  )
  return issued.token
}
