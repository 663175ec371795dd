/**
 * The rows that decide who gets in, under a key secret: whoever can write the database alone lets nobody in, and lifts
 * no ban, without `audit verify` naming the row (guarantees R78).
 */
import { assert, describe, it } from "@effect/vitest"
import { AccessRowStore, sealOfParts } from "@garrison/core/audit/AccessRowStore"
import { AuditStore } from "@garrison/core/audit/AuditStore"
import { acceptAccessRow } from "@garrison/core/audit/operations/acceptAccessRow"
import { BEGUN, hasBegun } from "@garrison/core/audit/accessRows"
import { verifyAudit } from "@garrison/core/audit/verifyAudit"
import { Clients } from "@garrison/core/client/Clients"
import * as Garrison from "@garrison/core/Garrison"
import { PersonId } from "@garrison/core/kernel/Identifier"
import { Purpose } from "@garrison/core/kernel/work/Purpose"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { Links } from "@garrison/core/linking/Links"
import { Passwords } from "@garrison/core/login/password/Passwords"
import { Merges } from "@garrison/core/merging/Merges"
import { Players } from "@garrison/core/player/Players"
import { putRole } from "@garrison/core/role/operations/putRole"
import { KeptRestrictions } from "@garrison/core/restriction/KeptRestrictions"
import { RestrictionStore } from "@garrison/core/restriction/RestrictionStore"
import { Restrictions } from "@garrison/core/restriction/Restrictions"
import type { Act } from "@garrison/core/operation/Act"
import { SigningKeys } from "@garrison/core/token/SigningKeys"
import { settingsInForce } from "@garrison/core/settings"
import * as verification from "@garrison/core/verification"
import { text } from "@garrison/sql/columns"
import { tables } from "@garrison/sql/schema/tables"
import { partsOf } from "@garrison/sql/audit/sealedColumns"
import * as Stores from "@garrison/sql/Stores"
import { numberedNames } from "@garrison/sql/preparedRead"
import { uuid, uuids } from "@garrison/sql/uuid"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import { randomBytes, randomUUID } from "node:crypto"
import { testAct } from "../../support/acts.ts"
import { onEachDatabase } from "../../support/databases.ts"
import { createPlayer } from "../../support/identities.ts"
import { sealedStores, sealOf } from "../../support/sealedStores.ts"
import { deviceSecret, loginAnon, request, testSettings, whoIs } from "../../support/logins.ts"

const keySecret = "the-first-key-secret-of-this-suite!"
const another = "the-second-key-secret-of-this-suite"

interface Secrets {
  readonly keySecret?: string
}

const settingsOf = (secrets: Secrets) => settingsInForce({ ...testSettings, ...secrets })

/** A server with this key secret over the database in context, for as long as the effect runs. */
const during = <A, E, R>(
  secrets: Secrets,
  effect: Effect.Effect<A, E, R>,
  stores: typeof Stores.layer = Stores.layer,
) =>
  effect.pipe(
    Effect.provide(
      Layer.fresh(Garrison.layer.pipe(Layer.provideMerge(stores), Layer.provideMerge(settingsOf(secrets)))),
    ),
  )

/** Stores that wait for `latch` once they have read persons behind the first part, and open `sealed` when these are. */
const heldStores = (latch: Latch.Latch, sealed = Latch.makeUnsafe()) =>
  Layer.provideMerge(
    Layer.effect(
      AccessRowStore,
      Effect.map(AccessRowStore, (store) =>
        AccessRowStore.of({
          ...store,
          page: (table, after, limit) =>
            Effect.tap(store.page(table, after, limit), () =>
              table === "person" && after !== undefined ? latch.await : Effect.void,
            ),
          sealFirst: (table, rows) =>
            Effect.tap(store.sealFirst(table, rows), () => (table === "person" ? sealed.open : Effect.void)),
        }),
      ),
    ),
    Stores.layer,
  )

/** Most looks at the audit, each a round trip: what seals beside it takes fewer. */
const LOOKS_MAX = 2000

/** Waits until the audit says that all rows are sealed. */
const untilBegun = Effect.gen(function* () {
  for (let looks = 0; looks < LOOKS_MAX; looks++) {
    if (yield* hasBegun) return
    yield* Effect.yieldNow
  }
  assert.fail("the audit does not say that all rows are sealed")
})

/** Persons without anything, as many as three parts of what is sealed at once. */
const MANY = 1200
const manyPersons = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { id } = uuids(sql)
  const one = Effect.suspend(() => sql`INSERT INTO person (person_id, created_at) VALUES (${id(randomUUID())}, 1)`)
  yield* written(Effect.forEach(Array.from({ length: MANY }), () => one, { discard: true }))
})

