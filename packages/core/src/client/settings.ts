/** The settings of clients (decisions, sections 8 and 15). */
import { ListOf } from "../kernel/input/Field.ts"
import { optionalText, seconds, slice, texts, type ValuesOf } from "../kernel/Setting.ts"
import { RedirectUri, REDIRECTS_MAX, SECRET_OVERLAP_SECONDS_MAX } from "./schema.ts"

/** The settings of clients. */
export const ClientSettings = slice("@garrison/core/client/settings", {
  // Not more than the longest overlap of a rotation.
  secretOverlapSeconds: seconds(24 * 60 * 60, "how long the old client secret stays valid after a rotation", {
    minimum: 0,
    maximum: SECRET_OVERLAP_SECONDS_MAX,
  }),
  /** A `client_id`. */
  defaultClientId: optionalText("public game client that serves logins without client credentials"),
  redirectUris: {
    ...texts(
      "addresses",
      "addresses that game clients of former versions take as theirs at a start; new clients have their own (garrison client create --redirect-uri)",
    ),
    schema: ListOf(RedirectUri, REDIRECTS_MAX),
  },
})
export type ClientSettings = ValuesOf<typeof ClientSettings.settings>
