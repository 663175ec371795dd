/** The smaller parts: lines of text, tabs, trees, dialogs, charts, facts and differences. */
import { assert, describe, it } from "@effect/vitest"
import { dialogBindings } from "@garrison/tui/part/dialog/keys"
import { updateButtons } from "@garrison/tui/part/dialog/state"
import { isTabsAction, tabsBindings } from "@garrison/tui/part/tabs/keys"
import { updateTabs } from "@garrison/tui/part/tabs/state"
import { textInputBindings } from "@garrison/tui/part/textInput/keys"
import { emptyText, typedText, updateTextInput } from "@garrison/tui/part/textInput/state"
import { isTreeAction, treeBindings } from "@garrison/tui/part/tree/keys"
import {
  currentNode,
  openTree,
  resizedTree,
  type TreeNode,
  treeLines,
  type TreeState,
  updateTree,
} from "@garrison/tui/part/tree/state"
import { themeOf } from "@garrison/tui/theme"
import * as FastCheck from "fast-check"
import { Text } from "ink"
import { createElement } from "react"
import { Sparkline, sparkline } from "../../../packages/tui/src/part/chart.tsx"
import { Dialog, dialogRoom } from "../../../packages/tui/src/part/dialog/view.tsx"
import { Diff, diffLines } from "../../../packages/tui/src/part/diff.tsx"
import { Facts } from "../../../packages/tui/src/part/facts.tsx"
import { Tabs } from "../../../packages/tui/src/part/tabs/view.tsx"
import { TextInput } from "../../../packages/tui/src/part/textInput/view.tsx"
import { Tree } from "../../../packages/tui/src/part/tree/view.tsx"
import { plainTheme as theme } from "../../support/tui/driven.ts"
import { frameOf, misfits } from "../../support/tui/frame.ts"
import { hostileTexts } from "../../support/tui/hostile.ts"
import { inkWidth } from "../../support/tui/width.ts"

const hostile = FastCheck.constantFrom(...Object.values(hostileTexts))

describe("a line of text", () => {
  it("moves and deletes by what a person takes for a character", () => {
    const typed = typedText(typedText(emptyText("ab"), "👩‍👩‍👧"), "é\r\nz")
    assert.strictEqual(typed.text, "ab👩‍👩‍👧é z")
    const back = (["textBack", "textBack", "textBack", "textBack"] as const).reduce(updateTextInput, typed)
    assert.deepStrictEqual(back, { text: "ab", cursor: 2 })
    const left = (["textLeft", "textLeft", "textRight", "textDelete"] as const).reduce(updateTextInput, back)
    assert.deepStrictEqual(left, { text: "a", cursor: 1 })
    assert.deepStrictEqual(updateTextInput(emptyText("one two  "), "textBackWord"), { text: "one ", cursor: 4 })
    assert.strictEqual(
      updateTextInput(typedText(updateTextInput(emptyText("b"), "textStart"), "a"), "textEnd").text,
      "ab",
    )
  })

  it("shows its cursor and stays in its line, whatever is typed and pasted", () => {
    const step = FastCheck.oneof(hostile, FastCheck.constantFrom(...textInputBindings))
    FastCheck.assert(
      FastCheck.property(
        FastCheck.array(step, { maxLength: 20 }),
        FastCheck.integer({ min: 20, max: 60 }),
        (steps, columns) => {
          let state = emptyText()
          for (const one of steps)
            state = typeof one === "string" ? typedText(state, one) : updateTextInput(state, one.action)
          assert.isTrue(state.cursor >= 0 && state.cursor <= state.text.length)
          const frame = frameOf(createElement(TextInput, { label: "Name: ", state, columns, isFocused: true }), {
            columns,
            rows: 3,
          })
          assert.strictEqual(frame.trimEnd().split("\n").length, 1)
          assert.deepStrictEqual(misfits(frame, { columns, rows: 3 }), [])
        },
      ),
      { numRuns: 200 },
    )
  })
})

