/** The page of a simulation: well formed, without references to anything, with every name as a text. */
import { assert, describe, it } from "@effect/vitest"
import type { GroupResult, SimulationResult } from "@garrison/core/simulation/rules/summary"
import { simulationReport } from "../../../packages/cli/src/output/simulationReport.ts"

const HOSTILE = `<script>alert("1")</script> & '\u202e`

const percentiles = { p1: 0, p10: 1, p50: 5, p90: 20, p99: 300 }
const never = { p1: 2, p10: null, p50: null, p90: null, p99: null }

const group: GroupResult = {
  players: 10,
  sessions: 20,
  orders: 1234,
  currencies: [
    {
      item_id: 1,
      inflow: 2n ** 60n,
      outflow: 40,
      balance: 2n ** 60n - 40n,
      sources: [
        { source: { kind: "play", lootId: 7 }, inflow: 2n ** 60n, outflow: 0 },
        { source: { kind: "redeem", code: HOSTILE }, inflow: 0, outflow: 40 },
      ],
      by_day: [
        { day: 1, mean: 4.5, ...percentiles },
        { day: 2, mean: 9, ...percentiles },
      ],
    },
    { item_id: 2, inflow: 0, outflow: 0, balance: 0, sources: [], by_day: [{ day: 1, mean: 0, ...percentiles }] },
  ],
  goals: [
    { item_id: 1, count: 1, owners: 9, share: 0.9, days: percentiles, orders: percentiles },
    { item_id: 2, count: 3, owners: 1, share: 0.1, days: never, orders: never },
  ],
  results: [{ source: { kind: "play", lootId: 7 }, result: "declined", count: 3 }],
  items: [{ item_id: 1, gained: 5, lost: 4 }],
}

const result: SimulationResult = {
  etag: "etag",
  seed: 7,
  start: "2026-12-01T00:00:00.000Z",
  days: 30,
  players_asked: 20,
  ...group,
  cohorts: [{ name: HOSTILE, ...group }],
}

/** The text of a policy, in which names are those of players' cohorts. */
const POLICY = `cohorts:\n  ${HOSTILE}:\n    actions:\n      - { play: goblin }`

const names = { items: new Map([[1, HOSTILE]]), loot: new Map([[7, HOSTILE]]) }

/** The elements of a page, each with its attributes. Throws where tags do not close or a character is not escaped. */
const elementsOf = (html: string): ReadonlyArray<readonly [name: string, attributes: string]> => {
  const open: Array<string> = []
  const found: Array<readonly [string, string]> = []
  const tag = /<(\/?)([a-z][a-z0-9]*)((?: [a-zA-Z0-9:-]+="[^"<>&]*(?:&#\d+;[^"<>&]*)*")*)( \/)?>|(&#\d+;|[^<>&]+)/gy
  tag.lastIndex = "<!doctype html>".length
  while (tag.lastIndex < html.length) {
    const at = tag.lastIndex
    const match = tag.exec(html)
    if (match === null) throw new Error(`not HTML: ${html.slice(at, at + 60)}`)
    const [, closing, name, attributes = "", isEmpty] = match
    if (name === undefined) continue
    if (closing === "/") assert.strictEqual(open.pop(), name)
    else {
      found.push([name, attributes])
      if (isEmpty === undefined) open.push(name)
    }
  }
  assert.lengthOf(open, 0)
  return found
}

describe("the page of a simulation", () => {
  const html = simulationReport(result, names, POLICY)

  it("is well formed, and has each figure as a picture and in a table", () => {
    const elements = elementsOf(html)
    const count = (wanted: string) => elements.filter(([name]) => name === wanted).length
    // Two balances, one inflow, one outflow, and the goals.
    assert.strictEqual(count("svg"), 5)
    assert.strictEqual(count("table"), 8)
    assert.strictEqual(count("title"), 6)
    assert.strictEqual(count("desc"), 5)
    for (const [name, attributes] of elements) {
      if (name === "svg") assert.match(attributes, / role="img" aria-labelledby="[\w-]+-title [\w-]+-desc"/)
    }
    const ids = Array.from(html.matchAll(/ id="([^"]*)"/g), ([, id]) => id)
    assert.strictEqual(new Set(ids).size, ids.length)
    assert.include(html, "1,152,921,504,606,846,976 given, 40 taken, 1,152,921,504,606,846,936 left.")
    assert.notMatch(html, /NaN|undefined|Infinity|null/)
  })

  it("has the figures of each cohort apart, each with pictures of its own, and those of one cohort once", () => {
    const [casual, keen] = [
      { ...group, name: "casual", players: 8 },
      { ...group, name: HOSTILE, players: 2, goals: [] },
    ]
    const apart = simulationReport({ ...result, cohorts: [casual, keen] }, names, POLICY)
    const sections = apart.split("<section>").slice(1)
    assert.deepStrictEqual(
      sections.map((section) => /<p>(\d+) players,/.exec(section)?.[1]),
      ["10", "8", "2"],
    )
    const pictures = (part: string) => part.match(/<svg /g)?.length
    assert.deepStrictEqual(sections.map(pictures), [5, 5, 4])
    elementsOf(apart)
    const ids = Array.from(apart.matchAll(/ id="([^"]*)"/g), ([, id]) => id)
    assert.strictEqual(new Set(ids).size, ids.length)
    assert.strictEqual(html.split("<section>").length - 1, 1)
  })

  it("has the policy that the players followed", () => {
    assert.include(html, "<pre><code>cohorts:</code><code>  &#60;script&#62;")
  })

  it("fits a narrow screen: nothing has a width of its own, and cells of a table say what they are", () => {
    const [, style = ""] = /<style>([^]*?)<\/style>/.exec(html) ?? []
    const [wide = "", narrow = ""] = style.split("@media (max-width: 40rem)")
    assert.notMatch(style, /[^-]width: *\d+(?:px|rem|em|vw)|min-width|nowrap|overflow-x/)
    assert.match(wide, /svg \{ width: 100%;/)
    assert.match(wide, /pre \{ white-space: pre-wrap; overflow-wrap: anywhere;/)
    assert.match(narrow, /table, caption, tbody, tr, td \{ display: block; \}/)
    assert.match(narrow, /td::before \{ content: attr\(data-label\);/)
    for (const [name, attributes] of elementsOf(html)) {
      if (name === "td") assert.match(attributes, / data-label="/)
      if (name === "svg") assert.notMatch(attributes, / (?:width|height)="/)
    }
  })

  it("refers to nothing, runs nothing, and forbids both", () => {
    assert.notMatch(
      html.replaceAll('xmlns="http://www.w3.org/2000/svg"', ""),
      /https?:|\/\/|url\(|@import|\b(?:src|href)=/i,
    )
    assert.notMatch(html, /<(?:script|link|img|iframe|object|embed|form|base)\b| on[a-z]+=/i)
    assert.include(html, `content="default-src &#39;none&#39;; style-src &#39;unsafe-inline&#39;"`)
  })

  it("shows names as texts, and what is not reached as such", () => {
    assert.notInclude(html, HOSTILE)
    assert.notInclude(html, "\u202e")
    assert.include(html, "&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62; &#38; &#39;\ufffd")
    assert.include(html, "10 of 20: the simulation was interrupted")
    assert.include(html, "fewer than 10 % of players ever own it")
    assert.include(html, "Taken: nothing.")
  })

  it("has a style for light and for dark", () => {
    assert.include(html, "@media (prefers-color-scheme: dark)")
    assert.include(html, '<meta name="color-scheme" content="light dark" />')
  })
})
