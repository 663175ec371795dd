/**
 * Notifications against a model of them: an array that everything is pushed to, and two rules that say what of it can
 * be seen. Commands append, page, poll and turn the clock, backwards too.
 */
import { assert, it } from "@effect/vitest"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Notifications } from "@garrison/core/notification/Notifications"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import * as fc from "fast-check"
import { sqliteLayer } from "../../support/databases.ts"
import { notificationsLayer } from "../../support/notifications.ts"
import { insertPlayer } from "../../support/players.ts"

const countMax = 12
const retentionSeconds = 100

interface Appended {
  readonly id: string
  readonly message: string
  readonly created: number
  dropped: boolean
}

/**
 * Everything ever appended, oldest first; what the clock says; and the latest it said to a command, which is what
 * counts.
 */
interface Model {
  readonly appended: Array<Appended>
  clock: number
  now: number
}

interface Real {
  readonly player: PlayerUuid
  readonly run: <A, E>(effect: Effect.Effect<A, E, Notifications>) => Promise<A>
}

const isYoung = (model: Model) => (notification: Appended) => notification.created > model.now - retentionSeconds * 1000

/** What the player can see, newest first. */
const visible = (model: Model): Array<Appended> =>
  model.appended.filter((notification) => !notification.dropped && isYoung(model)(notification)).reverse()

const noteAppended = (model: Model, id: string, message: string): void => {
  const last = model.appended.at(-1)
  model.appended.push({ id, message, created: Math.max(model.now, last?.created ?? 0), dropped: false })
  for (const [index, notification] of model.appended.entries())
    if (index < model.appended.length - countMax || !isYoung(model)(notification)) notification.dropped = true
}

const lookAtClock = (model: Model): void => {
  model.now = Math.max(model.now, model.clock)
}

const append = (real: Real, message: string) =>
  real.run(Effect.flatMap(Notifications, (notifications) => notifications.append(real.player, { message })))

const page = async (real: Real, request: Parameters<Notifications["Service"]["page"]>[1]) => {
  const found = await real.run(
    Effect.flatMap(Notifications, (notifications) => notifications.page(real.player, request)),
  )
  return { ids: found.wires.map((wire) => (JSON.parse(wire) as { notification_id: string }).notification_id), ...found }
}

const ids = (notifications: ReadonlyArray<Appended>): Array<string> => notifications.map(({ id }) => id)

type Command = fc.AsyncCommand<Model, Real>

class Append implements Command {
  readonly message: string
  constructor(message: string) {
    this.message = message
  }
  check = () => true
  async run(model: Model, real: Real) {
    lookAtClock(model)
    const { notification, wire } = await append(real, this.message)
    assert.strictEqual((JSON.parse(wire) as { message: string }).message, this.message)
    noteAppended(model, notification.notification_id, this.message)
    assert.strictEqual(notification.created, model.appended.at(-1)?.created)
  }
  toString = () => `append(${JSON.stringify(this.message)})`
}

/** Appends that run at the same time: whatever their order turns out to be, none is lost. */
class AppendAtOnce implements Command {
  readonly count: number
  constructor(count: number) {
    this.count = count
  }
  check = () => true
  async run(model: Model, real: Real) {
    lookAtClock(model)
    const before = new Set(ids(model.appended))
    const made = await Promise.all(Array.from({ length: this.count }, (_, index) => append(real, `at once ${index}`)))
    const { ids: listed } = await page(real, { page_size: 100 })
    const fresh = listed.filter((id) => !before.has(id)).reverse()
    assert.sameMembers(fresh, made.map(({ notification }) => notification.notification_id).slice(-countMax))
    const byId = new Map(made.map(({ notification }) => [notification.notification_id, notification.message]))
    for (const id of fresh) noteAppended(model, id, byId.get(id) ?? "?")
  }
  toString = () => `appendAtOnce(${this.count})`
}

class TurnClock implements Command {
  readonly seconds: number
  constructor(seconds: number) {
    this.seconds = seconds
  }
  check = (model: Readonly<Model>) => model.clock + this.seconds * 1000 > 0
  async run(model: Model, real: Real) {
    model.clock += this.seconds * 1000
    await real.run(TestClock.setTime(model.clock))
    assert.strictEqual(await real.run(Clock.currentTimeMillis), model.clock)
  }
  toString = () => `turnClock(${this.seconds})`
}