/** What a verification with this key secret finds. */
const verified = (secrets: Secrets) =>
  verifyAudit(() => Effect.void).pipe(
    Effect.provide(
      Layer.fresh(verification.layer.pipe(Layer.provideMerge(Stores.layer), Layer.provide(settingsOf(secrets)))),
    ),
  )

/** What it finds of the access rows, each change as a line. */
const changes = (secrets: Secrets = { keySecret }) =>
  Effect.map(verified(secrets), ({ access, broken }) => {
    assert.isUndefined(broken)
    return access.changed.map(({ because, id, table }) => `${table} ${id} ${because}`)
  })

const written = <A, E, R>(statement: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Transaction, ({ run }) => Effect.orDie(run(statement)))

/** Statements by hand, without a look at what refers to what. */
const byHand = Effect.fnUntraced(function* (person: string, statements: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const { id } = uuids(sql)
  const values: Readonly<Record<string, unknown>> = {
    another: id(ANOTHER),
    nobody: id(NOBODY),
    person: id(person),
    hash: randomBytes(32),
    golf: "by-hand",
  }
  yield* sql.onDialectOrElse({
    pg: () => sql`SET LOCAL session_replication_role = replica`,
    orElse: () => sql`PRAGMA defer_foreign_keys = ON`,
  })
  const sign = sql.onDialectOrElse({ pg: () => "$" as const, orElse: () => "?" as const })
  for (const text of statements) {
    const { names, statement } = numberedNames(text, sign)
    yield* sql.unsafe(
      statement,
      names.map((name) => values[name]),
    )
  }
}, Effect.orDie)

const NOBODY = "00000000-0000-0000-0000-000000000000"
const ANOTHER = "0d0d0d0d-0000-4000-8000-00000000000d"

/** A row of every table that is sealed, and with what each of its columns is replaced. */
const alterations: Readonly<
  Record<string, { readonly spoil: string; readonly where: string; readonly to: Readonly<Record<string, string>> }>
> = {
  role: {
    spoil: "UPDATE role AS spoiled SET",
    where: "role_id = 7",
    to: { role_id: "70", name: "'admin'", permissions: `'["*"]'`, bypasses_lock: "1" },
  },
  client: {
    spoil: "UPDATE client AS spoiled SET",
    where: "client_id = 'server'",
    to: {
      client_uuid: ":another",
      client_id: "'other'",
      kind: "'game'",
      org_id: ":another",
      permissions: `'["*"]'`,
      grants: `'["anon"]'`,
      is_public: "1, kind = 'game'",
      is_disabled: "1",
      generation: "generation + 1",
      redirect_uris: `'["https://evil.example"]'`,
      is_pkce_exempt: "1",
    },
  },
  client_secret: {
    spoil: "UPDATE client_secret AS spoiled SET",
    where: "slot = 0",
    to: {
      client_uuid: ":another",
      slot: "1, expires = 1",
      secret_id: ":another",
      hash: ":hash",
      expires: "99999999999999",
    },
  },
  signing_key: {
    spoil: "UPDATE signing_key AS spoiled SET",
    where: "sequence = 1",
    to: {
      key_id: "'other'",
      sequence: "70",
      algorithm: "CASE algorithm WHEN 'EdDSA' THEN 'ES256' ELSE 'EdDSA' END",
      published: "published + 1",
      signs_from: "signs_from + 1",
      public_jwk: "'{}'",
      private_jwk: "'{}'",
    },
  },
  password_credential: {
    spoil: "UPDATE password_credential AS spoiled SET",
    where: "username = 'ada'",
    to: { username: "'eve'", account_id: ":another", hash: "'$argon2id$eve'" },
  },
  person_player: {
    spoil: "UPDATE person_player AS spoiled SET",
    where: "person_id = :person",
    to: {
      person_id: ":another",
      player_uuid: ":another",
      role_id: "7",
    },
  },
  person_portal_user: {
    spoil: "UPDATE person_portal_user AS spoiled SET",
    where: "person_id = :person AND platform = 'Golf'",
    to: {
      person_id: ":another",
      platform: "'Hotel'",
      portal_user_id: "'eve'",
      environment: "'live'",
      player_uuid: ":another",
    },
  },
  restriction: {
    spoil: "UPDATE restriction AS spoiled SET",
    where: "person_id = :person",
    to: {
      person_id: ":another",
      restriction_id: ":another",
      type: "'account_lockout'",
      created_at: "created_at - 1",
      expires_at: "1",
      lifted_at: "1, lifted_by = 'eve'",
    },
  },
  kept_restriction: {
    spoil: "UPDATE kept_restriction AS spoiled SET",
    where: "person_id = :person",
    to: {
      person_id: ":another",
      portal_user: ":hash",
      restriction_id: ":another",
      type: "'account_lockout'",
      created_at: "created_at - 1",
      expires_at: "1",
    },
  },
  person: {
    spoil: "UPDATE person AS spoiled SET",
    where: "person_id = :person",
    to: { person_id: ":another" },
  },
}

