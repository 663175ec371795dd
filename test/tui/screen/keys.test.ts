/** The screen of signing keys: its frames, and the rotation of the environment. */
import { assert, describe, it } from "@effect/vitest"
import { keysScreen } from "@garrison/tui/screen/keys"
import { type Answers, Driven, startMillis } from "../../support/tui/driven.ts"
import { assertFrames } from "../../support/tui/frames.ts"

const at = (days: number) => new Date(startMillis + days * 86_400_000).toISOString()

const signing = {
  key_id: "pyPr0nE0h3y2gZ1xk9mR5cK3wq8T7sV6uA4bD2fG1hJ",
  algorithm: "EdDSA",
  state: "signing",
  published: at(-31),
  signs_from: at(-30),
  age_seconds: 30 * 86_400,
  replaced: at(60),
  overdue: false,
  retires: at(61),
}
const next = {
  ...signing,
  key_id: "next",
  state: "published",
  signs_from: at(60),
  age_seconds: 0,
  replaced: null,
  retires: null,
}
const retiring = {
  ...signing,
  key_id: "before",
  state: "retiring",
  age_seconds: 120 * 86_400,
  replaced: at(-30),
  retires: at(0.5),
}
const overdue = { ...signing, overdue: true, replaced: null, retires: null, age_seconds: 200 * 86_400 }

const open = (answers: Answers = () => ({ keys: [retiring, signing, next] })) =>
  new Driven({ screens: [keysScreen], screen: "keys", answers })

describe("the screen of signing keys", () => {
  it("is drawn", () => {
    assertFrames(open().press("j"), "keys", "all")
    assertFrames(
      open(() => ({ keys: [overdue] })),
      "keys",
      "overdue",
    )
    assert.include(open(() => ({ keys: [overdue] })).frame(), "It signs for too long")
  })

  it("rotates the environment's keys, and not the one at the cursor", () => {
    const [wanted] = open().press("j", "N").wanted
    assert.deepInclude(wanted?.request, { type: "act", operation: "signingKey.rotate", inputs: [{}] })
  })
})
