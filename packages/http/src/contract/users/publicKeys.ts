/** The key set, under the path of the operations that issue tokens (decisions, section 3). */
import { listPublicKeys } from "@garrison/core/token/operations/listPublicKeys"
import { route } from "../route.ts"
import { content } from "../success.ts"

/** As `jwks`, under a path of its own. */
export const publicKeys = route(listPublicKeys, {
  id: "publicKeys",
  method: "GET",
  path: "/users/v1/publickeys",
  mounts: ["public"],
  who: "open",
  lane: "memory",
  description: "The same key set as `/.well-known/jwks.json`.",
  sameAs: "jwks",
  success: content(listPublicKeys.answer, "keys"),
})
