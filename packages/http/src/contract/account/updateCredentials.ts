/** Changing the secret or description of the calling machine client over HTTP (interface, section 4.3). */
import { updateOwnClient } from "@garrison/core/client/operations/updateOwnClient"
import { M2mUpdate } from "@garrison/core/client/schema"
import { route } from "../route.ts"
import { content } from "../success.ts"

/** The body may be left out. */
export const updateCredentials = route(updateOwnClient, {
  id: "updateCredentials",
  method: "PUT",
  path: "/v2/account/me/m2m-credentials",
  mounts: ["public"],
  who: "machine",
  session: "stored",
  lane: "storage",
  query: { rotate_secret: updateOwnClient.input.rotate_secret },
  body: { schema: M2mUpdate.annotate({ identifier: "M2mUpdate" }), required: false },
  isRepeatable: true,
  success: content(updateOwnClient.answer),
})
