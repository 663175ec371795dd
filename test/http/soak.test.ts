/**
 * Readers that come, go, stall, resume, poll and get banned, while notifications and broadcasts flow: nothing is lost,
 * nothing comes twice, and nothing is left behind. `npm run soak` goes on for minutes, and prints its seed and how much
 * memory it uses; `GARRISON_SEED` repeats a run.
 */
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { SWEEP_MILLIS } from "@garrison/core/notification/delivery/sweep"
import { Broadcasts } from "@garrison/core/notification/Broadcasts"
import { Listeners } from "@garrison/core/notification/Listeners"
import { Notifications } from "@garrison/core/notification/Notifications"
import { Restrictions } from "@garrison/core/restriction/Restrictions"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { testAct } from "../support/acts.ts"
import { onEachDatabase } from "../support/databases.ts"
import { type EventReader, readEvents } from "../support/eventStream.ts"
import { keptBytes } from "../support/keptBytes.ts"
import { type LoggedIn, type TestServer, useServer } from "../support/server.ts"

const SECONDS = Number(process.env["GARRISON_TEST_SOAK_SECONDS"] ?? 0)
const SEED = Number(process.env["GARRISON_SEED"] ?? Math.floor(Math.random() * 2 ** 31))
const PLAYERS = 12
const isCampaign = process.env["GARRISON_TEST_SOAK_SECONDS"] !== undefined
/** Steps where the soak does not go on for seconds. */
const STEPS = 150
/** How much more memory may be in use when all have gone than before any came, in bytes: the caches are bounded. */
const GROWTH_MAX = 96 * 1024 * 1024

/** Numbers below 1 from a seed (mulberry32). */
const randomFrom = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const path = "/notification/v1/playerid/me/stream/notification"

interface Page {
  readonly notifications: ReadonlyArray<{ readonly notification_id: string }>
  readonly cursor: string
}

/** A player with one reader at a time, and what that has seen. */
class Soaked {
  readonly player: LoggedIn
  readonly seen: Array<string> = []
  isBanned = false
  #cursor: string | undefined
  #reader: EventReader | undefined
  #isStalled = false
  readonly #server: TestServer

  constructor(server: TestServer, player: LoggedIn) {
    this.#server = server
    this.player = player
  }

  get isListening(): boolean {
    return this.#reader !== undefined
  }

  get #query(): string {
    return this.#cursor === undefined ? "offset_reset_strategy=earliest" : `exclude_before=${this.#cursor}`
  }

  async come(): Promise<void> {
    const url = `${this.#server.url}${path}/sse?offset_reset_strategy=earliest`
    this.#reader = await readEvents(url, { token: this.player.token, lastEventId: this.#cursor })
    this.#isStalled = false
    if (this.#reader.status !== 200) throw new Error(this.#reader.text())
  }

  /** Goes in the middle of whatever was being sent. */
  go(): void {
    const reader = this.#reader
    if (reader === undefined) return
    reader.leave()
    this.seen.push(...reader.events.map(({ id }) => id))
    this.#cursor = reader.lastId() === "" ? this.#cursor : reader.lastId()
    this.#reader = undefined
  }

  stall(): void {
    if (this.#isStalled) this.#reader?.resume()
    else this.#reader?.pause()
    this.#isStalled = !this.#isStalled
  }

  async poll(deadline: number): Promise<number> {
    const reply = await this.#server.call("GET", `${path}/lp?deadline=${deadline}&${this.#query}`, {
      token: this.player.token,
    })
    const { cursor, notifications } = reply.json as Page
    this.seen.push(...notifications.map(({ notification_id: id }) => id))
    this.#cursor = cursor
    return notifications.length
  }

  /** Everything that the player can read, oldest first. */
  async all(): Promise<ReadonlyArray<string>> {
    const ids: Array<string> = []
    let query = "offset_reset_strategy=earliest"
    for (;;) {
      const address = `${path}/lp?deadline=0&max_page_size=100&${query}`
      const reply = await this.#server.call("GET", address, { token: this.player.token })
      const { cursor, notifications } = reply.json as Page
      if (notifications.length === 0) return ids
      ids.push(...notifications.map(({ notification_id: id }) => id))
      query = `exclude_before=${cursor}`
    }
  }
}

