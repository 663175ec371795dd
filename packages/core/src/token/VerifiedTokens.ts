/**
 * The memory of verified tokens, so that a token is verified once and not with every request. The key is `jti`, never
 * the text: a header can write its scheme in more than one way, and an altered copy of a token must not pass for the
 * original (decisions, section 3; guarantees R16). When a session ends in this process, its tokens are forgotten, so
 * that the next request looks the session up again (guarantees R27 and R44).
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Base64Url from "effect/encoding/Base64Url"
import type { SessionId } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import type { ReadToken } from "./rules/parse.ts"
import type { Caller } from "../kernel/Caller.ts"
import { TokenSettings } from "./settings.ts"

/** A token whose signature and claims are valid. */
export interface VerifiedToken {
  /** The Authorization header that spells the token in the plainest way. */
  readonly authorization: string
  readonly signingInput: string
  readonly signature: string
  /** The permissions of the token. */
  readonly granted: ReadonlyArray<string>
  /** The caller with the permissions that it had at the last lookup: those of the token that it still held. */
  caller: Caller
  /** When the last lookup of its session began. */
  checkedAt: Timestamp
  /** Whether the session has ended. An end is final, so it is remembered too. */
  ended: boolean
}

const scheme = "Bearer "

/** The header that `find` of {@link VerifiedTokens} compares with, for a token in this spelling. */
export const authorizationOf = (token: string): string => scheme + token

/**
 * The key of a `jti`: the beginning of the payload with this jti, in base64url, as Garrison writes it. So a token that
 * Garrison wrote is found without parsing it; any other is found by its `jti` after parsing.
 */
const keyOf = (tokenId: string): string => Base64Url.encode(`{"jti":"${tokenId}"`)

/** `checkedAt` of a token that is to be looked up. */
const NEVER: Timestamp = Number.NEGATIVE_INFINITY

/** Length of the key of a UUID, because every `jti` of Garrison is a UUID. */
const keyLength = 60

/** Keeps at most `verifiedTokensMax` tokens; the token unused for longest gives way. */
export class VerifiedTokens extends Context.Service<
  VerifiedTokens,
  {
    /** The token in this Authorization header, if exactly this text of it is remembered. */
    readonly find: (authorization: string) => VerifiedToken | undefined
    /**
     * The remembered token that equals this one: same `jti`, same signed text, same signature. All of it is compared as
     * text, because `readAuthorization` accepts only the canonical spelling of base64url.
     */
    readonly same: (token: ReadToken) => VerifiedToken | undefined
    /** Remembers a token, in place of any other with its `jti`. */
    readonly add: (entry: VerifiedToken) => void
    /** Forgets a token. */
    readonly remove: (entry: VerifiedToken) => void
    /** Forgets the tokens of these sessions. */
    readonly forgetSessions: (sessions: ReadonlyArray<SessionId>) => void
    /**
     * Lets the next use of each token of these callers ask storage, which may have withdrawn a permission. Walks over
     * all tokens.
     */
    readonly recheck: (isMeant: (caller: Caller) => boolean) => void
    /** Forgets the token with this `jti`. */
    readonly forgetToken: (tokenId: string) => void
    /**
     * How often tokens were forgotten, or are to be looked up. A lookup that began before the last time may have missed
     * the end of a session, or what was withdrawn.
     */
    readonly timesForgotten: () => number
    /** The same for a token that is remembered, where looking up alone matters: a forgotten one is gone. */
    readonly timesWithdrawn: () => number
  }
>()("@garrison/core/token/VerifiedTokens") {
  static readonly layer = Layer.effect(
    VerifiedTokens,
    Effect.map(TokenSettings, ({ verifiedTokensMax }) => makeMemory(verifiedTokensMax)),
  )
}

const makeMemory = (entriesMax: number): VerifiedTokens["Service"] => {
  const entries = new Map<string, VerifiedToken>()
  /** The entry at the end, which needs no moving there: a map that is changed for each request is copied often. */
  let latest: VerifiedToken | undefined
  const ofSession = new Map<SessionId, Set<VerifiedToken>>()
  let timesForgotten = 0
  let timesWithdrawn = 0

  const touch = (key: string, entry: VerifiedToken): VerifiedToken => {
    if (entry === latest) return entry
    latest = entry
    entries.delete(key)
    entries.set(key, entry)
    return entry
  }

  const remove = (entry: VerifiedToken): void => {
    const { sessionId, tokenId } = entry.caller
    const key = keyOf(tokenId)
    if (entries.get(key) === entry) entries.delete(key)
    const siblings = ofSession.get(sessionId)
    siblings?.delete(entry)
    if (siblings?.size === 0) ofSession.delete(sessionId)
  }

  const forget = (given: Iterable<VerifiedToken>): void => {
    timesForgotten++
    for (const entry of given) remove(entry)
  }

  return {
    find: (authorization) => {
      if (!authorization.startsWith(scheme)) return undefined
      const dot = authorization.indexOf(".", scheme.length)
      if (dot === -1) return undefined
      const key = authorization.slice(dot + 1, dot + 1 + keyLength)
      const entry = entries.get(key)
      return entry?.authorization === authorization ? touch(key, entry) : undefined
    },
    same: ({ claims, signature, signingInput }) => {
      const key = keyOf(claims.jti)
      const entry = entries.get(key)
      const isSame = entry?.signingInput === signingInput && entry.signature === signature
      return isSame ? touch(key, entry) : undefined
    },
    add: (entry) => {
      if (entriesMax === 0) return
      const { sessionId, tokenId } = entry.caller
      const key = keyOf(tokenId)
      const former = entries.get(key)
      if (former !== undefined) remove(former)
      const [oldest] = entries.size >= entriesMax ? entries.values() : []
      if (oldest !== undefined) remove(oldest)
      entries.set(key, entry)
      latest = entry
      const siblings = ofSession.get(sessionId)
      if (siblings === undefined) ofSession.set(sessionId, new Set([entry]))
      else siblings.add(entry)
    },
    remove,
    forgetSessions: (sessions) => forget(sessions.flatMap((session) => [...(ofSession.get(session) ?? [])])),
    recheck: (isMeant) => {
      timesForgotten++
      timesWithdrawn++
      for (const entry of entries.values()) if (isMeant(entry.caller)) entry.checkedAt = NEVER
    },
    forgetToken: (tokenId) => {
      const entry = entries.get(keyOf(tokenId))
      forget(entry === undefined ? [] : [entry])
    },
    timesForgotten: () => timesForgotten,
    timesWithdrawn: () => timesWithdrawn,
  }
}
