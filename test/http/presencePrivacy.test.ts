/**
 * What a player hides cannot be found out (guarantees R38). One player lives in two worlds, two servers over a database
 * each. The lives differ in what is hidden: invisible or offline, silent or busy, from here or from there, stored or
 * waiting to be stored. Others get the same bytes, tags, headers and 304 in both, alone and in a friend list, and the
 * servers run as many statements for them.
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import type { Platform } from "@garrison/core/kernel/Platform"
import { Presences } from "@garrison/core/presence/Presences"
import type { PresencePatch, PresenceStatus } from "@garrison/core/presence/schema"
import { SqliteConnection } from "@garrison/sql/SqliteConnection"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { freshSqliteLayer } from "../support/databases.ts"
import type { Reply } from "../support/httpCaller.ts"
import { insertPlayer } from "../support/players.ts"
import { startServer, type TestServer } from "../support/server.ts"

const RUNS = Number(process.env["GARRISON_PRESENCE_RUNS"] ?? 12)

/** The pause before heartbeats are stored, in ms: they are stored when the test says so. */
const FLUSH_PAUSE = 1000

let statements = 0
// oxlint-disable-next-line typescript/unbound-method -- it is called on the connection that it is found on
const { run } = SqliteConnection.prototype
const counting = function (this: SqliteConnection, ...given: Parameters<typeof run>) {
  statements++
  return run.apply(this, given)
}

/** One world: the server, who looks, and when heartbeats are stored. */
class World {
  readonly server: TestServer
  readonly viewer: string
  readonly operator: string
  readonly #due: Set<() => void>
  /** What the player reported last in this world. */
  status: PresenceStatus = "online"

  private constructor(server: TestServer, viewer: string, operator: string, due: Set<() => void>) {
    this.server = server
    this.viewer = viewer
    this.operator = operator
    this.#due = due
  }

  static readonly make = async (): Promise<World> => {
    const due = new Set<() => void>()
    const server = await startServer({
      database: freshSqliteLayer,
      catalog: false,
      sleepMillis: (millis) => (millis === FLUSH_PAUSE ? new Promise<void>((resolve) => due.add(resolve)) : millis),
    })
    return new World(
      server,
      await server.machine("presence:read"),
      await server.machine("presence:read", "presence:read:any"),
      due,
    )
  }

  async report(player: PlayerUuid, patch: PresencePatch, platform: Platform = "Golf"): Promise<void> {
    this.status = patch.status ?? this.status
    await this.server.run(Presences.use((presences) => presences.report(player, patch, platform)))
  }

  /** The player looks at what others do not see, alone and in a list. */
  async look(player: PlayerUuid): Promise<void> {
    const self = { isSelf: true, seesAll: false }
    await this.server.run(Presences.use((presences) => presences.view(player, self)))
    await this.server.run(Presences.use((presences) => presences.viewMany([player], { player, seesAll: false })))
  }

