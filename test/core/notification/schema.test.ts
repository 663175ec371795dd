import { assert, describe, it } from "@effect/vitest"
import { decoder } from "@garrison/core/kernel/Invalid"
import {
  NOTIFICATION_KEYS_MAX,
  NotificationInput,
  PAGE_SIZE_DEFAULT,
  PAGE_SIZE_MAX,
  PageSize,
} from "@garrison/core/notification/schema"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const complaints = (input: unknown) =>
  Effect.runSync(
    Effect.match(decoder(NotificationInput)(input), {
      onSuccess: () => [],
      onFailure: ({ detail }) => detail.map(({ loc, type }) => `${loc.join(".")}: ${type}`),
    }),
  )

const long = (length: number): string => "x".repeat(length)
const emoji = (length: number): string => "😀".repeat(length)
const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, "x"]))

describe("NotificationInput", () => {
  it.each([
    ["the least there can be", { message: "" }],
    [
      "everything at its upper limit",
      { message: long(4096), rh_url: long(4096), custom_data: { k: long(4096) }, etag: long(4096) },
    ],
    [
      "every text of emoji at its upper limit",
      { message: emoji(4096), rh_url: emoji(4096), custom_data: { [emoji(256)]: emoji(4096) }, etag: emoji(4096) },
    ],
    ["as many keys as there may be", { message: "", custom_data: keys(NOTIFICATION_KEYS_MAX) }],
    ["everything at its lower limit", { message: "", rh_url: "x", custom_data: { "": "x" }, etag: "x" }],
    ["no custom data", { message: "", custom_data: {} }],
    ["a field that it does not know", { message: "", notification_id: 5 }],
  ])("takes %s", (_, input) => assert.deepStrictEqual(complaints(input), []))

  it.each([
    ["nothing", {}, ["message: missing"]],
    ["a message too long", { message: long(4097) }, ["message: string_too_long"]],
    ["an empty rh_url", { message: "", rh_url: "" }, ["rh_url: string_too_short"]],
    ["an rh_url too long", { message: "", rh_url: long(4097) }, ["rh_url: string_too_long"]],
    ["an empty value", { message: "", custom_data: { a: "" } }, ["custom_data.a: string_too_short"]],
    ["a value too long", { message: "", custom_data: { a: long(4097) } }, ["custom_data.a: string_too_long"]],
    ["a value that is no text", { message: "", custom_data: { a: 1 } }, ["custom_data.a: string_type"]],
    ["an empty etag", { message: "", etag: "" }, ["etag: string_too_short"]],
    ["an etag too long", { message: "", etag: long(4097) }, ["etag: string_too_long"]],
    ["one emoji too many", { message: emoji(4097) }, ["message: string_too_long"]],
    ["one key too many", { message: "", custom_data: keys(NOTIFICATION_KEYS_MAX + 1) }, ["custom_data: too_long"]],
    [
      "a key too long",
      { message: "", custom_data: { [long(257)]: "x" } },
      [`custom_data.${long(257)}: string_too_long`],
    ],
    [
      "everything wrong",
      { message: 1, rh_url: [], custom_data: "x", etag: true },
      ["message: string_type", "rh_url: string_type", "custom_data: dict_type", "etag: string_type"],
    ],
  ])("refuses %s", (_, input, expected) => assert.sameMembers([...complaints(input)], expected))
})

describe("page_size", () => {
  it.each([
    [0, false],
    [1, true],
    [PAGE_SIZE_DEFAULT, true],
    [100, true],
    [101, false],
    [1.5, false],
  ])("%s: %s", (size, fits) => assert.strictEqual(Schema.is(PageSize)(size), fits))

  it("is 10 unless given, and at most 100", () => assert.deepStrictEqual([PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX], [10, 100]))
})
