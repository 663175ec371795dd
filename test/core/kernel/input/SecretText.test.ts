import { assert, describe, it } from "@effect/vitest"
import { isSecretText, SECRET_BYTES, secretText } from "@garrison/core/kernel/input/SecretText"
import * as fc from "fast-check"
import { crc32 } from "node:zlib"

const secret = fc
  .tuple(fc.constantFrom("gar_", "grt_", ""), fc.uint8Array({ minLength: SECRET_BYTES, maxLength: SECRET_BYTES }))
  .map(([prefix, random]) => ({ prefix, random, text: secretText(prefix, random) }))

describe("secret texts", () => {
  it("are prefix, 256 bits in base64url, and a checksum of both", () => {
    fc.assert(
      fc.property(secret, ({ prefix, random, text }) => {
        const body = prefix + Buffer.from(random).toString("base64url")
        assert.isTrue(text.startsWith(body))
        assert.match(text.slice(body.length), /^[0-9A-Za-z]{6}$/)
        const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
        const value = Array.from(text.slice(body.length)).reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0)
        assert.strictEqual(value, crc32(body))
        assert.isTrue(isSecretText(prefix, text))
      }),
    )
  })

  it("differ from texts with one character changed, cut or added, and from those with another prefix", () => {
    const character = fc.constantFrom(...Array.from("ABCXYZabcxyz0189-_ =\n"))
    fc.assert(
      fc.property(secret, fc.nat(), character, ({ prefix, text }, choice, other) => {
        const at = choice % text.length
        const changed = text.slice(0, at) + other + text.slice(at + 1)
        assert.strictEqual(isSecretText(prefix, changed), changed === text)
        assert.isFalse(isSecretText(prefix, text.slice(1)))
        assert.isFalse(isSecretText(prefix, text.slice(0, -1)))
        assert.isFalse(isSecretText(prefix, text + other))
        assert.isFalse(isSecretText("xxx_", text))
      }),
    )
  })

  it.each(["", "gar_", "gar_x", "é".repeat(53), "x".repeat(100_000)])("no other text is one", (text) =>
    assert.isFalse(isSecretText("gar_", text)),
  )
})
