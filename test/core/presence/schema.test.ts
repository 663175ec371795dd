import { assert, describe, it } from "@effect/vitest"
import { decoder } from "@garrison/core/kernel/Invalid"
import { PresencePatch } from "@garrison/core/presence/schema"
import * as Effect from "effect/Effect"

const complaints = (input: unknown) =>
  Effect.runSync(
    Effect.match(decoder(PresencePatch)(input), {
      onSuccess: () => [],
      onFailure: ({ detail }) => detail.map(({ loc, type }) => `${loc.join(".")}: ${type}`),
    }),
  )

const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, "v"]))

describe("PresencePatch", () => {
  it.each([
    ["nothing", {}],
    ["null everywhere", { status: null, message: null, custom_data: null, do_not_disturb: null }],
    ["a message at its limit", { message: "x".repeat(256) }],
    ["a message of emoji at its limit", { message: "😀".repeat(256) }],
    ["an empty message", { message: "" }],
    ["32 keys", { custom_data: keys(32) }],
    ["a value at its limit", { custom_data: { a: "x".repeat(4096), b: "x" } }],
    ["a null among the custom data", { custom_data: { a: null } }],
    ["every status", { status: "invisible" }],
    ["fields that only the service sets", { online: 5, last_seen: 5, player_uuid: 5 }],
  ])("takes %s", (_, input) => assert.deepStrictEqual(complaints(input), []))

  it.each([
    ["a message too long", { message: "x".repeat(257) }, ["message: string_too_long"]],
    ["a message of emoji too long", { message: "😀".repeat(257) }, ["message: string_too_long"]],
    [
      "a key too long",
      { custom_data: { ["k".repeat(257)]: "v" } },
      [`custom_data.${"k".repeat(257)}: string_too_long`],
    ],
    ["33 keys", { custom_data: keys(33) }, ["custom_data: too_long"]],
    ["an empty value", { custom_data: { a: "" } }, ["custom_data.a: string_too_short"]],
    ["a value too long", { custom_data: { a: "x".repeat(4097) } }, ["custom_data.a: string_too_long"]],
    ["a value that is no text", { custom_data: { a: 1, b: "x" } }, ["custom_data.a: string_type"]],
    ["another status", { status: "busy" }, ["status: enum"]],
    [
      "everything wrong",
      { message: 1, custom_data: [], status: 1, do_not_disturb: "no" },
      ["message: string_type", "custom_data: dict_type", "status: string_type", "do_not_disturb: bool_type"],
    ],
  ])("refuses %s", (_, input, expected) => assert.sameMembers([...complaints(input)], expected))
})