describe("tabs", () => {
  it("go round, and by their numbers", () => {
    assert.deepStrictEqual(
      [updateTabs(2, 3, "tabNext"), updateTabs(0, 3, "tabBefore"), updateTabs(0, 3, "tab3"), updateTabs(0, 3, "tab9")],
      [0, 2, 2, 0],
    )
    assert.isTrue(tabsBindings(["Orders", "Audit"]).every(({ action }) => isTabsAction(action)))
  })

  it("show the one that is open, however narrow the terminal is", () => {
    const tabs = Array.from({ length: 12 }, (_, at) => ({ name: String(at), title: `Title ${at}` }))
    for (const at of tabs.keys()) {
      assert.include(
        frameOf(createElement(Tabs, { tabs, at, columns: 40, theme }), { columns: 40, rows: 1 }),
        `Title ${at}]`,
      )
    }
  })
})

const node = (id: string, ...children: ReadonlyArray<TreeNode>): TreeNode => ({ id, text: id, children })
const roots = [node("a", node("b", node("c", node("d"))), node("e")), node("f")]
const shown = (state: TreeState) =>
  treeLines(state)
    .map((line) => line.node.id)
    .join("")

describe("a tree", () => {
  it("opens and closes branches, and walks through what is open", () => {
    const first = openTree(roots, 10, 1)
    assert.strictEqual(shown(first), "abef")
    const down = updateTree(first, "down")
    const inside = updateTree(updateTree(down, "branchOpen"), "branchOpen")
    assert.deepStrictEqual([shown(inside), currentNode(inside)?.id], ["abcef", "c"])
    const outside = updateTree(inside, "branchClose")
    assert.strictEqual(currentNode(outside)?.id, "b")
    assert.strictEqual(shown(updateTree(outside, "branchClose")), "abef")
    assert.strictEqual(shown(updateTree(first, "branchOpenAll")), "abcdef")
    assert.strictEqual(shown(updateTree(first, "branchCloseAll")), "af")
  })

  it("shows its cursor whatever is pressed, with any text in it", () => {
    const hostileRoots = [...roots, ...Object.entries(hostileTexts).map(([id, text]) => ({ id, text, children: [] }))]
    FastCheck.assert(
      FastCheck.property(
        FastCheck.array(FastCheck.oneof(FastCheck.constantFrom(...treeBindings), FastCheck.nat(20))),
        (steps) => {
          let state = openTree(hostileRoots, 8)
          for (const one of steps) {
            state = typeof one === "number" ? resizedTree(state, one) : updateTree(state, one.action)
            assert.isTrue(state.top <= state.cursor && state.cursor < state.top + state.height)
          }
          const frame = frameOf(createElement(Tree, { state, columns: 50, theme }), { columns: 50, rows: 20 })
          assert.deepStrictEqual(misfits(frame, { columns: 50, rows: 20 }), [])
        },
      ),
      { numRuns: 100 },
    )
    assert.isTrue(isTreeAction("branchOpen"))
  })

  it("of any depth is drawn", () => {
    const deep = Array.from({ length: 5000 }).reduce<TreeNode>((inner, _, at) => node(`n${at}`, inner), node("end"))
    const state = updateTree(updateTree(openTree([deep], 10), "branchOpenAll"), "bottom")
    assert.include(frameOf(createElement(Tree, { state, columns: 60, theme }), { columns: 60, rows: 10 }), "(64)")
  })
})

describe("a dialog", () => {
  it("stays in its room, and has no frame for a screen reader", () => {
    const size = { columns: 60, rows: 12 }
    const props = {
      title: hostileTexts["clears the screen"] ?? "",
      size,
      at: updateButtons(0, 2, "buttonNext"),
      buttons: [
        { name: "no", label: "Keep" },
        { name: "yes", label: "Ban", unusable: "no reason is given" },
      ],
      children: createElement(Text, {}, "What it does."),
    }
    const frame = frameOf(createElement(Dialog, { ...props, theme }), size)
    assert.deepStrictEqual(misfits(frame, size), [])
    assert.include(frame, "╭")
    assert.include(frame, "›[ Ban ]")
    const spoken = frameOf(createElement(Dialog, { ...props, theme: { ...theme, isScreenReader: true } }), size)
    assert.notInclude(spoken, "╭")
    assert.strictEqual(dialogRoom(size).columns, 56)
    assert.strictEqual(dialogBindings.length, 2)
  })
})

