/** The screen of a player: what it asks and when, what a change does, which acts it wants, and what it looks like. */
import { assert, describe, it } from "@effect/vitest"
import type { OperationName } from "@garrison/tui/operation"
import type { Request } from "@garrison/tui/Screen"
import { playerScreen } from "@garrison/tui/screen/player/screen"
import { openPlayer, type PlayerState } from "@garrison/tui/screen/player/state"
import { assertDrawable } from "../../support/tui/anyKeys.ts"
import { type Answers, Driven, Refused } from "../../support/tui/driven.ts"
import { assertFrames } from "../../support/tui/frames.ts"
import { hostileTexts } from "../../support/tui/hostile.ts"
import { after, answer, key } from "../../support/tui/screenRun.ts"

const PLAYER = "019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f"
const ORDER = "019aa1f2-6f5e-7000-8000-00000000000a"
const RECORD = "019aa1f2-6f5e-7000-8000-00000000000b"
const SESSION = "019aa1f2-6f5e-7000-8000-00000000000c"
const RESTRICTION = "019aa1f2-6f5e-7000-8000-00000000000d"
const size = { columns: 80, rows: 21 }

const restriction = {
  restriction_id: RESTRICTION,
  type: "account_ban",
  issuer: "eve",
  reason: "Cheating",
  active: true,
  created: "2026-03-01T11:00:00.000Z",
  expiration: null,
}
const record = {
  item_id: 7,
  name: "Sword",
  inventory_id: RECORD,
  type: "persistent",
  bucket: "none",
  count: 2,
  acquired: "2026-03-01T10:00:00.000Z",
}
const order = {
  order_id: ORDER,
  created: "2026-03-01T10:00:00.000Z",
  source: "IN_GAME",
  entry_count: 1,
  failed_count: 0,
  entries: [{ type: "fill_loot", loot_id: 12, quantity: 1, result: "success" }],
}
const act = {
  sequence: 12,
  time: "2026-03-01T11:59:58.000Z",
  operation: "restriction.add",
  outcome: "done",
  actor: "eve",
  address: "",
  reason: "ticket 4711",
  revision: 4,
}

const whole = {
  player_uuid: PLAYER,
  player_id: 12,
  person_id: "019aa1f2-6f5e-7000-8000-000000000002",
  revision: 4,
  mark: "m1",
  display_name: "Grace",
  platform: "Anon",
  role_id: 1,
  role_name: "player",
  permissions: ["catalog:read", "presence:read"],
  active: true,
  created: "2026-01-01T10:00:00.000Z",
  last_login: "2026-03-01T10:00:00.000Z",
  portal_users: [
    {
      platform: "Golf",
      portal_id: 5,
      portal_user_id: "76561190000000001",
      display_name: "Grace",
      created: "2026-01-01T10:00:00.000Z",
      player_uuid: PLAYER,
    },
  ],
  other_players: [],
  restrictions: { data: [restriction] },
  agreements: { data: [] },
  sessions: {
    data: [
      {
        session_id: SESSION,
        player_uuid: PLAYER,
        platform: "Golf",
        client_uuid: PLAYER,
        client_id: "game",
        open: true,
        refreshable: true,
        created: "2026-03-01T10:00:00.000Z",
        expires: "2026-03-02T10:00:00.000Z",
        ended: null,
        ended_for: null,
      },
    ],
  },
  inventory: { data: [record] },
  levels: { data: [] },
  orders: { data: [order], more: { operation: "player.listOrders", input: {} } },
  notifications: { data: [] },
  presence: {
    online: true,
    status: "online",
    platform: "Golf",
    display_name: "Grace",
    player_uuid: PLAYER,
    last_seen: "2026-03-01T11:59:00.000Z",
    message: "In the arena",
    do_not_disturb: false,
  },
  logins: { data: [] },
  security_events: { data: [] },
  audit: { data: [act] },
}

const lists: Partial<Record<OperationName, unknown>> = {
  "player.listInventory": { player_uuid: PLAYER, data: [record], next: null },
  "player.listOrders": { player_uuid: PLAYER, data: [order], next: null },
  "player.listNotifications": { player_uuid: PLAYER, data: [], next: null },
  "player.listLogins": { player_uuid: PLAYER, data: [], next: null },
  "player.listSecurityEvents": { player_uuid: PLAYER, data: [], next: null },
}

const quiet: Answers = (operation) => {
  if (operation === "player.overview") return whole
  return operation === "player.awaitChange" ? undefined : lists[operation]
}

const drive = (answers: Answers = quiet) =>
  new Driven({ screens: [playerScreen], screen: "player", params: { player_uuid: PLAYER }, answers })

const opened = openPlayer({ player_uuid: PLAYER }, { size, now: 0 })
const known = answer("whole", whole)

