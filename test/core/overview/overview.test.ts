/** One player whole, and waiting until it changes (decisions, section 17). */
import { assert, describe, it } from "@effect/vitest"
import { hostCaller } from "@garrison/core/kernel/Caller"
import { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { broadcastNotification } from "@garrison/core/notification/operations/broadcastNotification"
import { sendNotification } from "@garrison/core/notification/operations/sendNotification"
import type { Refusal } from "@garrison/core/kernel/Refusal"
import { type Act, actorOf } from "@garrison/core/operation/Act"
import { giveItem } from "@garrison/core/order/operations/giveItem"
import { awaitChange } from "@garrison/core/overview/operations/awaitChange"
import { listAllOrders } from "@garrison/core/overview/operations/listOrders"
import { listLogins } from "@garrison/core/overview/operations/listLogins"
import { listNamedInventory } from "@garrison/core/overview/operations/listInventory"
import { listSecurityEvents } from "@garrison/core/overview/operations/listSecurityEvents"
import { listSentNotifications } from "@garrison/core/overview/operations/listNotifications"
import { showOverview } from "@garrison/core/overview/operations/showOverview"
import { endSessions } from "@garrison/core/player/operations/endSessions"
import { setPlayerRole } from "@garrison/core/player/operations/setPlayerRole"
import { Presences } from "@garrison/core/presence/Presences"
import { addRestriction } from "@garrison/core/restriction/operations/addRestriction"
import { liftRestrictions } from "@garrison/core/restriction/operations/liftRestrictions"
import { putRole } from "@garrison/core/role/operations/putRole"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { onEachDatabase } from "../../support/databases.ts"
import { GOLD, SWORD } from "../../support/catalog.ts"
import { codeOf, loginAnon, useRefresh } from "../../support/logins.ts"
import { ada, changedSince, eve, inWorldOn, orderPouch, overviewOf, type WorldServices } from "./world.ts"

const stranger = PlayerUuid.make("00000000-0000-7000-8000-000000000000")

/** An operator over the network, with these permissions alone. */
const operatorWith = (...permissions: ReadonlyArray<string>): Act => ({
  actor: actorOf({ ...hostCaller("tool"), permissions }, "192.0.2.1"),
})

/** Lets time pass, a quarter of a second at a time, until somebody who waits has an answer. */
const untilDone = Effect.fnUntraced(function* <A, E>(waiting: Fiber.Fiber<A, E>, player: PlayerUuid) {
  while (waiting.pollUnsafe() === undefined) {
    yield* TestClock.adjust("250 millis")
    // The database answers who waits meanwhile: it has answered more than that here.
    yield* overviewOf(player)
  }
  return yield* Fiber.join(waiting)
})

interface Happening {
  readonly name: string
  readonly does: (player: {
    readonly playerUuid: PlayerUuid
    readonly refreshToken: string | undefined
  }) => Effect.Effect<unknown, unknown, WorldServices>
  readonly changes: ReadonlyArray<string>
  /** Whether nobody answers for it. */
  readonly isNoAct?: true
}

/** What happens to a player, and the sections that it changes: each alone, from the same beginning. */
const happenings: ReadonlyArray<Happening> = [
  {
    name: "a login",
    does: () => loginAnon(1),
    changes: ["identity", "sessions", "logins"],
    isNoAct: true,
  },
  {
    name: "a refreshed session",
    does: ({ refreshToken }) => useRefresh(refreshToken),
    changes: ["identity", "sessions", "logins"],
    isNoAct: true,
  },
  {
    name: "a refused login",
    does: ({ refreshToken }) => Effect.exit(useRefresh(`${refreshToken?.slice(0, -4)}xxxx`)),
    changes: [],
    isNoAct: true,
  },
  {
    name: "an order",
    does: ({ playerUuid }) => orderPouch(playerUuid),
    changes: ["inventory", "levels", "orders"],
    isNoAct: true,
  },
  {
    name: "a first report of presence",
    does: ({ playerUuid }) => Presences.use((presences) => presences.report(playerUuid, { status: "invisible" })),
    changes: ["presence"],
    isNoAct: true,
  },
  {
    name: "a restriction",
    does: ({ playerUuid }) => addRestriction.run({ player_uuid: playerUuid, type: "account_pending_deletion" }, eve),
    changes: ["identity", "restrictions", "audit"],
  },
  {
    name: "a ban, which ends sessions",
    does: ({ playerUuid }) => addRestriction.run({ player_uuid: playerUuid, type: "account_ban" }, eve),
    changes: ["identity", "restrictions", "sessions", "audit"],
  },
  {
    name: "sessions that an operator ends",
    does: ({ playerUuid }) => endSessions.run({ player_uuid: playerUuid }, eve),
    changes: ["identity", "sessions", "audit"],
  },
  {
    name: "another role",
    does: ({ playerUuid }) =>
      Effect.andThen(
        putRole.run({ role_id: 7, name: "moderator", permissions: [] }, eve),
        setPlayerRole.run({ player_uuid: playerUuid, role_id: 7 }, eve),
      ),
    changes: ["identity", "audit"],
  },
  {
    name: "other permissions of the role",
    does: () => putRole.run({ role_id: 1, name: "player", permissions: ["catalog:read"] }, eve),
    changes: ["identity"],
    isNoAct: true,
  },
  {
    name: "an item that an operator gives",
    does: ({ playerUuid }) => giveItem.run({ player_uuid: playerUuid, item_id: SWORD, count: 1 }, eve),
    changes: ["identity", "inventory", "levels", "orders", "audit"],
  },
  {
    name: "a notification",
    does: ({ playerUuid }) => sendNotification.run({ player_uuid: playerUuid, message: "Hello" }, eve),
    changes: ["identity", "notifications", "audit"],
  },
  {
    name: "a broadcast",
    does: () => broadcastNotification.run({ all: true, message: "Hello" }, eve),
    changes: ["notifications"],
    isNoAct: true,
  },
  {
    name: "a refused act",
    does: ({ playerUuid }) => Effect.exit(giveItem.run({ player_uuid: playerUuid, item_id: 99, count: 1 }, eve)),
    changes: ["audit"],
  },
  {
    name: "a dry run",
    does: ({ playerUuid }) =>
      giveItem.run({ player_uuid: playerUuid, item_id: GOLD, count: 1 }, { ...eve, dryRun: true }),
    changes: [],
    isNoAct: true,
  },
]

onEachDatabase((name, database) => {
  const inWorld = inWorldOn(database)

  describe(`a player whole on ${name}`, () => {
    it.effect("has every section, with how the rest of each list is read", () =>
      inWorld(({ playerUuid: player }) =>
        Effect.gen(function* () {
          for (let number = 0; number < 3; number++) {
            yield* TestClock.adjust("1 second")
            yield* orderPouch(player)
            yield* sendNotification.run({ player_uuid: player, message: `Hello ${number}` }, ada)
            yield* loginAnon(1)
          }
          const input = { player_uuid: player, limit: 2 }
          const whole = yield* showOverview.run(input, ada)
          assert.strictEqual(whole.display_name, "Grace")
          assert.strictEqual(whole.role_name, "player")
          assert.deepStrictEqual(whole.other_players, [])
          assert.strictEqual(whole.portal_users[0]?.player_uuid, player)
          assert.deepStrictEqual(
            whole.inventory?.data.map(({ count, item_id, name: item }) => [item_id, item, count]),
            [[GOLD, "Gold", 150]],
          )
          assert.deepStrictEqual(
            whole.notifications?.data.map(({ message }) => message),
            ["Hello 2", "Hello 1"],
          )
          assert.deepStrictEqual(
            [whole.orders, whole.notifications, whole.logins].map((section) => [
              section?.data.length,
              section?.more?.operation,
            ]),
            [
              [2, "player.listOrders"],
              [2, "player.listNotifications"],
              [2, "player.listLogins"],
            ],
          )
          assert.strictEqual(whole.audit?.data.length, 2)
          assert.strictEqual(whole.presence?.status, "offline")
          assert.deepStrictEqual(whole.levels?.data, [])
          assert.strictEqual(whole.inventory?.more, undefined)
        }),
      ),
    )

    it.effect("the rest of each list follows without a gap, to the last", () =>
      inWorld(({ playerUuid: player }) =>
        Effect.gen(function* () {
          for (let number = 0; number < 5; number++) {
            yield* TestClock.adjust("1 second")
            yield* orderPouch(player)
            yield* giveItem.run({ player_uuid: player, item_id: SWORD, count: number + 1 }, ada)
            yield* sendNotification.run({ player_uuid: player, message: `Hello ${number}` }, ada)
            yield* loginAnon(1)
          }
          type Listing = (
            input: Parameters<typeof listLogins.run>[0],
          ) => Effect.Effect<
            { readonly data: ReadonlyArray<unknown>; readonly next: string | null },
            Refusal,
            WorldServices
          >
          const lists: ReadonlyArray<readonly [Listing, number]> = [
            [(input) => listAllOrders.run(input, ada), 10],
            [(input) => listSentNotifications.run(input, ada), 5],
            [(input) => listLogins.run(input, ada), 6],
            [(input) => listNamedInventory.run(input, ada), 6],
            [(input) => listSecurityEvents.run(input, ada), 0],
          ]
          for (const [list, expected] of lists) {
            const seen: Array<unknown> = []
            let after: string | undefined
            let pages = 0
            do {
              const page = yield* list({ player_uuid: player, limit: 2, ...(after === undefined ? {} : { after }) })
              seen.push(...page.data)
              after = page.next ?? undefined
              pages++
            } while (after !== undefined && pages < 20)
            const distinct = new Set(
              seen.map((row) =>
                JSON.stringify(row, (_, one: unknown) => (typeof one === "bigint" ? String(one) : one)),
              ),
            )
            assert.deepStrictEqual(
              [seen.length, distinct.size, pages],
              [expected, expected, Math.max(1, Math.ceil(expected / 2))],
            )
            assert.strictEqual(yield* codeOf(list({ player_uuid: player, after: "made up" })), "invalid_input")
          }
        }),
      ),
    )

    it.effect("shows and tells a reader no more than the permissions allow", () =>
      inWorld(({ playerUuid: player }) =>
        Effect.gen(function* () {
          const support = operatorWith("operator:read:player")
          const whole = yield* overviewOf(player, support)
          for (const hidden of [whole.orders, whole.logins, whole.security_events, whole.audit]) {
            assert.strictEqual(hidden, undefined)
          }
          assert.isDefined(whole.sessions)
          yield* sendNotification.run({ player_uuid: player, message: "Hello" }, eve)
          yield* orderPouch(player)
          const told = yield* changedSince(player, whole.mark, 0, support)
          assert.deepStrictEqual(told.changed, ["identity", "inventory", "levels", "notifications"])
          assert.deepStrictEqual(told.acts, [])
          assert.strictEqual(
            yield* codeOf(overviewOf(player, operatorWith("user:read:any"))),
            "insufficient_permissions",
          )
        }),
      ),
    )

    it.effect("has a mark that says nothing of what the reader may not see", () =>
      inWorld(({ playerUuid: player }) =>
        Effect.gen(function* () {
          const support = operatorWith("operator:read:player")
          const { mark } = yield* overviewOf(player, support)
          yield* Effect.exit(giveItem.run({ player_uuid: player, item_id: 99, count: 1 }, eve))
          const told = yield* changedSince(player, mark, 0, support)
          assert.deepStrictEqual([told.mark, told.changed], [mark, []])
          const first = yield* awaitChange.run({ player_uuid: player }, support)
          assert.deepStrictEqual(first.changed, [
            "identity",
            "restrictions",
            "agreements",
            "sessions",
            "inventory",
            "levels",
            "notifications",
            "presence",
          ])
        }),
      ),
    )

    it.effect("of nobody is refused", () =>
      inWorld(() =>
        Effect.gen(function* () {
          assert.strictEqual(yield* codeOf(overviewOf(stranger)), "resource_not_found")
          assert.strictEqual(yield* codeOf(awaitChange.run({ player_uuid: stranger }, ada)), "resource_not_found")
        }),
      ),
    )
  })

  describe(`waiting for a change on ${name}`, () => {
    for (const { changes, does, isNoAct, name: happening } of happenings) {
      it.effect(`sees ${happening}: ${changes.join(", ") || "no change"}`, () =>
        inWorld((player) =>
          Effect.gen(function* () {
            const { playerUuid } = player
            const { mark } = yield* overviewOf(playerUuid)
            // Who sees nothing waits to the end.
            const seconds = changes.length === 0 ? 5 : 60
            const waiting = yield* Effect.forkChild(changedSince(playerUuid, mark, seconds))
            yield* TestClock.adjust("1 second")
            assert.isUndefined(waiting.pollUnsafe())
            yield* does(player)
            const told = yield* untilDone(waiting, playerUuid)
            assert.deepStrictEqual(told.changed, changes)
            assert.strictEqual(told.mark === mark, changes.length === 0)
            assert.deepStrictEqual(
              told.acts.map(({ actor }) => actor),
              isNoAct === true ? [] : ["eve"],
            )
            assert.strictEqual((yield* overviewOf(playerUuid)).mark, told.mark)
          }),
        ),
      )
    }

    it.effect("answers at once without a mark, with one of elsewhere, and when something has changed before", () =>
      inWorld(({ playerUuid: player }) =>
        Effect.gen(function* () {
          const { mark } = yield* overviewOf(player)
          for (const seen of [undefined, "made up", `${mark}x`]) {
            const told = yield* awaitChange.run(
              { player_uuid: player, deadline_seconds: 60, ...(seen === undefined ? {} : { mark: seen }) },
              ada,
            )
            assert.strictEqual(told.changed.length, 12)
            assert.strictEqual(told.mark, mark)
          }
          yield* orderPouch(player)
          assert.deepStrictEqual((yield* changedSince(player, mark, 60)).changed, ["inventory", "levels", "orders"])
        }),
      ),
    )

    it.effect("sees what ends by time: a restriction, and presence without reports", () =>
      inWorld(({ playerUuid: player }) =>
        Effect.gen(function* () {
          yield* Presences.use((presences) => presences.report(player, { status: "online" }))
          const input = { player_uuid: player, type: "account_pending_deletion", expires_at: 30_000 } as const
          yield* addRestriction.run(input, ada)
          const { mark } = yield* overviewOf(player)
          yield* TestClock.adjust("31 seconds")
          const ended = yield* changedSince(player, mark)
          assert.deepStrictEqual(ended.changed, ["restrictions"])
          yield* TestClock.adjust("90 seconds")
          assert.deepStrictEqual((yield* changedSince(player, ended.mark)).changed, ["presence"])
        }),
      ),
    )

    it.effect("does not see a heartbeat that changes nothing", () =>
      inWorld(({ playerUuid: player }) =>
        Effect.gen(function* () {
          yield* Presences.use((presences) => presences.report(player, { status: "online", message: "Hello" }))
          const { mark, presence } = yield* overviewOf(player)
          yield* TestClock.adjust("1 second")
          yield* Presences.use((presences) => presences.report(player, {}))
          assert.deepStrictEqual((yield* changedSince(player, mark)).changed, [])
          assert.notStrictEqual((yield* overviewOf(player)).presence?.last_seen, presence?.last_seen)
          yield* Presences.use((presences) => presences.report(player, { message: "Bye" }))
          assert.deepStrictEqual((yield* changedSince(player, mark)).changed, ["presence"])
        }),
      ),
    )

    it.effect("a lifted restriction is told with who lifted it, the newest act last", () =>
      inWorld(({ playerUuid: player }) =>
        Effect.gen(function* () {
          yield* addRestriction.run({ player_uuid: player, type: "account_ban" }, ada)
          const { mark } = yield* overviewOf(player)
          yield* liftRestrictions.run({ player_uuid: player }, eve)
          yield* sendNotification.run({ player_uuid: player, message: "Sorry" }, ada)
          const { acts } = yield* changedSince(player, mark)
          assert.deepStrictEqual(
            acts.map(({ actor, operation, reason }) => [operation, actor, reason]),
            [
              ["restriction.lift", "eve", "ticket 4712"],
              ["notification.send", "ada", "ticket 4711"],
            ],
          )
        }),
      ),
    )

    it.effect("is limited: who comes when 100 wait is refused, and all are let go", () =>
      inWorld(({ playerUuid: player }) =>
        Effect.gen(function* () {
          const { mark } = yield* overviewOf(player)
          const waiting = yield* Effect.forEach(Array.from({ length: 100 }), () =>
            Effect.forkChild(changedSince(player, mark, 60)),
          )
          yield* TestClock.adjust("1 millis")
          assert.strictEqual(yield* codeOf(changedSince(player, mark)), "connection_limit_reached")
          yield* Fiber.interruptAll(waiting)
          assert.deepStrictEqual((yield* changedSince(player, mark)).changed, [])
        }),
      ),
    )
  })
})
