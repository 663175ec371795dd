/** Every way to log in by its `grant_type` (interface, section 2.3). */
import type { GrantType } from "../../kernel/GrantType.ts"
import { anon } from "./anon.ts"
import { basic } from "./basic.ts"
import { client_credentials } from "./client_credentials.ts"
import type { Grant } from "./Grant.ts"
import { portalGrant } from "./portal.ts"
import { refresh } from "./refresh.ts"

/** The grants by `grant_type`, in the interface's order. */
export const grants = {
  anon,
  alpha: portalGrant("alpha"),
  bravo: portalGrant("bravo"),
  refresh,
  charlie: portalGrant("charlie"),
  deltalive: portalGrant("deltalive"),
  echo4_v1: portalGrant("echo4_v1"),
  echo4_v3: portalGrant("echo4_v3"),
  echo5_v3: portalGrant("echo5_v3"),
  foxtrot: portalGrant("foxtrot"),
  foxtrot_switch: portalGrant("foxtrot_switch"),
  golf: portalGrant("golf"),
  basic,
  juliet: portalGrant("juliet"),
  client_credentials,
} satisfies Record<GrantType, Grant>