const count = (server: TestServer) => server.run(Listeners.use((listeners) => listeners.count))

/** Writes and reads for so long, and for {@link STEPS} at least. Answers with the players left, and what was done. */
const soak = async (server: TestServer, seed: number, seconds: number) => {
  const random = randomFrom(seed)
  const pick = <A>(all: ReadonlyArray<A>): A => all[Math.floor(random() * all.length)] ?? assert.fail()
  const newcomer = async () => new Soaked(server, await server.player())
  const players = await Promise.all(Array.from({ length: PLAYERS }, newcomer))
  const done = { appended: 0, broadcast: 0, came: 0, polled: 0, banned: 0 }
  const filler = "x".repeat(2000)

  const steps: ReadonlyArray<(one: Soaked) => Promise<unknown>> = [
    async ({ player }) => {
      const appends = Array.from({ length: 1 + Math.floor(random() * 8) }, () =>
        Notifications.use((all) =>
          all.append(player.playerUuid as PlayerUuid, { message: `${++done.appended} ${filler}` }),
        ),
      )
      await server.run(Effect.all(appends, { concurrency: "unbounded" }))
    },
    async ({ player }) => {
      const to =
        random() < 0.5
          ? ({ is: "all" } as const)
          : ({ is: "players", players: [player.playerUuid as PlayerUuid] } as const)
      await server.run(Broadcasts.use((log) => log.publish(to, { message: `broadcast ${++done.broadcast}` })))
    },
    async (one) => {
      if (one.isListening) return one.go()
      done.came++
      await one.come()
    },
    async (one) => one.stall(),
    async (one) => {
      if (one.isListening) return
      done.polled++
      await one.poll(0)
    },
    async (one) => {
      if (random() > 0.05) return
      done.banned++
      one.go()
      one.isBanned = true
      players[players.indexOf(one)] = await newcomer()
      await server.run(
        Effect.flatMap(Restrictions, (all) =>
          all.addToPlayer(one.player.playerUuid as PlayerUuid, { type: "account_ban" }, testAct),
        ),
      )
    },
  ]
  const end = performance.now() + seconds * 1000
  let toldAt = performance.now()
  for (let step = 0; step < STEPS || performance.now() < end; step++) {
    await Promise.all([pick(steps)(pick(players)), pick(steps.slice(0, 2))(pick(players))])
    if (isCampaign && performance.now() - toldAt > 10_000) {
      toldAt = performance.now()
      console.info(`${JSON.stringify(done)}, kept ${Math.round(keptBytes() / 1e6)} MB`)
    }
  }
  return { players, done }
}

onEachDatabase((name, database) => {
  describe(`a soak on ${name}`, () => {
    const server = useServer({
      database,
      catalog: false,
      settings: { notificationsPerPlayerMax: 1_000_000, broadcastsMax: 1_000_000 },
      sleepMillis: (millis) => (millis === SWEEP_MILLIS ? 20 : millis),
    })

    it(
      `loses nothing and leaves nothing behind (GARRISON_SEED=${SEED})`,
      { timeout: SECONDS * 1000 + 120_000 },
      async () => {
        const before = isCampaign ? keptBytes() : 0
        const { done, players } = await soak(server.current, SEED, SECONDS)
        for (const one of players) {
          one.go()
          while ((await one.poll(0)) > 0);
          assert.deepStrictEqual(one.seen, await one.all(), JSON.stringify(done))
        }
        while ((await count(server.current)) > 0) await new Promise(setImmediate)
        assert.isAbove(done.appended, 0)
        players.length = 0
        if (isCampaign) assert.isAtMost(keptBytes() - before, GROWTH_MAX)
      },
    )
  })
})
