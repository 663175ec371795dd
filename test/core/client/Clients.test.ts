/** Clients and their proof (decisions, sections 3 and 8; interface, section 4.3; guarantees R22, R23, R34, R35). */
import { assert, describe, it } from "@effect/vitest"
import { Clients } from "@garrison/core/client/Clients"
import { ClientStore } from "@garrison/core/client/ClientStore"
import type { Client, M2mUpdate, NewClient } from "@garrison/core/client/schema"
import { ClientUuid, PlayerUuid, SessionId } from "@garrison/core/kernel/Identifier"
import { StorageUnavailable, Transaction } from "@garrison/core/kernel/work/Transaction"
import { defaultSettings, type DomainSettings, settingsInForce } from "@garrison/core/settings"
import { hostCaller } from "@garrison/core/kernel/Caller"
import type { Caller, ClientCredentials, MachineCaller } from "@garrison/core/kernel/Caller"
import { SessionStore } from "@garrison/core/token/SessionStore"
import { VerifiedTokens } from "@garrison/core/token/VerifiedTokens"
import * as SqlClientStore from "@garrison/sql/client/SqlClientStore"
import * as SqlRoleStore from "@garrison/sql/permission/SqlRoleStore"
import * as SqlSessionStore from "@garrison/sql/token/SqlSessionStore"
import * as SqlSignals from "@garrison/sql/signal/SqlSignals"
import * as Digest from "effect/crypto/Digest"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { actorOf } from "@garrison/core/operation/Act"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import { createHash, randomUUID } from "node:crypto"
import { type DatabaseServices, onEachDatabase, sqliteLayer } from "../../support/databases.ts"
import { playerCaller } from "../../support/orders.ts"
import { auditLayer, testAct } from "../../support/acts.ts"

const start = Date.UTC(2026, 0, 1)
const day = 24 * 60 * 60 * 1000

const withClients =
  (settings: Partial<DomainSettings> = {}, database: Layer.Layer<DatabaseServices> = sqliteLayer) =>
  <A, E, R>(use: Effect.Effect<A, E, R>) =>
    TestClock.setTime(start).pipe(
      Effect.andThen(
        Effect.provide(
          use,
          Clients.layer.pipe(
            Layer.provideMerge(
              Layer.mergeAll(
                SqlSignals.layer,
                SqlClientStore.layer,
                SqlRoleStore.layer,
                SqlSessionStore.layer,
                VerifiedTokens.layer,
                auditLayer,
              ),
            ),
            Layer.provideMerge(settingsInForce({ ...defaultSettings, ...settings })),
            Layer.provideMerge(database),
          ),
        ),
      ),
    )

const machine: NewClient = { clientId: "server", kind: "machine", permissions: ["account:config:edit", "catalog:edit"] }

const create = (wanted: NewClient = machine) =>
  Effect.flatMap(Clients, (clients) =>
    Effect.map(clients.create(wanted, testAct), ({ client, secret }) => ({ client, secret: secret ?? "" })),
  )

/** Whether credentials prove a client, and which client. */
const proves = (credentials: ClientCredentials | undefined) =>
  Effect.flatMap(Clients, (clients) =>
    clients.authenticate(credentials).pipe(
      Effect.map((client) => client.clientId),
      Effect.catch((refusal) => Effect.succeed(refusal.code)),
    ),
  )

const refusal = "client_credentials_invalid"

/** The client, logged in just now by its current secret; `fields` of the caller may differ. */
const loggedIn = Effect.fnUntraced(function* (client: Client, fields: Partial<MachineCaller> = {}) {
  const clientUuid = ClientUuid.make(fields.subject ?? client.clientUuid)
  const found = yield* (yield* ClientStore).findById(client.clientId)
  const sessionId = SessionId.make(randomUUID())
  const session = { sessionId, clientUuid, clientGeneration: found?.client.generation, owner: undefined }
  const sessions = yield* SessionStore
  yield* (yield* Transaction).run(
    sessions.open({ ...session, createdAt: start, expiresAt: start + day }, undefined, 99),
  )
  const caller: Caller = {
    ...hostCaller(client.clientId),
    subject: clientUuid,
    permissions: client.permissions,
    sessionId,
    expiresAt: start + day,
    ...fields,
  }
  return caller
})

