/** One code, one sentence; and where a code says less than the reaction knows, the reaction's own sentence. */
import { CatalogNotFound } from "@garrison/core/catalog/errors"
import { ClientNotFound, ClientRefused } from "@garrison/core/client/errors"
import { KeySecretRefused } from "@garrison/core/environment/errors"
import { type ConflictingCodes, describeErrorCode, isRefusal, isSettingsRefusal } from "@garrison/core/errorCodes"
import { errorOf, GarrisonError } from "@garrison/core/GarrisonError"
import { InvalidInput } from "@garrison/core/kernel/input/Invalid"
import { refusal } from "@garrison/core/kernel/Refusal"
import { AgreementsRequired } from "@garrison/core/login/errors"
import { OrderNotFound } from "@garrison/core/order/errors"
import { PlayerNotFound } from "@garrison/core/player/errors"
import { RestrictionNotFound } from "@garrison/core/restriction/errors"
import { SettingsRefused } from "@garrison/core/settings"
import { assert, describe, expectTypeOf, it } from "@effect/vitest"

const code = "resource_not_found"

describe("the joined tables of error codes", () => {
  it("name, as types, every code that two tables describe differently, and no other", () => {
    expectTypeOf<ConflictingCodes<[{ a: "x" }, { a: "x"; b: "y" }]>>().toBeNever()
    expectTypeOf<ConflictingCodes<[{ a: "x"; b: "y" }, { c: "x" }, { a: "z" }]>>().toEqualTypeOf<"a">()
    expectTypeOf<ConflictingCodes<[{ c: "x" }, { a: "x"; b: "y" }, { a: "z"; b: "z" }]>>().toEqualTypeOf<"a" | "b">()
  })
})

describe("the sentence of a refusal", () => {
  it.each([
    [new CatalogNotFound({ code }), "No catalog has been published yet."],
    [new CatalogNotFound({ code, version: 7 }), "There is no version 7 of the catalog."],
    [new ClientNotFound({ code }), "There is no such client."],
    [new PlayerNotFound({ code }), "There is no such player."],
    [new OrderNotFound({ code }), "There is no such order."],
    [new RestrictionNotFound({ code, missing: "person" }), "There is no such person."],
    [new RestrictionNotFound({ code, missing: "restriction" }), "There is no such restriction in force."],
  ])("says what is missing: %s", (refused, sentence) => {
    assert.strictEqual(refused.message, sentence)
  })

  it("is that of its code where the code says everything", () => {
    const refused = new ClientRefused({ code: "client_credentials_invalid" })
    assert.strictEqual(refused.message, describeErrorCode("client_credentials_invalid"))
    assert.strictEqual(
      describeErrorCode("client_credentials_invalid"),
      "The client id and secret are missing or wrong.",
    )
  })

  it("is neutral for a code that several reactions share", () => {
    assert.strictEqual(describeErrorCode(code), "There is no such resource.")
  })
})

describe("a refusal of the core", () => {
  it("has its details in the words of the interface, and none if the code says everything", () => {
    assert.deepStrictEqual(new PlayerNotFound({ code }).details, {})
    const needs = { needs_eula: true, needs_tos: false, needs_privacy_policy: true }
    assert.deepStrictEqual(new AgreementsRequired({ code: "user_needs_agreements", ...needs }).details, needs)
    const detail = [{ loc: ["entries", 0], msg: "is required", type: "missing" } as const]
    const invalid = new InvalidInput({ detail })
    assert.deepStrictEqual(
      [invalid.code, invalid.message, invalid.details],
      ["invalid_input", "entries.0 is required", { detail }],
    )
  })

  it("is known by its code, and not by inherited properties of objects", () => {
    assert.isTrue(isRefusal(new PlayerNotFound({ code })))
    assert.isTrue(isRefusal(new InvalidInput({ detail: [] })))
    class Coded extends refusal("Coded", { no_such_code: "x", toString: "x", __proto__: "x" })<{ code: never }> {}
    for (const other of ["", "no_such_code", "toString", "__proto__", undefined, 7]) {
      assert.isFalse(isRefusal(new Coded({ code: other as never })))
    }
    for (const other of [undefined, code, { code, details: {} }, new Error(code)]) assert.isFalse(isRefusal(other))
  })
})

describe("a refusal to open", () => {
  const loc = (name: string) => ({ loc: [name], msg: "is wrong", type: "value_error" }) as const
  const settings = new SettingsRefused({ code: "invalid_settings", detail: ["a", "b", "c", "d"].map(loc) })
  const keys = new KeySecretRefused({ code: "invalid_settings", reason: "they were moved" })

  it("says itself what a host is shown", () => {
    assert.deepStrictEqual(
      [settings, keys].map(({ message, details }) => [message, details]),
      [
        ["a is wrong; b is wrong; c is wrong; and 1 more", { detail: settings.detail }],
        ["The keys cannot be read: they were moved.", {}],
      ],
    )
    const { detail } = settings
    assert.deepEqual(errorOf(settings), new GarrisonError("invalid_settings", settings.message, { detail }, settings))
    assert.strictEqual(errorOf(settings).message, `invalid_settings: ${settings.message}`)
    assert.deepEqual(errorOf(keys), new GarrisonError("invalid_settings", keys.message, {}, keys))
  })

  it("is none that a request meets, and the other way round", () => {
    for (const refused of [settings, keys])
      assert.deepEqual([isSettingsRefusal(refused), isRefusal(refused)], [true, false])
    assert.isFalse(isSettingsRefusal(new PlayerNotFound({ code })))
    assert.isFalse(isSettingsRefusal({ code: "invalid_settings", details: {} }))
  })
})
