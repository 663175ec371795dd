import { assert, describe, it } from "@effect/vitest"
import { Platform, PLATFORMS, PORTAL_IDS } from "@garrison/core/kernel/Platform"
import * as Schema from "effect/Schema"

// Interface, section 2.4, with the numbers of decisions, section 4.
const table =
  "Anon 2, Basic 11, DeltaLive 10, Echo 9, FoxtrotNAID 26, FoxtrotSwitch 22, FoxtrotPPID 33, Alpha 13, AlphaPlay 32, " +
  "Bravo 24, Charlie 28, Golf 5, Hotel 4, India 16, Juliet 14, LegacyName 27"

describe("Platform", () => {
  it("has the interface's platforms in its order, with the deprecated numbers", () =>
    assert.strictEqual(PLATFORMS.map((platform) => `${platform} ${PORTAL_IDS[platform]}`).join(", "), table))

  it("gives no number to two platforms", () =>
    assert.strictEqual(new Set(Object.values(PORTAL_IDS)).size, PLATFORMS.length))

  it.each(["", "anon", "Foxtrot", 2, null])("does not take %j", (given) =>
    assert.throws(() => Schema.decodeUnknownSync(Platform)(given)),
  )
})