const updateAs = (caller: Caller, body: M2mUpdate, isRotation?: boolean) =>
  Effect.flatMap(Clients, (clients) =>
    clients.updateOwn(caller, body, isRotation === undefined ? {} : { rotate_secret: isRotation }, {
      actor: actorOf(caller, ""),
    }),
  )

/** An update by the client, after a login for it. */
const update = (client: Client, body: M2mUpdate, isRotation?: boolean) =>
  Effect.flatMap(loggedIn(client), (caller) => updateAs(caller, body, isRotation))

/** Which code refuses a rotation by this caller. */
const refusalOf = (caller: Caller) => Effect.map(Effect.flip(updateAs(caller, {}, true)), (error) => error.code)

const denial = "insufficient_permissions"

const secretsOf = (clientId: string) =>
  Effect.flatMap(ClientStore, (store) => Effect.map(store.findById(clientId), (found) => found?.secrets ?? []))

describe("the proof of a client", () => {
  it.effect("is its id with its secret; everything else is refused alike", () =>
    Effect.gen(function* () {
      const { client, secret } = yield* create()
      assert.match(secret, /^gar_/)
      const clients = yield* Clients
      assert.deepStrictEqual(yield* clients.authenticate({ clientId: "server", secret }), client)
      for (const credentials of [
        undefined,
        { clientId: "server", secret: "" },
        { clientId: "server", secret: `${secret}x` },
        { clientId: "server", secret: secret.slice(0, -1) },
        { clientId: "server", secret: secret.toLowerCase() },
        { clientId: "SERVER", secret },
        { clientId: "nobody", secret },
        { clientId: "", secret: "" },
        { clientId: "server\0", secret },
        { clientId: client.clientUuid, secret },
      ]) {
        assert.strictEqual(yield* proves(credentials), refusal, JSON.stringify(credentials))
      }
    }).pipe(withClients()),
  )

  it.effect("of a public game is its id, with an empty secret or, by default, without credentials", () =>
    Effect.gen(function* () {
      const { client, secret } = yield* create({ clientId: "game", kind: "game", permissions: [], public: true })
      assert.strictEqual(secret, "")
      assert.deepStrictEqual(yield* (yield* Clients).authenticate(undefined), client)
      assert.strictEqual(yield* proves({ clientId: "game", secret: "" }), "game")
      assert.strictEqual(yield* proves({ clientId: "game", secret: "anything" }), refusal)
    }).pipe(withClients({ defaultClientId: "game" })),
  )

  it.effect("is still required of a default client that has a secret", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* proves(undefined), refusal, "there is no such client yet")
      yield* create()
      assert.strictEqual(yield* proves(undefined), refusal)
    }).pipe(withClients({ defaultClientId: "server" })),
  )

  it.effect("of a disabled client is refused like that of an unknown client, until it is enabled again", () =>
    Effect.gen(function* () {
      const clients = yield* Clients
      const { secret } = yield* create()
      const { client: game } = yield* create({ clientId: "game", kind: "game", permissions: [], public: true })
      assert.isTrue((yield* clients.setDisabled("server", true, testAct)).after.disabled)
      yield* clients.setDisabled(game.clientId, true, testAct)
      assert.strictEqual(yield* proves({ clientId: "server", secret }), refusal)
      assert.strictEqual(yield* proves({ clientId: "game", secret: "" }), refusal)
      assert.strictEqual(yield* proves(undefined), refusal)
      yield* clients.setDisabled("server", false, testAct)
      assert.strictEqual(yield* proves({ clientId: "server", secret }), "server")
    }).pipe(withClients({ defaultClientId: "game" })),
  )

  it.effect(
    "costs one read of storage, one hash and two comparisons, whether the client or its secret exists or not",
    () =>
      Effect.gen(function* () {
        const store = yield* ClientStore
        const digest = yield* Digest.Digest
        const work = { looks: 0, hashes: 0, bytesCompared: 0 }
        /** The hash of a presented secret. It notes when a byte of it is read. */
        const watchedHash = (hash: Uint8Array) =>
          new Proxy(hash, {
            get: (target, name) => {
              if (typeof name === "string" && /^\d+$/.test(name)) work.bytesCompared++
              return Reflect.get(target, name, target)
            },
          })
        const watched = Layer.mergeAll(
          Layer.succeed(ClientStore, {
            ...store,
            findById: (clientId) => Effect.suspend(() => (work.looks++, store.findById(clientId))),
            findForProof: (clientId) => Effect.suspend(() => (work.looks++, store.findForProof(clientId))),
          }),
          Layer.succeed(Digest.Digest, {
            ...digest,
            digest: (algorithm, data) =>
              Effect.suspend(() => (work.hashes++, Effect.map(digest.digest(algorithm, data), watchedHash))),
          }),
        )
        const clients = yield* Clients
        const { secret = "" } = yield* clients.create(machine, testAct)
        yield* clients.create({ ...machine, clientId: "rotated" }, testAct)
        yield* clients.rotate("rotated", {}, testAct)
        yield* clients.create({ ...machine, clientId: "disabled" }, testAct)
        yield* clients.setDisabled("disabled", true, testAct)
        yield* clients.create({ clientId: "public", kind: "game", permissions: [], public: true }, testAct)
        const watching = Context.get(
          yield* Layer.build(Layer.fresh(Clients.layer).pipe(Layer.provide(watched))),
          Clients,
        )
        const workFor = (credentials: ClientCredentials) =>
          Effect.suspend(() => {
            Object.assign(work, { looks: 0, hashes: 0, bytesCompared: 0 })
            return Effect.map(Effect.exit(watching.authenticate(credentials)), () => ({ ...work }))
          })
        for (const credentials of [
          { clientId: "server", secret },
          { clientId: "server", secret: "wrong" },
          { clientId: "rotated", secret: "wrong" },
          { clientId: "disabled", secret: "wrong" },
          { clientId: "public", secret: "wrong" },
          { clientId: "nobody", secret: "wrong" },
          { clientId: "no:id", secret: "wrong" },
        ]) {
          const expected = { looks: 1, hashes: 1, bytesCompared: 2 * 32 }
          assert.deepStrictEqual(yield* workFor(credentials), expected, credentials.clientId)
        }
      }).pipe(Effect.scoped, withClients()),
  )

  it.effect("fails closed while storage is down", () =>
    Effect.gen(function* () {
      const down = Layer.succeed(ClientStore, {
        ...(yield* ClientStore),
        findForProof: () => Effect.die(new StorageUnavailable("down")),
      })
      const clients = Context.get(yield* Layer.build(Layer.fresh(Clients.layer).pipe(Layer.provide(down))), Clients)
      const exit = yield* Effect.exit(clients.authenticate({ clientId: "server", secret: "any" }))
      assert.isTrue(Exit.isFailure(exit) && Cause.squash(exit.cause) instanceof StorageUnavailable)
    }).pipe(Effect.scoped, withClients()),
  )
})

