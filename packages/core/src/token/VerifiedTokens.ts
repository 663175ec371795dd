/**
 * The memory of verified tokens, so that a token is verified once and not with every request. Keyed by `jti`, never by
 * the text of the token, which can be spelt in more than one way (decisions, section 3; guarantees R16).
 */
import type { Timestamp } from "../kernel/Timestamp.ts"
import { isSameSignature, type ReadToken } from "./rules/parse.ts"
import type { Caller } from "./schema.ts"

/** A token whose signature and claims were found good. */
export interface VerifiedToken {
  readonly text: string
  readonly signingInput: string
  readonly signature: string
  readonly caller: Caller
  /** When the lookup began that last said whether it is revoked. */
  checkedAt: Timestamp
  /** Revocation is for good, so it is remembered too. */
  revoked: boolean
}

const scheme = "Bearer "
/** The payload of a token that Garrison issued begins with `{"jti":"UUID"`: 45 bytes, 60 characters of base64url. */
const tokenIdCharacters = 60
const tokenIdStart = 8
const tokenIdLength = 36

const sextets = new Int8Array(128).fill(-1)
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
for (let index = 0; index < alphabet.length; index++) sextets[alphabet.charCodeAt(index)] = index

const sextet = (text: string, index: number): number => sextets[text.charCodeAt(index)] ?? -1

/**
 * The `jti` of a token that Garrison issued, read without looking at the rest. Only a hint: for any other text the
 * answer means nothing, and what it finds has to be compared.
 */
const tokenIdHint = (text: string, start: number): string => {
  const codes: Array<number> = []
  for (let index = start; index < start + tokenIdCharacters; index += 4) {
    const group =
      (sextet(text, index) << 18) |
      (sextet(text, index + 1) << 12) |
      (sextet(text, index + 2) << 6) |
      sextet(text, index + 3)
    codes.push((group >> 16) & 0xff, (group >> 8) & 0xff, group & 0xff)
  }
  return String.fromCharCode(...codes.slice(tokenIdStart, tokenIdStart + tokenIdLength))
}

/** At most `entriesMax` verified tokens; the one unused for longest gives way. */
export class VerifiedTokens {
  readonly #entries = new Map<string, VerifiedToken>()
  readonly #entriesMax: number

  constructor(entriesMax: number) {
    this.#entriesMax = entriesMax
  }

  /** How many tokens are remembered. */
  get size(): number {
    return this.#entries.size
  }

  /** The token in this Authorization header, if exactly this text of it is remembered. */
  find(authorization: string): VerifiedToken | undefined {
    if (!authorization.startsWith(scheme)) return undefined
    const dot = authorization.indexOf(".", scheme.length)
    if (dot === -1 || authorization.length < dot + tokenIdCharacters) return undefined
    const entry = this.#entries.get(tokenIdHint(authorization, dot + 1))
    if (entry === undefined || authorization.length !== scheme.length + entry.text.length) return undefined
    if (!authorization.endsWith(entry.text)) return undefined
    this.#touch(entry)
    return entry
  }

  /** The remembered token that this one is: same `jti`, same signed text, same signature bytes. */
  same(token: ReadToken): VerifiedToken | undefined {
    const entry = this.#entries.get(token.claims.jti)
    if (entry === undefined || entry.signingInput !== token.signingInput) return undefined
    if (!isSameSignature(entry.signature, token.signature)) return undefined
    this.#touch(entry)
    return entry
  }

  /** Remembers a token, in place of any other with its `jti`. */
  add(entry: VerifiedToken): void {
    this.#entries.delete(entry.caller.tokenId)
    if (this.#entries.size >= this.#entriesMax) {
      for (const oldest of this.#entries.keys()) {
        this.#entries.delete(oldest)
        break
      }
    }
    if (this.#entriesMax > 0) this.#entries.set(entry.caller.tokenId, entry)
  }

  /** Forgets a token. */
  remove(entry: VerifiedToken): void {
    if (this.#entries.get(entry.caller.tokenId) === entry) this.#entries.delete(entry.caller.tokenId)
  }

  #touch(entry: VerifiedToken): void {
    this.#entries.delete(entry.caller.tokenId)
    this.#entries.set(entry.caller.tokenId, entry)
  }
}
