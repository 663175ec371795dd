/** What holds for every screen of a list: where the facts of a row stand, and which columns only the console draws. */
import { assert, describe, it } from "@effect/vitest"
import { restrictionList } from "@garrison/core/restriction/show"
import { screens } from "@garrison/tui/screens"
import { listText } from "../../packages/cli/src/row/show.ts"
import { Driven } from "../support/tui/driven.ts"
import { assertFrames } from "../support/tui/frames.ts"
import { madeAnswer } from "../support/tui/madeAnswers.ts"

const PLAYER = "019aa1f2-6f5e-7000-8000-000000000001"

/** The screens, each with the name of the first fact of its rows, and whether facts stand under narrow rows too. */
const lists = [
  ["players", "display_name", false],
  ["orders", "order_id", false],
  ["audit", "row", false],
  ["log", "time", false],
  ["settings", "setting", true],
  ["clients", "secret", true],
  ["keys", "key_id", true],
  ["roles", "role", true],
  ["restrictions", "player", true],
  ["notifications", "id", true],
] as const

const open = (screen: string) =>
  new Driven({
    screens,
    screen,
    params: { player_uuid: PLAYER },
    answers: (operation) => madeAnswer(operation, { text: (field) => field.replaceAll("_", " "), members: 2 }),
  })

const linesAt = (screen: string, columns: number): ReadonlyArray<string> =>
  open(screen).resize({ columns, rows: 40 }).frame().split("\n")

describe("the screen of a list", () => {
  it.each(lists)("shows the facts of a row of %s beside the rows from 160 columns on", (screen, fact, isUnder) => {
    const begins = new RegExp(`^${fact} `)
    const besides = new RegExp(`\\S {2,}${fact} {2}`)
    const narrow = linesAt(screen, 159)
    assert.isFalse(narrow.some((line) => besides.test(line)))
    assert.strictEqual(
      narrow.some((line) => begins.test(line)),
      isUnder,
    )
    const wide = linesAt(screen, 160)
    assert.isTrue(wide.slice(0, 5).some((line) => besides.test(line)))
    assert.isFalse(wide.some((line) => begins.test(line)))
  })

  it("is drawn at 160 columns", () => {
    for (const screen of ["restrictions", "players"]) {
      assertFrames(open(screen), screen, "beside", [
        { columns: 159, rows: 40 },
        { columns: 160, rows: 40 },
      ])
    }
    assert.isAbove(lists.length, 0)
  })

  it("has the columns of the command, and those that a table written whole leaves out", () => {
    const restriction = {
      player_uuid: PLAYER,
      display_name: "Ada",
      restriction_id: PLAYER,
      type: "account_ban",
      reason: "Cheating",
      issuer: "ada",
      active: true,
      created: "2026-02-01T12:00:00.000Z",
      expiration: null,
    } as const
    const written = listText(restrictionList, [restriction], { restrictions: [restriction] })
    assert.match(written, /DISPLAY_NAME +PLAYER_UUID +TYPE +ENDS +ISSUER$/m)
    assert.match(written, /account_ban +never/)
    assert.notInclude(written, "Cheating")
    assert.match(linesAt("restrictions", 120).join("\n"), /Type +Ends \(UTC\) +Issuer +Told/)
  })
})
