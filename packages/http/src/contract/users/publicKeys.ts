/** The key set, under the path of the operations that issue tokens (decisions, section 3). */
import { jwks } from "./jwks.ts"
import { operation } from "../operation.ts"

/** As `jwks`, under a path of its own. */
export const publicKeys = operation({
  id: "publicKeys",
  method: "GET",
  path: "/users/v1/publickeys",
  mounts: ["public"],
  access: jwks.access,
  lane: jwks.lane,
  summary: jwks.summary,
  description: "The same key set as `/.well-known/jwks.json`.",
  success: jwks.success,
})