/** What moves by itself, or is for people alone: not sealed. */
const unsealed = [
  "UPDATE client SET description = 'other', revision = revision + 1",
  "UPDATE client_secret SET last_used = 1",
  "UPDATE password_credential SET display_name = 'other', updated_at = 1",
  "UPDATE person SET last_login_at = 1, logins = logins + 1",
  "UPDATE person_player SET display_name = 'other', platform = 'Golf'",
  "UPDATE restriction SET note = 'other'",
  "UPDATE kept_restriction SET reason = 'other', note = 'other'",
]

/** Removes a person with every row that names it, and with the lookups of its portal users. */
const wholePerson = [
  `DELETE FROM portal_user WHERE person_id = :person`,
  ...tables
    .filter(({ key }) => key === "person_id")
    .toReversed()
    .map(({ name }) => `DELETE FROM ${name} WHERE person_id = :person`),
  "DELETE FROM kept_restriction",
]

/** Rows that nobody but the database's writer knows of, and rows that are gone: what each is named as. */
const forgeries: Readonly<
  Record<string, { readonly by: ReadonlyArray<string>; readonly named: ReadonlyArray<string> }>
> = {
  "an invented role": {
    by: ["INSERT INTO role (role_id, name, permissions, bypasses_lock) VALUES (70, 'eve', '[\"*\"]', 1)"],
    named: ["role 70 inserted"],
  },
  "a role with the seal of another": {
    by: [
      "INSERT INTO role (role_id, name, permissions, bypasses_lock, seal) SELECT 70, 'eve', '[\"*\"]', 1, seal FROM role WHERE role_id = 7",
    ],
    named: ["role 70 altered"],
  },
  "a role without its seal": { by: ["UPDATE role SET seal = NULL WHERE role_id = 7"], named: ["role 7 inserted"] },
  "a seal with a further part": {
    by: ["UPDATE role SET seal = seal || ' ' || seal WHERE role_id = 7"],
    named: ["role 7 altered"],
  },
  "an invented client that comes before every id": {
    by: [
      `INSERT INTO client (client_uuid, client_id, kind, permissions, grants, is_public, is_disabled, created)
        VALUES (:nobody, 'eve', 'machine', '["*"]', '[]', 0, 0, 1)`,
    ],
    named: [`client ${NOBODY} inserted`],
  },
  "an invented password account": {
    by: [
      `INSERT INTO password_credential (username, account_id, display_name, hash, created_at, updated_at)
        SELECT 'eve', account_id, 'eve', hash, 1, 1 FROM password_credential`,
    ],
    named: ["password_credential eve inserted"],
  },
  "an invented signing key": {
    by: [
      `INSERT INTO signing_key (key_id, sequence, algorithm, published, signs_from, public_jwk, private_jwk)
        SELECT 'eve', 70, algorithm, published, signs_from, public_jwk, private_jwk FROM signing_key WHERE sequence = 1`,
    ],
    named: ["signing_key eve inserted"],
  },
  "an invented secret of a client": {
    by: [
      `INSERT INTO client_secret (client_uuid, slot, secret_id, hash, last_four, created, expires)
        SELECT client_uuid, 1, client_uuid, hash, 'eve', 1, 99999999999999 FROM client_secret`,
    ],
    named: ["client_secret :client altered"],
  },
  "a secret of a client that was removed": {
    by: ["DELETE FROM client_secret"],
    named: ["client_secret :client altered"],
  },
  "a restriction that was removed": { by: ["DELETE FROM restriction"], named: ["restriction :person altered"] },
  "an invented restriction": {
    by: [
      `INSERT INTO restriction (person_id, restriction_id, type, issuer, created_at)
        SELECT person_id, person_id, 'account_ban', 'eve', 1 FROM restriction`,
    ],
    named: ["restriction :person altered"],
  },
  "a restriction that a portal user took along and that was removed": {
    by: ["DELETE FROM kept_restriction"],
    named: ["kept_restriction :person altered"],
  },
  "an invented one of another portal user": {
    by: [
      `INSERT INTO kept_restriction (portal_user, person_id, restriction_id, type, issuer, created_at)
        SELECT :hash, person_id, restriction_id, type, issuer, created_at FROM kept_restriction`,
    ],
    named: ["kept_restriction :person altered"],
  },
  "an invented one that went with a portal user of nobody": {
    by: [
      `INSERT INTO kept_restriction (portal_user, person_id, restriction_id, type, issuer, created_at)
        SELECT :hash, :nobody, restriction_id, type, issuer, created_at FROM kept_restriction`,
    ],
    named: [`kept_restriction ${NOBODY} inserted`],
  },
  "one that was given to nobody": {
    by: ["UPDATE kept_restriction AS spoiled SET person_id = :another"],
    named: ["kept_restriction :person altered", `kept_restriction ${ANOTHER} inserted`],
  },
  "a portal user that was removed, with its lookup": {
    by: [
      "DELETE FROM person_portal_user WHERE platform = 'Golf'",
      "DELETE FROM portal_user WHERE portal_user_id = :golf",
    ],
    named: ["person_portal_user :person altered"],
  },
  "a lookup that was removed, so that the portal user begins anew": {
    by: ["DELETE FROM portal_user WHERE portal_user_id = :golf"],
    named: ["portal_user :person astray"],
  },
  "a lookup that leads to another person": {
    by: ["UPDATE portal_user SET person_id = :another WHERE portal_user_id = :golf"],
    named: ["portal_user :person astray"],
  },
  "a role that was removed": { by: ["DELETE FROM role WHERE role_id = 7"], named: ["role 7 removed"] },
  "the role of every player that was removed": {
    by: ["DELETE FROM role WHERE role_id = 1"],
    named: ["role 1 removed"],
  },
  "a client that was removed, with its secrets": {
    by: ["DELETE FROM client_secret", "DELETE FROM client WHERE client_id = 'server'"],
    named: ["client server removed"],
  },
  "a password account that was removed": {
    by: ["DELETE FROM password_credential"],
    named: ["password_credential :account removed"],
  },
  "a signing key that was removed": {
    by: ["DELETE FROM signing_key WHERE sequence = 1"],
    named: ["signing_key :key removed"],
  },
  "a restricted person that was removed, with all that says so": { by: wholePerson, named: ["person :person removed"] },
  "a portal user that was given to another person, with its lookup": {
    by: [
      "INSERT INTO person (person_id, created_at) VALUES (:another, 1)",
      "UPDATE person_portal_user AS spoiled SET person_id = :another WHERE platform = 'Golf'",
      "UPDATE portal_user SET person_id = :another WHERE portal_user_id = :golf",
    ],
    named: [`person ${ANOTHER} inserted`, "person_portal_user :person altered"],
  },
}

