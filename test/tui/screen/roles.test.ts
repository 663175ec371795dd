/** The screen of roles: its frames, and any keys on it. */
import { assert, describe, it } from "@effect/vitest"
import { rolesScreen } from "@garrison/tui/screen/roles"
import { assertDrawable } from "../../support/tui/anyKeys.ts"
import { type Answers, Driven, Refused } from "../../support/tui/driven.ts"
import { assertFrames } from "../../support/tui/frames.ts"
import { hostileTexts } from "../../support/tui/hostile.ts"

const roles = [
  { role_id: 1, name: "admin", permissions: ["*"] },
  { role_id: 7, name: "support", permissions: ["operator:player:read", "operator:player:act"] },
  { role_id: 12, name: "viewer", permissions: ["operator:player:read"] },
]

const open = (answers: Answers = () => ({ roles })) => new Driven({ screens: [rolesScreen], screen: "roles", answers })

describe("the screen of roles", () => {
  it("is drawn", () => {
    assertFrames(open(), "roles", "all")
    assertFrames(open().press("j", "s", "s", "S"), "roles", "sorted")
    assertFrames(open().press("/").type("sup"), "roles", "filtering")
    assertFrames(
      open(() => undefined),
      "roles",
      "loading",
    )
    assertFrames(
      open(() => new Refused({ code: "invalid_input", message: "No." })),
      "roles",
      "invalid",
    )
    assertFrames(
      open(() => ({ roles: [] })),
      "roles",
      "empty",
    )
    assert.strictEqual(open().press("j").state.stack.length, 1)
  })

  it("is drawn after any keys, whatever roles are called", () => {
    const hostile = Object.values(hostileTexts).map((name, at) => ({ role_id: at, name, permissions: [name] }))
    assertDrawable(() => open(() => ({ roles: hostile })), [rolesScreen])
    assert.include(
      open(() => ({ roles: hostile }))
        .press("/")
        .type("clears")
        .frame(),
      "Nothing has the text",
    )
  })
})
