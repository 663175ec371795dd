import { assert, describe, it } from "@effect/vitest"
import type { Act, Actor } from "@garrison/core/operation/Act"
import { auditActs } from "@garrison/core/audit/acts"
import { AuditStore } from "@garrison/core/audit/AuditStore"
import { acceptAccessRow } from "@garrison/core/audit/operations/acceptAccessRow"
import type { AuditRow } from "@garrison/core/audit/schema"
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import { catalogActs } from "@garrison/core/catalog/acts"
import { Clients } from "@garrison/core/client/Clients"
import { clientActs } from "@garrison/core/client/acts"
import { environmentActs } from "@garrison/core/environment/acts"
import * as Garrison from "@garrison/core/Garrison"
import { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import type { Header } from "@garrison/core/operation/Operation"
import { mergeActs } from "@garrison/core/merging/acts"
import { Merges } from "@garrison/core/merging/Merges"
import { Links } from "@garrison/core/linking/Links"
import { linkActs } from "@garrison/core/linking/acts"
import { accountActs } from "@garrison/core/login/acts"
import { Passwords } from "@garrison/core/login/password/Passwords"
import { orderActs } from "@garrison/core/order/acts"
import { Orders } from "@garrison/core/order/Orders"
import { Refunds } from "@garrison/core/order/Refunds"
import { notificationActs } from "@garrison/core/notification/acts"
import { broadcastNotification } from "@garrison/core/notification/operations/broadcastNotification"
import { sendNotification } from "@garrison/core/notification/operations/sendNotification"
import { acceptUnsealed } from "@garrison/core/order/operations/acceptUnsealed"
import { giveItem } from "@garrison/core/order/operations/giveItem"
import { takeItem } from "@garrison/core/order/operations/takeItem"
import { playerActs } from "@garrison/core/player/acts"
import { Players } from "@garrison/core/player/Players"
import { restrictionActs } from "@garrison/core/restriction/acts"
import { KeptRestrictions } from "@garrison/core/restriction/KeptRestrictions"
import { Restrictions } from "@garrison/core/restriction/Restrictions"
import { READY_MADE_ROLES } from "@garrison/core/permission/readyMade"
import { roleActs } from "@garrison/core/role/acts"
import { putRole } from "@garrison/core/role/operations/putRole"
import { signingKeyActs } from "@garrison/core/token/acts"
import { hostCaller } from "@garrison/core/kernel/Caller"
import { operations } from "@garrison/core/operations"
import { actorOf } from "@garrison/core/operation/Act"
import type { MachineCaller } from "@garrison/core/kernel/Caller"
import { SigningKeys } from "@garrison/core/token/SigningKeys"
import { settingsInForce } from "@garrison/core/settings"
import * as Stores from "@garrison/sql/Stores"
import { verifyAudit } from "@garrison/core/audit/verifyAudit"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as Clock from "effect/Clock"
import * as TestClock from "effect/testing/TestClock"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { actBy } from "../../support/acts.ts"
import { type DatabaseServices, onEachDatabase } from "../../support/databases.ts"
import { countingKdf } from "../../support/kdf.ts"
import { preparedOn } from "../../support/prepared.ts"
import { orderIn } from "../../support/orders.ts"
import { deviceSecret, loginAnon, request, testSettings, whoIs } from "../../support/logins.ts"

const tables = [
  auditActs,
  catalogActs,
  clientActs,
  environmentActs,
  accountActs,
  linkActs,
  mergeActs,
  orderActs,
  notificationActs,
  playerActs,
  restrictionActs,
  roleActs,
  signingKeyActs,
] as const

type Tables = (typeof tables)[number]
type OperationOf<Table> = Table extends Readonly<Record<string, infer Operation>> ? Operation : never
type Name = OperationOf<Tables> extends { readonly name: infer N } ? N : never

const every: ReadonlyArray<Header> = tables.flatMap((table) => Object.values<Header>(table))

const item = (quantity: number) => ({
  items: { 1: { type: "unit" } },
  vendors: {
    1: { type: "recipe", loot: { 1: { item_id: 1, quantity } } },
  },
})

/** A portal user that took a restriction along. */
const leftUser = { platform: "Golf", portalUserId: "left" } as const

/** What the operations below are done to. */
const prepare = Effect.gen(function* () {
  const act = actBy("setup")
  const clients = yield* Clients
  yield* clients.create({ clientId: "game", kind: "game", permissions: [], public: true }, act)
  yield* clients.create({ clientId: "rotated", kind: "machine", permissions: [] }, act)
  yield* clients.rotate("rotated", {}, act)
  const { client } = yield* clients.create({ clientId: "server", kind: "machine", permissions: ["*"] }, act)
  const { personId, playerUuid } = whoIs(yield* loginAnon(1))
  const program = { playerUuid, session: undefined, clientId: "game", address: "", userAgent: "" }
  const device = request({ grant_type: "anon", portal_access_token: deviceSecret(2) })
  const { portal_users } = yield* (yield* Links).link(program, device)
  const portalUserId = portal_users.at(-1)?.portal_user_id ?? ""
  const restrictions = yield* Restrictions
  const { restrictionId } = yield* restrictions.add({ personId, type: "account_pending_deletion" }, act)
  const keeping = (yield* KeptRestrictions).keep(personId, [leftUser], yield* Clock.currentTimeMillis)
  yield* (yield* Transaction).run(keeping)
  yield* (yield* Passwords).create({ username: "ada", password: "canary password" }, act)
  yield* (yield* Catalogs).publish(item(1), {}, act)
  yield* (yield* Catalogs).publish(item(2), {}, act)
  const caller: MachineCaller = { ...hostCaller("server"), subject: client.clientUuid }
  const other = whoIs(yield* loginAnon(3)).playerUuid
  const mergedPlayer = whoIs(yield* loginAnon(4)).playerUuid
  const joined = whoIs(yield* loginAnon(5)).playerUuid
  yield* (yield* Merges).merge({ player: mergedPlayer, other: joined, active: undefined }, act)
  // Orders of the first moment are from before seals.
  yield* TestClock.adjust("1 second")
  const given = { type: "create_new_persistent_inventory", item_id: 1, quantity: 2 } as const
  const { wire } = yield* (yield* Orders).submit(playerUuid, { entries: [given] }, hostCaller("server"))
  const { order_id: orderId } = yield* orderIn(wire)
  // As a server of an earlier version leaves an order.
  const sql = yield* SqlClient.SqlClient
  const unsealed = Effect.orDie(sql`UPDATE player_order SET seal = NULL, token_hash = NULL`)
  yield* (yield* Transaction).run(unsealed)
  return { caller, orderId, personId, playerUuid, portalUserId, restrictionId, other, mergedPlayer }
})
type World = Effect.Success<typeof prepare>

const servicesOn = (database: Layer.Layer<DatabaseServices>) =>
  Garrison.layer.pipe(
    Layer.provideMerge(Stores.layer),
    Layer.provideMerge(settingsInForce({ ...testSettings, keySecret: "the-key-secret-of-this-suite-of-acts" })),
    Layer.provideMerge(Layer.merge(database, countingKdf().layer)),
  )

const ONE_ITEM = { itemId: 1, inventoryId: undefined, orderId: undefined, isPartial: false, fromPaid: false }

/** Until then the next signing key has been published for long enough. */
const untilNextKey = TestClock.adjust("1 hour")

type Doing = Effect.Effect<
  unknown,
  { readonly code: string },
  Garrison.GarrisonServices | Layer.Success<typeof Stores.layer> | DatabaseServices
>
interface Driven {
  /** Does it, as the act says. */
  readonly does: (world: World, act: Act) => Doing
  /** Fails for another reason than permission. */
  readonly fails?: (world: World, act: Act) => Doing
  /** The code of that. */
  readonly code?: string
}

/** Every operation that others than Garrison itself ask for. The compiler misses one that is not here. */
const driven: Record<Exclude<Name, SystemName>, Driven> = {
  "catalog.publish": {
    does: (_, act) => Catalogs.use((catalogs) => catalogs.publish(item(3), {}, act)),
    fails: (_, act) => Catalogs.use((catalogs) => catalogs.publish({ items: 1 }, {}, act)),
    code: "catalog_refused",
  },
  "catalog.republish": {
    does: (_, act) => Catalogs.use((catalogs) => catalogs.republish(1, {}, act)),
    fails: (_, act) => Catalogs.use((catalogs) => catalogs.republish(99, {}, act)),
    code: "resource_not_found",
  },
  "client.create": {
    does: (_, act) =>
      Clients.use((clients) => clients.create({ clientId: "new", kind: "machine", permissions: [] }, act)),
    fails: (_, act) =>
      Clients.use((clients) => clients.create({ clientId: "server", kind: "machine", permissions: [] }, act)),
    code: "client_id_taken",
  },
  "client.rotate": {
    does: (_, act) => Clients.use((clients) => clients.rotate("server", {}, act)),
    fails: (_, act) => Clients.use((clients) => clients.rotate("nobody", {}, act)),
    code: "resource_not_found",
  },
  "client.retireSecret": {
    does: (_, act) => Clients.use((clients) => clients.retireSecret("rotated", undefined, act)),
    fails: (_, act) => Clients.use((clients) => clients.retireSecret("server", undefined, act)),
    code: "resource_not_found",
  },
  "client.edit": {
    does: (_, act) => Clients.use((clients) => clients.edit("server", { description: "match server" }, act)),
    fails: (_, act) => Clients.use((clients) => clients.edit("nobody", {}, act)),
    code: "resource_not_found",
  },
  "client.setDisabled": {
    does: (_, act) => Clients.use((clients) => clients.setDisabled("server", true, act)),
    fails: (_, act) => Clients.use((clients) => clients.setDisabled("nobody", true, act)),
    code: "resource_not_found",
  },
  "client.editRedirects": {
    does: (_, act) => Clients.use((clients) => clients.editRedirects("game", { pkceExempt: true }, act)),
    fails: (_, act) => Clients.use((clients) => clients.editRedirects("nobody", {}, act)),
    code: "resource_not_found",
  },
  "client.remove": {
    does: (_, act) => Clients.use((clients) => clients.remove("server", act)),
    fails: (_, act) => Clients.use((clients) => clients.remove("nobody", act)),
    code: "resource_not_found",
  },
  "client.updateOwn": {
    does: ({ caller }, act) => {
      const own = { ...act, actor: { ...actorOf(caller, "192.0.2.1"), permissions: act.actor.permissions } }
      return Clients.use((clients) => clients.updateOwn(caller, { description: "after" }, {}, own))
    },
    fails: ({ caller }, act) => Clients.use((clients) => clients.updateOwn(caller, { description: "after" }, {}, act)),
    code: "insufficient_permissions",
  },
  "client.setRole": {
    does: (_, act) => Clients.use((clients) => clients.setRole("server", READY_MADE_ROLES[0]?.roleId ?? 0, act)),
    fails: (_, act) => Clients.use((clients) => clients.setRole("nobody", 1, act)),
    code: "resource_not_found",
  },
  "role.put": {
    does: (_, act) => putRole.run({ role_id: 7, name: "moderator", permissions: ["catalog:read"] }, act),
    fails: (_, act) => putRole.run({ role_id: 7, name: "player", permissions: [] }, act),
    code: "role_name_taken",
  },
  "player.setRole": {
    does: ({ playerUuid }, act) => Players.use((players) => players.setRole(playerUuid, 7, act)),
    fails: (_, act) => Players.use((players) => players.setRole(nobodysPlayer, 7, act)),
    code: "resource_not_found",
  },
  "player.endSessions": {
    does: ({ playerUuid }, act) =>
      Players.use((players) => players.endSessions(playerUuid, { tokenId: stranger }, act)),
    fails: (_, act) => Players.use((players) => players.endSessions(nobodysPlayer, "all", act)),
    code: "resource_not_found",
  },
  "person.delete": {
    does: ({ playerUuid }, act) => Players.use((players) => players.deletePerson(playerUuid, act)),
    fails: (_, act) => Players.use((players) => players.deletePerson(nobodysPlayer, act)),
    code: "resource_not_found",
  },
  "person.link": {
    does: ({ playerUuid }, act) =>
      Links.use((links) =>
        links.linkFor(playerUuid, { platform: "Golf", portalUserId: "by-hand", displayName: undefined }, act),
      ),
    fails: (_, act) =>
      Links.use((links) =>
        links.linkFor(nobodysPlayer, { platform: "Golf", portalUserId: "by-hand", displayName: undefined }, act),
      ),
    code: "resource_not_found",
  },
  "person.merge": {
    does: ({ other, playerUuid: player }, act) =>
      Merges.use((merges) => merges.merge({ player, other, active: undefined }, act)),
    fails: ({ playerUuid: player }, act) =>
      Merges.use((merges) => merges.merge({ player, other: player, active: undefined }, act)),
    code: "same_person",
  },
  "person.unmerge": {
    does: ({ mergedPlayer: player }, act) =>
      Merges.use((merges) => merges.unmerge({ player, mergeId: undefined }, act)),
    fails: ({ playerUuid: player }, act) => Merges.use((merges) => merges.unmerge({ player, mergeId: undefined }, act)),
    code: "resource_not_found",
  },
  "person.unlink": {
    does: ({ playerUuid, portalUserId }, act) =>
      Links.use((links) => links.unlinkFor(playerUuid, { platform: "Anon", portalUserId }, act)),
    fails: ({ playerUuid }, act) =>
      Links.use((links) => links.unlinkFor(playerUuid, { platform: "Golf", portalUserId: "canary" }, act)),
    code: "resource_not_found",
  },
  "restriction.release": {
    does: (_, act) => Restrictions.use((restrictions) => restrictions.release(leftUser, act)),
    fails: (_, act) =>
      Restrictions.use((restrictions) => restrictions.release({ platform: "Golf", portalUserId: "canary" }, act)),
    code: "resource_not_found",
  },
  "order.refund": {
    does: ({ orderId, playerUuid }, act) =>
      Refunds.use((refunds) => refunds.refund(playerUuid, { orderId, isPartial: false, fromPaid: false }, act)),
    fails: ({ playerUuid }, act) =>
      Refunds.use((refunds) =>
        refunds.refund(playerUuid, { orderId: playerUuid, isPartial: false, fromPaid: false }, act),
      ),
    code: "resource_not_found",
  },
  "inventory.clawBack": {
    does: ({ playerUuid }, act) =>
      Refunds.use((refunds) => refunds.clawBack(playerUuid, { ...ONE_ITEM, count: 1 }, act)),
    // A dry run says what is lacking, and is not refused.
    fails: ({ playerUuid }, act) =>
      Refunds.use((refunds) => refunds.clawBack(playerUuid, { ...ONE_ITEM, orderId: playerUuid, count: 9 }, act)),
    code: "resource_not_found",
  },
  "restriction.add": {
    does: ({ personId }, act) =>
      Restrictions.use((restrictions) => restrictions.add({ personId, type: "account_ban", note: "canary note" }, act)),
    fails: ({ personId }, act) =>
      Restrictions.use((restrictions) => restrictions.add({ personId, type: "account_ban", expiresAt: 0 }, act)),
    code: "invalid_input",
  },
  "restriction.setEnd": {
    does: ({ playerUuid, restrictionId }, act) =>
      Restrictions.use((restrictions) => restrictions.setEndOfPlayer(playerUuid, restrictionId, 4e12, act)),
    fails: ({ playerUuid }, act) =>
      Restrictions.use((restrictions) => restrictions.setEndOfPlayer(playerUuid, stranger, undefined, act)),
    code: "resource_not_found",
  },
  "restriction.lift": {
    does: ({ personId, restrictionId }, act) =>
      Restrictions.use((restrictions) => restrictions.lift(personId, restrictionId, act)),
    fails: ({ personId }, act) => Restrictions.use((restrictions) => restrictions.lift(personId, stranger, act)),
    code: "resource_not_found",
  },
  "item.give": {
    does: ({ playerUuid }, act) => giveItem.run({ player_uuid: playerUuid, item_id: 1, count: 3 }, act),
    fails: ({ playerUuid }, act) => giveItem.run({ player_uuid: playerUuid, item_id: 99, count: 3 }, act),
    code: "order_not_fulfilled",
  },
  "audit.accept": {
    does: (_, act) =>
      Effect.gen(function* () {
        const { rehearse, run } = yield* Transaction
        const sql = yield* SqlClient.SqlClient
        const mended = run(Effect.orDie(sql`UPDATE role SET bypasses_lock = 1 WHERE role_id = 1`))
        const accepted = Effect.andThen(mended, acceptAccessRow.run({ table: "role", id: "1" }, act))
        return yield* act.dryRun === true ? rehearse(accepted) : accepted
      }),
    fails: (_, act) => acceptAccessRow.run({ table: "role", id: "99" }, act),
    code: "resource_not_found",
  },
  "ledger.accept": {
    does: ({ playerUuid }, act) => acceptUnsealed.run({ player_uuid: playerUuid }, act),
    fails: (_, act) => acceptUnsealed.run({ player_uuid: nobodysPlayer }, act),
    code: "resource_not_found",
  },
  "item.take": {
    does: ({ playerUuid }, act) => takeItem.run({ player_uuid: playerUuid, item_id: 1, count: 1 }, act),
    fails: ({ playerUuid }, act) => takeItem.run({ player_uuid: playerUuid, item_id: 1, count: 1_000_000 }, act),
    code: "refund_incomplete",
  },
  "notification.send": {
    does: ({ playerUuid }, act) => sendNotification.run({ player_uuid: playerUuid, message: "canary message" }, act),
    fails: (_, act) => sendNotification.run({ player_uuid: nobodysPlayer, message: "canary message" }, act),
    code: "resource_not_found",
  },
  "notification.broadcast": {
    does: (_, act) => broadcastNotification.run({ all: true, message: "canary message" }, act),
    fails: (_, act) => broadcastNotification.run({ role_id: 4711, message: "canary message" }, act),
    code: "resource_not_found",
  },
  "account.create": {
    does: (_, act) =>
      Passwords.use((passwords) => passwords.create({ username: "canary", password: "canary password" }, act)),
    fails: (_, act) =>
      Passwords.use((passwords) => passwords.create({ username: "ada", password: "canary password" }, act)),
    code: "username_taken",
  },
  "account.changePassword": {
    does: (_, act) => Passwords.use((passwords) => passwords.change("ada", "canary password 2", act)),
    fails: (_, act) => Passwords.use((passwords) => passwords.change("eve", "canary password 2", act)),
    code: "account_not_found",
  },
  "signingKey.rotate": { does: (_, act) => SigningKeys.use((keys) => keys.rotate(act)) },
}

/**
 * What Garrison does by itself: driven by test/core/environment/AtRest.test.ts, test/core/token/SigningKeys.test.ts,
 * test/core/client/redirects.test.ts and accessRows.test.ts.
 */
type SystemName =
  | "client.takeRedirects"
  | "environment.protectSecret"
  | "environment.sealAccessRows"
  | "signingKey.publish"
  | "signingKey.remove"
  | "signingKey.protect"
const bySystem: ReadonlyArray<string> = [
  "client.takeRedirects",
  "environment.protectSecret",
  "environment.sealAccessRows",
  "signingKey.publish",
  "signingKey.remove",
  "signingKey.protect",
] satisfies ReadonlyArray<SystemName>

const jsonOf = (answer: unknown): string =>
  JSON.stringify(answer, (_, one: unknown) => (typeof one === "bigint" ? String(one) : one))

const stranger = "00000000-0000-4000-8000-000000000009"
const nobodysPlayer = PlayerUuid.make(stranger)
const cases = Object.entries(driven) as ReadonlyArray<readonly [string, Driven]>

const rowsSince = (sequence: number) => Effect.flatMap(AuditStore, (store) => store.page(sequence, 1000))
const head = Effect.map(
  Effect.flatMap(AuditStore, (store) => store.head),
  ({ sequence }) => sequence,
)

/**
 * Everything that every table holds, but for the counts of new identities: housekeeping deletes them when they have
 * leaked away, in the background and whenever it gets to it.
 */
const contents = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const names = yield* sql.onDialectOrElse({
    pg: () => sql`SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY name`,
    orElse: () => sql`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`,
  })
  const found: Record<string, ReadonlyArray<string>> = {}
  for (const { name } of names) {
    if (name === "login_failure") continue
    const rows = yield* sql`SELECT 'all that is stored' AS compared, * FROM ${sql(String(name))}`
    found[String(name)] = rows
      .map((row) => JSON.stringify(row, (_, value) => (typeof value === "bigint" ? String(value) : value)))
      .sort()
  }
  return found
})

