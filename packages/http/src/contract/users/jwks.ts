/** The key set where OpenID Connect tools look for it (decisions, section 3). */
import { JwksJson } from "@garrison/core/token/schema"
import { open, operation } from "../operation.ts"
import { content } from "../success.ts"

/** The keys that access tokens verify with. */
export const jwks = operation({
  id: "jwks",
  method: "GET",
  path: "/.well-known/jwks.json",
  mounts: ["public"],
  access: open,
  lane: "memory",
  summary: "Public signing keys",
  description: "The keys that access tokens verify with, as a JSON Web Key Set (RFC 7517).",
  success: content(JwksJson, "keys"),
})
