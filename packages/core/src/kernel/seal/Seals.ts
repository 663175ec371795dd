/**
 * Seals of what is stored, so that a change by hand shows (guarantees R49 and R63). A keyed seal is a MAC under a key
 * that the database has only encrypted: access to the database is not enough to make one. A plain seal is a hash, for
 * deployments without a key secret: anyone who knows the algorithm can make one.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Sha256 } from "./Sha256.ts"
import type { Timestamp } from "../time/Timestamp.ts"

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

/** Seals texts, at once. */
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
    readonly sealOf: (kind: SealKind, text: string) => string | undefined
    /** The SHA-256 of a text, in base64url. */
    readonly hashOf: (text: string) => string
    /** The SHA-256 of a text, in hexadecimal. */
    readonly hexOf: (text: string) => string
    /**
     * What stands for words in a sealed text: a hash in hexadecimal, which under a key says nothing about short words.
     * undefined: as `sealOf`.
     */
    readonly standInOf: (kind: SealKind, words: string) => string | undefined
  }
>()("@garrison/core/kernel/seal/Seals") {
  /** Seals without a key. */
  static readonly layerPlain = Layer.effect(
    Seals,
    Effect.suspend(() => makeSeals({ _tag: "none" })),
  )
}

/** Makes the seals under a key. */
export const makeSeals = (sealKey: SealKey) =>
  Effect.map(Sha256, ({ hashOf, hexOf, macUnder }) => {
    const macOf = sealKey._tag === "key" ? macUnder(sealKey.key) : undefined
    const salt = macOf?.("salt of words")
    return Seals.of({
      kind: sealKey._tag === "none" ? "plain" : "keyed",
      keyedFrom: sealKey._tag === "key" ? sealKey.from : undefined,
      missing: sealKey._tag === "missing" ? sealKey.reason : undefined,
      hashOf,
      hexOf,
      standInOf: (kind, words) => {
        if (kind === "plain") return hexOf(words)
        return salt === undefined ? undefined : hexOf(salt + words)
      },
      sealOf: (kind, text) => (kind === "plain" ? hashOf(text) : macOf?.(text)),
    })
  })

/** What is made to seal something new. Who seals has the key. */
export const made = (seal: string | undefined): string => {
  if (seal === undefined) throw new Error("there is no key to seal with")
  return seal
}