describe("a new client", () => {
  it.effect("is found, listed, and keeps its fields", () =>
    Effect.gen(function* () {
      const clients = yield* Clients
      const wanted = { ...machine, description: "Match servers", orgId: "0190A000-0000-7000-8000-00000000000F" }
      const { client } = yield* clients.create(wanted, testAct)
      assert.deepStrictEqual(yield* clients.find("server"), client)
      assert.strictEqual(client.orgId, "0190a000-0000-7000-8000-00000000000f")
      assert.deepStrictEqual(client.grants, ["client_credentials"])
      assert.strictEqual(client.created, start)
      const { client: generated } = yield* clients.create({ kind: "game", permissions: [] }, testAct)
      assert.strictEqual(generated.clientId, generated.clientUuid)
      assert.deepStrictEqual(generated.grants, ["*"])
      assert.deepStrictEqual(yield* clients.list(), [generated, client])
      assert.deepStrictEqual(yield* clients.list({ after: generated.clientId }), [client])
      assert.deepStrictEqual(yield* clients.list({ after: "nobody" }), [client], "it need not exist")
      for (const broken of ["", "a\0b", "a:b"]) {
        const { detail } = yield* Effect.flip(clients.list({ after: broken }))
        assert.deepStrictEqual(detail[0]?.loc, ["after"], "pages do not begin again")
      }
      assert.deepStrictEqual(yield* clients.list({ limit: 1 }), [generated])
      assert.deepStrictEqual(yield* clients.list({ limit: -5 }), [generated])
      for (const unknown of ["nobody", "", "a\0b"]) {
        assert.strictEqual((yield* Effect.flip(clients.find(unknown))).code, "resource_not_found")
      }
    }).pipe(withClients()),
  )

  it.effect("is refused with a taken id, and with every fault at once", () =>
    Effect.gen(function* () {
      const clients = yield* Clients
      const { secret } = yield* create()
      const taken = yield* Effect.flip(clients.create(machine, testAct))
      assert.strictEqual(taken._tag === "ClientConflict" ? taken.code : taken._tag, "client_id_taken")
      assert.strictEqual(yield* proves({ clientId: "server", secret }), "server", "the first one keeps its secret")
      const invalid = yield* Effect.flip(
        clients.create(
          { clientId: ":", kind: "machine", permissions: ["root"], grants: ["anno"], public: true },
          testAct,
        ),
      )
      assert.strictEqual(invalid._tag === "InvalidInput" ? invalid.detail.length : 0, 4)
    }).pipe(withClients()),
  )

  it.effect("leaves no secret in storage, only its hash and last four characters", () =>
    Effect.gen(function* () {
      const { secret } = yield* create()
      const [stored] = yield* secretsOf("server")
      assert.deepStrictEqual(Buffer.from(stored?.hash ?? []), createHash("sha256").update(secret).digest())
      assert.strictEqual(stored?.lastFour, secret.slice(-4))
      const sql = yield* SqlClient.SqlClient
      const rows = JSON.stringify([yield* sql`SELECT * FROM client`, yield* sql`SELECT * FROM client_secret`])
      assert.notInclude(rows, secret.slice(4, 20))
    }).pipe(withClients()),
  )
})

