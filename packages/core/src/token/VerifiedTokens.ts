/**
 * The memory of verified tokens, so that a token is verified once and not with every request. Keyed by `jti`, never by
 * text: a header can name its scheme in more than one way, and an altered copy of a token must not pass for the
 * original (decisions, section 3; guarantees R16).
 */
import * as Base64Url from "effect/encoding/Base64Url"
import type { Timestamp } from "../kernel/Timestamp.ts"
import type { ReadToken } from "./rules/parse.ts"
import type { Caller } from "./schema.ts"

/** A token whose signature and claims were found good. */
export interface VerifiedToken {
  /** The Authorization header that spells the token in the plainest way. */
  readonly authorization: string
  readonly signingInput: string
  readonly signature: string
  readonly caller: Caller
  /** When the lookup began that last said whether it is revoked. */
  checkedAt: Timestamp
  /** Revocation is for good, so it is remembered too. */
  revoked: boolean
}

const scheme = "Bearer "

/** The header that {@link VerifiedTokens.find} compares with, for a token in this spelling. */
export const authorizationOf = (token: string): string => scheme + token

/**
 * The key of a `jti`: the jti as the payload of a token that Garrison issued begins with it, in base64url. So such a
 * token is found without reading it; any other is found by its `jti` once that has been read.
 */
const keyOf = (tokenId: string): string => Base64Url.encode(`{"jti":"${tokenId}"`)

/** Length of the key of a UUID, which every `jti` of Garrison's is. */
const keyLength = 60

/** At most `entriesMax` verified tokens; the one unused for longest gives way. */
export class VerifiedTokens {
  readonly #entries = new Map<string, VerifiedToken>()
  readonly #entriesMax: number

  constructor(entriesMax: number) {
    this.#entriesMax = entriesMax
  }

  /** The token in this Authorization header, if exactly this text of it is remembered. */
  find(authorization: string): VerifiedToken | undefined {
    if (!authorization.startsWith(scheme)) return undefined
    const dot = authorization.indexOf(".", scheme.length)
    if (dot === -1) return undefined
    const key = authorization.slice(dot + 1, dot + 1 + keyLength)
    const entry = this.#entries.get(key)
    if (entry === undefined || entry.authorization !== authorization) return undefined
    this.#touch(key, entry)
    return entry
  }

  /**
   * The remembered token that this one is: same `jti`, same signed text, same signature. All of it is compared as text,
   * because `readAuthorization` takes base64url in its one canonical spelling.
   */
  same(token: ReadToken): VerifiedToken | undefined {
    const key = keyOf(token.claims.jti)
    const entry = this.#entries.get(key)
    if (entry === undefined || entry.signingInput !== token.signingInput) return undefined
    if (entry.signature !== token.signature) return undefined
    this.#touch(key, entry)
    return entry
  }

  /** Remembers a token, in place of any other with its `jti`. */
  add(entry: VerifiedToken): void {
    if (this.#entriesMax === 0) return
    const key = keyOf(entry.caller.tokenId)
    this.#entries.delete(key)
    if (this.#entries.size >= this.#entriesMax) {
      const [oldest] = this.#entries.keys()
      if (oldest !== undefined) this.#entries.delete(oldest)
    }
    this.#entries.set(key, entry)
  }

  /** Forgets a token. */
  remove(entry: VerifiedToken): void {
    const key = keyOf(entry.caller.tokenId)
    if (this.#entries.get(key) === entry) this.#entries.delete(key)
  }

  #touch(key: string, entry: VerifiedToken): void {
    this.#entries.delete(key)
    this.#entries.set(key, entry)
  }
}
