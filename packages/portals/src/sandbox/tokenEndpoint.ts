/** The token endpoint of a portal in the sandbox, which exchanges an authorization code for an id token. */
import * as Effect from "effect/Effect"
import type { ClientSettings } from "../settings/fields.ts"
import { answered, isFrom, type Received, refused } from "./answers.ts"
import type { Stage } from "./SandboxPortal.ts"

/** Exchanges the codes of a portal for this client alone. A code stands for the claims that it was issued with. */
export const tokenEndpoint =
  (client: ClientSettings, { codes, signer }: Stage) =>
  (request: Received) => {
    if (!isFrom(client, request)) return Effect.succeed(refused(401, "invalid_client"))
    const claims = codes.redeem(request.form["code"])
    if (claims === undefined) return Effect.succeed(refused(400, "invalid_grant"))
    return Effect.map(signer.sign(claims), (id_token) => answered({ id_token, token_type: "Bearer" }))
  }