  /** Stores the heartbeats that wait. */
  async flush(): Promise<void> {
    for (const resume of this.#due) resume()
    this.#due.clear()
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

const headersOf = ({ headers }: Reply) => {
  const { date: _date, "x-request-id": _id, ...rest } = headers
  return rest
}

/** What a viewer finds out about the player: all answers, with the statements that each took. */
const lookedAt = async ({ server }: World, token: string, player: PlayerUuid, tags: ReadonlyArray<string>) => {
  const path = `/presence/v1/player/uuid/${player}/presence`
  const found: Array<unknown> = []
  const ask = async (method: string, to: string, options: Parameters<TestServer["call"]>[2] = {}) => {
    const before = statements
    const reply = await server.call(method, to, { token, ...options })
    found.push([reply.status, headersOf(reply), reply.text, statements - before])
    return reply
  }
  const first = await ask("GET", path)
  const tag = String(first.headers["etag"])
  for (const known of [...tags, tag]) await ask("GET", path, { headers: { "if-none-match": known } })
  await ask("HEAD", path)
  const body = { player_uuids: [player, "0f0f0f0f-0000-4000-8000-000000000000"] }
  await ask("POST", "/presence/v1/player/presence:batch", { body })
  return { found, tag }
}

/** What a player does out of sight. The status is said each time, or the one that hides stands. */
const hiddenAct = fc.record({
  status: fc.constantFrom<PresenceStatus | undefined>("invisible", "offline", undefined),
  message: fc.constantFrom<string | null | undefined>("secret", null, undefined),
  data: fc.constantFrom<Record<string, string> | null | undefined>({ map: "hidden" }, null, undefined),
  disturb: fc.constantFrom<boolean | undefined>(true, false, undefined),
  platform: fc.constantFrom<Platform>("Golf", "Echo", "Alpha"),
  seconds: fc.constantFrom(0, 1, 29, 61),
  flushes: fc.boolean(),
  looks: fc.boolean(),
})
type HiddenAct = typeof hiddenAct extends fc.Arbitrary<infer A> ? A : never

/** A way to be out of sight: the first act is said to hide, or nothing is said for 61 seconds. */
const hiding = fc.record({
  by: fc.constantFrom<"invisible" | "offline" | "silence">("invisible", "offline", "silence"),
  acts: fc.array(hiddenAct, { maxLength: 3 }),
})

/** Heartbeats of a player in sight, which others cannot tell apart. */
const beat = fc.constantFrom<PresencePatch>({}, { do_not_disturb: true }, { do_not_disturb: false }, { status: null })

const step = fc.oneof(
  fc.record({
    shown: fc.record({ status: fc.constantFrom<PresenceStatus>("online", "away"), message: fc.constantFrom("a", "b") }),
    flushes: fc.tuple(fc.boolean(), fc.boolean()),
  }),
  fc.record({ hidden: fc.tuple(hiding, hiding) }),
  fc.record({
    beats: fc.tuple(beat, beat),
    seconds: fc.constantFrom(1, 30, 57, 59),
    flushes: fc.tuple(fc.boolean(), fc.boolean()),
  }),
)

describe("what others find out about a player", () => {
  const worlds: Array<World> = []
  beforeAll(async () => {
    SqliteConnection.prototype.run = counting
    worlds.push(await World.make(), await World.make())
  })
  afterAll(async () => {
    await Promise.all(worlds.map(({ server }) => server.stop()))
    SqliteConnection.prototype.run = run
  })

  const inBoth = async <A>(work: (world: World, index: 0 | 1) => Promise<A>): Promise<readonly [A, A]> => {
    const [first, second] = worlds
    if (first === undefined || second === undefined) return assert.fail("no world")
    return [await work(first, 0), await work(second, 1)]
  }

  const wait = (seconds: number) => inBoth((world) => Promise.resolve(world.server.advanceSeconds(seconds)))

  const hide = async (
    world: World,
    player: PlayerUuid,
    { acts, by }: { readonly by: string; readonly acts: ReadonlyArray<HiddenAct> },
  ) => {
    if (by !== "silence") await world.report(player, { status: by as PresenceStatus })
    // Silence is no hiding place for one who goes on reporting.
    for (const act of by === "silence" ? [] : acts) {
      const { data, disturb, flushes, looks, message, platform, status } = act
      const patch = {
        ...(status !== undefined && { status }),
        ...(message !== undefined && { message }),
        ...(data !== undefined && { custom_data: data }),
        ...(disturb !== undefined && { do_not_disturb: disturb }),
      }
      await world.report(player, patch, platform)
      if (flushes) await world.flush()
      if (looks) await world.look(player)
    }
  }

  const isOut = (status: PresenceStatus): boolean => status === "invisible" || status === "offline"

  it("is the same in every answer, whatever the player hides, over any sequence of reports, heartbeats and time", async () => {
    let alike = 0
    let apart = 0
    const life = async (steps: ReadonlyArray<typeof step extends fc.Arbitrary<infer S> ? S : never>) => {
      const player = crypto.randomUUID() as PlayerUuid
      const tags: [Array<string>, Array<string>] = [[], []]
      await inBoth((world) => {
        world.status = "online"
        return world.server.run(Effect.asVoid(insertPlayer({ playerUuid: player, platform: "Golf" })))
      })
      let isShown = false
      for (const one of steps) {
        if ("shown" in one) {
          const patch = { status: one.shown.status, message: one.shown.message, custom_data: { a: "1" } }
          await inBoth((world) => world.report(player, patch))
          isShown = true
        } else if ("hidden" in one) {
          await inBoth((world, index) => hide(world, player, one.hidden[index]))
          if (one.hidden.some(({ by }) => by === "silence")) await wait(61)
          isShown = false
        } else if (isShown || worlds.every(({ status }) => isOut(status))) {
          await wait(one.seconds)
          await inBoth((world, index) => world.report(player, one.beats[index]))
        }
        if ("flushes" in one) await inBoth((world, index) => (one.flushes[index] ? world.flush() : Promise.resolve()))
        const [here, there] = await inBoth((world, index) =>
          lookedAt(world, world.viewer, player, tags[index].slice(-2)),
        )
        assert.deepStrictEqual(there, here)
        alike++
        tags[0].push(here.tag)
        tags[1].push(there.tag)
        // The control: who may see everything sees that the lives differ.
        const [truth, other] = await inBoth((world) => lookedAt(world, world.operator, player, []))
        if (JSON.stringify(truth) !== JSON.stringify(other)) apart++
      }
    }
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 7 }), life), { numRuns: RUNS })
    assert.isAbove(alike, RUNS)
    assert.isAbove(apart, alike / 20)
  }, 120_000)
})