/** Adds a restriction, with nothing around it that would make others wait. */
const banned = (personId: PersonId) =>
  RestrictionStore.use((store) =>
    store.add({
      restrictionId: randomUUID(),
      personId,
      type: "account_ban",
      reason: undefined,
      note: undefined,
      issuer: "test",
      createdAt: 1,
      expiresAt: undefined,
    }),
  )

/** A server with a row of every kind. */
const prepare = Effect.gen(function* () {
  const clients = yield* Clients
  yield* clients.create({ clientId: "game", kind: "game", permissions: [], public: true }, testAct)
  const { client } = yield* clients.create({ clientId: "server", kind: "machine", permissions: [] }, testAct)
  yield* putRole.run({ role_id: 7, name: "moderator", permissions: [] }, testAct)
  const { accountId } = yield* (yield* Passwords).create(
    { username: "ada", password: "correct horse battery" },
    testAct,
  )
  const { personId, playerUuid } = whoIs(yield* loginAnon(1))
  const golf = { platform: "Golf", portalUserId: "by-hand", displayName: undefined } as const
  yield* (yield* Links).linkFor(playerUuid, golf, testAct)
  yield* (yield* Restrictions).add({ personId, type: "account_ban" }, testAct)
  const left = { platform: "Golf", portalUserId: "left" } as const
  yield* (yield* Transaction).run((yield* KeptRestrictions).keep(personId, [left], 0))
  const sql = yield* SqlClient.SqlClient
  const [key] = yield* Effect.orDie(sql`SELECT key_id FROM signing_key WHERE sequence = 1`)
  return { accountId, clientUuid: client.clientUuid, keyId: text(key?.key_id), personId }
})

type Prepared = Effect.Success<typeof prepare>

/** A line of what is found, with the ids of what was prepared. */
const lineOf =
  ({ accountId, clientUuid, keyId, personId }: Prepared) =>
  (line: string): string =>
    line
      .replace(":account", accountId)
      .replace(":client", clientUuid)
      .replace(":key", keyId)
      .replace(":person", personId)