describe("PUT /v2/account/me/m2m-credentials", () => {
  const chosen = "a secret of more than thirty-two characters: + / = & ~"

  it.effect("client_secret alone becomes the secret at once, and the old secret stops", () =>
    Effect.gen(function* () {
      const { client, secret } = yield* create({ ...machine, description: "before" })
      assert.deepStrictEqual(yield* update(client, { client_secret: chosen }), {
        account_id: client.clientUuid,
        client_secret: chosen,
        description: "before",
      })
      assert.strictEqual(yield* proves({ clientId: "server", secret: chosen }), "server")
      assert.strictEqual(yield* proves({ clientId: "server", secret }), refusal)
      assert.strictEqual((yield* secretsOf("server")).length, 1)
    }).pipe(withClients()),
  )

  it.effect("rotate_secret generates a secret, and the old secret stays valid for the overlap", () =>
    Effect.gen(function* () {
      const { client, secret } = yield* create()
      const account = yield* update(client, {}, true)
      assert.match(account.client_secret, /^gar_[A-Za-z0-9_-]{49}$/)
      assert.notStrictEqual(account.client_secret, secret)
      yield* TestClock.setTime(start + day - 1)
      assert.strictEqual(yield* proves({ clientId: "server", secret }), "server")
      yield* TestClock.setTime(start + day)
      assert.strictEqual(yield* proves({ clientId: "server", secret }), refusal, "refused at the moment it expires")
      yield* TestClock.setTime(start)
      assert.strictEqual(yield* proves({ clientId: "server", secret }), refusal, "a clock set back revives nothing")
      assert.strictEqual(yield* proves({ clientId: "server", secret: account.client_secret }), "server")
    }).pipe(withClients()),
  )

  it.effect("without an overlap the old secret stops at once", () =>
    Effect.gen(function* () {
      const { client, secret } = yield* create()
      const account = yield* update(client, {}, true)
      assert.strictEqual(yield* proves({ clientId: "server", secret }), refusal)
      assert.strictEqual(yield* proves({ clientId: "server", secret: account.client_secret }), "server")
    }).pipe(withClients({ secretOverlapSeconds: 0 })),
  )

  it.effect("two rotations leave two secrets: the oldest is dropped at once", () =>
    Effect.gen(function* () {
      const { client, secret } = yield* create()
      const second = yield* update(client, {}, true)
      const third = yield* update(client, {}, true)
      assert.strictEqual(yield* proves({ clientId: "server", secret }), refusal)
      assert.strictEqual(yield* proves({ clientId: "server", secret: second.client_secret }), "server")
      assert.strictEqual(yield* proves({ clientId: "server", secret: third.client_secret }), "server")
    }).pipe(withClients()),
  )

  it.effect("a chosen secret during an overlap ends both secrets before it", () =>
    Effect.gen(function* () {
      const { client, secret } = yield* create()
      const rotated = yield* update(client, {}, true)
      yield* update(client, { client_secret: chosen })
      assert.strictEqual(yield* proves({ clientId: "server", secret }), refusal)
      assert.strictEqual(yield* proves({ clientId: "server", secret: rotated.client_secret }), refusal)
      assert.strictEqual(yield* proves({ clientId: "server", secret: chosen }), "server")
    }).pipe(withClients()),
  )

  it.effect("a description alone changes no other field, and the secret is masked", () =>
    Effect.gen(function* () {
      const orgId = "0190a000-0000-7000-8000-00000000000f"
      const { client, secret } = yield* create({ ...machine, orgId })
      const expected = { account_id: client.clientUuid, client_secret: `****${secret.slice(-4)}`, org_id: orgId }
      assert.deepStrictEqual(yield* update(client, {}), expected)
      const description = "Match servers"
      assert.deepStrictEqual(yield* update(client, { description }), { ...expected, description })
      assert.deepStrictEqual(yield* update(client, {}, false), { ...expected, description })
      assert.deepStrictEqual(yield* update(client, { description: "" }), { ...expected, description: "" })
      assert.strictEqual(yield* proves({ clientId: "server", secret }), "server")
    }).pipe(withClients()),
  )

  it.effect("a rotation may describe the account too", () =>
    Effect.gen(function* () {
      const { client } = yield* create()
      const account = yield* update(client, { description: "new" }, true)
      assert.strictEqual(account.description, "new")
      assert.match(account.client_secret, /^gar_/)
    }).pipe(withClients()),
  )

  it.effect("a short secret, and a secret together with rotate_secret, change nothing", () =>
    Effect.gen(function* () {
      const { client, secret } = yield* create()
      const before = yield* secretsOf("server")
      for (const [body, isRotation, expected] of [
        [{ client_secret: "x".repeat(31), description: "new" }, false, "string_too_short"],
        [{ client_secret: chosen, description: "new" }, true, "value_error"],
      ] as const) {
        const invalid = yield* Effect.flip(update(client, body, isRotation))
        if (invalid._tag !== "InvalidInput") return assert.fail(invalid._tag)
        assert.deepStrictEqual(
          invalid.detail.map(({ loc, type }) => [loc, type]),
          [[["client_secret"], expected]],
        )
      }
      assert.deepStrictEqual(yield* secretsOf("server"), before)
      assert.isUndefined((yield* (yield* Clients).find("server")).description)
      assert.strictEqual(yield* proves({ clientId: "server", secret }), "server")
    }).pipe(withClients()),
  )

  it.effect("takes one of two permissions or a wildcard over one, and no other; permission comes before input", () =>
    Effect.gen(function* () {
      const { client } = yield* create()
      const answer = (fields: Partial<MachineCaller>) =>
        loggedIn(client, fields).pipe(
          Effect.flatMap((caller) => updateAs(caller, { client_secret: "short" })),
          Effect.as("changed"),
          Effect.catch((error) => Effect.succeed(error._tag)),
        )
      for (const held of ["account:config:edit", "accountOrg:config:edit", "*"]) {
        assert.strictEqual(yield* answer({ permissions: [held] }), "InvalidInput", held)
      }
      for (const held of [[], ["catalog:edit"], ["account:config:read"]]) {
        assert.strictEqual(yield* answer({ permissions: held }), "PermissionDenied", held.join())
      }
      const player: Caller = { ...playerCaller(PlayerUuid.make(client.clientUuid)), permissions: ["*"] }
      assert.strictEqual(yield* refusalOf(player), denial)
    }).pipe(withClients()),
  )

  it.effect("refuses a token of another client with this id, a disabled client, and a removed client", () =>
    Effect.gen(function* () {
      const clients = yield* Clients
      const { client, secret } = yield* create()
      const { client: other } = yield* create({ ...machine, clientId: "other" })
      const account = yield* secretsOf("other")
      const asOther = yield* loggedIn(client, { subject: other.clientUuid })
      assert.strictEqual(yield* refusalOf(asOther), denial)
      for (const body of [{ client_secret: chosen, description: "x" }, { description: "x" }]) {
        assert.strictEqual((yield* Effect.flip(updateAs(asOther, body)))._tag, "PermissionDenied")
      }
      assert.deepStrictEqual(yield* secretsOf("other"), account)
      assert.isUndefined((yield* clients.find("other")).description)
      assert.strictEqual(yield* refusalOf(yield* loggedIn(client, { clientId: "gone" })), denial)
      const before = yield* loggedIn(client)
      yield* clients.setDisabled("server", true, testAct)
      assert.strictEqual(yield* refusalOf(before), "auth_token_expired")
      assert.strictEqual((yield* Effect.flip(updateAs(before, { description: "x" })))._tag, "PermissionDenied")
      yield* clients.setDisabled("server", false, testAct)
      assert.strictEqual(yield* refusalOf(before), "auth_token_expired", "its sessions have ended for good")
      assert.strictEqual(yield* proves({ clientId: "server", secret }), "server", "nothing was rotated")
    }).pipe(withClients()),
  )
})

