/** Logins by hand, with the fewest statements and nothing between: what the logins of `bench/logins.ts` are held to. */
import * as PostgresClient from "@garrison/sql/PostgresClient"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { generateKeyPair, SignJWT } from "jose"
import { createHmac, randomBytes, randomUUID } from "node:crypto"
import { DatabaseSync } from "node:sqlite"
import { sha256 } from "./tokens.ts"

/** What a login by hand answers with. */
export interface FloorAnswer {
  readonly person: string
  readonly player: string
  readonly access: string
  /** Names the person and the session, so that both are found by their keys. */
  readonly refresh: string
}

/** Logins by hand: by the secret of a device, known or new, and by a refresh token, which is exchanged. */
export interface FloorLogins {
  readonly anon: (secret: string) => Promise<FloorAnswer>
  readonly refresh: (token: string) => Promise<FloorAnswer>
}

const MONTH_MILLIS = 30 * 24 * 60 * 60 * 1000
const anonKey = randomBytes(32)
const portalUserOf = (secret: string): string => createHmac("sha256", anonKey).update(secret).digest("base64url")

const makeSign = async () => {
  const { privateKey } = await generateKeyPair("EdDSA")
  return (player: string, session: string): Promise<string> =>
    new SignJWT({
      client_id: "floor",
      ver: 1,
      sid: session,
      platform: "Anon",
      permissions: ["inv:read_inv:player:self"],
    })
      .setProtectedHeader({ alg: "EdDSA", typ: "at+jwt", kid: "floor" })
      .setIssuer("floor")
      .setAudience("floor")
      .setSubject(player)
      .setJti(randomUUID())
      .setIssuedAt()
      .setExpirationTime("15 minutes")
      .sign(privateKey)
}

type Value = string | number | Uint8Array

/** What each kind asks of a database; each write answers whether it stored. */
interface FloorStorage {
  readonly find: (user: string) => Promise<{ readonly person: string; readonly player: string } | undefined>
  readonly findToken: (person: string, session: string) => Promise<{ readonly player: string } | undefined>
  readonly open: (person: string, player: string, session: string, token: Uint8Array, now: number) => Promise<unknown>
  readonly create: (
    user: string,
    person: string,
    player: string,
    session: string,
    token: Uint8Array,
    now: number,
  ) => Promise<unknown>
  readonly exchange: (
    person: string,
    session: string,
    before: Uint8Array,
    after: Uint8Array,
    now: number,
  ) => Promise<unknown>
}

const makeLogins = async (storage: FloorStorage): Promise<FloorLogins> => {
  const sign = await makeSign()
  return {
    anon: async (secret) => {
      const user = portalUserOf(secret)
      const [session, text, now] = [randomUUID(), randomBytes(32).toString("base64url"), Date.now()]
      const found = await storage.find(user)
      const { person, player } = found ?? { person: randomUUID(), player: randomUUID() }
      if (found === undefined) await storage.create(user, person, player, session, sha256(text), now)
      else await storage.open(person, player, session, sha256(text), now)
      return { person, player, refresh: `${person}.${session}.${text}`, access: await sign(player, session) }
    },
    refresh: async (token) => {
      const [person = "", session = "", text = ""] = token.split(".")
      const player = (await storage.findToken(person, session))?.player ?? ""
      const next = randomBytes(32).toString("base64url")
      await storage.exchange(person, session, sha256(text), sha256(next), Date.now())
      return { person, player, refresh: `${person}.${session}.${next}`, access: await sign(player, session) }
    },
  }
}

const tables = (uuid: string, bytes: string, integer: string): ReadonlyArray<string> => [
  `CREATE TABLE client (client_id TEXT PRIMARY KEY, enabled ${integer} NOT NULL)`,
  `CREATE TABLE role (role_id ${integer} PRIMARY KEY, permissions TEXT NOT NULL)`,
  `CREATE TABLE player (user_id TEXT PRIMARY KEY, person ${uuid} NOT NULL, player ${uuid} NOT NULL, role_id ${integer} NOT NULL)`,
  `CREATE TABLE person (person ${uuid} PRIMARY KEY, last_login ${integer} NOT NULL)`,
  `CREATE TABLE restriction (person ${uuid} NOT NULL, type TEXT NOT NULL, expires ${integer})`,
  `CREATE INDEX restriction_person ON restriction (person)`,
  `CREATE TABLE session (person ${uuid} NOT NULL, session ${uuid} NOT NULL, player ${uuid} NOT NULL, token ${bytes} NOT NULL, expires ${integer} NOT NULL, PRIMARY KEY (person, session))`,
  `CREATE TABLE used (person ${uuid} NOT NULL, token ${bytes} NOT NULL, at ${integer} NOT NULL, PRIMARY KEY (person, token))`,
  `CREATE TABLE history (person ${uuid} NOT NULL, login ${uuid} NOT NULL, at ${integer} NOT NULL, address TEXT NOT NULL, PRIMARY KEY (person, login))`,
  `INSERT INTO client VALUES ('floor', 1)`,
  `INSERT INTO role VALUES (1, '[]')`,
]

const findPlayer = `SELECT p.person, p.player, r.permissions, x.type, c.enabled FROM client c
  LEFT JOIN player p ON p.user_id = $1 LEFT JOIN role r ON r.role_id = p.role_id
  LEFT JOIN restriction x ON x.person = p.person WHERE c.client_id = 'floor'`
