/**
 * The plain rules of logging in: addresses, pauses, passwords, credentials (decisions, section 4; guarantees R20, R24).
 */
import { assert, describe, it } from "@effect/vitest"
import { credentialsOf } from "@garrison/core/login/rules/checks"
import { client_credentials } from "@garrison/core/login/grant/client_credentials"
import {
  HASH_COST,
  isWeaker,
  passwordBytes,
  readHash,
  newUsernameOf,
  usernameOf,
  usernamesOf,
  writeHash,
} from "@garrison/core/login/rules/password"
import {
  FAILURE_LIMITS,
  flowLimit,
  longestPauseMillis,
  pauseMillis,
  stripesOf,
} from "@garrison/core/login/rules/throttle"
import { seenName } from "@garrison/core/kernel/input/seenName"
import * as fc from "fast-check"
import { context, request } from "../../../support/logins.ts"

describe("pauses", () => {
  const record = (subject: "account" | "address" | "all", failures: number, at = 0) => ({
    subject,
    at,
    forgottenAt: at + failures * FAILURE_LIMITS[subject].leakMillis,
  })

  it("never last longer than fifteen minutes after the latest failure, whatever was counted", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("account", "address", "all"),
        fc.integer({ min: 1, max: 5000 }),
        fc.nat(),
        (subject, failures, later) => {
          const pause = pauseMillis(record(subject, failures), later)
          assert.isAtLeast(pause, 0)
          assert.isAtMost(pause + later, Math.max(later, 15 * 60_000))
          if (failures <= FAILURE_LIMITS[subject].free) assert.strictEqual(pause, 0)
        },
      ),
    )
  })

  it("ask for no more than that of a clock that was set back before the failure", () => {
    for (const subject of ["account", "address", "all"] as const) {
      const { failuresMax, pauseMaxMillis } = FAILURE_LIMITS[subject]
      assert.strictEqual(pauseMillis(record(subject, failuresMax), -24 * 60 * 60_000), pauseMaxMillis)
    }
  })

  it("the limits stop where the pause stops growing", () => {
    for (const [subject, { free, failuresMax, pauseMaxMillis }] of Object.entries(FAILURE_LIMITS)) {
      assert.isAtLeast(1000 * 2 ** (failuresMax - free - 1), pauseMaxMillis, subject)
      assert.isBelow(1000 * 2 ** (failuresMax - free - 2), pauseMaxMillis, subject)
    }
  })

  it("an address that is familiar to the account waits for its own failures alone", () => {
    const failures = [record("account", 16), record("all", 1007), record("address", 31)]
    assert.strictEqual(longestPauseMillis(failures, 0), 900_000)
    const familiar = { subject: "familiar" as const, at: 0, forgottenAt: 10 }
    assert.strictEqual(longestPauseMillis([...failures, familiar], 0), 1000)
    assert.strictEqual(longestPauseMillis([...failures, familiar], 10), 899_990)
    assert.strictEqual(longestPauseMillis([], 0), 0)
  })
})

describe("password hashes", () => {
  it("are written as PHC strings and read back", () => {
    const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
    const cost = fc.record({
      memoryKibibytes: fc.integer({ min: 8, max: 1 << 20 }),
      passes: fc.integer({ min: 1, max: 99 }),
      parallelism: fc.integer({ min: 1, max: 9 }),
    })
    fc.assert(
      fc.property(fc.record({ cost, salt: bytes(16), hash: bytes(32) }), (hash) => {
        const found = readHash(writeHash(hash))
        assert.deepStrictEqual(found && { ...found, salt: [...found.salt], hash: [...found.hash] }, {
          cost: hash.cost,
          salt: [...hash.salt],
          hash: [...hash.hash],
        })
      }),
    )
    for (const text of ["", "$argon2i$v=19$m=8,t=1,p=1$AAAA$AAAA", "$argon2id$v=16$m=8,t=1,p=1$AAAA$AAAA", "plain"]) {
      assert.isUndefined(readHash(text))
    }
  })

  it("are weaker when they cost less memory and time together", () => {
    const of = (memoryKibibytes: number, passes: number) => ({
      cost: { memoryKibibytes, passes, parallelism: 1 },
      salt: new Uint8Array(16),
      hash: new Uint8Array(32),
    })
    assert.isTrue(isWeaker(of(19 * 1024, 2), HASH_COST))
    assert.isFalse(isWeaker(of(46 * 1024, 1), HASH_COST))
    assert.isFalse(isWeaker(of(64 * 1024, 3), HASH_COST))
  })
})

