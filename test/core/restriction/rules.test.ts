/** What restrictions do (decisions, section 7). */
import { assert, describe, it } from "@effect/vitest"
import { PersonId } from "@garrison/core/kernel/Identifier"
import { isActive, refusesLogin, toWire } from "@garrison/core/restriction/rules"
import { Restriction, RESTRICTION_TYPES, type RestrictionRecord } from "@garrison/core/restriction/schema"
import * as Schema from "effect/Schema"

const record = (given: Partial<RestrictionRecord>): RestrictionRecord => ({
  restrictionId: "r",
  personId: PersonId.make("00000001-0000-7000-8000-000000000000"),
  type: "account_ban",
  reason: undefined,
  note: "only for operators",
  issuer: "eve",
  createdAt: 0,
  expiresAt: undefined,
  liftedAt: undefined,
  liftedBy: undefined,
  ...given,
})

describe("restrictions", () => {
  it("are active until lifted or expired; without an expiration for ever", () => {
    const records = [record({}), record({ expiresAt: 10 }), record({ liftedAt: 5, liftedBy: "eve" })]
    const activeAt = (now: number) => records.map((one) => isActive(one, now))
    assert.deepStrictEqual(activeAt(9), [true, true, false])
    assert.deepStrictEqual(activeAt(10), [true, false, false])
  })

  it("all types but account_pending_deletion refuse login", () => {
    const refusing = RESTRICTION_TYPES.filter(refusesLogin)
    assert.deepStrictEqual(refusing, ["account_ban", "account_lockout", "account_deny_auth"])
  })

  it("the player sees type, reason and expiration; null means permanent; never the note or the issuer", () => {
    const encode = Schema.encodeSync(Restriction)
    assert.deepStrictEqual(encode(toWire(record({}))), { type: "account_ban", expiration: null })
    assert.deepStrictEqual(encode(toWire(record({ reason: "x", expiresAt: 0 }))), {
      type: "account_ban",
      reason: "x",
      expiration: "1970-01-01T00:00:00.000Z",
    })
  })
})
