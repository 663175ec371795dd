/** The input of an operation: what a query decodes to depends on its text alone, whatever was asked before. */
import { assert, describe, it } from "@effect/vitest"
import { notification } from "@garrison/http/contract/notification"
import { inputDecoder } from "@garrison/http/request/input"
import type { Request } from "@garrison/http/request/Request"
import * as Result from "effect/Result"

const requestOf = (query: string): Request => ({
  method: "GET",
  path: "/",
  query,
  headers: {},
  parameters: {},
  prefix: "",
  id: "",
  address: () => "",
})

const newDecoder = () => inputDecoder(notification.routes.notificationPage)

const decodedBy = (decode: ReturnType<typeof newDecoder>, query: string): unknown => {
  const decoded = decode(requestOf(query), undefined)
  return Result.isSuccess(decoded) ? decoded.success.query : decoded.failure.detail
}

/** More short queries than are kept, the same in several spellings, broken ones, and some that are too long. */
const queries = [
  "",
  "page_size=7",
  "page_size=%37",
  "page_size=7&page_size=7",
  "page_size=0",
  "page_size=abc",
  "start_at=a&page_size=7",
  "start_at=a",
  "start_at=b",
  `start_at=${"c".repeat(60)}`,
  `start_at=${"d".repeat(60)}`,
  ...Array.from({ length: 120 }, (_, at) => `page_size=${at}`),
  ...Array.from({ length: 120 }, (_, at) => `start_at=${at}`),
]

describe("a query", () => {
  it("decodes alike each time, as by a decoder that has seen no other", () => {
    const decode = newDecoder()
    for (const query of [...queries, ...queries.toReversed(), ...queries]) {
      assert.deepStrictEqual(decodedBy(decode, query), decodedBy(newDecoder(), query), query)
    }
    assert.deepStrictEqual(decodedBy(decode, "page_size=7"), { page_size: 7 })
    assert.deepStrictEqual(decodedBy(decode, "start_at=b"), { start_at: "b" })
  })
})
