/**
 * What is stored of a login by redirect, and how: sealed under the code that the caller has, and found by a hash of the
 * code (decisions, section 5; guarantees R12).
 */
import * as Digest from "effect/crypto/Digest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Text } from "../kernel/input/Field.ts"
import { Platform } from "../kernel/Platform.ts"
import { makeSealing } from "../kernel/seal/Sealing.ts"
import { utf8 } from "../kernel/wire/Utf8.ts"

const PortalUser = Schema.Struct({
  platform: Platform,
  portalUserId: Text,
  environment: Schema.optionalKey(Text),
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

const decodeCode = Schema.decodeUnknownEffect(SealedCode)

const under = (code: string) => ({
  place: "authorization_code",
  // Not the text itself, whose SHA-256 is stored.
  secret: `seal\nauthorization_code\n${code}`,
})

/** Makes the functions that give codes their stored form, and read it. */
export const makeSealed = Effect.gen(function* () {
  const digest = yield* Digest.Digest
  const { seal, unseal } = yield* makeSealing
  return {
    hashOf: (text: string) => Effect.orDie(digest.digest(Digest.sha256, utf8(text))),
    sealCode: (code: string, content: SealedCode) => seal(under(code), content),
    unsealCode: (code: string, sealed: Uint8Array) =>
      Effect.orDie(Effect.flatMap(unseal(under(code), sealed), decodeCode)),
  }
})
