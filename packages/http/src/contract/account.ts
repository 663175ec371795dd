/** The calling machine client's own account (interface, section 4.3; decisions, section 8). */
import { M2mAccount, M2mUpdate } from "@garrison/core/client/schema"
import { Flag } from "@garrison/core/kernel/Field"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { authenticationCodes } from "./authentication.ts"
import { idempotencyHeaders } from "./headers.ts"
import { refusalsWithBody } from "./responses.ts"

/** What `updateCredentials` takes beside its body. */
export const updateCredentialsQuery = {
  rotate_secret: Schema.optionalKey(
    Flag.annotate({ default: false, description: "Whether the server makes a new secret." }),
  ),
}

const updateCredentials = HttpApiEndpoint.put("updateCredentials", "/v2/account/me/m2m-credentials", {
  query: updateCredentialsQuery,
  headers: idempotencyHeaders,
  payload: M2mUpdate.annotate({ identifier: "M2mUpdate" }),
  success: M2mAccount.annotate({ identifier: "M2mAccount" }),
  error: refusalsWithBody({ 403: authenticationCodes, 409: ["idempotency_key_conflict"] }),
}).annotateMerge(
  OpenApi.annotations({
    identifier: "updateCredentials",
    summary: "Change the caller's secret or description",
    description:
      "`client_secret` becomes the secret at once and the old one stops. With `rotate_secret` the server makes a new " +
      "secret and the old one stays valid for the configured overlap; giving both is refused. The answer shows a " +
      "secret only when this call set it.",
  }),
)

/** The operations under `/v2/account`. */
export const account = HttpApiGroup.make("account")
  .add(updateCredentials)
  .annotateMerge(OpenApi.annotations({ title: "account", description: "Credentials of machine clients." }))
