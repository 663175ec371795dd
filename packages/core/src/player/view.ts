/** Players as operators see them: the answers of the operations on players. */
import * as Schema from "effect/Schema"
import { AGREEMENT_KINDS } from "../agreement/schema.ts"
import { described, Enumeration, Flag, Integer, ListOf, Text } from "../kernel/input/Field.ts"
import { ClientUuid, PersonId, PlayerUuid } from "../kernel/Identifier.ts"
import { Platform, PORTAL_IDS } from "../kernel/Platform.ts"
import { Timestamp } from "../kernel/time/Timestamp.ts"
import { PastRestriction, pastRestriction } from "../restriction/view.ts"
import type { FoundPlayer, PlayerProfile } from "./schema.ts"

const playerUuid = described(PlayerUuid, "The game identity.")
const playerId = described(Integer, "Deprecated integer identity.")
const displayName = described(Text, "Name of the portal user that logged in as this player last.")
const platform = described(Platform, "Platform of that portal user.")
const roleId = described(Integer, "The role, whose permissions the player's tokens carry.")
const active = described(Flag, "Whether it is the player of the person that logged in last.")

const environment = described(
  Schema.optional(Text),
  "The environment of the platform that knows it; absent: the platform has one alone.",
)

/** The identity one tier up. */
const ParentOfPortalUser = Schema.Struct({
  platform: described(Platform, "Platform of the parent."),
  portal_user_id: described(Text, "Id of the parent at that platform."),
  environment,
}).annotate({ identifier: "ParentOfPortalUser" })

/** A way to log in. */
const PortalUserOfPlayer = Schema.Struct({
  platform: described(Platform, "Platform of the portal user."),
  portal_id: described(Integer, "Deprecated number of the platform."),
  portal_user_id: described(Text, "Id of the portal user at that platform."),
  display_name: described(Text, "Name of the portal user."),
  created: described(Timestamp, "When it was linked, or logged in first."),
  environment,
  player_uuid: described(Schema.optional(PlayerUuid), "The player that it logs in as; absent: the player was removed."),
  parent: described(Schema.optional(ParentOfPortalUser), "The identity one tier up, where its platform has two tiers."),
}).annotate({ identifier: "PortalUserOfPlayer" })

/** An accepted agreement. */
export const AgreementOfPlayer = Schema.Struct({
  kind: described(Enumeration(AGREEMENT_KINDS), "Kind of the document."),
  version: described(Integer, "Version of the document."),
  sha256: described(Text, "Hex SHA-256 of the text that was accepted."),
  accepted: described(Timestamp, "When it was accepted."),
  client_uuid: described(ClientUuid, "The client of the login that accepted it."),
  address: described(Text, "Network address of that login."),
}).annotate({ identifier: "AgreementOfPlayer" })

/** A player with everything around it. */
export const PlayerView = Schema.Struct({
  player_uuid: playerUuid,
  player_id: playerId,
  person_id: described(PersonId, "The person that owns the player."),
  revision: described(Integer, "How many acts have changed the person."),
  display_name: displayName,
  platform,
  role_id: roleId,
  permissions: described(ListOf(Text), "The permissions of the role."),
  active,
  created: described(Schema.optional(Timestamp), "When the player was created."),
  last_login: described(Schema.optional(Timestamp), "The last login of the person; absent: there was none."),
  deleted: described(Schema.optional(Timestamp), "When the person was deleted; absent: it was not."),
  portal_users: described(ListOf(PortalUserOfPlayer), "The ways to log in of the person, the first seen first."),
  players: described(ListOf(PlayerUuid), "Every player of the person."),
  restrictions: described(ListOf(PastRestriction), "In force or not, the newest first."),
  agreements: described(ListOf(AgreementOfPlayer), "Every acceptance of an agreement, the first one first."),
}).annotate({ identifier: "PlayerOfOperator" })
export type PlayerView = typeof PlayerView.Type

/** A player as a search finds it. */
export const FoundPlayerView = Schema.Struct({
  player_uuid: playerUuid,
  player_id: playerId,
  display_name: displayName,
  platform,
  role_id: roleId,
  active,
  created: described(Timestamp, "When the player was created."),
  deleted: described(Schema.optional(Timestamp), "When the person was deleted; absent: it was not."),
}).annotate({ identifier: "FoundPlayer" })
export type FoundPlayerView = typeof FoundPlayerView.Type

/** A page of the players that a search found. */
export const FoundPlayers = Schema.Struct({
  players: described(ListOf(FoundPlayerView), "The players by display name."),
  next: described(Schema.NullOr(Text), "The marker of the next page; null on the last one."),
}).annotate({ identifier: "FoundPlayers" })

/** The player as operators see it, with the permissions of its role. */
export const playerView = ({ player, ...profile }: PlayerProfile, permissions: ReadonlyArray<string>): PlayerView => ({
  player_uuid: player.playerUuid,
  player_id: player.playerId,
  person_id: profile.personId,
  revision: profile.revision,
  display_name: player.displayName,
  platform: player.platform,
  role_id: player.roleId,
  permissions,
  active: player.active,
  created: player.createdAt,
  last_login: profile.lastLoginAt,
  deleted: profile.deletedAt,
  portal_users: profile.portalUsers.map((user) => ({
    platform: user.platform,
    portal_id: PORTAL_IDS[user.platform],
    portal_user_id: user.portalUserId,
    display_name: user.displayName,
    created: user.createdAt,
    environment: user.environment,
    player_uuid: user.playerUuid,
    parent: user.parent && {
      platform: user.parent.platform,
      portal_user_id: user.parent.portalUserId,
      environment: user.parent.environment,
    },
  })),
  players: profile.players.map((sibling) => sibling.playerUuid),
  restrictions: profile.restrictions.map(pastRestriction),
  agreements: profile.agreements.map((receipt) => ({
    kind: receipt.kind,
    version: receipt.version,
    sha256: receipt.sha256,
    accepted: receipt.acceptedAt,
    client_uuid: ClientUuid.make(receipt.clientUuid),
    address: receipt.address,
  })),
})

/** The player as a search shows it. */
export const foundPlayerView = (player: FoundPlayer): FoundPlayerView => ({
  player_uuid: player.playerUuid,
  player_id: player.playerId,
  display_name: player.displayName,
  platform: player.platform,
  role_id: player.roleId,
  active: player.active,
  created: player.createdAt,
  deleted: player.deletedAt,
})