const findSession = `SELECT s.player, s.token, s.expires, x.type, c.enabled FROM client c
  LEFT JOIN session s ON s.person = $1 AND s.session = $2 LEFT JOIN restriction x ON x.person = s.person
  WHERE c.client_id = 'floor'`

/** The floor on SQLite: statements prepared once, units of work one after the other. */
export const openSqliteFloor = (file: string): Promise<FloorLogins> => {
  const database = new DatabaseSync(file)
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
  for (const table of tables("TEXT", "BLOB", "INTEGER")) database.exec(table)
  const prepare = (text: string) => database.prepare(text.replaceAll(/\$(\d)/g, "?$1"))
  const [byUser, bySession] = [prepare(findPlayer), prepare(findSession)]
  const [begin, commit] = [prepare("BEGIN IMMEDIATE"), prepare("COMMIT")]
  const touch = prepare("UPDATE person SET last_login = $1 WHERE person = $2")
  const open = prepare("INSERT INTO session VALUES ($1, $2, $3, $4, $5)")
  const log = prepare("INSERT INTO history VALUES ($1, $2, $3, '')")
  const addPlayer = prepare("INSERT INTO player VALUES ($1, $2, $3, 1)")
  const addPerson = prepare("INSERT INTO person VALUES ($1, $2)")
  const replace = prepare("UPDATE session SET token = $1 WHERE person = $2 AND session = $3 AND token = $4")
  const use = prepare("INSERT INTO used VALUES ($1, $2, $3)")
  const unit = (writes: () => void): Promise<void> => {
    begin.run()
    writes()
    commit.run()
    return Promise.resolve()
  }
  return makeLogins({
    find: (user) => {
      const row = byUser.get(user)
      return Promise.resolve(
        typeof row?.["player"] === "string" ? { person: String(row["person"]), player: row["player"] } : undefined,
      )
    },
    findToken: (person, session) => Promise.resolve({ player: String(bySession.get(person, session)?.["player"]) }),
    open: (person, player, session, token, now) =>
      unit(() => {
        touch.run(now, person)
        open.run(person, session, player, token, now + MONTH_MILLIS)
        log.run(person, randomUUID(), now)
      }),
    create: (user, person, player, session, token, now) =>
      unit(() => {
        addPlayer.run(user, person, player)
        addPerson.run(person, now)
        open.run(person, session, player, token, now + MONTH_MILLIS)
        log.run(person, randomUUID(), now)
      }),
    exchange: (person, session, before, after, now) =>
      unit(() => {
        if (replace.run(after, person, session, before).changes !== 1) throw new Error("the token was used")
        use.run(person, before, now)
        log.run(person, randomUUID(), now)
      }),
  })
}

const openOn = `opened AS (INSERT INTO session SELECT CAST($1 AS UUID), CAST($2 AS UUID), CAST($3 AS UUID),
    CAST($4 AS BYTEA), CAST($5 AS BIGINT) FROM done),
  logged AS (INSERT INTO history SELECT CAST($1 AS UUID), CAST($6 AS UUID), CAST($7 AS BIGINT), '' FROM done)
  SELECT 1 FROM done`
const openText = `WITH done AS (UPDATE person SET last_login = $7 WHERE person = $1 RETURNING person), ${openOn}`
const createText = `WITH done AS (INSERT INTO player VALUES ($8, $1, $3, 1) RETURNING person),
  made AS (INSERT INTO person SELECT CAST($1 AS UUID), CAST($7 AS BIGINT) FROM done), ${openOn}`
const exchangeText = `WITH done AS (UPDATE session SET token = $4 WHERE person = $1 AND session = $2 AND token = $3
    RETURNING person),
  used AS (INSERT INTO used SELECT CAST($1 AS UUID), CAST($3 AS BYTEA), CAST($6 AS BIGINT) FROM done),
  logged AS (INSERT INTO history SELECT CAST($1 AS UUID), CAST($5 AS UUID), CAST($6 AS BIGINT), '' FROM done)
  SELECT 1 FROM done`

/** The floor on Postgres, over the same driver. */
export const openPostgresFloor = Effect.fnUntraced(function* (url: string) {
  const context = yield* Layer.build(PostgresClient.layer({ url }))
  const client = Context.get(context, SqlClient.SqlClient)
  for (const table of tables("UUID", "BYTEA", "BIGINT")) yield* client.unsafe(table)
  const ask = async (text: string, params: ReadonlyArray<Value>) =>
    (await Effect.runPromise(client.unsafe<Readonly<Record<string, unknown>>>(text, params)))[0]
  return yield* Effect.promise(() =>
    makeLogins({
      find: async (user) => {
        const row = await ask(findPlayer, [user])
        return typeof row?.["player"] === "string"
          ? { person: String(row["person"]), player: row["player"] }
          : undefined
      },
      findToken: async (person, session) => ({
        player: String((await ask(findSession, [person, session]))?.["player"]),
      }),
      open: (person, player, session, token, now) =>
        ask(openText, [person, session, player, token, now + MONTH_MILLIS, randomUUID(), now]),
      create: (user, person, player, session, token, now) =>
        ask(createText, [person, session, player, token, now + MONTH_MILLIS, randomUUID(), now, user]),
      exchange: async (person, session, before, after, now) => {
        const stored = await ask(exchangeText, [person, session, before, after, randomUUID(), now])
        if (stored === undefined) throw new Error("the token was used")
      },
    }),
  )
})
