/**
 * The operations of the core, by the words of the command: which command offers each, and by which flag or argument it
 * takes each field: those whose command is no row (row/Row.ts), and those that no command offers. Only the type of the
 * table is imported, so that help and completions load no operation.
 */
import type { operations } from "@garrison/core/operations"

type Operation = (typeof operations)[number]

/** How a command that is code offers an operation. */
export interface Offered<Field extends string> {
  /** The words after `garrison`. */
  readonly command: string
  /**
   * The flag or argument of each field, arguments in their order; null: the command itself says what the field is, or
   * asks for it.
   */
  readonly fields: Readonly<Record<Field, string | null>>
}

/** Why no command offers an operation. */
export interface NotOffered {
  readonly not: string
}

type Offers = {
  readonly [One in Operation as One["name"]]: Offered<Extract<keyof One["input"], string>> | NotOffered
}

/** The operations that no row offers. */
export const offered = {
  "figures.show": { command: "status", fields: {} },
  "attention.list": { command: "status", fields: {} },
  "happening.list": {
    command: "log",
    fields: { kinds: "--kind", before: "--before", after: "--after", limit: "--limit" },
  },
  "setting.list": { command: "config", fields: {} },
  "player.show": { command: "player show", fields: { player_uuid: "player_uuid" } },
  "player.listInventory": { not: "player inventory shows every page" },
  "player.listNotifications": { not: "player show --section notifications shows the newest, the console all" },
  "player.listLogins": { not: "player history shows them with what else happened" },
  "player.listSecurityEvents": { not: "player history shows them with what else happened" },
  "person.delete": { not: "an operator restricts a player; only hosts delete persons" },
  "account.changePassword": { not: "only hosts change passwords" },
  "notification.create": { not: "a server of the game sends; an operator's notification is an act" },
  "notification.list": { not: "a game client polls the list; an operator sends" },
  "notification.poll": { not: "a game client waits for what comes; an operator sends" },
  "notification.stream": { not: "a game client listens; an operator sends" },
  "user.logIn": { not: "a player or a machine logs in over HTTP, or by its host" },
  "user.logOut": { not: "it ends the session that asks; an operator ends sessions of a player" },
  "oauth.begin": { not: "a browser begins it" },
  "oauth.respond": { not: "a browser brings the answer of a portal" },
  "oauth.exchange": { not: "a game exchanges the code" },
  "portalUser.list": { not: "player show lists them" },
  "portalUser.link": { not: "a player presents the credential, or the host for the player" },
  "portalUser.unlink": { not: "an operator unlinks by an act" },
  "signingKey.listPublic": { not: "key list shows the keys" },
  "client.updateOwn": { not: "a machine changes itself; an operator rotates its secret" },
  "audit.verify": { command: "audit verify", fields: {} },
  "catalog.diff": { command: "catalog diff", fields: { from: "before", to: "after", odds: null } },
  "catalog.publish": { not: "catalog publish reads a file, expands its names, and shows what it found" },
  "catalog.read": { not: "catalog show writes a version" },
  "catalog.findVendor": { not: "a client reads the vendors that changed" },
  "catalog.listEtags": { not: "a client compares them with its own" },
  "odds.show": { not: "it tells players what is published" },
  "odds.compute": { not: "odds computes those of any document or version" },
  "order.submit": { not: "order submit reads a whole order, not its fields" },
  "order.submitMany": { not: "order submit-many reads orders from a file, a hundred at a time" },
  "order.quote": { not: "order quote reads a whole order, not its fields" },
  "order.beginSession": { not: "a game client begins it" },
  "order.list": { not: "a game client pages them; order list searches the orders of all players" },
  "order.replay": { not: "order replay replays one order, or all of them, and shows more" },
  "order.refunds": { not: "order show and order explain say it" },
  "inventory.owed": { not: "player show and player inventory list it" },
  "inventory.list": { not: "player inventory shows every page" },
  "inventory.listLevels": { not: "a game client shows them" },
  "presence.view": { not: "a game client shows it" },
  "presence.viewMany": { not: "a game client shows its friends" },
  "presence.report": { not: "a game client reports" },
  "presence.showSettings": { not: "a game client follows them" },
} as const satisfies Partial<Offers>
