/**
 * The anon grant: a secret that the device made up and keeps, 16 to 256 characters (decisions, section 4). The user is
 * its SHA-256, which never reveals it.
 */
import * as Effect from "effect/Effect"
import * as Digest from "effect/crypto/Digest"
import * as Base64Url from "effect/encoding/Base64Url"
import { codePoints } from "../../kernel/Field.ts"
import { utf8 } from "../../kernel/Utf8.ts"
import { displayName } from "../../player/rules.ts"
import type { LoginRequest } from "../schema.ts"
import { type GrantAttempt, unchecked, type UserGrant } from "./Grant.ts"

/** Shortest and longest device secret, in code points. */
const DEVICE_SECRET_LENGTH_MIN = 16
const DEVICE_SECRET_LENGTH_MAX = 256

const loc = ["body", "portal_access_token"]

const invalid: UserGrant["invalid"] = ({ portal_access_token: secret }: LoginRequest) => {
  const length = codePoints(secret)
  if (length > DEVICE_SECRET_LENGTH_MAX) {
    return [{ loc, msg: `must be at most ${DEVICE_SECRET_LENGTH_MAX} characters long`, type: "string_too_long" }]
  }
  if (length > 0 && length < DEVICE_SECRET_LENGTH_MIN) {
    return [{ loc, msg: `must be at least ${DEVICE_SECRET_LENGTH_MIN} characters long`, type: "string_too_short" }]
  }
  return []
}

/** The `portal_user_id` of the device that keeps this secret. */
export const anonPortalUserId = Effect.fnUntraced(function* (secret: string) {
  const digest = yield* Digest.Digest
  return Base64Url.encode(yield* digest.digest(Digest.sha256, utf8(secret)))
})

const verify = Effect.fnUntraced(function* ({ request }: GrantAttempt) {
  return {
    platform: "Anon" as const,
    portalUserId: yield* anonPortalUserId(request.portal_access_token),
    displayName: displayName(request.portal_display_name),
    parent: undefined,
    presented: undefined,
  }
})

/** Logs an anonymous device in. */
export const anon: UserGrant = {
  ...unchecked,
  kind: "user",
  available: true,
  disabledCode: "anon_disabled",
  emptyCode: "anon_token_empty",
  invalid,
  verify,
}