describe("names and passwords", () => {
  it("a user name is compared without case and in one normal form", () => {
    assert.strictEqual(usernameOf("ＡＤＡ"), "ada")
    assert.strictEqual(usernameOf("E\u0301va"), usernameOf("\u00c9VA"))
    for (const unfit of ["", " a", "a ", "a:b", "a\u0000", "a\nb", "\ud800", "x".repeat(65), "\ufdfa".repeat(10)]) {
      assert.isUndefined(usernameOf(unfit), JSON.stringify(unfit))
    }
  })

  it("a new user name is compared as people see it: no invisible characters, no look-alikes of other scripts", () => {
    const alike = {
      ace: ["ACE", "ａｃｅ", "a\u200dce", "\u2060ace\u00ad", "асе", "АСЕ"],
      bob: ["BOB", "ВОВ", "воь"],
      "\u00eb": ["\u00cb", "\u0451", "e\u0308", "\u0435\u0308"],
      tom: ["ТОМ", "τομ"],
      шkoлa: ["школа", "ШКОЛА", "школ\u200bа"],
    }
    for (const [seen, names] of Object.entries(alike)) {
      assert.deepStrictEqual([...new Set(names.map(newUsernameOf))], [seen], seen)
      for (const name of names) assert.include(usernamesOf(name), seen, name)
    }
    for (const name of [
      "ada",
      "éva",
      "straße",
      "山田たろう",
      "김철수",
      "שלום",
      "عمر",
      "ada_lovelace-7@home.example",
      "x y",
    ]) {
      assert.deepStrictEqual([newUsernameOf(name), usernamesOf(name)], [name, [name]], name)
    }
  })

  it("a new user name has letters of one script, or of those that are written together", () => {
    for (const mixed of ["\u0430da", "pa\u0443pal", "α\u0430", "ada\u05e1", "ꭺ\u13aa", "山\u0430", "\u200d", ""]) {
      assert.isUndefined(newUsernameOf(mixed), JSON.stringify(mixed))
      if (mixed !== "") assert.include(usernamesOf(mixed), usernameOf(mixed), "an account from before is still found")
    }
  })

  it("what a name looks like is always the same, and looks like itself", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 16 }), (name) => {
        const seen = seenName(name)
        assert.strictEqual(seenName(seen), seen)
        assert.strictEqual(seenName(name.normalize("NFD")), seen)
      }),
    )
  })

  it("a password is at most 1024 bytes of UTF-8", () => {
    assert.strictEqual(passwordBytes("x".repeat(1024))?.length, 1024)
    assert.isUndefined(passwordBytes("x".repeat(1025)))
    assert.isUndefined(passwordBytes("é".repeat(513)))
    assert.deepStrictEqual(passwordBytes("e\u0301"), passwordBytes("\u00e9"))
  })
})

describe("credentialsOf", () => {
  it("a client's own pair comes from the header first, then from the token", () => {
    const credentials = { clientId: "header", secret: "s" }
    const body = request({ grant_type: "client_credentials", portal_access_token: "body:s" })
    assert.deepStrictEqual(credentialsOf(client_credentials, body, context({ credentials })), credentials)
    assert.deepStrictEqual(credentialsOf(client_credentials, body, context()), { clientId: "body", secret: "s" })
    assert.strictEqual(credentialsOf(client_credentials, body, context({ credentialsMalformed: true })), "invalid")
  })
})

describe("a limit that is shared out among rows", () => {
  it("lets through the burst and the rate of the whole, in at most 16 equal shares", () => {
    const sum = (numbers: ReadonlyArray<number>) => numbers.reduce((total, number) => total + number, 0)
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 1, max: 60_000 }), (burst, perMinute) => {
        const stripes = stripesOf(burst, perMinute)
        const bursts = stripes.map(({ capacityMillis, leakMillis }) => capacityMillis / leakMillis)
        assert.strictEqual(sum(bursts), burst)
        assert.isTrue(bursts.every(Number.isInteger))
        assert.isAtMost(Math.max(...bursts) - Math.min(...bursts), 1)
        const perMillisecond = sum(stripes.map(({ leakMillis }) => 1 / leakMillis))
        assert.approximately(perMillisecond, 1 / flowLimit(burst, perMinute).leakMillis, 1e-12)
        assert.isAtMost(stripes.length, 16)
        assert.isTrue(stripes.length === 1 || Math.min(...bursts) >= 3000)
      }),
    )
  })

  it("is one row, and the limit itself, where few may come at once", () => {
    assert.deepStrictEqual(stripesOf(5999, 60), [flowLimit(5999, 60)])
    assert.strictEqual(stripesOf(6000, 60).length, 2)
    assert.strictEqual(stripesOf(50_000, 6000).length, 16)
  })
})
