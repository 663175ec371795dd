/** The requests that the page at `/docs` makes of its forms, and their lines for a shell. */
import { assert, describe, it } from "@effect/vitest"
import { execFileSync } from "node:child_process"
import * as fc from "fast-check"
import { baseOf } from "../../../packages/http/browser/base.ts"
import { hasWords } from "../../../packages/http/browser/finding.ts"
import { curlLine, type FormValues, requestOf } from "../../../packages/http/browser/request.ts"

const form = (changes: Partial<FormValues> = {}): FormValues => ({
  method: "GET",
  path: "/player/{player_uuid}/order/{order_id}",
  fields: [],
  ...changes,
})

describe("a request of a form", () => {
  it("has its parameters where they belong, and leaves out what is empty", () => {
    const asked = requestOf(
      form({
        fields: [
          { place: "path", name: "player_uuid", value: "a/b" },
          { place: "path", name: "order_id", value: "1" },
          { place: "query", name: "page size", value: "10 & 20" },
          { place: "query", name: "cursor", value: "" },
          { place: "header", name: "if-none-match", value: '"x"' },
          { place: "header", name: "idempotency-key", value: "" },
        ],
      }),
    )
    assert.deepStrictEqual(asked, {
      method: "GET",
      target: "/player/a%2Fb/order/1?page%20size=10%20%26%2020",
      headers: [["if-none-match", '"x"']],
      body: undefined,
    })
  })

  it("carries the token, or the credentials of a client as RFC 6749 wants them", () => {
    const authorization = (changes: Partial<FormValues>) => requestOf(form(changes)).headers
    assert.deepStrictEqual(authorization({ token: "t" }), [["authorization", "Bearer t"]])
    assert.deepStrictEqual(authorization({}), [])
    assert.deepStrictEqual(authorization({ client: { id: "", secret: "" } }), [])
    const [[, value] = []] = authorization({ client: { id: "ä:1", secret: "s p" } })
    assert.strictEqual(Buffer.from((value ?? "").replace("Basic ", ""), "base64").toString(), "%C3%A4%3A1:s%20p")
  })

  it("carries its body with the media type, also where the body is empty", () => {
    const { body, headers } = requestOf(form({ method: "POST", body: { type: "application/json", text: "" } }))
    assert.deepStrictEqual([body, headers], ["", [["content-type", "application/json"]]])
  })
})

describe("a line of curl", () => {
  it("names the method where curl would take another", () => {
    const line = (method: string, text?: string) =>
      curlLine(
        "http://h",
        requestOf({ ...form({ method, path: "/p" }), body: text === undefined ? undefined : { type: "t", text } }),
      )
    assert.strictEqual(line("GET"), "curl -sN 'http://h/p'")
    assert.strictEqual(line("DELETE"), "curl -sN -X DELETE 'http://h/p'")
    assert.strictEqual(line("POST", "{}"), "curl -sN 'http://h/p' -H 'content-type: t' --data-raw '{}'")
    assert.strictEqual(line("POST"), "curl -sN -X POST 'http://h/p'")
    assert.strictEqual(line("PUT", ""), "curl -sN -X PUT 'http://h/p' -H 'content-type: t' --data-raw ''")
  })

  it("reaches curl through a shell as it was meant, whatever stands in it", () => {
    const word = fc.string({ unit: fc.constantFrom("'", '"', "\\", "$", "`", " ", "\n", "!", "a", "é", ";", "*") })
    const cases = fc.sample(fc.tuple(word, word), 40)
    const lines = cases.map(([value, text]) =>
      curlLine("http://h", {
        method: "POST",
        target: "/p",
        headers: [["x", value]],
        body: text,
      }).replace(/^curl/, "show"),
    )
    const script = `show(){ for word in "$@"; do printf '%s\\0' "$word"; done; }\n${lines.join("\n")}\n`
    const words = execFileSync("sh", { input: script, encoding: "utf8" }).split("\0")
    const expected = cases.flatMap(([value, text]) => ["-sN", "http://h/p", "-H", `x: ${value}`, "--data-raw", text])
    assert.deepStrictEqual(words, [...expected, ""])
  })
})

describe("the address of the server", () => {
  it.each([
    ["http://127.0.0.1:8080/docs", "http://127.0.0.1:8080"],
    ["http://127.0.0.1:8080/docs#login", "http://127.0.0.1:8080"],
    ["https://game.example/backend/docs?x=1", "https://game.example/backend"],
    ["https://game.example/docs/docs/", "https://game.example/docs"],
  ])("of the page %s is %s", (page, base) => {
    assert.strictEqual(baseOf(page), base)
  })
})

describe("a search", () => {
  it.each([
    ["", true],
    ["order", true],
    ["ORDER me", true],
    ["me order", true],
    ["order you", false],
  ])("for %j finds the caller's orders: %s", (words, isFound) => {
    assert.strictEqual(hasWords("GET /player/me/order The caller's orders", words), isFound)
  })
})