const nobody: Actor = {
  ...actBy("eve").actor,
  kind: "machine",
  id: "eve",
  address: "192.0.2.9",
  permissions: ["catalog:read"],
}

it("every operation is driven below, of every area", () => {
  const src = join(import.meta.dirname, "../../../packages/core/src")
  const areas = readdirSync(src).filter(
    (area) => !area.endsWith(".ts") && readdirSync(join(src, area)).includes("acts.ts"),
  )
  assert.lengthOf(areas, tables.length)
  assert.sameMembers(
    every.map(({ name }) => name),
    [...Object.keys(driven), ...bySystem],
  )
})

it("every act is an operation of the table, under the same header, and every audited operation is an act", () => {
  const headerOf = ({ name, permissions, revision }: Header) => ({ name, permissions: [...permissions], revision })
  const byName = (one: Header, other: Header) => (one.name < other.name ? -1 : 1)
  const isDeclared = ({ name }: Header) => !bySystem.includes(name)
  const audited = operations.filter(({ isAudited }) => isAudited)
  assert.deepStrictEqual(
    Array.from<Header>(audited).sort(byName).map(headerOf),
    every.filter(isDeclared).sort(byName).map(headerOf),
  )
})

onEachDatabase((name, database) => {
  const inWorld = preparedOn(database, servicesOn, prepare)

  const only = (rows: ReadonlyArray<AuditRow>, operation: string): AuditRow => {
    assert.lengthOf(rows, 1, operation)
    return rows[0] as AuditRow
  }

  describe(`an act on ${name}`, () => {
    for (const [operation, { code = "", does, fails }] of cases) {
      it.effect(`${operation} leaves one row when it is done, and one when it is refused`, () =>
        inWorld((given) =>
          Effect.gen(function* () {
            const act = { ...actBy("ada"), reason: "because" }
            if (operation === "signingKey.rotate") yield* untilNextKey
            const start = yield* head
            yield* Effect.flip(does(given, { actor: nobody }))
            const denied = only(yield* rowsSince(start), operation)
            assert.deepInclude(denied, { operation, outcome: "insufficient_permissions", before: undefined })
            if (fails !== undefined) {
              assert.strictEqual((yield* Effect.flip(fails(given, act))).code, code)
              assert.deepInclude(only(yield* rowsSince(start + 1), operation), {
                operation,
                outcome: code,
                reason: "because",
              })
            }
            const before = yield* head
            yield* does(
              given,
              operation === "client.updateOwn"
                ? { actor: { ...act.actor, permissions: ["*"] }, reason: "because" }
                : act,
            )
            // After a rotation Garrison publishes the next key by itself.
            const made = (yield* rowsSince(before)).filter(({ actor }) => actor.kind !== "system")
            const done = only(made, operation)
            assert.deepInclude(done, { operation, outcome: "done", reason: "because" })
            // Random letters of a seal may be any word.
            const written = JSON.stringify(yield* rowsSince(0), (key, value) =>
              /^(seal|tokenHash)$/.test(key) ? undefined : value,
            )
            assert.notMatch(written, /canary|gar_|argon2id|private/i)
            const { access, broken } = yield* verifyAudit(() => Effect.void)
            assert.isUndefined(broken)
            assert.deepInclude(access, { unsealed: 0, changed: [], missing: undefined })
          }),
        ),
      )
    }

    it.effect("as a dry run changes no table, and answers: every operation, one after the other", () =>
      inWorld((given) =>
        Effect.gen(function* () {
          yield* untilNextKey
          const before = yield* contents
          assert.isAbove(Object.keys(before).length, 20)
          for (const [operation, { does, fails }] of cases) {
            const act: Act = { ...actBy("ada"), dryRun: true }
            const answer = yield* does(
              given,
              operation === "client.updateOwn" ? { actor: { ...act.actor, permissions: ["*"] }, dryRun: true } : act,
            )
            assert.notMatch(jsonOf(answer ?? null), /gar_/, operation)
            if (fails !== undefined) yield* Effect.flip(fails(given, act))
            yield* Effect.flip(does(given, { actor: nobody, dryRun: true }))
            assert.deepStrictEqual(yield* contents, before, operation)
          }
        }),
      ),
    )

    it.effect("inside of a unit that fails leaves the row of its refusal, and no row of its change", () =>
      inWorld(() =>
        Effect.gen(function* () {
          const { run } = yield* Transaction
          const clients = yield* Clients
          const start = yield* head
          yield* Effect.exit(run(clients.rotate("nobody", {}, actBy("ada"))))
          assert.strictEqual(only(yield* rowsSince(start), "rotate").outcome, "resource_not_found")
          yield* run(Effect.exit(clients.rotate("nobody", {}, actBy("ada"))))
          assert.lengthOf(yield* rowsSince(start), 2)
          yield* Effect.exit(run(Effect.andThen(clients.rotate("server", {}, actBy("ada")), Effect.fail("undone"))))
          assert.lengthOf(yield* rowsSince(start), 2)
          assert.isUndefined((yield* verifyAudit(() => Effect.void)).broken)
        }),
      ),
    )

    it.effect("that is refused over and over to one machine is stored 60 times an hour", () =>
      inWorld(() =>
        Effect.gen(function* () {
          const clients = yield* Clients
          const start = yield* head
          const attempt = Effect.flip(clients.rotate("server", {}, { actor: nobody }))
          yield* Effect.forEach(Array.from({ length: 70 }), () => attempt, { concurrency: 7 })
          assert.lengthOf(yield* rowsSince(start), 60)
          yield* Effect.flip(clients.rotate("server", {}, { actor: { ...nobody, id: "mallory" } }))
          assert.lengthOf(yield* rowsSince(start), 61)
          yield* TestClock.adjust("61 minutes")
          yield* attempt
          assert.lengthOf(
            (yield* rowsSince(start)).filter(({ actor }) => actor.id === "eve"),
            61,
          )
        }),
      ),
    )
  })
})
