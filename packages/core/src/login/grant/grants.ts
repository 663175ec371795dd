/** Every way to log in, one file each (interface, section 2.3). */
import { portals } from "../portal/portals.ts"
import type { GrantType } from "../schema.ts"
import { anon } from "./anon.ts"
import { basic } from "./basic.ts"
import { client_credentials } from "./client_credentials.ts"
import type { Grant } from "./Grant.ts"
import { refresh } from "./refresh.ts"
import { unavailable } from "./unavailable.ts"

/** The grants by `grant_type`, in the interface's order. */
export const grants = {
  anon,
  alpha: unavailable(portals.alpha),
  bravo: unavailable(portals.bravo),
  refresh,
  charlie: unavailable(portals.charlie),
  deltalive: unavailable(portals.deltalive),
  echo4_v1: unavailable(portals.echo4_v1),
  echo4_v3: unavailable(portals.echo4_v3),
  echo5_v3: unavailable(portals.echo5_v3),
  foxtrot: unavailable(portals.foxtrot),
  foxtrot_switch: unavailable(portals.foxtrot_switch),
  golf: unavailable(portals.golf),
  basic,
  juliet: unavailable(portals.juliet),
  client_credentials,
} satisfies Record<GrantType, Grant>
