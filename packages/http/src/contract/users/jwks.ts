/** The key set where OpenID Connect tools look for it (decisions, section 3). */
import { listPublicKeys } from "@garrison/core/token/operations/listPublicKeys"
import { route } from "../route.ts"
import { content } from "../success.ts"

/** The keys that access tokens verify with. */
export const jwks = route(listPublicKeys, {
  id: "jwks",
  method: "GET",
  path: "/.well-known/jwks.json",
  mounts: ["public"],
  who: "open",
  lane: "memory",
  description: `${listPublicKeys.sentence} Also at \`/users/v1/publickeys\`.`,
  success: content(listPublicKeys.answer, "keys"),
})
