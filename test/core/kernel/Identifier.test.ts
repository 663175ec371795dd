import { assert, describe, it } from "@effect/vitest"
import * as Identifier from "@garrison/core/kernel/Identifier"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"

const identifiers = Object.entries(Identifier).filter(([name]) => /^[A-Z]/.test(name))

describe("identifiers", () => {
  it("are these", () =>
    assert.sameMembers(
      identifiers.map(([name]) => name),
      ["PlayerUuid", "PersonId", "ClientUuid", "SessionId"],
    ))

  it.each(identifiers)("%s takes a UUID in any letter case and gives it in lower case", (_, schema) => {
    fc.assert(
      fc.property(fc.uuid(), fc.boolean(), (uuid, upper) => {
        const given = upper ? uuid.toUpperCase() : uuid
        assert.strictEqual(Schema.decodeUnknownSync(schema)(given), uuid)
        assert.strictEqual(Schema.encodeUnknownSync(schema)(uuid), uuid)
      }),
      { numRuns: 50 },
    )
  })

  it.each(identifiers)("%s takes nothing else", (_, schema) => {
    const uuid = "01890a5d-ac96-774b-bcce-b302099a8057"
    for (const given of [
      1,
      null,
      "",
      "1",
      uuid.slice(1),
      `${uuid}0`,
      uuid.replaceAll("-", ""),
      ` ${uuid}`,
      `g${uuid.slice(1)}`,
    ])
      assert.throws(() => Schema.decodeUnknownSync(schema)(given))
  })
})
