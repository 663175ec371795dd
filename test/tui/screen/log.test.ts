/** The log: what it asks and when, what it shows, where its rows lead, and what it looks like. */
import { assert, describe, it } from "@effect/vitest"
import type { OperationAnswer } from "@garrison/tui/operation"
import type { Params, Request } from "@garrison/tui/Screen"
import { logScreen } from "@garrison/tui/screen/log"
import { assertDrawable } from "../../support/tui/anyKeys.ts"
import { Driven } from "../../support/tui/driven.ts"
import { assertFrames } from "../../support/tui/frames.ts"
import { hostileTexts } from "../../support/tui/hostile.ts"
import { after, answer, key } from "../../support/tui/screenRun.ts"

type Page = OperationAnswer<"happening.list">
type Row = Page["happenings"][number]

const size = { columns: 80, rows: 24 }
const PLAYER = "019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f"

const at = (second: number): string => new Date(Date.UTC(2026, 10, 23, 11, 0, second)).toISOString()

const login = (second: number): Row => ({
  time: at(second),
  kind: "login",
  id: `login${second}`,
  player_uuid: PLAYER,
  display_name: "Ada",
  client_id: "game",
  address: "192.0.2.1",
  grant_type: "anon",
  platform: "Anon",
})

const rows: ReadonlyArray<Row> = [
  { ...login(9), kind: "login_refused", id: "refused", error_code: "user_auth_restricted" },
  {
    time: at(8),
    kind: "act",
    id: "12",
    operation: "restriction.add",
    actor: "ada",
    subject_kind: "person",
    subject_id: PLAYER,
    reason: "cheating",
    address: "",
  },
  {
    time: at(7),
    kind: "order",
    id: "order7",
    player_uuid: PLAYER,
    display_name: "Ada",
    source: "IN_GAME",
    entries: 2,
    results: ["success", "insufficient_funds"],
    client_id: "server",
  },
  {
    time: at(6),
    kind: "machine_login",
    id: "machine",
    client_id: "server",
    grant_type: "client_credentials",
    address: "192.0.2.9",
  },
  login(5),
]

const page = (happenings: ReadonlyArray<Row>, next: string | null = null, follow = "f1"): Page => ({
  happenings,
  next,
  follow,
})

const asksIn = (requests: ReadonlyArray<Request>) =>
  requests.flatMap((request) => (request.type === "ask" ? [[request.ask, request.input]] : []))

const openLog = (params: Params) => logScreen.open(params, { size, now: 0 })
const opened = openLog({})
const idAt = (state: typeof opened.state) => logScreen.selected?.(state)?.id
const first = answer("first", page(rows))