/** The acts by which portal users of a restricted person leave, and what becomes of what they took along. */
const departures = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [links, merges, players] = [yield* Links, yield* Merges, yield* Players]
  const restrictions = yield* Restrictions
  yield* (yield* Clients).create({ clientId: "game", kind: "game", permissions: [], public: true }, testAct)
  const home = whoIs(yield* loginAnon(1))
  const program = { playerUuid: home.playerUuid, session: undefined, clientId: "game", address: "", userAgent: "" }
  const { restrictionId } = yield* restrictions.add(
    { personId: home.personId, type: "account_pending_deletion" },
    testAct,
  )
  const linked = Effect.fnUntraced(function* (device: number) {
    const known = new Set((yield* players.find(home.playerUuid)).portalUsers.map(({ portalUserId }) => portalUserId))
    const credential = { grant_type: "anon", portal_access_token: deviceSecret(device) } as const
    const { portal_users: users } = yield* links.link(program, request(credential))
    const added = users.find(({ portal_user_id: id }) => !known.has(id)) ?? assert.fail()
    return { platform: "Anon", portalUserId: added.portal_user_id } as const
  })
  const because = { ...testAct, reason: "it was a thief's" }
  /** Links a device to the person at home, and has it leave. */
  const left = Effect.fnUntraced(function* (device: number, isFreed = false) {
    const user = yield* linked(device)
    yield* links.unlinkFor(home.playerUuid, user, because, isFreed)
    return user
  })
  /** A login by such a portal user is one of a new person, who has the restriction. */
  const entered = Effect.fnUntraced(function* (device: number) {
    const { personId } = whoIs(yield* loginAnon(device))
    assert.notStrictEqual(personId, home.personId)
    const own = yield* restrictions.history(personId)
    assert.deepStrictEqual(
      own.map((one) => one.restrictionId),
      [restrictionId],
    )
  })
  /** What the act leaves behind fits, with so many rows kept. */
  const then = Effect.fnUntraced(function* (what: string, kept: number) {
    assert.lengthOf(yield* sql`SELECT restriction_id FROM kept_restriction`, kept, what)
    assert.deepStrictEqual(yield* changes(), [], what)
  })
  const other = whoIs(yield* loginAnon(9)).playerUuid

  yield* left(2)
  yield* then("unlink", 1)
  yield* entered(2)
  yield* then("a login that takes it", 0)
  yield* left(3)
  yield* linked(3)
  yield* then("coming home", 0)
  const released = yield* left(4)
  yield* restrictions.release(released, testAct)
  yield* then("release", 0)
  yield* left(5, true)
  yield* then("unlink with release", 0)
  yield* left(6)
  yield* left(7)
  yield* merges.merge({ player: other, other: home.playerUuid, active: undefined }, because)
  yield* then("merge", 2)
  yield* entered(6)
  yield* then("a login after the merge", 1)
  yield* merges.unmerge({ player: other, mergeId: undefined }, because)
  yield* then("unmerge", 1)
  yield* players.deletePerson(home.playerUuid, because)
  yield* then("erasure", 3)
  for (const device of [1, 3, 7]) yield* entered(device)
  yield* then("logins after the erasure", 0)
})

it("a column that comes behind those of before leaves their seals valid, until it has a value", () => {
  const textOf = (columns: ReadonlyArray<string>, row: Readonly<Record<string, unknown>>) =>
    partsOf({ name: "role", key: "role_id", keyType: "BIGINT", named: "role_id", columns, parts: [] }, 7, row, {})
  const [before, after] = [
    ["name", "ends"],
    ["name", "ends", "added"],
  ]
  for (const ends of [null, 5]) {
    const row = { name: "editor", ends, added: null }
    assert.deepStrictEqual(textOf(after, row), textOf(before, row))
    assert.notDeepEqual(textOf(after, { ...row, added: 0 }), textOf(before, row))
  }
})

