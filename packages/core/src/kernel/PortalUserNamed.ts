/** How a portal user is named in an input. */
import * as Schema from "effect/Schema"
import { described, TextOf } from "./input/Field.ts"
import { Platform } from "./Platform.ts"

/** Longest `portal_user_id`, in characters. */
const PORTAL_USER_ID_LENGTH_MAX = 512

/** A portal user, as a request names it. */
export const PortalUserNamed = Schema.Struct({
  platform: described(Platform, "Platform of the portal user."),
  portal_user_id: described(
    TextOf({ minimum: 1, maximum: PORTAL_USER_ID_LENGTH_MAX }),
    "Id of the portal user at that platform, 1 to 512 characters.",
  ),
})

/** The environment of a portal user, where an operator names one. */
export const PortalEnvironmentNamed = described(
  Schema.optionalKey(TextOf({ maximum: 255 })),
  "Environment of the portal, for a platform whose portal has several (default: the configured one); empty: none.",
)