describe("the log", () => {
  it("asks for the newest, then for what comes, one question at a time", () => {
    const { requests, state } = after(logScreen, opened, [
      { type: "ticked", now: 1 },
      first,
      { type: "ticked", now: 2 },
      { type: "ticked", now: 3 },
      answer("newer", page([login(10), login(11)], null, "f2")),
      { type: "ticked", now: 4 },
    ])
    assert.deepStrictEqual(asksIn(requests), [
      ["first", { limit: 200 }],
      ["newer", { limit: 200, after: "f1" }],
      ["newer", { limit: 200, after: "f2" }],
    ])
    assert.deepStrictEqual(
      state.rows.map(({ id }) => id),
      ["login11", "login10", "refused", "12", "order7", "machine", "login5"],
    )
    assert.strictEqual(idAt(state), "login11", "at the top it stays at the top")
  })

  it("stays at its row when new ones come", () => {
    const { state } = after(logScreen, opened, [
      first,
      key("down"),
      { type: "ticked", now: 1 },
      answer("newer", page([login(10)], null, "f2")),
    ])
    assert.strictEqual(idAt(state), "12")
  })

  it("asks nothing while it is paused, and misses nothing then", () => {
    const paused = after(logScreen, opened, [
      first,
      key("pause"),
      { type: "ticked", now: 1 },
      { type: "ticked", now: 2 },
    ])
    assert.lengthOf(asksIn(paused.requests), 1)
    const on = after(logScreen, { state: paused.state, requests: [] }, [key("pause"), { type: "ticked", now: 3 }])
    assert.deepStrictEqual(asksIn(on.requests), [["newer", { limit: 200, after: "f1" }]])
  })

  it("begins anew with other kinds, and takes no answer to a question of before", () => {
    const { requests, state } = after(logScreen, opened, [
      first,
      { type: "ticked", now: 1 },
      key("kind order"),
      key("kind act"),
    ])
    assert.deepStrictEqual(asksIn(requests).slice(2), [
      ["first", { limit: 200, kinds: ["order"] }],
      ["first", { limit: 200, kinds: ["order", "act"] }],
    ])
    assert.includeDeepMembers(requests as Array<Request>, [{ type: "cancel", ask: "newer" }])
    const late = answer("newer", page([login(99)], null, "late"))
    assert.strictEqual(after(logScreen, { state, requests: [] }, [late]).state, state)
    const { requests: every } = after(logScreen, { state, requests: [] }, [key("kind order"), key("every")])
    assert.deepStrictEqual(asksIn(every), [
      ["first", { limit: 200, kinds: ["act"] }],
      ["first", { limit: 200 }],
    ])
    assert.deepStrictEqual(asksIn(openLog({ kinds: "login_refused,nonsense" }).requests), [
      ["first", { limit: 200, kinds: ["login_refused"] }],
    ])
  })

  it("asks for what is older as the cursor comes near the end", () => {
    const many = Array.from({ length: 200 }, (_, count) => login(300 - count))
    const { requests, state } = after(logScreen, opened, [
      answer("first", page(many, "older1")),
      key("down"),
      key("bottom"),
      key("up"),
      answer("older", page([login(1)], null)),
      key("bottom"),
    ])
    assert.deepStrictEqual(asksIn(requests).slice(1), [["older", { limit: 200, before: "older1" }]])
    assert.strictEqual(idAt(state), "login1")
  })

  it("leads to the player, the order or the act of a row", () => {
    const leads = rows.map((_, down) => {
      const keys = [...Array.from({ length: down }, () => key("down")), key("lead")]
      return after(logScreen, opened, [first, ...keys]).requests.at(-1)
    })
    assert.deepStrictEqual(leads, [
      { type: "open", screen: "player", params: { player_uuid: PLAYER } },
      { type: "open", screen: "audit", params: { sequence: "12" } },
      { type: "open", screen: "order", params: { player_uuid: PLAYER, order_id: "order7" } },
      { type: "say", text: "This row leads nowhere.", tone: "info" },
      { type: "open", screen: "player", params: { player_uuid: PLAYER } },
    ])
  })

  it("keeps a bounded number of rows, whatever comes", () => {
    const ticks = Array.from({ length: 30 }, (_, count) => [
      { type: "ticked", now: count } as const,
      answer(
        "newer",
        page(
          Array.from({ length: 200 }, (__, one) => login(1000 + count * 200 + one)),
          null,
          `f${count}`,
        ),
      ),
    ]).flat()
    assert.lengthOf(after(logScreen, opened, [first, ...ticks]).state.rows, 5000)
  })

  const open = (pages: (ask: string) => unknown, params: Readonly<Record<string, string>> = {}) =>
    new Driven({ screens: [logScreen], screen: "log", params, answers: (_, __, { ask }) => pages(ask) })
  const once = (given: Page) => (ask: string) => (ask === "first" ? given : page([]))

  it("is drawn", () => {
    assertFrames(open(once(page(rows))).press("j"), "log", "live")
    assertFrames(open(once(page(rows)), { kinds: "login_refused,act_refused" }).press("p"), "log", "paused")
    assertFrames(
      open(() => undefined),
      "log",
      "loading",
    )
    assertFrames(open(once(page([]))).press("7"), "log", "nothing")
    const many = page(Array.from({ length: 100 }, (_, second) => login(200 - second)))
    assertFrames(open((ask) => (ask === "first" ? many : page([login(201)]))).wait(1), "log", "many")
    assert.deepStrictEqual(
      open(once(page(rows)))
        .press("p")
        .wait(5).wanted,
      [],
    )
  })

  it("is drawn after any keys, whatever players are called", () => {
    const hostile = Object.values(hostileTexts).map((text, count): Row => ({
      ...login(count),
      display_name: text,
      error_code: text,
      address: text,
    }))
    assert.notInclude(open(once(page(hostile))).frame(), "\u001B")
    let count = 1000
    assertDrawable(
      () => open((ask) => (ask === "newer" ? page([login(count++)]) : page(hostile, ask === "first" ? "more" : null))),
      [logScreen],
    )
  })
})