describe("a rotation by an operator", () => {
  it.effect("keeps the old secret for the requested overlap", () =>
    Effect.gen(function* () {
      const clients = yield* Clients
      const { secret } = yield* create()
      const { secret: next = "" } = yield* clients.rotate("server", { overlapSeconds: 60 }, testAct)
      assert.strictEqual(yield* proves({ clientId: "server", secret }), "server")
      assert.strictEqual(yield* proves({ clientId: "server", secret: next }), "server")
      yield* TestClock.adjust("60 seconds")
      assert.strictEqual(yield* proves({ clientId: "server", secret }), refusal)
      assert.strictEqual((yield* Effect.flip(clients.rotate("nobody", {}, testAct)))._tag, "ClientNotFound")
      assert.strictEqual(
        (yield* Effect.flip(clients.rotate("server", { overlapSeconds: -1 }, testAct)))._tag,
        "InvalidInput",
      )
    }).pipe(withClients()),
  )
})

onEachDatabase((name, database) => {
  it.effect(`an id that ${name} cannot hold is refused like any unknown id`, () =>
    Effect.gen(function* () {
      const clients = yield* Clients
      for (const clientId of ["a\0b", "\ud800", "x".repeat(5000)]) {
        assert.strictEqual(yield* proves({ clientId, secret: "any\0" }), refusal)
        assert.strictEqual((yield* Effect.flip(clients.find(clientId))).code, "resource_not_found")
        assert.strictEqual(
          (yield* Effect.flip(clients.setDisabled(clientId, true, testAct))).code,
          "resource_not_found",
        )
        assert.strictEqual((yield* Effect.flip(clients.rotate(clientId, {}, testAct)))._tag, "ClientNotFound")
        assert.strictEqual((yield* Effect.flip(clients.list({ after: clientId })))._tag, "InvalidInput")
      }
    }).pipe(withClients({}, database)),
  )

  it.effect(`twenty rotations at once on ${name} leave the secrets of the last two`, () =>
    Effect.gen(function* () {
      const clients = yield* Clients
      const { client, secret } = yield* create()
      const rotated = yield* Effect.forEach(Array.from({ length: 20 }), () => clients.rotate("server", {}, testAct), {
        concurrency: "unbounded",
      })
      const answered = rotated.map((rotation) => rotation.secret ?? "")
      assert.strictEqual(new Set(answered).size, 20)
      const live = yield* Effect.filter(answered, (one) =>
        Effect.map(proves({ clientId: "server", secret: one }), (answer) => answer === "server"),
      )
      assert.strictEqual(live.length, 2)
      const [current] = yield* secretsOf("server")
      assert.isTrue(live.some((one) => one.endsWith(current?.lastFour ?? "none")))
      assert.strictEqual(yield* proves({ clientId: "server", secret }), refusal)
      const shown = yield* update(client, {})
      assert.strictEqual(shown.client_secret, `****${current?.lastFour}`)
    }).pipe(withClients({}, database)),
  )

  it.effect(`of twenty rotations at once by the same token on ${name}, exactly one is made`, () =>
    Effect.gen(function* () {
      const { client, secret } = yield* create()
      const caller = yield* loggedIn(client)
      const answers = yield* Effect.forEach(
        Array.from({ length: 20 }),
        () => Effect.match(updateAs(caller, {}, true), { onSuccess: () => "made", onFailure: (error) => error._tag }),
        { concurrency: "unbounded" },
      )
      assert.deepStrictEqual(answers.toSorted(), [...Array.from({ length: 19 }, () => "PermissionDenied"), "made"])
      assert.strictEqual((yield* secretsOf("server")).length, 2)
      assert.strictEqual(yield* proves({ clientId: "server", secret }), "server", "it has its overlap")
    }).pipe(withClients({}, database)),
  )
})

