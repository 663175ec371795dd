/**
 * The life of signing keys: published, signing, retired (decisions, section 3; guarantees R17). Keys form one sequence;
 * each signs from a moment on until its successor does. A successor is published when its predecessor begins to sign,
 * so that a key has been known for a whole rotation interval before it signs.
 */
import type { Timestamp } from "../../kernel/time/Timestamp.ts"
import type { PublicJwk, SigningAlgorithm } from "../schema.ts"
import type { TokenSettings } from "../settings.ts"
import { acceptedSecondsMax, type LifetimeSettings } from "./lifetime.ts"

/**
 * Seconds between two reads of the stored keys. For that long a node may sign with a key that another node has
 * replaced.
 */
export const KEY_REFRESH_SECONDS = 60

/** The times of a key. */
export interface KeyTimes {
  /** Position in the sequence, from 1; never used twice. */
  readonly sequence: number
  readonly algorithm: SigningAlgorithm
  readonly published: Timestamp
  readonly signsFrom: Timestamp
}

/** A signing key as stored. */
export interface SigningKeyRecord extends KeyTimes {
  /** Names the key in the header of tokens. */
  readonly keyId: string
  readonly publicJwk: PublicJwk
  /** JSON of the private JWK in its stored form; `AtRest` can tell whether that is encrypted. */
  readonly storedPrivateJwk: string
}

/** The settings that decide the times of keys. */
export type KeySettings = LifetimeSettings &
  Pick<TokenSettings, "signingAlgorithm" | "keyRotationSeconds" | "keyPublicationSeconds">

const ofAlgorithm = <Key extends KeyTimes>(keys: ReadonlyArray<Key>, settings: KeySettings): ReadonlyArray<Key> =>
  keys
    .filter((key) => key.algorithm === settings.signingAlgorithm)
    .sort((left, right) => left.sequence - right.sequence)

/** The key that signs now: the oldest key when the clock is before all of them. */
export const signerOf = <Key extends KeyTimes>(
  keys: ReadonlyArray<Key>,
  now: Timestamp,
  settings: KeySettings,
): Key | undefined => {
  const usable = ofAlgorithm(keys, settings)
  return usable.findLast((key) => key.signsFrom <= now) ?? usable[0]
}

/** The key that will sign next, if one is published. */
export const successorOf = <Key extends KeyTimes>(
  keys: ReadonlyArray<Key>,
  now: Timestamp,
  settings: KeySettings,
): Key | undefined => {
  const signer = signerOf(keys, now, settings)
  return ofAlgorithm(keys, settings).find((key) => signer !== undefined && key.sequence > signer.sequence)
}

/**
 * When a key leaves the key set: the last token that it can have signed has expired. Undefined while no later key
 * exists. Allows for nodes that learn late of the successor.
 */
export const retiresAt = (
  key: KeyTimes,
  keys: ReadonlyArray<KeyTimes>,
  settings: KeySettings,
): Timestamp | undefined => {
  const later = keys.filter((other) => other.sequence > key.sequence).map((other) => other.signsFrom)
  if (later.length === 0) return undefined
  return Math.min(...later) + (acceptedSecondsMax(settings) + 2 * KEY_REFRESH_SECONDS) * 1000
}

/** When the next key signs in the place of this one; undefined while there is none. */
export const replacedAt = (key: KeyTimes, keys: ReadonlyArray<KeyTimes>): Timestamp | undefined => {
  const later = keys.filter((other) => other.sequence > key.sequence && other.algorithm === key.algorithm)
  return later.length === 0 ? undefined : Math.min(...later.map((other) => other.signsFrom))
}

/** Whether the key signs for longer than keys should. Its successor signs in time wherever a process runs. */
export const isOverdue = (
  key: KeyTimes,
  keys: ReadonlyArray<KeyTimes>,
  now: Timestamp,
  settings: KeySettings,
): boolean => {
  const end = replacedAt(key, keys)
  const isSigning = key.signsFrom <= now && (end === undefined || now < end)
  return isSigning && now - key.signsFrom > settings.keyRotationSeconds * 1000
}

/** Whether the key is in the key set now. */
export const isPublished = (
  key: KeyTimes,
  keys: ReadonlyArray<KeyTimes>,
  now: Timestamp,
  settings: KeySettings,
): boolean => {
  const end = retiresAt(key, keys, settings)
  return end === undefined || now < end
}

/** The key that must be made now. The first key signs at once, a successor one rotation interval later. */
export const missingKey = (
  keys: ReadonlyArray<KeyTimes>,
  now: Timestamp,
  settings: KeySettings,
): KeyTimes | undefined => {
  const usable = ofAlgorithm(keys, settings)
  const waiting = usable.at(-1)
  if (waiting !== undefined && usable.length > 1 && waiting.signsFrom > now) return undefined
  return {
    sequence: Math.max(0, ...keys.map((key) => key.sequence)) + 1,
    algorithm: settings.signingAlgorithm,
    published: now,
    signsFrom: waiting === undefined ? now : now + settings.keyRotationSeconds * 1000,
  }
}

/**
 * When the successor signs if a rotation is requested now: at once, or as soon as it has been published for so long
 * that every copy of the key set has it.
 */
export const promotionTime = (successor: KeyTimes, now: Timestamp, settings: KeySettings): Timestamp =>
  Math.min(successor.signsFrom, Math.max(now, successor.published + settings.keyPublicationSeconds * 1000))
