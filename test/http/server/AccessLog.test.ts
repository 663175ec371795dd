/** The access log: what it says, and what can never be in it (guarantees R32). */
import { accessLog } from "@garrison/http/server/AccessLog"
import type { Answered } from "@garrison/http/server/Observer"
import { looksSecret, redacted } from "@garrison/http/server/redaction"
import { CLIENT_SECRET_PREFIX } from "@garrison/core/client/rules"
import { REFRESH_TOKEN_PREFIX } from "@garrison/core/token/rules/refresh"
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as fc from "fast-check"

const entry: Answered = {
  id: "abc",
  method: "GET",
  path: "/livez",
  operation: "livez",
  status: 200,
  errorCode: undefined,
  limit: undefined,
  milliseconds: 1.25,
  address: "127.0.0.1",
  player: undefined,
  client: undefined,
  userAgent: "curl/8",
}

const written = async (format: "json" | "text" | "off", changes: Partial<Answered> = {}) => {
  const lines: Array<string> = []
  const write = (text: string) => void lines.push(text)
  const log = accessLog(format, { access: write, defect: write })
  log.answered?.({ ...entry, ...changes })
  await new Promise(setImmediate)
  return lines.join("")
}

describe("accessLog", () => {
  it("writes one JSON object per line", async () => {
    const line = JSON.parse(await written("json"))
    assert.include(line, { event: "request", id: "abc", method: "GET", path: "/livez", status: 200, level: "info" })
  })

  it("writes readable text", async () => {
    assert.match(await written("text"), /^\S+Z 200 GET \/livez 1\.3ms 127\.0\.0\.1 - livez abc\n$/)
    const refused = { status: 403, errorCode: "insufficient_permissions", client: "game", player: "a-player" }
    assert.match(
      await written("text", refused),
      /^\S+Z 403 insufficient_permissions GET \/livez 1\.3ms 127\.0\.0\.1 a-player livez abc\n$/,
    )
  })

  it("gathers nothing when it is off", () => {
    assert.isUndefined(accessLog("off", { access: () => undefined, defect: () => undefined }).answered)
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

  it("removes secrets however they are percent-encoded, also with broken encoding around them", async () => {
    const secret = "CANARY1234567890"
    const encode = (text: string) =>
      Array.from(text, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, "0")}`).join("")
    for (const plain of [
      `${CLIENT_SECRET_PREFIX}${secret}`,
      `token=${secret}`,
      `Bearer ${secret}`,
      `eyJhbGciOi${secret}.a.b`,
    ]) {
      const once = encode(plain)
      for (const text of [
        encodeURIComponent(plain),
        once,
        encode(once),
        encode(encode(once)),
        `%zz${once}%`,
        `%ff${once}%fe`,
        once.replace(encode("a"), "a"),
        once.toUpperCase(),
      ]) {
        // Whoever reads the log can undo every level of it.
        let line = await written("json", { path: `/x/${text}` })
        for (let level = 0; level < 6; level++) {
          assert.notInclude(line, "CANARY", text)
          line = line.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) =>
            Buffer.from(bytes.replaceAll("%", ""), "hex").toString("latin1"),
          )
        }
      }
    }
    for (const harmless of ["/a%20b", "/%e4%bd%a0", "/100%", "/%zz", "/a%252Fb"]) {
      assert.strictEqual(redacted(harmless), harmless)
    }
    assert.isFalse(looksSecret("01890f5e-7a7a-7000-8000-000000000000"))
  })

  it("writes events of the server as text or as JSON, and none when it is off", () => {
    const lines: Array<string> = []
    const write = (text: string) => void lines.push(text)
    for (const format of ["json", "text", "off"] as const) {
      const log = accessLog(format, { access: write, defect: write })
      log.happened("info", "ready", { url: "http://127.0.0.1:8080", nothing: undefined })
      log.happened("warning", "storage_unavailable", { cause: "token=CANARY\nx", count: 3 })
    }
    assert.lengthOf(lines, 5)
    assert.notInclude(lines.join(""), "CANARY")
    const [ready, away, readyText, awayText, awayOff] = lines
    assert.deepInclude(JSON.parse(ready ?? ""), { level: "info", event: "ready", url: "http://127.0.0.1:8080" })
    assert.notProperty(JSON.parse(ready ?? ""), "nothing")
    assert.deepInclude(JSON.parse(away ?? ""), { level: "warning", event: "storage_unavailable", count: 3 })
    assert.match(readyText ?? "", /^\S+Z ready url=http:\/\/127\.0\.0\.1:8080\n$/)
    assert.match(awayText ?? "", /^\S+Z storage_unavailable cause=<redacted>\\u000ax count=3\n$/)
    assert.deepInclude(JSON.parse(awayOff ?? ""), { event: "storage_unavailable" })
  })

  it("reports defects with their stack and without their secrets, whatever the format", () => {
    const lines: Array<string> = []
    const log = accessLog("off", { access: () => undefined, defect: (text) => void lines.push(text) })
    log.failed("abc", "login", Cause.die(new Error("token: CANARY123 broke\nthe line")))
    assert.strictEqual(lines.length, 1)
    const line = JSON.parse(lines[0] ?? "")
    assert.include(line, { level: "error", event: "defect", id: "abc", operation: "login" })
    assert.include(line.cause, "AccessLog.test")
    assert.notInclude(lines[0] ?? "", "CANARY")
    assert.strictEqual((lines[0] ?? "").split("\n").length, 2)
  })
})
