/** The harbour of `examples/harbour`, written from the guide alone: checked, published and played. */
import { assert, describe, it } from "@effect/vitest"
import { cpSync, readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import * as Result from "effect/Result"
import { parseYaml } from "../../packages/cli/src/document/yamlText.ts"
import { stepsIn } from "../../scripts/catalog/guide.ts"
import { temporaryDirectory } from "../cli/support/garrison.ts"
import { garrison } from "../cli/support/inProcess.ts"
import { each, play, wordsIn } from "../support/playedCatalog.ts"

const folder = resolve(import.meta.dirname, "../../examples/harbour")

const files = readdirSync(folder)
  .filter((name) => name.endsWith(".yaml"))
  .map((name) => ({ name, value: Result.getOrThrow(parseYaml(readFileSync(join(folder, name), "utf8"))).value }))

const page = readFileSync(join(folder, "README.md"), "utf8")

/** How many of an item a player owns, from the words of what the player owns. */
const countOf = (owned: ReadonlyArray<string>, item: string): number =>
  Number(owned.find((one) => one.endsWith(` ${item}`))?.split(" ")[0] ?? 0)

describe("the harbour", () => {
  it("has no finding, keeps the ids of its lock file, and is published: by the lines of its page", async () => {
    const cwd = temporaryDirectory()
    cpSync(folder, join(cwd, "examples/harbour"), { recursive: true })
    const [, lines = ""] = /```sh\n([^`]*)```/.exec(page) ?? []
    const said: Array<string> = []
    for (const line of lines.trimEnd().split("\n")) {
      const [, ...args] = line.replaceAll("'", "").split(" ")
      const { code, stderr, stdout } = await garrison(args, { cwd })
      assert.strictEqual(code, 0, line + stdout + stderr)
      said.push(stdout)
    }
    const [checked = "", simulated, published = ""] = said
    assert.include(checked, "0 errors, 0 warnings")
    assert.include(simulated, "play sea/cast")
    assert.match(published, /^No catalog is served yet[^\n]*\n\nstate +published\nversion +1\n/)
  })

  it("gives what its page states", async () => {
    const steps = stepsIn(page)
    assert.isAtLeast(steps.length, 10)
    const seen = await play(files, each(steps.map(({ what }) => what)))
    assert.deepStrictEqual(
      seen.map(({ owned, result }) => [result, owned]),
      steps.map(({ owned, result }) => [result, wordsIn(owned[0] ?? "")]),
    )
  })

  it("lets a sailor rise: casts pay bait, levels pay wages, and papers are for level 3", async () => {
    const owns: Array<ReadonlyArray<string>> = []
    await play(files, sailor(owns))
    const [before = [], ...casts] = owns
    assert.strictEqual(countOf(before, "bait"), 5)
    for (const [index, owned] of casts.slice(0, 6).entries()) {
      const cast = index + 1
      assert.strictEqual(countOf(owned, "sailing"), 10 * cast)
      const caught = countOf(owned, "herring") - countOf(casts[index - 1] ?? before, "herring")
      assert.include([0, 1, 2, 3], caught)
      // Without a licence no tuna is caught, and below level 3 no pearl.
      assert.strictEqual(countOf(owned, "tuna") + (cast < 6 ? countOf(owned, "pearl") : 0), 0)
      assert.strictEqual(countOf(owned, "voucher"), cast < 6 ? 0 : 1)
    }
    const last = owns.at(-1) ?? []
    assert.include(last, "1 licence")
    assert.include(last, "1 captain")
    assert.include(last, "1 lantern")
    assert.strictEqual(countOf(last, "voucher"), 0)
    assert.strictEqual(countOf(last, "herring"), 0)
  })
})

/** Six casts, then the catch is sold, the licence bought with the voucher, and the papers with what is left. */
function* sailor(owns: Array<ReadonlyArray<string>>): ReturnType<typeof each> {
  const soup = yield "the player claims `harbour/soup`"
  assert.strictEqual(soup.result, "success")
  owns.push(soup.owned)
  for (let cast = 1; cast <= 6; cast++) {
    if (cast === 6) yield "the player enters AHOY"
    if (cast === 6) yield "the player buys `chandler/bait` for 3 coins"
    const { owned, result } = yield "a server gives `sea/cast`"
    assert.strictEqual(result, "success")
    owns.push(owned)
  }
  const caught = countOf(owns.at(-1) ?? [], "herring")
  const coins = countOf(owns.at(-1) ?? [], "coins")
  // 40 of the code and 25 of level 2, without the 3 of the bait.
  assert.strictEqual(coins, 62)
  if (caught > 0) {
    const sold = yield `the player claims \`harbour/sell-herring\` × ${caught}`
    assert.deepStrictEqual([sold.result, countOf(sold.owned, "coins")], ["success", coins + 2 * caught])
  }
  const licensed = yield "the player buys `chandler/licence` for 30 coins with voucher"
  assert.deepStrictEqual([licensed.result, countOf(licensed.owned, "coins")], ["success", coins + 2 * caught - 15])
  yield "a server gives `guild/purse`"
  const papers = yield "the player buys `chandler/captain` for 50 coins"
  assert.strictEqual(papers.result, "success")
  const session = yield "the player begins a session"
  assert.strictEqual(session.result, "success")
  owns.push(session.owned)
}
