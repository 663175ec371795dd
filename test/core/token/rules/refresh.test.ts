/** The text of refresh tokens, and the verdict on a presented one (decisions, section 3; guarantees R9 to R11, R22). */
import { assert, describe, it } from "@effect/vitest"
import { ClientUuid, PersonId, PlayerUuid, SessionId } from "@garrison/core/kernel/Identifier"
import { SECRET_BYTES } from "@garrison/core/kernel/input/SecretText"
import { idleEnd, judgeRefreshToken, refreshTokenHome, refreshTokenText } from "@garrison/core/token/rules/refresh"
import type { RefreshTokenRecord } from "@garrison/core/token/SessionStore"
import * as fc from "fast-check"

const uuid = (digit: number) => `0000000${digit}-0000-7000-8000-000000000000`
const clientUuid = ClientUuid.make(uuid(1))
const other = ClientUuid.make(uuid(2))

const record = (given: Partial<RefreshTokenRecord> = {}, session: Partial<RefreshTokenRecord["session"]> = {}) => ({
  hash: new Uint8Array(32),
  expiresAt: 100,
  rotatedAt: undefined,
  successorSeed: undefined,
  personDeleted: false,
  ...given,
  session: {
    sessionId: SessionId.make(uuid(3)),
    clientUuid,
    owner: {
      personId: PersonId.make(uuid(4)),
      playerUuid: PlayerUuid.make(uuid(5)),
      platform: "Anon" as const,
      portalUserId: "user",
    },
    expiresAt: 300,
    revokedAt: undefined,
    clientEnded: false,
    ...session,
  },
})

const judge = (found: RefreshTokenRecord | undefined, now: number, by = clientUuid) =>
  judgeRefreshToken(found, { clientUuid: by, now, graceMillis: 10 })

describe("refresh token texts", () => {
  it("name the session that they are of; texts that differ in one place are none", () => {
    const random = fc.uint8Array({ minLength: SECRET_BYTES, maxLength: SECRET_BYTES })
    fc.assert(
      fc.property(
        random,
        fc.uuid(),
        fc.uuid(),
        fc.nat(96),
        fc.constantFrom("A", "Z", "a", "z", "0", "9", "_", "-"),
        (bytes, person, session, place, character) => {
          const home = { personId: PersonId.make(person), sessionId: SessionId.make(session) }
          const text = refreshTokenText(home, bytes)
          assert.lengthOf(text, 97)
          assert.deepStrictEqual(refreshTokenHome(text), home)
          const changed = text.slice(0, place) + character + text.slice(place + 1)
          assert.strictEqual(refreshTokenHome(changed) !== undefined, changed === text)
          assert.isUndefined(refreshTokenHome(text.slice(0, place)))
        },
      ),
    )
  })
})

describe("judgeRefreshToken", () => {
  it("takes the first thing that is wrong", () => {
    const rotated = { rotatedAt: 50, successorSeed: new Uint8Array(32) }
    assert.strictEqual(judge(undefined, 0), "not_found")
    assert.strictEqual(judge(record(), 99), "live")
    assert.strictEqual(judge(record(), 100), "not_found")
    assert.strictEqual(judge(record({ expiresAt: 300 }), 299), "live")
    assert.strictEqual(judge(record({ expiresAt: 400 }), 300), "not_found")
    assert.strictEqual(judge(record({}, { revokedAt: 1 }), 2), "not_found")
    assert.strictEqual(judge(record({}, { clientEnded: true }), 2), "not_found")
    assert.strictEqual(judge(record({ personDeleted: true }, { revokedAt: 1 }), 2, other), "invalid_user")
    assert.strictEqual(judge(record({ personDeleted: true }), 300), "not_found")
    assert.strictEqual(judge(record(), 99, other), "client_id_mismatch")
    assert.strictEqual(judge(record(rotated), 59), "replayed")
    assert.strictEqual(judge(record(rotated), 60), "reused")
    assert.strictEqual(judge(record(rotated), 299), "reused")
    assert.strictEqual(judge(record(rotated), 299, other), "client_id_mismatch")
    assert.strictEqual(judge(record(rotated, { revokedAt: 1 }), 55), "not_found")
  })

  it("the idle limit never reaches beyond the session", () => {
    assert.strictEqual(idleEnd(0, 100, 300), 100)
    assert.strictEqual(idleEnd(250, 100, 300), 300)
  })
})
