/** What an operation says of its fields is read from their schemas. */
import { assert, describe, it } from "@effect/vitest"
import { fieldsOf } from "@garrison/core/operation/fieldFacts"
import { operations } from "@garrison/core/operations"

/** By the end of a field's name: what its id names. */
const KINDS = {
  player_uuid: "player",
  player_uuids: "player",
  person_id: "person",
  item_id: "item",
  loot_id: "loot",
  vendor_id: "vendor",
  order_id: "order",
  client_id: "client",
  role_id: "role",
  restriction_id: "restriction",
} as const

/** Ids of what is not there yet, or of anybody. */
const NONE = new Set(["client.create client_id", "user.logIn client_id", "oauth.begin client_id"])

describe("an id in an input", () => {
  it("says what it names, whatever operation takes it", () => {
    const silent = operations.flatMap(({ input, name: operation }) =>
      fieldsOf(input).flatMap(({ name, refers }) => {
        const [, kind] = Object.entries(KINDS).find(([end]) => name === end || name.endsWith(`_${end}`)) ?? []
        const place = `${operation} ${name}`
        return refers === kind || NONE.has(place) ? [] : [`${place}: ${refers ?? "nothing"}, not ${kind ?? "anything"}`]
      }),
    )
    assert.deepStrictEqual(silent, [])
  })
})
