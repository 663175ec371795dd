/** The screen of the audit: its conditions, the change of a row, where rows lead, and what it looks like. */
import { assert, describe, it } from "@effect/vitest"
import type { OperationAnswer, OperationInput } from "@garrison/tui/operation"
import { conditionsBy } from "@garrison/tui/screen/auditSearch"
import { auditScreen } from "../../../packages/tui/src/screen/audit.tsx"
import { assertDrawable } from "../../support/tui/anyKeys.ts"
import { type Answers, Driven } from "../../support/tui/driven.ts"
import { assertFrames } from "../../support/tui/frames.ts"
import { hostileTexts } from "../../support/tui/hostile.ts"
import { answer, key } from "../../support/tui/screenRun.ts"

type AuditRow = OperationAnswer<"audit.list">["rows"][number]

const PLAYER = "019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f"

const rowOf = (sequence: number, given: Partial<AuditRow> = {}): AuditRow => ({
  sequence,
  time: new Date(Date.UTC(2026, 1, 3, 4, 5, sequence)).toISOString(),
  operation: "role.put",
  outcome: "done",
  subject_kind: "role",
  subject_id: "7",
  revision: 2,
  actor_kind: "local",
  actor_id: "ada",
  actor: "ada",
  address: "",
  seal: "s",
  ...given,
})

const rows: ReadonlyArray<AuditRow> = [
  rowOf(9, {
    reason: "ticket 4711",
    before: { name: "support", permissions: ["operator:read:player"], bypasses_lock: false },
    after: { name: "support", permissions: ["operator:read:player", "operator:act:player"], bypasses_lock: false },
  }),
  rowOf(8, {
    operation: "restriction.add",
    outcome: "insufficient_permissions",
    subject_kind: "player",
    subject_id: PLAYER,
    actor: "match-server",
    actor_kind: "machine",
    actor_id: PLAYER,
    address: "192.0.2.7",
  }),
]

const open = (answers: Answers = () => ({ rows, next: null }), params: Readonly<Record<string, string>> = {}) =>
  new Driven({ screens: [auditScreen], screen: "audit", answers, params })

const size = { columns: 80, rows: 24 }
const shown = () =>
  auditScreen.update(auditScreen.open({}, { size, now: 0 }).state, answer("audit", { rows, next: null })).state

describe("the screen of the audit", () => {
  it("is drawn", () => {
    assertFrames(open(), "audit", "rows")
    assertFrames(open().press("enter"), "audit", "change")
    assertFrames(open().press("j", "enter"), "audit", "refusal")
    assertFrames(open().press("/").type("actor:ada operation:role.put"), "audit", "conditions")
    assertFrames(
      open(() => ({ rows: [], next: null }), { conditions: "on:catalog" }),
      "audit",
      "none",
    )
    assert.include(open().press("enter").frame(), "Before (-) and after (+)")
  })

  const conditions: ReadonlyArray<readonly [string, OperationInput<"audit.list">]> = [
    ["", {}],
    ["ada", { actor: "ada" }],
    ["actor:ada outcome:done", { actor: "ada", outcome: "done" }],
    ["operation:restriction.add operation:", { operation: "restriction.add" }],
    ["on:client", { subject_kind: "client" }],
    ["on:client/match:1/2", { subject_kind: "client", subject_id: "match:1/2" }],
    ["from:2026-02-03 to:2026-02-03", { from: "2026-02-03", to: "2026-02-03" }],
    ["from:2026-02-03T04:05", { from: "2026-02-03T04:05" }],
    ["to:1893456000", { to: "1893456000" }],
  ]
  it.each(conditions)("takes %j for conditions", (words, input) => {
    assert.deepStrictEqual(conditionsBy(words), { input })
  })

  it("says what it does not understand, and asks nothing", () => {
    const asked: Array<object> = []
    const driven = open((_, input) => {
      asked.push(input)
      return { rows, next: null }
    })
    for (const [words, problem] of [
      ["from:x", "from: must be a time"],
      ["by:ada", "There is no condition by"],
    ] as const) {
      const before = asked.length
      driven.press("/").paste(words).press("enter")
      assert.lengthOf(asked, before)
      assert.include(driven.resize({ columns: 120, rows: 40 }).frame(), problem)
      driven.press("/", "escape")
    }
  })

  it("begins at the row that it was opened for, and goes on with older ones", () => {
    const asked: Array<object> = []
    const page = Array.from({ length: 100 }, (_, at) => rowOf(500 - at))
    open(
      (_, input) => {
        asked.push(input)
        return { rows: page, next: asked.length < 3 ? String(400 - asked.length) : null }
      },
      { sequence: "500" },
    )
      .press("G", "G", "/")
      .type("x")
    assert.deepStrictEqual(asked, [
      { limit: 100, after: "501" },
      { limit: 100, after: "399" },
      { limit: 100, after: "398" },
      // Another search is of all rows.
      { limit: 100, actor: "x" },
    ])
  })

  it("shows what is like a row, and leads to what was changed", () => {
    const state = shown()
    assert.strictEqual(auditScreen.update(state, key("sameActor")).state.table.filter, "actor:ada")
    assert.strictEqual(auditScreen.update(state, key("sameSubject")).state.table.filter, "on:role/7")
    assert.deepStrictEqual(auditScreen.update(state, key("subject")).requests, [
      { type: "open", screen: "roles", params: {} },
    ])
    const second = auditScreen.update(state, key("down")).state
    assert.deepStrictEqual(auditScreen.update(second, key("subject")).requests, [
      { type: "open", screen: "player", params: { player_uuid: PLAYER } },
    ])
  })

  it("moves through a long change, and not further", () => {
    const long = rowOf(1, { after: { names: Array.from({ length: 100 }, (_, at) => `name ${at}`) } })
    const begun = auditScreen.update(
      auditScreen.open({}, { size, now: 0 }).state,
      answer("audit", { rows: [long], next: null }),
    ).state
    let state = auditScreen.update(begun, key("show")).state
    const count = state.lines.length
    assert.isAbove(count, 100)
    for (const [action, top] of [
      ["down", 1],
      ["up", 0],
      ["up", 0],
      ["pageDown", 14],
      ["bottom", count - 14],
      ["down", count - 14],
      ["top", 0],
    ] as const) {
      ;({ state } = auditScreen.update(state, key(action)))
      assert.strictEqual(state.top, top, action)
    }
    const closed = auditScreen.update(state, key("close"))
    assert.isUndefined(closed.state.shown)
    assert.deepStrictEqual(auditScreen.update(closed.state, key("close")).requests, [{ type: "back" }])
  })

  it("is drawn after any keys, whatever stands in the rows", () => {
    const hostile = Object.values(hostileTexts).map((text, at) =>
      rowOf(at + 1, { reason: text, actor: text, subject_id: text, after: { name: text }, before: { [text]: 1 } }),
    )
    assertDrawable(() => open(() => ({ rows: hostile, next: null })), [auditScreen])
    assert.isAbove(hostile.length, 5)
  })
})
