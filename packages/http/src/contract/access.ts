/**
 * Who may call what (interface, sections 4 and 5; decisions, section 3). Every operation has a rule here, or the build
 * fails: nothing is open by being forgotten.
 */
import type { PermissionName } from "@garrison/core/permission/names"
import type { OperationId } from "./Api.ts"

/** Whose access token an operation takes. */
export type Subject = "player" | "machine" | "any"

/** What an operation asks of its caller. */
export type AccessRule =
  /** Nothing. */
  | { readonly kind: "open" }
  /** The client's own credentials by HTTP Basic, or the default client; the operation checks them itself. */
  | { readonly kind: "client" }
  /** A verified access token of such a subject, holding one of these permissions; an empty list asks for none. */
  | { readonly kind: "bearer"; readonly subject: Subject; readonly anyOf: ReadonlyArray<PermissionName> }

const open = { kind: "open" } as const
const client = { kind: "client" } as const

const bearer = <S extends Subject>(subject: S, ...anyOf: ReadonlyArray<PermissionName>) =>
  ({ kind: "bearer", subject, anyOf }) as const

/** The rule of each operation. `me` routes take players only: a machine has no notifications, orders or presence. */
export const access = {
  login: client,
  exchangeToken: client,
  logout: bearer("any"),
  jwks: open,
  publicKeys: open,
  updateCredentials: bearer("machine", "accountOrg:config:edit", "account:config:edit"),
  notificationPage: bearer(
    "player",
    "notification:playerid:*",
    "notification:playerid:read",
    "notification:playerid:self:*",
    "notification:playerid:self:read",
  ),
  createNotification: bearer("any", "notification:playerid:write"),
  vendors: bearer("any", "catalog:read"),
  ownInventory: bearer("player", "inv:read_inv:player:self", "inv:read_inv:player:any"),
  playerInventory: bearer("any", "inv:read_inv:player:any"),
  orderPage: bearer("player", "inv:read_order:player:self", "inv:read_order:player:any"),
  submitOwnOrder: bearer("player", "inv:create_order:player:self", "inv:create_order:player:any"),
  submitOrder: bearer("any", "inv:create_order:player:any"),
  playerPresence: bearer("any", "presence:read", "presence:read:any"),
  ownPresence: bearer("player", "presence:read", "presence:edit:self"),
  reportPresence: bearer("player", "presence:edit:self"),
  presenceSettings: bearer("any", "presence:read", "presence:edit:self"),
  livez: open,
  readyz: open,
  openapi: open,
  docs: open,
} as const satisfies Record<OperationId, AccessRule>