const asksIn = (requests: ReadonlyArray<Request>) =>
  requests.flatMap((request) => (request.type === "ask" ? [[request.ask, request.operation, request.input]] : []))
const actsIn = (requests: ReadonlyArray<Request>) => requests.filter(({ type }) => type === "act")

const run = (events: Parameters<typeof after<PlayerState, never>>[2]) =>
  after<PlayerState, never>(playerScreen as never, opened, events)

/** The keys that lead to a tab. */
const tab = (number: number) => Array.from({ length: number - 1 }, () => key("tabNext") as never)

const change = (changed: ReadonlyArray<string>, mark: string) =>
  answer("change", { player_uuid: PLAYER, mark, changed, acts: changed.includes("audit") ? [act] : [] })

describe("the screen of a player", () => {
  it("asks for the player, and then waits for a change, one question at a time", () => {
    const { requests } = run([
      { type: "ticked", now: 1000 },
      known,
      { type: "ticked", now: 2000 },
      { type: "ticked", now: 3000 },
      change([], "m1"),
      { type: "ticked", now: 33_000 },
    ])
    const waiting = ["change", "player.awaitChange", { player_uuid: PLAYER, mark: "m1", deadline_seconds: 30 }]
    assert.deepStrictEqual(asksIn(requests), [
      ["whole", "player.overview", { player_uuid: PLAYER, limit: 5 }],
      waiting,
      waiting,
    ])
  })

  it("asks again for what has changed and is shown; the rest is old until somebody looks", () => {
    const first = run([
      known,
      ...tab(6),
      answer("list inventory", lists["player.listInventory"]),
      key("tabNext") as never,
      answer("list levels", whole),
      key("tabBefore") as never,
      { type: "ticked", now: 1000 },
    ])
    const then = after(playerScreen, { state: first.state, requests: [] }, [
      change(["inventory", "levels", "orders", "audit"], "m2"),
    ])
    assert.deepStrictEqual(
      asksIn(then.requests).map(([name]) => name),
      ["whole", "list inventory"],
    )
    assert.deepStrictEqual(then.state.change?.acts[0]?.actor, "eve")
    const looked = after(playerScreen, { state: then.state, requests: [] }, [
      answer("list inventory", lists["player.listInventory"]),
      key("tabNext"),
      answer("list levels", whole),
      key("tabNext"),
      key("tabBefore"),
      { type: "ticked", now: 2000 },
    ])
    assert.deepStrictEqual(
      asksIn(looked.requests).map(([name, , input]) => [
        name,
        name === "change" ? (input as { mark: string }).mark : "",
      ]),
      [
        ["list levels", ""],
        ["list orders", ""],
        ["change", "m2"],
      ],
    )
  })

  it("never passes over a change: what is newer than the mark that was waited with is told still", () => {
    const { requests } = run([
      known,
      { type: "ticked", now: 1000 },
      change(["orders"], "m2"),
      answer("whole", { ...whole, mark: "m3" }),
      { type: "ticked", now: 2000 },
    ])
    assert.deepInclude(asksIn(requests).at(-1), {
      player_uuid: PLAYER,
      mark: "m2",
      deadline_seconds: 30,
    } as never)
  })

  it("waits a while after a refusal, says so, and goes on", () => {
    const refusal = { code: "connection_limit_reached", message: "Too many." }
    const { requests, state } = run([
      known,
      { type: "ticked", now: 1000 },
      { type: "refused", ask: "change", refusal },
      { type: "ticked", now: 2000 },
      { type: "ticked", now: 6000 },
    ])
    assert.lengthOf(
      asksIn(requests).filter(([name]) => name === "change"),
      2,
    )
    assert.deepStrictEqual(state.refusal, refusal)
  })

  it("asks for more of a list as the cursor comes near its end", () => {
    const rows = Array.from({ length: 100 }, (_, at) => ({ ...order, order_id: `${ORDER}${at}` }))
    const { requests, state } = run([
      known,
      ...tab(8),
      answer("list orders", { player_uuid: PLAYER, data: rows, next: "n1" }),
      key("bottom") as never,
      answer("list orders", { player_uuid: PLAYER, data: [order], next: null }),
      key("bottom") as never,
    ])
    assert.deepStrictEqual(
      asksIn(requests)
        .filter(([name]) => name === "list orders")
        .map(([, , input]) => input),
      [
        { player_uuid: PLAYER, limit: 100 },
        { player_uuid: PLAYER, limit: 100, after: "n1" },
      ],
    )
    assert.strictEqual(playerScreen.selected?.(state)?.id, ORDER)
  })

  const wanted = (at: number, list: string, given: unknown, action: string) =>
    actsIn(run([known, ...tab(at), answer(`list ${list}`, given), key(action) as never]).requests)

  it("wants acts with the revision that was seen, and with the row at the cursor", () => {
    const acts: ReadonlyArray<unknown> = [
      ...wanted(1, "", undefined, "restrict"),
      ...wanted(3, "restrictions", whole, "lift"),
      ...wanted(1, "", undefined, "lift"),
      ...wanted(5, "sessions", whole, "endSessions"),
      ...wanted(2, "identities", whole, "unlink"),
      ...wanted(6, "inventory", lists["player.listInventory"], "give"),
      ...wanted(6, "inventory", lists["player.listInventory"], "take"),
      ...wanted(6, "inventory", lists["player.listInventory"], "clawBack"),
      ...wanted(8, "orders", lists["player.listOrders"], "refund"),
      ...wanted(1, "", undefined, "notify"),
      ...wanted(1, "", undefined, "merge"),
    ]
    const of = (operation: string, input: object, ifRevision?: number) => ({
      type: "act",
      operation,
      inputs: [{ player_uuid: PLAYER, ...input }],
      subjects: ["Grace"],
      ...(ifRevision !== undefined && { ifRevision }),
    })
    assert.deepStrictEqual(acts, [
      of("restriction.add", {}, 4),
      of("restriction.lift", { restriction_id: RESTRICTION }, 4),
      of("restriction.lift", {}, 4),
      of("player.endSessions", { session_id: SESSION }, 4),
      of("person.unlink", { platform: "Golf", portal_user_id: "76561190000000001" }, 4),
      of("item.give", { item_id: 7 }, 4),
      of("item.take", { item_id: 7, inventory_id: RECORD }, 4),
      of("inventory.clawBack", { item_id: 7 }),
      of("order.refund", { order_id: ORDER }),
      of("notification.send", {}, 4),
      of("person.merge", {}, 4),
    ])
  })

  it("says what is lacking for an act that needs a row, and where a row leads", () => {
    const { requests } = run([known, key("unlink") as never, key("refund") as never, key("open") as never])
    assert.deepStrictEqual(
      requests.flatMap((request) => (request.type === "say" ? [request.text] : [])),
      [
        "Go to a portal user of the tab Identities first.",
        "Go to an order of the tab Orders first.",
        "This row leads nowhere.",
      ],
    )
    const led = run([known, ...tab(8), answer("list orders", lists["player.listOrders"]), key("open") as never])
    assert.deepStrictEqual(led.requests.at(-1), {
      type: "open",
      screen: "order",
      params: { player_uuid: PLAYER, order_id: ORDER },
    })
    const owned = run([known, ...tab(6), answer("list inventory", lists["player.listInventory"]), key("open") as never])
    assert.deepStrictEqual(owned.requests.at(-1), {
      type: "open",
      screen: "entry",
      params: { id: "7", kind: "item", player_uuid: PLAYER },
    })
  })

  it("is drawn", () => {
    assertFrames(drive(), "player", "overview")
    for (const [number, name] of [
      [2, "identities"],
      [3, "restrictions"],
      [5, "sessions"],
      [6, "inventory"],
      [8, "orders"],
    ] as const) {
      assertFrames(drive().press(String(number)), "player", name)
    }
    assertFrames(drive().press("9", "tab"), "player", "presence")
    assertFrames(drive().press("shift+tab"), "player", "audit")
    let asked = 0
    const changing: Answers = (operation, input, one) => {
      if (operation !== "player.awaitChange") return quiet(operation, input, one)
      asked++
      return asked > 1
        ? undefined
        : { player_uuid: PLAYER, mark: "m2", changed: ["identity", "restrictions", "audit"], acts: [act] }
    }
    assertFrames(drive(changing).wait(1).wait(3), "player", "changed")
    const refused = new Refused({ code: "service_unavailable", message: "The database is away." })
    const losing: Answers = (operation, input, one) =>
      operation === "player.awaitChange" ? refused : quiet(operation, input, one)
    assertFrames(drive(losing).wait(1), "player", "old")
    assert.include(drive(changing).frame(), "Grace")
  })

  it("is drawn after any keys, whatever players write", () => {
    const texts = Object.values(hostileTexts)
    let at = 0
    const hostile = () => texts[at++ % texts.length] ?? ""
    const broken: Answers = (operation, input, one) => {
      if (operation === "player.awaitChange") return undefined
      const given = quiet(operation, input, one)
      return JSON.parse(
        JSON.stringify(given, (field, value: unknown) =>
          ["message", "display_name", "reason", "name", "user_agent"].includes(field) ? hostile() : value,
        ),
      )
    }
    assertDrawable(() => drive(broken), [playerScreen])
    assert.isAbove(drive(broken).frame().length, 0)
  })
})
