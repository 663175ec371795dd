/**
 * The client_credentials grant: a machine client logs in as itself. Its pair comes in the Basic header or as
 * CLIENT_ID:SECRET in `portal_access_token`, and is proved before the grant runs (decisions, sections 3 and 4).
 */
import { type ClientGrant, isEnabled } from "./Grant.ts"

/** Logs a machine client in. */
export const client_credentials: ClientGrant = {
  kind: "client",
  isAvailable: (deployment) => isEnabled("client_credentials", deployment),
  disabledCode: "client_auth_disabled",
  credential: {
    token:
      "`client_id` and secret of a machine client, separated by the first colon. They may be in a Basic header instead.",
    example: { portal_access_token: "CLIENT_ID:SECRET" },
  },
}
