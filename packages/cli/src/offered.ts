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
  /** The flag that says `false`, null or an empty list; absent: no flag says that. */
  readonly without?: Readonly<Partial<Record<Field, string>>>
  /** The words after `garrison` where they depend on the value of a field, by that value. */
  readonly words?: { readonly by: Field; readonly of: Readonly<Record<string, string>> }
}

/** Why no command offers an operation. */
export interface NotOffered {
  readonly not: string
}

type Offers = {
  readonly [One in Operation as One["name"]]: Offered<Extract<keyof One["input"], string>> | NotOffered
}

const historyFields = { kind: "--kind", actor: "--actor", from: "--from", to: "--to", limit: "--limit" } as const

/** The operations that no row offers. */
export const offered = {
  "figures.show": { command: "status", fields: {} },
  "attention.list": { command: "status", fields: {} },
  "happening.list": {
    command: "log",
    fields: { kinds: "--kind", before: "--before", after: "--after", limit: "--limit" },
  },
  "setting.list": { command: "config", fields: {} },
  "client.create": {
    command: "client create",
    fields: {
      client_id: "client_id",
      kind: "--kind",
      description: "--description",
      org_id: "--org",
      permissions: "--permission",
      grants: "--grant",
      public: "--public",
      redirect_uris: "--redirect-uri",
      pkce_exempt: "--pkce-exempt",
    },
  },
  "client.edit": {
    command: "client edit",
    fields: {
      client_id: "client_id",
      description: "--description",
      org_id: "--org",
      permissions: "--permission",
      grants: "--grant",
    },
    without: {
      description: "--no-description",
      org_id: "--no-org",
      permissions: "--no-permissions",
      grants: "--no-grants",
    },
  },
  "client.editRedirects": {
    command: "client edit",
    fields: { client_id: "client_id", redirect_uris: "--redirect-uri", pkce_exempt: "--pkce-exempt" },
    without: { redirect_uris: "--no-redirect-uris", pkce_exempt: "--pkce-required" },
  },
  "player.list": { command: "player list", fields: { name: "--name", limit: "--limit", after: "--after" } },
  "player.search": {
    command: "player search",
    fields: {
      name: "name",
      player_uuid: "--uuid",
      player_id: "--id",
      platform: "--platform",
      portal_user_id: "--portal-user",
      environment: "--environment",
      item_id: "--item",
      item: null,
      restriction: "--restriction",
      online: "--online",
      limit: "--limit",
      after: "--after",
    },
  },
  "player.countPrunable": { command: "player prunable", fields: { days: "--days", after: null } },
  "player.show": { command: "player show", fields: { player_uuid: "player_uuid" } },
  "player.overview": {
    command: "player show",
    fields: { player_uuid: "player_uuid", sections: "--section", limit: "--limit" },
  },
  "player.awaitChange": {
    command: "player watch",
    fields: { player_uuid: "player_uuid", mark: null, deadline_seconds: null },
  },
  "player.listInventory": { not: "player inventory shows every page" },
  "player.listNotifications": { not: "player show --section notifications shows the newest, the console all" },
  "player.listLogins": { not: "player history shows them with what else happened" },
  "player.listSecurityEvents": { not: "player history shows them with what else happened" },
  "player.setRole": { command: "player role", fields: { player_uuid: "player_uuid", role_id: "role_id" } },
  "person.delete": { not: "an operator restricts a player; only hosts delete persons" },
  "restriction.add": {
    command: "player ban",
    fields: { player_uuid: "player_uuid", type: "--type", told: "--tell", note: "--note", expires_at: "--until" },
  },
  "restriction.list": {
    command: "player restrictions",
    fields: { state: "--state", type: "--type", until: "--until", limit: "--limit", after: "--after" },
  },
  "restriction.setEnd": {
    command: "player extend",
    fields: { player_uuid: "player_uuid", restriction_id: "restriction_id", expires_at: "--until" },
  },
  "restriction.lift": {
    command: "player unban",
    fields: { player_uuid: "player_uuid", restriction_id: "--restriction" },
  },
  "restriction.release": {
    command: "player release",
    fields: { platform: "platform", portal_user_id: "portal_user_id", environment: "--environment" },
  },
  "person.link": {
    command: "player link",
    fields: {
      player_uuid: "player_uuid",
      platform: "platform",
      portal_user_id: "portal_user_id",
      environment: "--environment",
      display_name: "--display-name",
    },
  },
  "person.merge": {
    command: "player merge",
    fields: { player_uuid: "player_uuid", other_player_uuid: "other_player_uuid", active_player_uuid: "--active" },
  },
  "person.unmerge": { command: "player unmerge", fields: { player_uuid: "player_uuid", merge_id: "--merge" } },
  "person.listMerges": { command: "player merges", fields: { player_uuid: "player_uuid" } },
  "person.unlink": {
    command: "player unlink",
    fields: {
      player_uuid: "player_uuid",
      platform: "platform",
      portal_user_id: "portal_user_id",
      without_restrictions: "--without-restrictions",
    },
  },
  "account.create": {
    command: "player create",
    fields: { username: "username", password: null, display_name: "--display-name" },
  },
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
  "audit.list": {
    command: "audit list",
    fields: {
      actor: "--actor",
      subject_kind: "--subject-kind",
      subject_id: "--subject",
      operation: "--operation",
      outcome: "--outcome",
      from: "--from",
      to: "--to",
      limit: "--limit",
      after: "--after",
    },
  },
  "audit.verify": { command: "audit verify", fields: {} },
  "player.history": { command: "player history", fields: { player_uuid: "player_uuid", ...historyFields } },
  "client.history": { command: "client history", fields: { client_id: "client_id", ...historyFields } },
  "catalog.listVersions": { command: "catalog list", fields: {} },
  "catalog.browse": {
    command: "catalog items",
    fields: { kind: null, version: "--version", find: "--find", limit: "--limit", after: "--after" },
    words: {
      by: "kind",
      of: {
        item: "catalog items",
        vendor: "catalog vendors",
        loot: "catalog loot",
        price_point: "catalog prices",
        promotion: "catalog promotions",
      },
    },
  },
  "catalog.showEntry": {
    command: "catalog show",
    fields: {
      id: "entry",
      kind: "--kind",
      version: "--version",
      odds: "--odds",
      player_uuid: "--player",
      owning: "--owning",
      xp: "--xp",
    },
  },
  "catalog.diff": { command: "catalog diff", fields: { from: "before", to: "after", odds: null } },
  "catalog.showVersion": { command: "catalog show", fields: { version: "--version" } },
  "catalog.publish": { not: "catalog publish reads a file, expands its names, and shows what it found" },
  "catalog.republish": { command: "catalog republish", fields: { version: "version", if_match: "--if-match" } },
  "catalog.listPromotions": { command: "catalog promotions", fields: {} },
  "catalog.read": { not: "catalog show writes a version" },
  "catalog.findVendor": { not: "a client reads the vendors that changed" },
  "catalog.listPricePoints": { command: "catalog price-points", fields: {} },
  "catalog.findPricePoint": { command: "catalog price-points", fields: { price_point_guid: "guid" } },
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
  "presence.countOnline": { command: "player online", fields: {} },
  "presence.report": { not: "a game client reports" },
  "presence.showSettings": { not: "a game client follows them" },
} as const satisfies Partial<Offers>
