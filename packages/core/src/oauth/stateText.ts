/** The text of a state, and of what is encrypted in it (decisions, section 5). */
import * as Base64Url from "effect/encoding/Base64Url"
import * as Result from "effect/Result"
import { isCanonicalBase64Url } from "../kernel/wire/CanonicalBase64Url.ts"
import { ClientUuid } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"

/** The first characters of every state. */
export const STATE_PREFIX = "gars_"

/** Longest state, in characters: portals and browsers take no address of any length. */
export const STATE_LENGTH_MAX = 2048

/** The text of a state. */
export const stateText = (bytes: Uint8Array): string => STATE_PREFIX + Base64Url.encode(bytes)

/**
 * The bytes of a state; none if the text cannot be one. A state has one spelling, because it is known as used by the
 * hash of its text.
 */
export const stateBytes = (text: string): Uint8Array => {
  const encoded = text.startsWith(STATE_PREFIX) ? text.slice(STATE_PREFIX.length) : ""
  const bytes = isCanonicalBase64Url(encoded) ? Base64Url.decode(encoded) : Result.fail(undefined)
  return Result.getOrElse(bytes, () => new Uint8Array())
}

/** What a login began with. */
export interface SavedRequest {
  readonly expiresAt: Timestamp
  readonly clientUuid: ClientUuid
  /** What the portal was told, and must be told again. */
  readonly nonce: string
  readonly codeVerifier: string
  readonly portalRedirectUri: string
  /** Where the player returns to, with which `state` and `code_challenge`. */
  readonly redirectUri: string
  readonly state: string | undefined
  readonly codeChallenge: string | undefined
}

/** The text of a request, a line for each field: none has a line end, and a line is shorter than JSON. */
export const savedText = (saved: SavedRequest): string =>
  [
    String(saved.expiresAt),
    saved.clientUuid,
    saved.nonce,
    saved.codeVerifier,
    saved.portalRedirectUri,
    saved.redirectUri,
    saved.codeChallenge ?? "",
    ...(saved.state === undefined ? [] : [saved.state]),
  ].join("\n")

/** The request of a text that {@link savedText} made. */
export const savedRequest = (text: string): SavedRequest => {
  const [expiresAt, clientUuid = "", nonce = "", codeVerifier = "", portalRedirectUri = "", ...rest] = text.split("\n")
  const [redirectUri = "", codeChallenge = "", state] = rest
  return {
    expiresAt: Number(expiresAt),
    clientUuid: ClientUuid.make(clientUuid),
    nonce,
    codeVerifier,
    portalRedirectUri,
    redirectUri,
    state,
    codeChallenge: codeChallenge === "" ? undefined : codeChallenge,
  }
}
