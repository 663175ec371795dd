/** Changing the secret or description of the calling machine client (interface, section 4.3; decisions, section 8). */
import { clientActs } from "@garrison/core/client/acts"
import { M2mAccount, M2mUpdate } from "@garrison/core/client/schema"
import { Flag } from "@garrison/core/kernel/Field"
import * as Schema from "effect/Schema"
import { caller } from "../examples.ts"
import { idempotencyHeaders } from "../headers.ts"
import { bearer, operation } from "../operation.ts"
import { content } from "../success.ts"

/** An empty change is allowed: it shows the account. */
export const updateCredentials = operation({
  id: "updateCredentials",
  method: "PUT",
  path: "/v2/account/me/m2m-credentials",
  mounts: ["public"],
  access: bearer.stored("machine", ...clientActs.updateOwn.permissions),
  lane: "storage",
  summary: "Change the caller's secret or description",
  description:
    "`client_secret` becomes the secret at once and the old one stops. With `rotate_secret` the server makes a new " +
    "secret and the old one stays valid for the configured overlap; giving both is refused. The answer shows a " +
    "secret only when this call set it.",
  query: {
    rotate_secret: Schema.optionalKey(
      Flag.annotate({ default: false, description: "Whether the server makes a new secret." }),
    ),
  },
  headers: idempotencyHeaders,
  body: { schema: M2mUpdate.annotate({ identifier: "M2mUpdate" }), required: false },
  success: content(M2mAccount.annotate({ identifier: "M2mAccount" })),
  refusals: { 409: ["idempotency_key_conflict"] },
  example: {
    request: { description: "match server, Frankfurt" },
    answer: { account_id: caller, client_secret: "****x7Qa", description: "match server, Frankfurt" },
  },
})
