/** The access log: what it says, and what can never be in it (guarantees R32). */
import { accessLog, redacted } from "@garrison/http/server/AccessLog"
import { CLIENT_SECRET_PREFIX } from "@garrison/core/client/rules"
import { REFRESH_TOKEN_PREFIX } from "@garrison/core/token/rules/refresh"
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as fc from "fast-check"

const entry = {
  id: "abc",
  method: "GET",
  path: "/livez",
  operation: "livez",
  status: 200,
  milliseconds: 1.25,
  address: "127.0.0.1",
  userAgent: "curl/8",
}

const written = async (format: "json" | "text" | "off", changes: Partial<typeof entry> = {}) => {
  const lines: Array<string> = []
  const log = accessLog(format, { access: (text) => lines.push(text), defect: (text) => lines.push(text) })
  log.access?.({ ...entry, ...changes })
  await new Promise(setImmediate)
  return lines.join("")
}

describe("accessLog", () => {
  it("writes one JSON object per line", async () => {
    const line = JSON.parse(await written("json"))
    assert.include(line, { event: "request", id: "abc", method: "GET", path: "/livez", status: 200, level: "info" })
  })

  it("writes readable text", async () => {
    assert.match(await written("text"), /^\S+Z 200 GET \/livez 1\.3ms 127\.0\.0\.1 livez abc\n$/)
  })

  it("gathers nothing when it is off", () => {
    assert.isUndefined(accessLog("off").access)
  })

  it("lets no control character through, so that a line stays a line and a terminal is not steered", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("json" as const, "text" as const),
        fc.string({ unit: fc.integer({ min: 0, max: 0x2100 }).map((code) => String.fromCharCode(code)), minLength: 1 }),
        async (format, hostile) => {
          const text = await written(format, { path: `/${hostile}`, userAgent: hostile, address: hostile })
          assert.isTrue(text.endsWith("\n"))
          // oxlint-disable-next-line no-control-regex
          assert.notMatch(text.slice(0, -1), /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/)
        },
      ),
    )
  })

  it("takes tokens and secrets out of whatever it writes", async () => {
    const secret = "CANARY1234567890"
    for (const text of [
      `eyJhbGciOi${secret}.e30.${secret}`,
      `${CLIENT_SECRET_PREFIX}${secret}`,
      `${REFRESH_TOKEN_PREFIX}${secret}`,
      `Bearer ${secret}`,
      `basic ${secret}`,
      `password=${secret}`,
      `{"client_secret":"${secret}"}`,
    ]) {
      assert.notInclude(redacted(text), "CANARY", text)
      assert.notInclude(await written("json", { path: `/x/${text}`, userAgent: text }), "CANARY")
      assert.notInclude(await written("text", { path: `/x/${text}` }), "CANARY")
    }
  })

  it("reports defects with their stack and without their secrets, whatever the format", () => {
    const lines: Array<string> = []
    const log = accessLog("off", { access: () => undefined, defect: (text) => lines.push(text) })
    log.defect("abc", "login", Cause.die(new Error("token: CANARY123 broke\nthe line")))
    assert.strictEqual(lines.length, 1)
    const line = JSON.parse(lines[0] ?? "")
    assert.include(line, { level: "error", event: "defect", id: "abc", operation: "login" })
    assert.include(line.cause, "AccessLog.test")
    assert.notInclude(lines[0] ?? "", "CANARY")
    assert.strictEqual((lines[0] ?? "").split("\n").length, 2)
  })
})
