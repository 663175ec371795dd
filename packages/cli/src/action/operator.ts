/** Who acts when an operator uses the command on the database itself. */
import type { Caller } from "@garrison/core/token/schema"

/** Stands for whoever can write to the database anyway, and therefore may do anything. */
export const localOperator: Caller = {
  kind: "machine",
  subject: "00000000-0000-0000-0000-000000000000",
  clientId: "garrison-cli",
  permissions: ["*"],
  sessionId: "",
  platform: "",
  portalUserId: "",
  tokenId: "",
  expiresAt: Number.MAX_SAFE_INTEGER,
}
