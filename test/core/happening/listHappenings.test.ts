/**
 * What happened, as operators list and follow it: everything once, in the order of time, whatever is stored late. A
 * follower that reads up to now is the control that loses rows.
 */
import { assert, describe, it } from "@effect/vitest"
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import { Clients } from "@garrison/core/client/Clients"
import * as Garrison from "@garrison/core/Garrison"
import { HappeningStore } from "@garrison/core/happening/HappeningStore"
import { HAPPENING_KINDS } from "@garrison/core/happening/kinds"
import { listHappenings } from "@garrison/core/happening/operations/listHappenings"
import { ClientUuid, PersonId, SessionId } from "@garrison/core/kernel/Identifier"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { LoginHistoryStore } from "@garrison/core/login/storing/LoginHistoryStore"
import { Orders } from "@garrison/core/order/Orders"
import { Restrictions } from "@garrison/core/restriction/Restrictions"
import { settingsInForce } from "@garrison/core/settings"
import * as Stores from "@garrison/sql/Stores"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { actBy, testAct } from "../../support/acts.ts"
import { POUCH_LOOT, smallCatalog } from "../../support/catalog.ts"
import { onEachDatabase } from "../../support/databases.ts"
import { countingKdf } from "../../support/kdf.ts"
import { context, login, loginAnon, testSettings, whoIs } from "../../support/logins.ts"
import { server } from "../../support/orders.ts"

type Input = Parameters<typeof listHappenings.run>[0]

type Page = (typeof listHappenings)["answer"]["schema"]["Type"]

const listed = (input: Input = {}) => listHappenings.run(input, actBy("ada"))

/** One of each kind, a second apart. */
const world = Effect.gen(function* () {
  yield* TestClock.adjust("1 hour")
  const pass = TestClock.adjust("1 second")
  yield* (yield* Catalogs).publish(smallCatalog, {}, testAct)
  const clients = yield* Clients
  yield* clients.create({ clientId: "game", kind: "game", permissions: [], public: true }, testAct)
  const machine = yield* clients.create({ clientId: "machine", kind: "machine", permissions: ["*"] }, testAct)
  yield* pass
  const who = whoIs(yield* loginAnon(1))
  yield* pass
  const credentials = { clientId: "machine", secret: machine.secret ?? "" }
  yield* login({ grant_type: "client_credentials" }, context({ credentials }))
  yield* pass
  yield* (yield* Orders).submit(
    who.playerUuid,
    { source: "SUPPORT", entries: [{ type: "fill_loot", loot_id: POUCH_LOOT, quantity: 1 }] },
    server,
  )
  yield* pass
  yield* (yield* Restrictions).add({ personId: who.personId, type: "account_ban" }, { ...testAct, reason: "cheating" })
  yield* pass
  yield* Effect.flip(loginAnon(1))
  yield* TestClock.adjust("3 seconds")
  return who
})

/** All pages from the newest to the oldest. */
const everything = Effect.fnUntraced(function* (input: Input) {
  const rows = []
  let page = yield* listed(input)
  rows.push(...page.happenings)
  while (page.next !== null) {
    const before: string = page.next
    page = yield* listed({ ...input, before })
    assert.notStrictEqual(page.next, before, "each page goes on from the one before")
    rows.push(...page.happenings)
  }
  return rows
})

const record = Effect.fnUntraced(function* (person: PersonId, player: string, at: number, number: number) {
  const store = yield* LoginHistoryStore
  const digits = number.toString(16).padStart(12, "0")
  const loginId = `00000000-0000-7000-8000-${digits}`
  yield* (yield* Transaction).run(
    store.record(
      {
        loginId,
        at,
        sessionId: SessionId.make(loginId),
        grantType: "anon",
        clientUuid: ClientUuid.make(loginId),
        address: "192.0.2.1",
        userAgent: "",
        player: { personId: person, playerUuid: whoPlays(player), platform: "Anon" },
      },
      1_000_000,
    ),
  )
  return loginId
})

