/** The console as a whole: screens above each other, keys, and a database that goes away. */
import { assert, describe, it } from "@effect/vitest"
import type { AppEvent, AppState } from "@garrison/tui/app/AppState"
import { initial, update } from "@garrison/tui/app/state"
import { operations } from "@garrison/core/operations"
import type { OperationName } from "@garrison/tui/operation"
import { rolesScreen } from "@garrison/tui/screen/roles"

const size = { columns: 80, rows: 24 }
const start = initial({ name: "test", kind: "development", isReadOnly: false }, [rolesScreen], size, 0)

const after = (events: ReadonlyArray<AppEvent>, from: AppState = start) =>
  events.reduce(
    ({ state, wanted }, event) => {
      const next = update(state, event)
      return { state: next.state, wanted: [...wanted, ...next.wanted] }
    },
    { state: from, wanted: [] as ReadonlyArray<ReturnType<typeof update>["wanted"][number]> },
  )

const connected = (...offered: ReadonlyArray<OperationName>): AppEvent => ({
  type: "connected",
  actor: "ada",
  offered: new Set(offered),
})
const open: AppEvent = { type: "opened", screen: "roles", params: {} }
const press = (key: string): AppEvent => ({ type: "pressed", pressed: { key } })

describe("the console", () => {
  it("asks what a screen needs when it is opened", () => {
    const { state, wanted } = after([connected("role.list"), open])
    assert.deepStrictEqual(
      wanted.map(({ request }) => request),
      [{ type: "ask", ask: "roles", operation: "role.list", input: {} }],
    )
    assert.strictEqual(state.stack.length, 1)
  })

  it("gives an answer to the screen that asked, and asks again on the way back to it", () => {
    const twice = after([connected("role.list"), open, open])
    const [below, above] = twice.state.stack
    const answered = after(
      [{ type: "toScreen", id: below?.id ?? 0, event: { type: "answered", ask: "roles", answer: { roles: [] } } }],
      twice.state,
    )
    assert.deepNestedInclude(answered.state.stack[0]?.state, { "table.isLoaded": true })
    assert.deepNestedInclude(answered.state.stack[1]?.state, { "table.isLoaded": false })
    const back = after([press("escape")], answered.state)
    assert.notStrictEqual(above, undefined)
    assert.strictEqual(back.state.stack.length, 1)
    assert.strictEqual(back.wanted.length, 1)
  })

  it("does nothing at the key of an operation that the actor may not ask for", () => {
    const { wanted } = after([connected(), open])
    assert.strictEqual(after([connected(), open, press("ctrl+r")]).wanted.length, wanted.length)
  })

  it("asks for nothing that the role does not show, and says so", () => {
    const table = operations.filter(({ name }) => name === "role.list")
    const screen = { ...rolesScreen, operations: [] }
    const begin = initial({ name: "test", kind: "development", isReadOnly: false }, [screen], size, 0)
    const { state, wanted } = after(
      [{ type: "connected", actor: "ada as support", offered: new Set(), table }, open],
      begin,
    )
    assert.deepStrictEqual(wanted, [])
    assert.deepNestedInclude(state.stack[0]?.state, { "table.refusal.code": "insufficient_permissions" })
    const { wanted: asked } = after(
      [{ type: "connected", actor: "ada", offered: new Set(["role.list"]), table }, open],
      begin,
    )
    assert.lengthOf(asked, 1)
  })

  it("acts on no key while the terminal is too small to show what it would do", () => {
    const { state } = after([connected("role.list"), open, { type: "resized", size: { columns: 40, rows: 8 } }])
    for (const key of ["ctrl+r", ":", "?", "escape"]) {
      const { state: next, wanted } = after([press(key)], state)
      assert.strictEqual(next, state)
      assert.deepStrictEqual(wanted, [])
    }
    assert.deepStrictEqual(
      after([press("q")], state).wanted.map(({ request }) => request.type),
      ["quit"],
    )
  })

  it("keeps what it shows while the database is away", () => {
    const refusal = { code: "service_unavailable", message: "Storage cannot answer now." }
    const { state } = after([connected("role.list"), open, { type: "lost", refusal }])
    assert.strictEqual(state.connection.state, "stale")
    assert.strictEqual(state.stack.length, 1)
    assert.strictEqual(after([{ type: "found" }], state).state.connection.state, "live")
  })
})
