/** The bridge between the console and its operations: what it repeats, what it runs once, and that it never waits. */
import { assert, describe, it } from "@effect/vitest"
import type { RefusalJson } from "@garrison/core/operation/refusal"
import { operations } from "@garrison/core/operations"
import { initial } from "@garrison/tui/app/state"
import type { Conditions, OperationName, Operations } from "@garrison/tui/operation"
import { ask, type Screen, step, type WantAct } from "@garrison/tui/Screen"
import { Session } from "@garrison/tui/Session"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"

const away: RefusalJson = { code: "service_unavailable", message: "Storage cannot answer now." }

const want: WantAct = {
  type: "act",
  operation: "restriction.add",
  inputs: [{ player_uuid: "11111111-2222-4333-8444-555555555555", type: "account_ban" }],
  subjects: ["Bob"],
  fields: [],
}

/** A screen that asks when it opens, counts keys, and wants an act at `a`. */
const screen: Screen<{ readonly keys: number; readonly answers: number }> = {
  name: "counting",
  sentence: "Counts",
  needs: [],
  operations: [],
  bindings: [
    { action: "count", keys: ["j"], sentence: "Count" },
    { action: "act", keys: ["a"], sentence: "Act" },
  ],
  open: () => step({ keys: 0, answers: 0 }, ask("roles", "role.list", {})),
  update: (state, event) => {
    if (event.type === "answered") return step({ ...state, answers: state.answers + 1 })
    if (event.type !== "action") return step(state)
    return event.action === "act" ? step(state, want) : step({ ...state, keys: state.keys + 1 })
  },
  crumb: () => "counting",
  view: () => null,
}

type Run = (name: OperationName, conditions: Conditions) => Effect.Effect<unknown, RefusalJson>

const started = Effect.fnUntraced(function* (run: Run, permitted?: () => ReadonlySet<OperationName>) {
  const services = yield* Effect.context()
  const all = new Set(operations.map(({ name }) => name))
  const connect: Operations = {
    actor: "ada",
    table: operations,
    permitted: Effect.sync(() => permitted?.() ?? all),
    run: (name, _, conditions) => run(name, conditions),
  }
  const environment = { name: "test", kind: "development", isReadOnly: false } as const
  const session = new Session({
    initial: initial(environment, [screen], { columns: 80, rows: 24 }, 0),
    first: { screen: "counting", params: {} },
    connect: Effect.succeed(connect),
    services,
    quit: () => undefined,
    suspend: () => undefined,
    copy: () => undefined,
  })
  yield* Effect.acquireRelease(
    Effect.sync(() => session.start()),
    () => Effect.sync(() => session.close()),
  )
  yield* TestClock.adjust(1)
  const press = (...keys: ReadonlyArray<string>): void => {
    for (const key of keys) {
      const pressed = key.length === 1 ? { key, text: key } : { key }
      session.dispatch({ type: "pressed", pressed })
    }
  }
  return { session, press, shown: () => session.snapshot().stack.at(-1)?.state }
})

describe("the session", () => {
  it.effect("asks again until the database is back, and says so meanwhile", () =>
    Effect.scoped(
      Effect.gen(function* () {
        let isAway = true
        const { session, shown } = yield* started(() => (isAway ? Effect.fail(away) : Effect.succeed({ roles: [] })))
        yield* TestClock.adjust("2 seconds")
        assert.strictEqual(session.snapshot().connection.state, "stale")
        assert.deepStrictEqual(shown(), { keys: 0, answers: 0 })
        isAway = false
        yield* TestClock.adjust("2 seconds")
        assert.strictEqual(session.snapshot().connection.state, "live")
        assert.deepStrictEqual(shown(), { keys: 0, answers: 1 })
      }),
    ),
  )

  it.effect("answers keys at once while an operation takes its time", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { press, shown } = yield* started(() => Effect.delay(Effect.succeed({ roles: [] }), 200))
        press("j", "j", "j", "j", "j")
        assert.deepStrictEqual(shown(), { keys: 5, answers: 0 })
        yield* TestClock.adjust(200)
        assert.deepStrictEqual(shown(), { keys: 5, answers: 1 })
      }),
    ),
  )

  it.effect("runs an act once, also when the database goes away under it", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const ran: Array<boolean> = []
        const { press, session } = yield* started((name, { dryRun }) => {
          if (name !== "restriction.add") return Effect.succeed({ roles: [] })
          ran.push(dryRun === true)
          return dryRun === true
            ? Effect.succeed({ reverse: { operation: "restriction.lift", input: {} } })
            : Effect.fail(away)
        })
        press("a", "enter")
        yield* TestClock.adjust(10)
        press("y")
        yield* TestClock.adjust("5 seconds")
        assert.deepStrictEqual(ran, [true, false])
        assert.strictEqual(session.snapshot().overlays.length, 1)
      }),
    ),
  )

  it.effect("notices within seconds what the actor may no longer do", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const allowed = new Set<OperationName>(["role.list", "restriction.add"])
        const { press, session } = yield* started(
          () => Effect.succeed({ roles: [] }),
          () => new Set(allowed),
        )
        allowed.delete("restriction.add")
        yield* TestClock.adjust("5 seconds")
        assert.include(session.snapshot().said?.text, "You may no longer: restriction.add")
        press("a")
        assert.strictEqual(session.snapshot().overlays.length, 0)
      }),
    ),
  )

  it.effect("tells nobody to draw when a second changes nothing", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { session } = yield* started(() => Effect.succeed({ roles: [] }))
        yield* TestClock.adjust("1 second")
        let told = 0
        session.subscribe(() => told++)
        yield* TestClock.adjust("3 seconds")
        assert.strictEqual(told, 0)
        // Ages on the screen follow the clock now and then.
        yield* TestClock.adjust("1 hour")
        assert.isAtMost(told, 3600 / 5 + 1)
        assert.isAbove(told, 100)
      }),
    ),
  )

  it.effect("does not grow in an hour", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { session } = yield* started(() => Effect.succeed({ roles: [] }))
        const size = (): number => JSON.stringify({ ...session.snapshot(), now: 0, table: 0 }).length
        yield* TestClock.adjust("1 minute")
        const before = size()
        yield* TestClock.adjust("1 hour")
        assert.strictEqual(size(), before)
      }),
    ),
  )
})