describe("the last use of a secret", () => {
  it.effect("is written once a minute at most, however often the client logs in", () =>
    Effect.gen(function* () {
      const store = yield* ClientStore
      const writes: Array<ReadonlyMap<string, number>> = []
      const watched = Layer.succeed(ClientStore, {
        ...store,
        recordUse: (uses) => Effect.suspend(() => (writes.push(new Map(uses)), store.recordUse(uses))),
      })
      const clients = Context.get(yield* Layer.build(Layer.fresh(Clients.layer).pipe(Layer.provide(watched))), Clients)
      const { secret = "" } = yield* clients.create(machine, testAct)
      for (let login = 0; login < 50; login++) {
        yield* TestClock.adjust("1 second")
        yield* clients.authenticate({ clientId: "server", secret })
      }
      assert.deepStrictEqual(writes, [])
      yield* Effect.exit(clients.authenticate({ clientId: "server", secret: "wrong" }))
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(writes.length, 1)
      assert.deepStrictEqual([...(writes[0]?.values() ?? [])], [start + 50_000])
      yield* TestClock.adjust("10 minutes")
      assert.strictEqual(writes.length, 1, "nothing new, nothing written")
    }).pipe(Effect.scoped, withClients()),
  )

  it.effect("is not lost when the service stops", () =>
    Effect.gen(function* () {
      yield* Effect.scoped(
        Effect.gen(function* () {
          const clients = Context.get(yield* Layer.build(Layer.fresh(Clients.layer)), Clients)
          const { secret = "" } = yield* clients.create(machine, testAct)
          yield* TestClock.adjust("5 seconds")
          yield* clients.authenticate({ clientId: "server", secret })
          assert.isUndefined((yield* secretsOf("server"))[0]?.lastUsed)
        }),
      )
      assert.strictEqual((yield* secretsOf("server"))[0]?.lastUsed, start + 5000)
    }).pipe(withClients()),
  )
})