onEachDatabase((name, database) => {
  const world = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.orDie(Effect.provide(effect, Layer.fresh(database)))

  describe(`access rows under a key secret on ${name}`, () => {
    it.effect("are named where any column that lets in was altered by hand, and not where another one was", () =>
      Effect.gen(function* () {
        const { clientUuid, personId } = yield* during({ keySecret }, prepare)
        const sql = yield* SqlClient.SqlClient
        const { rehearse } = yield* Transaction
        assert.deepStrictEqual(yield* changes(), [])
        assert.deepStrictEqual(yield* rehearse(Effect.andThen(byHand(personId, unsealed), changes())), [])
        const declared = tables.filter(({ sealed }) => sealed !== undefined)
        assert.sameMembers(
          declared.map((table) => table.name),
          Object.keys(alterations),
        )
        const [key] = yield* sql`SELECT key_id FROM signing_key WHERE sequence = 1`
        const ids: Readonly<Record<string, string>> = {
          role: "7",
          client: clientUuid,
          signing_key: text(key?.key_id),
          password_credential: "ada",
          person: personId,
        }
        for (const { name: table, sealed } of declared) {
          const { spoil = "", to = {}, where = "" } = alterations[table] ?? {}
          const [first = "", ...others] = Object.keys(to)
          // The key is sealed as well.
          assert.sameMembers(others, [...(sealed?.columns ?? [])], table)
          for (const [column, value] of Object.entries(to)) {
            const statement = `${spoil} ${column} = ${value} WHERE ${where}`
            const found = yield* rehearse(Effect.andThen(byHand(personId, [statement]), changes()))
            const isMoved = column === first && sealed?.owner === undefined
            const id = isMoved ? value.replace(":another", ANOTHER).replaceAll("'", "") : ids[sealed?.owner ?? table]
            const named = table === "person" ? `restriction ${id}` : `${table} ${id}`
            assert.include(found, `${named} altered`, `${table}.${column}`)
          }
        }
        assert.deepStrictEqual(yield* changes(), [])
      }).pipe(world),
    )
    it.effect("are named where one was invented, and where one was removed", () =>
      Effect.gen(function* () {
        const prepared = yield* during({ keySecret }, prepare)
        const { rehearse } = yield* Transaction
        for (const [what, { by, named }] of Object.entries(forgeries)) {
          const found = yield* rehearse(Effect.andThen(byHand(prepared.personId, by), changes()))
          assert.sameMembers(found, named.map(lineOf(prepared)), what)
        }
      }).pipe(world),
    )

    it.effect("of before the key secret are sealed once, which the audit says; from then on one without is named", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* during({}, prepare)
        // Without a key secret nothing can be checked, and nothing has a seal.
        const { access: plain, missing } = yield* verified({})
        assert.deepInclude(plain, { rows: 0, changed: [], missing: "there is no key secret" })
        assert.isUndefined(missing)
        yield* during({ keySecret }, Effect.void)
        const begun = yield* Effect.provide(
          Effect.flatMap(AuditStore, (chain) => chain.search({ operation: BEGUN }, 10)),
          Layer.fresh(Stores.layer),
        )
        assert.deepStrictEqual(
          begun.rows.map(({ after }) => after),
          [
            '{"rows":{"client":2,"role":1,"signing_key":2,"person":1,"password_credential":1}}'.replace(
              '"role":1',
              '"role":2',
            ),
          ],
        )
        const { access } = yield* verified({ keySecret })
        assert.deepStrictEqual(access, { rows: 8, unsealed: 0, changed: [], missing: undefined })
        yield* written(sql`UPDATE role SET seal = NULL WHERE role_id = 7`)
        // A further start seals no row that Garrison did not write.
        yield* during({ keySecret }, Effect.void)
        assert.deepStrictEqual(yield* changes(), ["role 7 inserted"])
      }).pipe(world),
    )

    it.effect("of before, where they are many, are sealed beside a server that is ready", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { personId } = yield* during({}, prepare)
        yield* manyPersons
        const latch = yield* Latch.make()
        // A start that ends early has made the key and sealed a part; who only reads seals nothing further.
        const open = { unsealed: MANY + 1 - 500, changed: [] }
        yield* during({ keySecret }, Effect.void, heldStores(latch))
        yield* written(sql`UPDATE role SET seal = NULL WHERE role_id = 7`)
        yield* Effect.provideService(during({ keySecret }, Effect.void), Purpose, "read")
        assert.deepInclude((yield* verified({ keySecret })).access, { ...open, unsealed: open.unsealed + 1 })
        const window = Effect.gen(function* () {
          // It is open while the second part waits.
          const { access } = yield* verified({ keySecret })
          assert.deepInclude(access, open)
          // What comes is sealed, and what was sealed is guarded already.
          yield* loginAnon(2)
          yield* (yield* Restrictions).add({ personId, type: "account_lockout" }, testAct)
          const { rehearse } = yield* Transaction
          const spoil = sql`UPDATE role SET permissions = '["*"]' WHERE role_id = 7`
          assert.deepStrictEqual(yield* rehearse(Effect.andThen(Effect.orDie(spoil), changes())), ["role 7 altered"])
          yield* latch.open
          yield* untilBegun
        })
        yield* during({ keySecret }, window, heldStores(latch))
        const { access } = yield* verified({ keySecret })
        assert.deepInclude(access, { unsealed: 0, changed: [] })
      }).pipe(world),
    )

    it.effect("are sealed no more once the audit says that all are: not by a slower server, nor by a write of it", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* during({}, prepare)
        yield* manyPersons
        const [latch, sealed] = [yield* Latch.make(), yield* Latch.make()]
        const slower = Effect.gen(function* () {
          yield* during({ keySecret }, untilBegun)
          assert.deepStrictEqual(yield* changes(), [])
          const rows = yield* sql`SELECT person_id FROM person ORDER BY person_id`
          const persons = [rows[0], rows[700]].map((row) => PersonId.make(uuid(row?.person_id)))
          yield* written(sql`UPDATE person SET seal = NULL`)
          yield* banned(persons[0] ?? assert.fail())
          yield* sealed.close
          yield* latch.open
          yield* sealed.await
          // Waits for the end of that unit.
          yield* written(sql`UPDATE person SET created_at = 2`)
          assert.lengthOf(yield* sql`SELECT 1 FROM person WHERE seal IS NOT NULL`, 0)
          const { access } = yield* verified({ keySecret })
          assert.strictEqual(access.unsealed, 0)
          assert.lengthOf(access.changed, 100)
        })
        yield* during({ keySecret }, slower, heldStores(latch, sealed))
      }).pipe(world),
    )

    it.effect("are left alone by who only reads, with all else that a start does by itself", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* during({}, prepare)
        const stored = Effect.all([
          sql`SELECT * FROM environment`,
          sql`SELECT * FROM signing_key ORDER BY sequence`,
          sql`SELECT * FROM audit_head`,
          sql`SELECT * FROM person`,
          sql`SELECT * FROM role ORDER BY role_id`,
          sql`SELECT * FROM client ORDER BY client_id`,
          sql`SELECT * FROM login_session`,
        ])
        yield* TestClock.adjust("30 days")
        yield* during({}, Effect.void)
        const before = yield* stored
        // A key is due, another is over.
        yield* TestClock.adjust("30 days")
        const reading = Effect.provideService(during({ keySecret }, Effect.void), Purpose, "read")
        yield* reading
        assert.deepStrictEqual(yield* stored, before)
        yield* during({ keySecret }, Effect.void)
        assert.notDeepEqual(yield* stored, before, "(control) by who writes as well")
      }).pipe(world),
    )

    it.effect("fit after each departure of a portal user, and after what becomes of what it took along", () =>
      during({ keySecret }, departures).pipe(world),
    )

    it.effect("cannot be checked without the secret, or with another", () =>
      Effect.gen(function* () {
        yield* during({ keySecret }, prepare)
        for (const secrets of [{}, { keySecret: another }]) {
          const { access, missing } = yield* verified(secrets)
          assert.isString(missing)
          assert.deepStrictEqual(access, { rows: 0, unsealed: 0, changed: [], missing })
        }
      }).pipe(world),
    )

    it.live("of one person that many units write at once fit their seal", () =>
      Effect.gen(function* () {
        const { wanted } = yield* createPlayer()
        const { run } = yield* Transaction
        yield* Effect.forEach(Array.from({ length: 30 }), () => run(banned(wanted.personId)), {
          concurrency: "unbounded",
        })
        // The layer dies at its end where a row does not fit.
      }).pipe(Effect.provide(Layer.fresh(sealedStores(database)))),
    )

    // On SQLite one unit of work writes at a time.
    if (name === "Postgres") {
      it.live("(control) do not where a unit seals by what it has read without a lock", () =>
        Effect.gen(function* () {
          const { find } = yield* AccessRowStore
          const { run } = yield* Transaction
          const sql = yield* SqlClient.SqlClient
          const { wanted } = yield* createPlayer()
          const person = { table: "person", id: wanted.personId }
          const sealNow = Effect.map(find(person), (row) => sealOfParts(row?.parts ?? [], sealOf))
          const haveRead = yield* Latch.make()
          let reads = 0
          const naive = Effect.gen(function* () {
            yield* banned(wanted.personId)
            const seal = yield* sealNow
            reads++
            if (reads === 2) yield* haveRead.open
            yield* haveRead.await
            yield* sql`UPDATE person SET seal = ${seal} WHERE person_id = ${wanted.personId}`
          })
          yield* Effect.all([run(naive), run(naive)], { concurrency: 2 })
          const stored = yield* find(person)
          assert.notStrictEqual(stored?.seal, yield* sealNow)
        }).pipe(Effect.provide(Layer.fresh(Layer.provideMerge(Stores.layer, database)))),
      )
    }

    it.effect("that acts and housekeeping removed are not named, but those that were removed by hand after it", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* during(
          { keySecret },
          Effect.gen(function* () {
            yield* prepare
            const clients = yield* Clients
            yield* clients.remove("server", testAct)
            assert.deepStrictEqual(yield* changes(), [])
            yield* clients.create({ clientId: "server", kind: "machine", permissions: [] }, testAct)
            yield* (yield* SigningKeys).rotate(testAct)
          }),
        )
        yield* TestClock.adjust("30 days")
        yield* during({ keySecret }, Effect.void)
        assert.lengthOf(yield* sql`SELECT key_id FROM signing_key WHERE sequence = 1`, 0)
        assert.deepStrictEqual(yield* changes(), [])
        yield* written(sql`DELETE FROM client WHERE client_id = 'server'`)
        assert.deepStrictEqual(yield* changes(), ["client server removed"])
      }).pipe(world),
    )

    it.effect("that were mended by hand are accepted as they stand, one by one, and the audit says so", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const prepared = yield* during({ keySecret }, prepare)
        const mended: ReadonlyArray<readonly [statement: string, found: string]> = [
          ["UPDATE role SET permissions = '[]', name = 'x' WHERE role_id = 7", "role 7 altered"],
          [
            "INSERT INTO role (role_id, name, permissions, bypasses_lock) VALUES (70, 'y', '[]', 0)",
            "role 70 inserted",
          ],
          ["UPDATE client SET is_disabled = 1 WHERE client_id = 'server'", "client :client altered"],
          ["DELETE FROM client_secret", "client_secret :client altered"],
          ["DELETE FROM client WHERE client_id = 'game'", "client game removed"],
          ["DELETE FROM password_credential", "password_credential :account removed"],
          ["DELETE FROM signing_key WHERE sequence = 1", "signing_key :key removed"],
          ["DELETE FROM restriction", "restriction :person altered"],
          ["UPDATE person_player SET role_id = 7", "person_player :person altered"],
        ]
        yield* written(
          byHand(
            prepared.personId,
            mended.map(([statement]) => statement),
          ),
        )
        let left = mended.map(([, found]) => lineOf(prepared)(found))
        assert.sameMembers([...(yield* changes())], left)
        const accepted = (line: string | undefined, act: Act = { ...testAct, reason: "mended by hand" }) => {
          const [table = "", id = ""] = (line ?? "").split(" ")
          return acceptAccessRow.run({ table, id }, act)
        }
        yield* during(
          { keySecret },
          Effect.gen(function* () {
            for (const line of left) yield* accepted(line, { ...testAct, dryRun: true })
            for (const unknown of ["role 8", "role none", "client nobody", `person ${ANOTHER}`, "player 1"])
              assert.strictEqual((yield* Effect.flip(accepted(unknown))).code, "resource_not_found")
            assert.deepInclude(yield* accepted("role 1"), { was: "sound" })
            assert.sameMembers([...(yield* changes())], left, "nothing was accepted yet")
            // One accepts no more than what is named.
            for (let first = left[0]; first !== undefined; first = left[0]) {
              assert.strictEqual((yield* accepted(first)).was, first.split(" ")[2])
              left = left.slice(1)
              assert.sameMembers([...(yield* changes())], left, first)
            }
          }),
        )
        const rows = yield* sql`SELECT subject_kind, subject_id, reason, after_json FROM audit
          WHERE operation = 'audit.accept' AND outcome = 'done' ORDER BY sequence`
        const [{ seal } = {}] = yield* sql`SELECT seal FROM role WHERE role_id = 7`
        assert.deepStrictEqual(
          rows.map((row) => `${text(row.subject_kind)} ${text(row.subject_id)} ${text(row.reason)}`),
          [
            "role 7",
            "role 70",
            "client server",
            "client server",
            "client game",
            "account :account",
            "environment environment",
            "person :person",
            "person :person",
          ].map((subject) => `${lineOf(prepared)(subject)} mended by hand`),
        )
        assert.deepStrictEqual(JSON.parse(text(rows[0]?.after_json)), { table: "role", id: "7", seal })
        // What was accepted is sealed as any other row.
        yield* written(byHand(prepared.personId, ["UPDATE role SET bypasses_lock = 1 WHERE role_id = 7"]))
        yield* written(byHand(prepared.personId, ["DELETE FROM role WHERE role_id = 70"]))
        assert.sameMembers([...(yield* changes())], ["role 7 altered", "role 70 removed"])
      }).pipe(world),
    )

    it.effect("that somebody else wrote are not vouched for by the next write of Garrison, unless it writes all", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { clientUuid, personId } = yield* during({ keySecret }, prepare)
        yield* written(sql`UPDATE client SET permissions = '["*"]' WHERE client_id = 'server'`)
        yield* written(sql`DELETE FROM restriction`)
        yield* written(sql`UPDATE role SET permissions = '["*"]' WHERE role_id = 7`)
        yield* during(
          { keySecret },
          Effect.gen(function* () {
            yield* (yield* Clients).rotate("server", {}, testAct)
            yield* (yield* Restrictions).add({ personId, type: "account_lockout" }, testAct)
            yield* putRole.run({ role_id: 7, name: "moderator", permissions: [] }, testAct)
          }),
        )
        const found = yield* changes()
        assert.sameMembers(
          [...found],
          [`client ${clientUuid} altered`, `client_secret ${clientUuid} altered`, `restriction ${personId} altered`],
        )
      }).pipe(world),
    )
  })
})
