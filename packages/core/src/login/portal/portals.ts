/** The portals behind the grants, as data: the codes that each grant answers with before its portal is asked. */
import type { PlainLoginCode } from "../errors.ts"
import type { GrantType } from "../schema.ts"

/** Codes that every grant of a portal has. */
export interface PortalCodes {
  readonly disabled: PlainLoginCode
  readonly tokenEmpty: PlainLoginCode
}

/** The grants that a portal verifies. */
export type PortalGrantType = Exclude<GrantType, "anon" | "basic" | "refresh" | "client_credentials">

/** The codes of each portal's grant (interface, section 7). */
export const portals: Readonly<Record<PortalGrantType, PortalCodes>> = {
  alpha: { disabled: "alpha_disabled", tokenEmpty: "alpha_token_empty" },
  bravo: { disabled: "bravo_disabled", tokenEmpty: "bravo_token_empty" },
  charlie: { disabled: "charlie_disabled", tokenEmpty: "charlie_token_empty" },
  deltalive: { disabled: "delta_disabled", tokenEmpty: "delta_xsts_token_empty" },
  echo4_v1: { disabled: "echo4_v1_disabled", tokenEmpty: "echo4_v1_token_empty" },
  echo4_v3: { disabled: "echo4_v3_disabled", tokenEmpty: "echo4_v3_token_empty" },
  echo5_v3: { disabled: "echo5_v3_disabled", tokenEmpty: "echo5_v3_token_empty" },
  foxtrot: { disabled: "foxtrot_disabled", tokenEmpty: "foxtrot_token_empty" },
  foxtrot_switch: { disabled: "foxtrot_disabled", tokenEmpty: "foxtrot_token_empty" },
  golf: { disabled: "golf_disabled", tokenEmpty: "golf_token_empty" },
  juliet: { disabled: "developer_api_disabled", tokenEmpty: "developer_api_token_empty" },
}
