/** The screen of restrictions: its frames, its pages, and what it wants done. */
import { assert, describe, it } from "@effect/vitest"
import { restrictionsScreen } from "@garrison/tui/screen/restrictions"
import { assertDrawable } from "../../support/tui/anyKeys.ts"
import { type Answers, Driven, Refused } from "../../support/tui/driven.ts"
import { assertFrames } from "../../support/tui/frames.ts"

const uuid = (at: number) => `019aa1f2-6f5e-7000-8000-${String(at).padStart(12, "0")}`

const row = (at: number, given: object = {}) => ({
  player_uuid: uuid(at),
  display_name: `Player ${at}`,
  restriction_id: uuid(1000 + at),
  type: at % 2 === 0 ? "account_ban" : "account_lockout",
  reason: "Cheating",
  note: "seen by two",
  issuer: "ada",
  active: true,
  created: "2026-02-01T12:00:00.000Z",
  expiration: `2026-03-0${1 + (at % 9)}T18:00:00.000Z`,
  ...given,
})

const inForce = [row(1), row(2), row(3, { expiration: null, reason: undefined, note: undefined })]
const past = [
  row(4, { active: false, lifted: "2026-02-03T04:05:06.000Z", lifted_by: "eve" }),
  row(5, { active: false, expiration: "2026-02-02T00:00:00.000Z" }),
]

const asked: Array<object> = []
const answers: Answers = (_, input) => {
  asked.push(input)
  return { restrictions: "state" in input && input.state === "past" ? past : inForce, next: null }
}

const open = (given: Answers = answers, params = {}) =>
  new Driven({ screens: [restrictionsScreen], screen: "restrictions", params, answers: given })

const wantedOf = (driven: Driven) => driven.wanted.map(({ request }) => request)

describe("the screen of restrictions", () => {
  it("is drawn", () => {
    assertFrames(open(), "restrictions", "in-force")
    assertFrames(open().press("p"), "restrictions", "past")
    assertFrames(open().press("j", "space", "space"), "restrictions", "marked")
    assertFrames(
      open(() => ({ restrictions: [], next: null })),
      "restrictions",
      "empty",
    )
    assertFrames(
      open(() => new Refused({ code: "service_unavailable", message: "Storage cannot answer now." })),
      "restrictions",
      "away",
    )
    assert.isAbove(asked.length, 0)
  })

  it("asks for those in force or past, of one type after the other, as words of the palette say too", () => {
    asked.length = 0
    open().press("p", "t", "t", "p")
    assert.deepStrictEqual(asked, [
      { state: "in_force", limit: 100 },
      { state: "past", limit: 100 },
      { state: "past", limit: 100, type: "account_ban" },
      { state: "past", limit: 100, type: "account_lockout" },
      { state: "in_force", limit: 100, type: "account_lockout" },
    ])
    asked.length = 0
    open(answers, { state: "past", type: "account_ban" })
    assert.deepStrictEqual(asked, [{ state: "past", limit: 100, type: "account_ban" }])
  })

  it("asks for the next page when the cursor comes near the end, and shows both", () => {
    const pages: Array<string | undefined> = []
    const paged: Answers = (_, input) => {
      const after = "after" in input ? String(input.after) : undefined
      pages.push(after)
      const from = after === undefined ? 0 : 100
      return {
        restrictions: Array.from({ length: 100 }, (_unused, at) => row(from + at)),
        next: after === undefined ? "second" : null,
      }
    }
    const driven = open(paged).press("G", "G", "G")
    assert.deepStrictEqual(pages, [undefined, "second"])
    assert.include(driven.frame(), "Player 199")
  })

  it("wants marked ones lifted, and the one at the cursor given another end, but no past one", () => {
    const lift = open().press("space", "space", "f")
    assert.deepStrictEqual(wantedOf(lift), [
      {
        type: "act",
        operation: "restriction.lift",
        inputs: [1, 2].map((at) => ({ player_uuid: uuid(at), restriction_id: uuid(1000 + at) })),
        subjects: ["Player 1", "Player 2"],
        fields: [],
      },
    ])
    const extend = open().press("j", "e")
    assert.deepInclude(wantedOf(extend)[0], { operation: "restriction.setEnd", fields: ["expires_at"] })
    assert.deepStrictEqual(wantedOf(open().press("p", "f", "e")), [])
  })

  it("is lifted by the dialog of acts, which rehearses it and offers its way back", () => {
    const ran: Array<readonly [string, boolean | undefined]> = []
    const driven = new Driven({
      screens: [restrictionsScreen],
      screen: "restrictions",
      answers,
      acts: (operation, input, { dryRun }) => {
        ran.push([operation, dryRun])
        return { player_uuid: uuid(1), lifted: [], reverse: { operation: "restriction.add", input } }
      },
    })
    driven.press("f").type("wrong player").press("enter", "y")
    assert.deepStrictEqual(ran, [
      ["restriction.lift", true],
      ["restriction.lift", undefined],
    ])
    assert.include(driven.frame(), "Done.")
  })

  it("is drawn after any keys", () => {
    assertDrawable(() => open(), [restrictionsScreen])
    assert.isAbove(asked.length, 0)
  })
})
