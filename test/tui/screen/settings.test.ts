/** The screen of settings: what it asks, what it hides, and what it looks like. */
import { assert, describe, it } from "@effect/vitest"
import { settingsScreen } from "@garrison/tui/screen/settings"
import { assertDrawable } from "../../support/tui/anyKeys.ts"
import { type Answers, Driven, Refused } from "../../support/tui/driven.ts"
import { assertFrames } from "../../support/tui/frames.ts"
import { hostileTexts } from "../../support/tui/hostile.ts"
import { after, answer, key } from "../../support/tui/screenRun.ts"

const size = { columns: 80, rows: 24 }

const setting = (name: string, value: string, source = "default", problem?: string) => ({
  name,
  value,
  source,
  environment: `GARRISON_${name.toUpperCase()}`,
  description: `what ${name} is for`,
  ...(problem !== undefined && { problem }),
})

const settings = [
  setting("storage", "postgres://garrison:****@db/garrison", "GARRISON_STORAGE"),
  setting("host", "127.0.0.1"),
  setting("port", "9000", "--port"),
  setting("keySecret", "****", "garrison.json:3"),
  setting("probePort", "70000", "--set probePort", "probePort must be a whole number from 0 to 65535, not 70000"),
  ...Array.from({ length: 60 }, (_, at) => setting(`limit${at}`, String(at))),
]
const answered = answer("settings", { settings })
const opened = settingsScreen.open({}, { size, now: 0 })
const nameAt = (state: typeof opened.state) => settingsScreen.selected?.(state)?.id

describe("the screen of settings", () => {
  it("asks once, and again when it is told to", () => {
    assert.deepStrictEqual(
      opened.requests.map((request) => "operation" in request && request.operation),
      ["setting.list"],
    )
    assert.lengthOf(after(settingsScreen, opened, [answered, key("reload")]).requests, 2)
  })

  it("hides the defaults and shows them again, and stays at its row", () => {
    const hidden = after(settingsScreen, opened, [answered, key("down"), key("down"), key("given")]).state
    assert.strictEqual(nameAt(hidden), "port")
    const down = after(settingsScreen, { state: hidden, requests: [] }, [key("bottom")]).state
    assert.strictEqual(nameAt(down), "probePort")
    const all = after(settingsScreen, { state: hidden, requests: [] }, [key("given"), key("bottom")]).state
    assert.strictEqual(nameAt(all), "limit59")
  })

  it("filters by name, value and source", () => {
    for (const [text, name] of [
      ["probe", "probePort"],
      ["9000", "port"],
      ["garrison.json", "keySecret"],
    ] as const) {
      const { state } = after(settingsScreen, opened, [answered, key("filter"), { type: "text", text }])
      assert.strictEqual(nameAt(state), name)
      assert.isTrue(settingsScreen.isTyping?.(state))
    }
  })

  const open = (given: ReadonlyArray<unknown> = settings, answers: Answers = () => ({ settings: given })) =>
    new Driven({ screens: [settingsScreen], screen: "settings", answers })

  it("is drawn", () => {
    assertFrames(open().press("j", "j", "j", "j"), "settings", "all")
    assertFrames(open().press("d"), "settings", "given")
    assertFrames(open().press("/").type("9000").press("enter"), "settings", "filtered")
    assertFrames(
      open([], () => new Refused({ code: "insufficient_permissions", message: "Your role does not allow this." })),
      "settings",
      "denied",
    )
    assert.isUndefined(open([]).press("d", "j").wanted[0])
  })

  it("is drawn after any keys, whatever settings say", () => {
    const hostile = Object.values(hostileTexts).map((text) => setting(text, text, text, text))
    assertDrawable(() => open(hostile), [settingsScreen])
    assert.notInclude(open(hostile).frame(), "\u001B")
  })
})
