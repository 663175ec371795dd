/** The anon grant: a secret of 16 to 256 characters, which the device chose and keeps (decisions, section 4). */
import * as Effect from "effect/Effect"
import { codePoints } from "../../kernel/input/Field.ts"
import { displayName } from "../../player/rules.ts"
import { DeviceIdentities } from "./DeviceIdentities.ts"
import type { LoginRequest } from "../schema.ts"
import { type GrantAttempt, isEnabled, unguessable, type UserGrant } from "./Grant.ts"

/** Shortest and longest device secret, in code points. */
const DEVICE_SECRET_LENGTH_MIN = 16
const DEVICE_SECRET_LENGTH_MAX = 256

const loc = ["portal_access_token"]

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

const subject = Effect.fnUntraced(function* ({ portal_access_token: secret }: LoginRequest) {
  const portalUserId = yield* (yield* DeviceIdentities).portalUserId(secret)
  return { platform: "Anon" as const, portalUserId }
})

const verify = Effect.fnUntraced(function* ({ request, known }: GrantAttempt) {
  const { platform, portalUserId } =
    known !== undefined && "portalUserId" in known.subject ? known.subject : yield* subject(request)
  return {
    platform,
    portalUserId,
    displayName: displayName(request.portal_display_name),
    parent: undefined,
    presented: undefined,
  }
})

/** Logs an anonymous device in. */
export const anon: UserGrant = {
  ...unguessable,
  kind: "user",
  isAvailable: (deployment) => isEnabled("anon", deployment),
  disabledCode: "anon_disabled",
  emptyCode: "anon_token_empty",
  refusals: [],
  platforms: ["Anon"],
  credential: {
    token: "a random secret of 16 to 256 characters, which the device makes once and keeps.",
    example: { portal_access_token: "SECRET-OF-THE-DEVICE", portal_display_name: "Ada" },
  },
  invalid,
  subject,
  verify,
}
