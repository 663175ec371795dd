/** The screen of players: what it asks as one types, how it walks through a million, and what it looks like. */
import { assert, describe, it } from "@effect/vitest"
import { playersScreen } from "@garrison/tui/screen/players"
import type { OperationAnswer, OperationInput } from "@garrison/tui/operation"
import { soughtBy } from "@garrison/tui/screen/playerSearch"
import { assertDrawable } from "../../support/tui/anyKeys.ts"
import { type Answers, Driven } from "../../support/tui/driven.ts"
import { assertFrames } from "../../support/tui/frames.ts"
import { hostileTexts } from "../../support/tui/hostile.ts"
import { answer, key } from "../../support/tui/screenRun.ts"

type FoundPlayer = OperationAnswer<"player.search">["players"][number]

const uuidOf = (number: number): string => `019aa1f2-6f5e-7000-8000-${number.toString(16).padStart(12, "0")}`

const playerOf = (number: number, given: Partial<FoundPlayer> = {}): FoundPlayer => ({
  player_uuid: uuidOf(number),
  player_id: number,
  display_name: `Player ${number}`,
  platform: "Anon",
  role_id: 1,
  active: true,
  created: "2026-02-03T04:05:06.789Z",
  ...given,
})

const few = [
  playerOf(1, { display_name: "Ada" }),
  playerOf(2, { display_name: "Ада", platform: "Golf", active: false }),
  playerOf(3, { display_name: "山田太郎", deleted: "2026-02-04T00:00:00.000Z" }),
]

/** So many players, in pages as the operation has them. */
const many =
  (count: number): Answers =>
  (_, input) => {
    const { after = "0", limit = 100 } = input as { readonly after?: string; readonly limit?: number }
    const from = Number(after)
    const players = Array.from({ length: Math.min(limit, count - from) }, (_row, at) => playerOf(from + at + 1))
    return { players, next: from + limit < count ? String(from + limit) : null }
  }

const open = (answers: Answers = () => ({ players: few, next: null }), search?: string) =>
  new Driven({
    screens: [playersScreen],
    screen: "players",
    answers,
    ...(search !== undefined && { params: { search } }),
  })

const size = { columns: 80, rows: 24 }

const numberAt = (state: ReturnType<typeof playersScreen.open>["state"]): number => {
  const row = playersScreen.selected?.(state)?.row
  return Number(row !== undefined && Reflect.get(Object(row), "player_id"))
}

