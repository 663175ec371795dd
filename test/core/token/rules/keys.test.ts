/**
 * The life of signing keys as plain decisions: over any schedule there is one signer, and no token loses its key early.
 */
import { assert, describe, it } from "@effect/vitest"
import {
  isPublished,
  KEY_REFRESH_SECONDS,
  type KeySettings,
  type KeyTimes,
  missingKey,
  promotionTime,
  signerOf,
  successorOf,
} from "@garrison/core/token/rules/keys"
import * as fc from "fast-check"

const settings: KeySettings = {
  signingAlgorithm: "EdDSA",
  keyRotationSeconds: 10_000,
  keyPublicationSeconds: 900,
  accessSecondsPlayer: 900,
  accessSecondsMachine: 3600,
  clockSkewSeconds: 60,
}

/** Makes what is missing, as a node does. */
const complete = (keys: ReadonlyArray<KeyTimes>, now: number): ReadonlyArray<KeyTimes> => {
  const missing = missingKey(keys, now, settings)
  return missing === undefined ? keys : complete([...keys, missing], now)
}

const prune = (keys: ReadonlyArray<KeyTimes>, now: number) =>
  keys.filter((key) => isPublished(key, keys, now, settings))

/** Puts the successor to work, as a rotation on demand does. */
const promote = (keys: ReadonlyArray<KeyTimes>, now: number): ReadonlyArray<KeyTimes> => {
  const next = successorOf(keys, now, settings)
  return keys.map((key) => (key === next ? { ...key, signsFrom: promotionTime(key, now, settings) } : key))
}

/** Steps of a life: so many seconds pass, then a rotation is asked for or not, and the node looks after its keys. */
const life = fc.array(fc.tuple(fc.oneof(fc.nat(KEY_REFRESH_SECONDS), fc.nat(1000), fc.nat(30_000)), fc.boolean()), {
  minLength: 1,
  maxLength: 40,
})

describe("signing keys", () => {
  it("there is always one signer and one successor, and every key is published before it signs", () => {
    fc.assert(
      fc.property(life, (steps) => {
        let now = 1_000_000
        let keys = complete([], now)
        const firstSeen = new Map(keys.map((key) => [key.sequence, now]))
        const first = keys[0]?.sequence
        for (const [seconds, isRotated] of steps) {
          now += seconds * 1000
          const signer = signerOf(keys, now, settings)
          assert.isDefined(signer)
          if (signer?.sequence !== first) {
            const knownFor = (signer?.signsFrom ?? 0) - (firstSeen.get(signer?.sequence ?? 0) ?? Infinity)
            assert.isAtLeast(knownFor, settings.keyPublicationSeconds * 1000)
          }
          keys = complete(keys, now)
          if (isRotated) keys = complete(promote(keys, now), now)
          keys = prune(keys, now)
          for (const key of keys) if (!firstSeen.has(key.sequence)) firstSeen.set(key.sequence, now)
          assert.isDefined(successorOf(keys, now, settings))
          assert.strictEqual(new Set(keys.map((key) => key.sequence)).size, keys.length)
          assert.isUndefined(missingKey(keys, now, settings))
        }
      }),
    )
  })

  it("a key stays published until the longest token it signed has expired, on a node that learns late too", () => {
    fc.assert(
      fc.property(life, (steps) => {
        let now = 1_000_000
        let keys = complete([], now)
        let stale = keys
        const tokens: Array<{ readonly sequence: number; readonly expires: number }> = []
        for (const [seconds, isRotated] of steps) {
          now += seconds * 1000
          // Another node looks at the keys once a minute: until then it goes by those of before the last rotation.
          const late = seconds <= KEY_REFRESH_SECONDS ? signerOf(stale, now, settings) : undefined
          const signer = signerOf(keys, now, settings)
          stale = complete(keys, now)
          keys = prune(isRotated ? complete(promote(stale, now), now) : stale, now)
          for (const key of [signer, late]) {
            if (key === undefined) continue
            tokens.push({
              sequence: key.sequence,
              expires: now + (settings.accessSecondsMachine + settings.clockSkewSeconds) * 1000,
            })
          }
          for (const token of tokens.filter(({ expires }) => now < expires)) {
            assert.isTrue(keys.some((key) => key.sequence === token.sequence))
          }
        }
      }),
    )
  })

  it("a steady schedule publishes a key one whole interval before it signs", () => {
    let now = 0
    let keys = complete([], now)
    for (let interval = 0; interval < 5; interval++) {
      const next = successorOf(keys, now, settings)
      assert.strictEqual((next?.signsFrom ?? 0) - (next?.published ?? 0), settings.keyRotationSeconds * 1000)
      now = next?.signsFrom ?? 0
      assert.strictEqual(signerOf(keys, now - 1, settings)?.sequence, interval + 1)
      assert.strictEqual(signerOf(keys, now, settings)?.sequence, interval + 2)
      keys = complete(keys, now)
    }
  })

  it("before the first key's time the first key signs, so that a clock set back stops no signing", () => {
    const keys = complete([], 1_000_000)
    assert.strictEqual(signerOf(keys, 0, settings)?.sequence, 1)
  })
})
