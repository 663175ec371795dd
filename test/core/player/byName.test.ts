/** The list of players by display name: the range of a prefix, the pages and their markers (decisions, section 1). */
import { assert, describe, it } from "@effect/vitest"
import { afterPrefix, comparedName } from "@garrison/core/player/byName"
import { Players } from "@garrison/core/player/Players"
import * as Effect from "effect/Effect"
import { inLoginWorld, loginAnon } from "../../support/logins.ts"

describe("the end of a prefix", () => {
  it("is the least text after all that begin with it", () => {
    assert.strictEqual(afterPrefix("ad"), "ae")
    assert.strictEqual(afterPrefix("a\u{10ffff}\u{10ffff}"), "b")
    assert.strictEqual(afterPrefix("\u{d7ff}"), "\u{e000}")
    assert.strictEqual(afterPrefix("😀"), "😁")
    for (const endless of ["", "\u{10ffff}"]) assert.isUndefined(afterPrefix(endless))
  })

  it("compares A to Z as a to z, and nothing else", () => {
    assert.strictEqual(comparedName("AdaZÉİ\u212a"), "adazÉİ\u212a")
  })
})

const named = (count: number, portal_display_name: string) => loginAnon(count, { portal_display_name })

describe("Players.list", () => {
  it.effect("has each player whose name begins so once, page by page", () =>
    Effect.gen(function* () {
      const players = yield* Players
      for (const [index, name] of ["Ada", "ADAM", "adb", "Bob", "Ädam", "ada"].entries()) yield* named(index + 1, name)
      const names: Array<string> = []
      let after: string | undefined
      let pages = 0
      do {
        const page = yield* players.list({ name: "aDa", limit: 1, ...(after === undefined ? {} : { after }) })
        names.push(...page.players.map(({ displayName }) => displayName))
        after = page.next
        pages++
      } while (after !== undefined && pages < 10)
      assert.strictEqual(pages, 3)
      assert.sameMembers(names.slice(0, 2), ["Ada", "ada"])
      assert.strictEqual(names[2], "ADAM")
      const all = yield* players.list({})
      assert.lengthOf(all.players, 6)
      assert.isUndefined(all.next)
      const decomposed = yield* players.list({ name: "A\u0308".normalize("NFD") })
      assert.deepStrictEqual(
        decomposed.players.map(({ displayName }) => displayName),
        ["Ädam"],
      )
      assert.deepStrictEqual(yield* players.list({ name: "nobody" }), { players: [], next: undefined })
    }).pipe(inLoginWorld()),
  )

  it.effect("refuses a marker that is none, or of another list, and a name that no player has", () =>
    Effect.gen(function* () {
      const players = yield* Players
      for (const [index, name] of ["Ada", "Adam"].entries()) yield* named(index + 1, name)
      const { next = "" } = yield* players.list({ limit: 1 })
      assert.lengthOf((yield* players.list({ after: next })).players, 1)
      for (const [wanted, field] of [
        [{ after: "no marker" }, "after"],
        [{ after: "" }, "after"],
        [{ after: "a".repeat(1000) }, "after"],
        [{ after: `${next}AAAA` }, "after"],
        [{ after: next, name: "bob" }, "after"],
        [{ name: "x".repeat(65) }, "name"],
        [{ name: "\0" }, "name"],
        [{ name: "\ud800" }, "name"],
      ] as const) {
        const { detail } = yield* Effect.flip(players.list(wanted))
        assert.deepStrictEqual(
          detail.map(({ loc }) => loc),
          [[field]],
          JSON.stringify(wanted),
        )
      }
    }).pipe(inLoginWorld()),
  )
})