const whoPlays = (player: string) => player as ReturnType<typeof whoIs>["playerUuid"]

onEachDatabase((name, database) => {
  const services = Garrison.layer.pipe(
    Layer.provideMerge(Stores.layer),
    Layer.provideMerge(settingsInForce(testSettings)),
    Layer.provideMerge(Layer.merge(database, countingKdf().layer)),
  )

  describe(`what happened on ${name}`, () => {
    it.effect("lists every kind by time, with who and what", () =>
      Effect.gen(function* () {
        const { personId, playerUuid } = yield* world
        const { happenings, next } = yield* listed()
        assert.isNull(next)
        assert.deepStrictEqual(
          happenings.filter(({ kind }) => kind !== "act").map(({ kind }) => kind),
          ["login_refused", "order", "machine_login", "login"],
        )
        const refused = happenings.find(({ kind }) => kind === "login_refused")
        assert.deepInclude(refused, {
          player_uuid: playerUuid,
          person_id: personId,
          grant_type: "anon",
          error_code: "user_auth_restricted",
          client_id: "game",
        })
        assert.deepInclude(
          happenings.find(({ kind }) => kind === "order"),
          {
            player_uuid: playerUuid,
            person_id: personId,
            display_name: refused?.display_name,
            source: "SUPPORT",
            entries: 1,
            results: ["success"],
          },
        )
        assert.deepInclude(happenings[1], { kind: "act", operation: "restriction.add", reason: "cheating" })
        assert.deepInclude(
          happenings.find(({ kind }) => kind === "machine_login"),
          { client_id: "machine" },
        )
        const times = happenings.map(({ time }) => time)
        assert.deepStrictEqual(
          times,
          times.toSorted((left, right) => right - left),
        )
      }).pipe(Effect.provide(services)),
    )

    it.effect("pages of any size, and the kinds together, have every row once", () =>
      Effect.gen(function* () {
        yield* world
        const all = yield* everything({ limit: 1000 })
        assert.isAbove(all.length, 6)
        for (const limit of [1, 2, 3]) {
          const ids = (yield* everything({ limit })).map(({ id, kind }) => `${kind} ${id}`)
          assert.deepStrictEqual(
            ids,
            all.map(({ id, kind }) => `${kind} ${id}`),
          )
        }
        const byKind = []
        for (const kind of HAPPENING_KINDS) byKind.push(...(yield* everything({ kinds: [kind], limit: 2 })))
        assert.lengthOf(byKind, all.length)
        assert.sameMembers(
          byKind.map(({ id }) => id),
          all.map(({ id }) => id),
        )
      }).pipe(Effect.provide(services)),
    )

    it.effect("a follower sees each row once, also one that is stored after a younger one", () =>
      Effect.gen(function* () {
        const { personId, playerUuid } = yield* world
        const store = yield* HappeningStore
        const start = 3_700_000
        yield* TestClock.setTime(start)
        let { follow } = yield* listed()
        let naive = { at: start, id: "last" }
        const stored: Array<string> = []
        const seen: Array<string> = []
        const seenByNaive: Array<string> = []
        for (let step = 1; step <= 40; step++) {
          yield* TestClock.adjust("500 millis")
          const now = start + step * 500
          // Up to 2.9 seconds late, several of one millisecond among them.
          for (const late of [0, (step * 733) % 2900, 2900]) {
            stored.push(yield* record(personId, playerUuid, now - late, stored.length + 1))
          }
          const page = yield* listed({ after: follow, kinds: ["login"], limit: 4 })
          seen.push(...page.happenings.map(({ id }) => id))
          follow = page.follow
          const rows = yield* store.span("login", { from: naive, direction: "newer", until: now, limit: 1000 })
          seenByNaive.push(...rows.map(({ id }) => id))
          naive = rows.at(-1) ?? naive
        }
        yield* TestClock.adjust("10 seconds")
        for (let page = yield* listed({ after: follow, limit: 4 }); page.follow !== follow;) {
          seen.push(...page.happenings.map(({ id }) => id))
          follow = page.follow
          page = yield* listed({ after: follow, limit: 4 })
        }
        assert.lengthOf(new Set(seen), seen.length, "none twice")
        assert.sameMembers(seen, stored)
        assert.isBelow(new Set(seenByNaive).size, stored.length, "the control loses rows")
      }).pipe(Effect.provide(services)),
    )

    it.effect("rows of one millisecond are listed and followed once, whatever they are", () =>
      Effect.gen(function* () {
        yield* TestClock.adjust("1 hour")
        const { follow: begin } = yield* listed()
        yield* (yield* Catalogs).publish(smallCatalog, {}, testAct)
        yield* (yield* Clients).create({ clientId: "game", kind: "game", permissions: [], public: true }, testAct)
        const entries = [{ type: "fill_loot", loot_id: POUCH_LOOT, quantity: 1 }] as const
        for (const device of [1, 2, 3]) {
          const { personId, playerUuid } = whoIs(yield* loginAnon(device))
          yield* (yield* Orders).submit(playerUuid, { entries }, server)
          yield* (yield* Restrictions).add({ personId, type: "account_ban" }, testAct)
          yield* Effect.flip(loginAnon(device))
        }
        yield* TestClock.adjust("3 seconds")
        // The database was opened at another time, which left rows of its own.
        const named = (rows: Page["happenings"]) =>
          rows.filter(({ time }) => time === 3_600_000).map(({ id, kind }) => `${kind} ${id}`)
        const all = named((yield* listed()).happenings)
        assert.lengthOf(all, 2 + 3 * 4)
        assert.deepStrictEqual(named(yield* everything({ limit: 1 })), all)
        assert.deepStrictEqual(named(yield* everything({ limit: 5 })), all)
        const followed: Array<string> = []
        for (let page = yield* listed({ after: begin, limit: 1 }); page.happenings.length > 0;) {
          followed.push(...named(page.happenings))
          page = yield* listed({ after: page.follow, limit: 1 })
        }
        assert.deepStrictEqual(followed, all.toReversed())
      }).pipe(Effect.provide(services)),
    )

    it.effect("a filter that nothing passes ends within a bounded number of rows, and says where to go on", () =>
      Effect.gen(function* () {
        const { personId, playerUuid } = yield* world
        for (let number = 1; number <= 40; number++) yield* record(personId, playerUuid, 3_600_000 + number, number)
        yield* TestClock.adjust("1 minute")
        const none = yield* listed({ kinds: ["act_refused"], limit: 1 })
        assert.deepStrictEqual(none.happenings, [])
        const [audit] = [yield* everything({ kinds: ["act_refused"], limit: 1 })]
        assert.deepStrictEqual(audit, [])
        const refused = yield* everything({ kinds: ["login_refused"], limit: 1 })
        assert.lengthOf(refused, 1)
      }).pipe(Effect.provide(services)),
    )

    it.effect("refuses a marker that is none, and both at once", () =>
      Effect.gen(function* () {
        yield* TestClock.adjust("1 hour")
        const { follow } = yield* listed()
        const forged = [
          Buffer.from("5.audit.0f0f0f0f-0000-4000-8000-000000000000").toString("base64url"),
          "x",
          "",
          "9".repeat(300),
        ]
        for (const marker of forged) {
          assert.deepInclude(yield* Effect.flip(listed({ before: marker })), { _tag: "InvalidInput" })
        }
        assert.deepInclude(yield* Effect.flip(listed({ before: follow, after: follow })), { _tag: "InvalidInput" })
        assert.deepStrictEqual((yield* listed({ after: follow })).happenings, [])
      }).pipe(Effect.provide(services)),
    )
  })
})