/** A page anywhere: from any notification ever appended, leaving out from any other on. */
class Page implements Command {
  readonly size: number
  readonly startAt: number | undefined
  readonly excludeBefore: number | undefined
  constructor(size: number, startAt: number | undefined, excludeBefore: number | undefined) {
    this.size = size
    this.startAt = startAt
    this.excludeBefore = excludeBefore
  }
  check = (model: Readonly<Model>) =>
    model.appended.length > 0 || (this.startAt === undefined && this.excludeBefore === undefined)
  async run(model: Model, real: Real) {
    lookAtClock(model)
    const all = model.appended
    const start = this.startAt === undefined ? undefined : all[this.startAt % all.length]
    const exclude = this.excludeBefore === undefined ? undefined : all[this.excludeBefore % all.length]
    const expected = visible(model).filter(
      (notification) =>
        (start === undefined || all.indexOf(notification) <= all.indexOf(start)) &&
        (exclude === undefined || all.indexOf(notification) > all.indexOf(exclude)),
    )
    const found = await page(real, { page_size: this.size, start_at: start?.id, exclude_before: exclude?.id })
    assert.deepStrictEqual(found.ids, ids(expected.slice(0, this.size)))
    const next = await page(real, { page_size: this.size, start_at: found.cursor, exclude_before: exclude?.id })
    assert.deepStrictEqual(next.ids, ids(expected.slice(this.size, 2 * this.size)))
  }
  toString = () => `page(${this.size}, ${this.startAt}, ${this.excludeBefore})`
}

/** From the newest to the end, while others append between any two pages: what was there at the start, once each. */
class WalkWhileAppending implements Command {
  readonly size: number
  readonly appends: ReadonlyArray<number>
  constructor(size: number, appends: ReadonlyArray<number>) {
    this.size = size
    this.appends = appends
  }
  check = () => true
  async run(model: Model, real: Real) {
    lookAtClock(model)
    const present = visible(model)
    const met: Array<string> = []
    let cursor: string | undefined
    for (let step = 0; ; step++) {
      const found = await page(real, { page_size: this.size, start_at: cursor })
      if (found.ids.length === 0) break
      assert.isBelow(step, countMax, "the pages do not end")
      met.push(...found.ids)
      cursor = found.cursor
      for (let more = this.appends[step % this.appends.length] ?? 0; more > 0; more--) {
        const { notification } = await append(real, "meanwhile")
        noteAppended(model, notification.notification_id, "meanwhile")
      }
    }
    // Retention may take the oldest of them before the walk gets there; never one in between.
    assert.deepStrictEqual(met, ids(present).slice(0, met.length))
    for (const missed of present.slice(met.length)) assert.isTrue(missed.dropped)
  }
  toString = () => `walkWhileAppending(${this.size}, [${this.appends.join()}])`
}

const startOrNot = fc.option(fc.nat(60), { nil: undefined })
const commands = fc.commands<Model, Real, boolean>(
  [
    fc.string({ unit: "binary", maxLength: 8 }).map((message) => new Append(message)),
    fc.integer({ min: 2, max: 8 }).map((count) => new AppendAtOnce(count)),
    fc.integer({ min: -150, max: 150 }).map((seconds) => new TurnClock(seconds)),
    fc.constantFrom(100, 99, 1).map((seconds) => new TurnClock(seconds)),
    fc.tuple(fc.integer({ min: 1, max: 6 }), startOrNot, startOrNot).map((parts) => new Page(...parts)),
    fc
      .tuple(fc.integer({ min: 1, max: 4 }), fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 4 }))
      .map((parts) => new WalkWhileAppending(...parts)),
  ],
  { size: "+1", maxCommands: 40 },
)

it.effect("notifications behave as the model says, whatever is done to them", () =>
  Effect.gen(function* () {
    const context = yield* Effect.context<Notifications>()
    const run = Effect.runPromiseWith(context)
    const newPlayer = Effect.runPromiseWith(yield* Effect.context<Effect.Services<ReturnType<typeof insertPlayer>>>())
    let starts = 0
    yield* Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(commands, async (sequence) => {
          const player = await newPlayer(insertPlayer())
          // Every sequence starts later than any before it can have got to.
          const now = (starts += 1_000_000_000)
          await run(TestClock.setTime(now))
          await fc.asyncModelRun(
            () => ({ model: { appended: [], clock: now, now: 0 }, real: { player, run } }),
            sequence,
          )
        }),
        { numRuns: 60 },
      ),
    )
  }).pipe(
    Effect.provide(
      notificationsLayer(sqliteLayer, {
        notificationsPerPlayerMax: countMax,
        notificationRetentionSeconds: retentionSeconds,
      }),
    ),
  ),
)