describe("charts", () => {
  it("draw the highest value highest, zero lowest, and gaps as gaps", () => {
    assert.strictEqual(sparkline([0, 1, 2, 4, 8, Number.NaN], 8), "  ▁▂▃▅█ ")
    assert.strictEqual(sparkline([0, 0], 2), "▁▁")
    assert.strictEqual(sparkline([], 3), "   ")
    assert.include(
      sparkline(
        Array.from({ length: 1000 }, (_, at) => (at === 777 ? 9 : 1)),
        20,
      ),
      "█",
    )
  })

  it("fill their width with any values", () => {
    FastCheck.assert(
      FastCheck.property(
        FastCheck.array(FastCheck.double()),
        FastCheck.integer({ min: 1, max: 80 }),
        (values, columns) => {
          assert.strictEqual(inkWidth(sparkline(values, columns)), columns)
        },
      ),
    )
  })

  it("are said in words for a screen reader", () => {
    const spoken = { ...theme, isScreenReader: true }
    const frame = frameOf(createElement(Sparkline, { values: [3, 12, 7], columns: 30, theme: spoken }), {
      columns: 40,
      rows: 1,
    })
    assert.strictEqual(frame, "from 3 to 12, now 7")
  })
})

describe("facts", () => {
  it("leave out what is not known, and break long values into lines", () => {
    const facts = [
      { label: "Name", value: "Ada" },
      { label: "Gone", value: undefined },
      { label: "Told", value: "one two three four five six seven", isLong: true as const },
    ]
    const frame = frameOf(createElement(Facts, { facts, columns: 24, theme }), { columns: 24, rows: 4 })
    assert.strictEqual(frame, "Name  Ada\nTold  one two three four\n      five six seven\n")
  })
})

describe("a difference", () => {
  it("has what was removed and added, and says how much is the same", () => {
    const before = ["a", "b", "c", "d", "e", "f", "g", "h"].join("\n")
    const after = ["a", "b", "c", "d", "e", "F", "g", "h", "i"].join("\n")
    const lines = diffLines(before, after)
    assert.deepStrictEqual(
      lines.map((line) => (line.kind === "skipped" ? `~${line.count}` : `${line.kind[0]}${line.text}`)),
      ["~2", "sc", "sd", "se", "rf", "aF", "sg", "sh", "ai"],
    )
    const frame = frameOf(createElement(Diff, { lines, top: 0, rows: 4, columns: 20, theme }), { columns: 20, rows: 4 })
    assert.strictEqual(frame, "  … 2 equal lines\n  c\n  d\n  e")
  })

  it("gives both texts back", () => {
    const text = FastCheck.array(FastCheck.constantFrom("a", "b", "c", ""), { maxLength: 12 }).map((lines) =>
      lines.join("\n"),
    )
    FastCheck.assert(
      FastCheck.property(text, text, (before, after) => {
        const lines = diffLines(before, after)
        const side = (kind: "removed" | "added") =>
          lines.flatMap((line) => (line.kind === kind || line.kind === "same" ? [line.text] : []))
        const skipped = lines.reduce((sum, line) => sum + (line.kind === "skipped" ? line.count : 0), 0)
        assert.strictEqual(side("removed").length + skipped, before.split("\n").length)
        assert.strictEqual(side("added").length + skipped, after.split("\n").length)
        if (skipped === 0)
          assert.deepStrictEqual([side("removed"), side("added")], [before.split("\n"), after.split("\n")])
      }),
    )
  })
})

describe("the theme", () => {
  it("is that of the terminal, unless the operator says otherwise", () => {
    const cases = [
      [{ TERM: "xterm-256color" }, "#5fafd7"],
      [{ TERM: "xterm", COLORTERM: "truecolor" }, "#5fafd7"],
      [{ TERM: "xterm" }, "cyan"],
      [{}, "cyan"],
      [{ TERM: "dumb" }, undefined],
      [{ TERM: "xterm-256color", FORCE_COLOR: "1" }, "cyan"],
      [{ FORCE_COLOR: "3" }, "#5fafd7"],
      [{ FORCE_COLOR: "0", TERM: "xterm" }, undefined],
      [{ NO_COLOR: "1", FORCE_COLOR: "3" }, undefined],
      [{ NO_COLOR: "", TERM: "xterm" }, "cyan"],
    ] as const
    for (const [variables, accent] of cases) assert.strictEqual(themeOf(variables).accent, accent)
    assert.isTrue(themeOf({ INK_SCREEN_READER: "true" }).isScreenReader)
  })
})