describe("the screen of players", () => {
  it("is drawn", () => {
    assertFrames(open(), "players", "few")
    assertFrames(open(many(1_000_000)).press("pageDown", "space", "space"), "players", "marked")
    assertFrames(open().press("/").type("ad"), "players", "searching")
    assertFrames(
      open(() => ({ players: [], next: null }), "item:7 banned"),
      "players",
      "none",
    )
    assert.include(open().frame(), "山田太郎")
  })

  const searches: ReadonlyArray<readonly [string, OperationInput<"player.search">]> = [
    ["", {}],
    ["ada", { name: "ada" }],
    ["  ada  lovelace ", { name: "ada lovelace" }],
    [uuidOf(7), { player_uuid: uuidOf(7) }],
    ["#4711", { player_id: 4711 }],
    ["user:Golf/765/6", { platform: "Golf", portal_user_id: "765/6" }],
    ["item:77 online ada", { item_id: 77, online: true, name: "ada" }],
    ["item:coins ada", { item: "coins", name: "ada" }],
    ["banned", { restriction: "any" }],
    ["banned:account_lockout", { restriction: "account_lockout" }],
    ["%_'\"\\", { name: "%_'\"\\" }],
  ]
  it.each(searches)("takes %j for a search", (words, input) => {
    assert.deepStrictEqual(soughtBy(words), { input })
  })

  it.each(["banned:x", "user:Golf", "ada banned:ban"])("says what is wrong with %j", (words) => {
    assert.property(soughtBy(words), "problem")
    assert.include(open(() => ({ players: few, next: null }), words).frame(), "Refused: ")
  })

  it("asks as one types, once the typing rests, and from the beginning", () => {
    const asked: Array<object> = []
    const driven = open((_, input, { delayMillis }) => {
      asked.push({ ...input, delayMillis })
      return { players: few, next: null }
    })
    driven.press("/").type("ad").press("enter")
    assert.deepStrictEqual(asked, [
      { limit: 100, delayMillis: undefined },
      { name: "a", limit: 100, delayMillis: 120 },
      { name: "ad", limit: 100, delayMillis: 120 },
    ])
    assert.include(driven.frame(), "found by: ad")
  })

  it("keeps the rows of before until those of the new search are there", () => {
    let isOpen = false
    const driven = open(() => (isOpen ? undefined : { players: few, next: null }))
    isOpen = true
    driven.press("/").type("zzz")
    assert.include(driven.frame(), "Ada")
    assert.include(open(() => undefined).frame(), "Loading…")
  })

  it("refuses a name that is too long without asking", () => {
    const asked: Array<object> = []
    const driven = open((_, input) => {
      asked.push(input)
      return { players: few, next: null }
    })
    driven.press("/").paste("a".repeat(65)).press("enter")
    assert.lengthOf(asked, 1)
    assert.include(driven.frame(), "Refused: No name")
  })

  it("goes on after an empty page, and stops after many", () => {
    let asked = 0
    open(() => ({ players: [], next: String((asked += 1)) }))
    assert.strictEqual(asked, 200)
  })

  it("walks to the last of a million and back, and keeps no more than a window of them", () => {
    const count = 1_000_000
    const answers = many(count)
    let { state, requests } = playersScreen.open({}, { size, now: 0 })
    const settle = () => {
      for (let left = requests; left.length > 0;) {
        const [request] = left
        assert(request?.type === "ask")
        ;({ state, requests: left } = playersScreen.update(
          state,
          answer("players", answers("player.search", request.input, request)),
        ))
      }
    }
    settle()
    // Far enough that pages were forgotten on the way.
    for (let page = 0; page < 400; page += 1) {
      ;({ state, requests } = playersScreen.update(state, key("bottom")))
      settle()
    }
    const reached = numberAt(state)
    assert.isAbove(reached, 30_000)
    const { rows } = state.table
    assert(rows.kind === "paged")
    const kept = rows.pages.reduce((sum, page) => sum + (page.rows?.length ?? 0), 0)
    assert.isBelow(kept, 3000)
    ;({ state, requests } = playersScreen.update(state, key("top")))
    settle()
    assert.strictEqual(numberAt(state), 1)
  })

  it("opens the player, and acts on all that are marked", () => {
    const driven = open().press("space", "space", "b")
    assert.deepStrictEqual(
      driven.wanted.map(({ request }) => request),
      [
        {
          type: "act",
          operation: "restriction.add",
          inputs: [{ player_uuid: uuidOf(1) }, { player_uuid: uuidOf(2) }],
          subjects: ["Ada", "Ада"],
        },
      ],
    )
    const begun = playersScreen.open({}, { size, now: 0 })
    const shown = playersScreen.update(begun.state, answer("players", { players: few, next: null }))
    assert.deepStrictEqual(playersScreen.update(shown.state, key("open")).requests, [
      { type: "open", screen: "player", params: { player_uuid: uuidOf(1) } },
    ])
    assert.deepStrictEqual(playersScreen.update(begun.state, key("restrict")).requests, [])
  })

  it("is drawn after any keys, whatever players are called", () => {
    const hostile = Object.values(hostileTexts).map((name, at) => playerOf(at + 1, { display_name: name }))
    assertDrawable(() => open(() => ({ players: hostile, next: null })), [playersScreen])
    assert.isAbove(hostile.length, 5)
  })
})
