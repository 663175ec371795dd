/**
 * Seals of what is stored, so that a change by hand shows (guarantees R49 and R63). A keyed seal is a MAC under a key
 * that the database has only encrypted: who can write the database alone cannot make one. A plain seal is a hash, for
 * deployments without a key secret: whoever knows how it is made can make it.
 */
import * as Context from "effect/Context"
import * as Digest from "effect/crypto/Digest"
import * as Mac from "effect/crypto/Mac"
import * as Effect from "effect/Effect"
import * as Base64Url from "effect/encoding/Base64Url"
import * as Layer from "effect/Layer"
import type { Timestamp } from "./Timestamp.ts"
import { utf8 } from "./Utf8.ts"

/** How something is sealed. */
export type SealKind = "plain" | "keyed"

/** From where on everything is keyed. What comes before may be plain, or not sealed at all. */
export interface KeyedFrom {
  /** Orders that were made later than this are keyed. */
  readonly orders: Timestamp
  /** Audit rows from this sequence on are keyed. */
  readonly audit: number
}

/** The key of the seals. `missing`: seals are keyed, and the key cannot be had here, for this reason. */
export type SealKey =
  | { readonly _tag: "none" }
  | { readonly _tag: "key"; readonly key: Uint8Array; readonly from: KeyedFrom }
  | { readonly _tag: "missing"; readonly reason: string }

/** Seals texts. */
export class Seals extends Context.Service<
  Seals,
  {
    /** How new rows are sealed. */
    readonly kind: SealKind
    /** undefined: nothing is keyed yet, or the key is missing. */
    readonly keyedFrom: KeyedFrom | undefined
    /** Why keyed seals cannot be checked here; undefined: they can, or there are none. */
    readonly missing: string | undefined
    /** The seal of a text: 43 characters. undefined: the key that it takes is not there. */
    readonly sealOf: (kind: SealKind, text: string) => Effect.Effect<string | undefined>
    /** The SHA-256 of a text, in base64url. */
    readonly hashOf: (text: string) => Effect.Effect<string>
    /** The SHA-256 of a text, in hexadecimal, which takes half the time: for what every order does. */
    readonly hexOf: (text: string) => Effect.Effect<string>
    /**
     * What stands for words in a sealed text: a hash in hexadecimal, which under a key says nothing about short words.
     * undefined: as `sealOf`.
     */
    readonly standInOf: (kind: SealKind, words: string) => Effect.Effect<string | undefined>
  }
>()("@garrison/core/kernel/Seals") {
  /** Seals without a key. */
  static readonly layerPlain = Layer.effect(
    Seals,
    Effect.suspend(() => makeSeals({ _tag: "none" })),
  )
}

/** Makes the seals under a key. */
export const makeSeals = Effect.fnUntraced(function* (sealKey: SealKey) {
  const digest = yield* Digest.Digest
  const mac = yield* Mac.Mac
  const key = sealKey._tag === "key" ? yield* Effect.orDie(Mac.key(Mac.hmacSha256, sealKey.key)) : undefined
  const hashOf = (text: string) =>
    Effect.map(Effect.orDie(digest.digest(Digest.sha256, utf8(text))), (hash) => Base64Url.encode(hash))
  const hexOf = (text: string) => Effect.orDie(digest.digestHex(Digest.sha256, utf8(text)))
  const salt = key && Base64Url.encode(yield* Effect.orDie(mac.sign(key, utf8("salt of words"))))
  return Seals.of({
    kind: sealKey._tag === "none" ? "plain" : "keyed",
    keyedFrom: sealKey._tag === "key" ? sealKey.from : undefined,
    missing: sealKey._tag === "missing" ? sealKey.reason : undefined,
    hashOf,
    hexOf,
    standInOf: (kind, words) => {
      if (kind === "plain") return hexOf(words)
      return salt === undefined ? Effect.undefined : hexOf(salt + words)
    },
    sealOf: (kind, text) => {
      if (kind === "plain") return hashOf(text)
      if (key === undefined) return Effect.undefined
      return Effect.map(Effect.orDie(mac.sign(key, utf8(text))), (tag) => Base64Url.encode(tag))
    },
  })
})

/** What is made to seal something new. Who seals has the key. */
export const made = (sealing: Effect.Effect<string | undefined>): Effect.Effect<string> =>
  Effect.flatMap(sealing, (seal) =>
    seal === undefined ? Effect.die(new Error("there is no key to seal with")) : Effect.succeed(seal),
  )
