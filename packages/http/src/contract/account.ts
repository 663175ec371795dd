/** The calling machine client's own account (interface, section 4.3). */
import { updateOwnClient } from "@garrison/core/client/operations/updateOwnClient"
import { M2mUpdate } from "@garrison/core/client/schema"
import { area } from "./area.ts"
import { route } from "./route.ts"

/** They are under `/v2/account`. */
export const account = area("account", "Credentials of machine clients.", {
  updateCredentials: route("PUT /v2/account/me/m2m-credentials?rotate_secret", updateOwnClient, {
    who: "machine stored",
    body: { schema: M2mUpdate.annotate({ identifier: "M2mUpdate" }), required: false },
    isRepeatable: true,
  }),
})
