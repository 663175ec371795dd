/**
 * What is stored of a login by redirect, and how: sealed under the state or the code that the caller has, and found by
 * a hash of that text (decisions, section 5; guarantees R12).
 */
import * as Digest from "effect/crypto/Digest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Text } from "../kernel/Field.ts"
import { ClientUuid } from "../kernel/Identifier.ts"
import { Platform } from "../kernel/Platform.ts"
import { makeSealing } from "../kernel/Sealing.ts"
import { utf8 } from "../kernel/Utf8.ts"

/** What a login began with. */
const SavedRequest = Schema.Struct({
  clientUuid: ClientUuid,
  /** Where the player returns to, with which `state` and `code_challenge`. */
  redirectUri: Text,
  state: Schema.optionalKey(Text),
  codeChallenge: Schema.optionalKey(Text),
  /** What the portal was told, and must be told again. */
  nonce: Text,
  codeVerifier: Text,
  portalRedirectUri: Text,
})
export type SavedRequest = typeof SavedRequest.Type

const PortalUser = Schema.Struct({
  platform: Platform,
  portalUserId: Text,
  displayName: Schema.optionalKey(Text),
  fallbackName: Schema.optionalKey(Text),
})

/** What a code stands for. */
const SealedCode = Schema.Struct({
  user: PortalUser,
  parent: Schema.optionalKey(PortalUser),
  codeChallenge: Schema.optionalKey(Text),
})
export type SealedCode = typeof SealedCode.Type

const decodeRequest = Schema.decodeUnknownEffect(SavedRequest)
const decodeCode = Schema.decodeUnknownEffect(SealedCode)

const under = (place: "authorization_request" | "authorization_code", text: string) => ({
  place,
  // Not the text itself, whose SHA-256 is stored.
  secret: `seal\n${place}\n${text}`,
})

/** Makes the functions that give states and codes their stored form, and read it. */
export const makeSealed = Effect.gen(function* () {
  const digest = yield* Digest.Digest
  const { seal, unseal } = yield* makeSealing
  return {
    hashOf: (text: string) => Effect.orDie(digest.digest(Digest.sha256, utf8(text))),
    sealRequest: (state: string, request: SavedRequest) => seal(under("authorization_request", state), request),
    unsealRequest: (state: string, sealed: Uint8Array) =>
      Effect.orDie(Effect.flatMap(unseal(under("authorization_request", state), sealed), decodeRequest)),
    sealCode: (code: string, content: SealedCode) => seal(under("authorization_code", code), content),
    unsealCode: (code: string, sealed: Uint8Array) =>
      Effect.orDie(Effect.flatMap(unseal(under("authorization_code", code), sealed), decodeCode)),
  }
})
