/** What `garrison player …` does. */
import { AccountRefused } from "@garrison/core/login/errors"
import { formatTimestamp } from "@garrison/core/kernel/Timestamp"
import { PORTAL_IDS } from "@garrison/core/kernel/Platform"
import { PasswordStore } from "@garrison/core/login/PasswordStore"
import { Passwords } from "@garrison/core/login/Passwords"
import { usernameOf } from "@garrison/core/login/rules/password"
import { RoleStore } from "@garrison/core/permission/RoleStore"
import { Players } from "@garrison/core/player/Players"
import type { PlayerProfile } from "@garrison/core/player/schema"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import { lookedUp, withDatabase } from "../local.ts"
import { newSecret } from "../output/ask.ts"
import { noSuchPlayer } from "../output/explain.ts"
import { present, printMessage } from "../output/print.ts"
import { facts, moment, table } from "../output/table.ts"
import { givenOnly } from "./givenOnly.ts"
import { type ActInput, actOf, sayDryRun } from "./operator.ts"
import { currentSettings } from "../settings/current.ts"
import { playerUuid } from "./identifiers.ts"

const written = (time: number | undefined): string | undefined =>
  time === undefined ? undefined : formatTimestamp(time)

const wire = ({ player, ...profile }: PlayerProfile, permissions: ReadonlyArray<string>) => ({
  player_uuid: player.playerUuid,
  player_id: player.playerId,
  person_id: profile.personId,
  revision: profile.revision,
  display_name: player.displayName,
  platform: player.platform,
  role_id: player.roleId,
  permissions,
  active: player.active,
  created: written(player.createdAt),
  last_login: written(profile.lastLoginAt),
  deleted: written(profile.deletedAt),
  portal_users: profile.portalUsers.map((user) => ({
    platform: user.platform,
    portal_id: PORTAL_IDS[user.platform],
    portal_user_id: user.portalUserId,
    display_name: user.displayName,
    created: written(user.createdAt),
  })),
  players: profile.players.map((sibling) => sibling.playerUuid),
  restrictions: profile.restrictions.map((restriction) => ({
    restriction_id: restriction.restrictionId,
    type: restriction.type,
    reason: restriction.reason,
    note: restriction.note,
    issuer: restriction.issuer,
    active: restriction.active,
    created: written(restriction.createdAt),
    expiration: restriction.expiresAt === undefined ? null : written(restriction.expiresAt),
    lifted: written(restriction.liftedAt),
    lifted_by: restriction.liftedBy,
  })),
  agreements: profile.agreements.map((receipt) => ({
    kind: receipt.kind,
    version: receipt.version,
    sha256: receipt.sha256,
    accepted: written(receipt.acceptedAt),
    client_uuid: receipt.clientUuid,
    address: receipt.address,
  })),
})

const forPeople = (profile: PlayerProfile, permissions: ReadonlyArray<string>): string => {
  const { player, lastLoginAt, deletedAt, portalUsers, restrictions, agreements } = profile
  const parts = [
    facts([
      ["player_uuid", player.playerUuid],
      ["player_id", String(player.playerId)],
      ["person_id", profile.personId],
      ["revision", String(profile.revision)],
      ["display_name", player.displayName === "" ? "-" : player.displayName],
      ["role_id", String(player.roleId)],
      ["permissions", permissions.join(" ")],
      ["created", moment(player.createdAt)],
      ["last login", lastLoginAt === undefined ? "never" : moment(lastLoginAt)],
      ["deleted", deletedAt === undefined ? undefined : moment(deletedAt)],
    ]),
    table<PlayerProfile["portalUsers"][number]>(
      [
        { heading: "PLATFORM", text: (user) => user.platform },
        { heading: "PORTAL_USER_ID", text: (user) => user.portalUserId },
        { heading: "DISPLAY_NAME", text: (user) => user.displayName || "-" },
      ],
      portalUsers,
    ),
  ]
  if (restrictions.length > 0) {
    parts.push(
      table<PlayerProfile["restrictions"][number]>(
        [
          { heading: "RESTRICTION", text: (restriction) => restriction.type },
          { heading: "STATE", text: (restriction) => (restriction.active ? "in force" : "over") },
          { heading: "UNTIL", text: ({ expiresAt }) => (expiresAt === undefined ? "for ever" : moment(expiresAt)) },
          { heading: "ISSUER", text: (restriction) => restriction.issuer },
          { heading: "REASON", text: (restriction) => restriction.reason ?? "-" },
        ],
        restrictions,
      ),
    )
  }
  if (agreements.length > 0) {
    parts.push(
      table<PlayerProfile["agreements"][number]>(
        [
          { heading: "ACCEPTED", text: (receipt) => receipt.kind },
          { heading: "VERSION", text: (receipt) => String(receipt.version) },
          { heading: "TIME", text: (receipt) => moment(receipt.acceptedAt) },
          { heading: "ADDRESS", text: (receipt) => receipt.address || "-" },
        ],
        agreements,
      ),
    )
  }
  return parts.join("\n\n")
}

/** The player with the permissions of its role. */
export const profileOf = Effect.fnUntraced(function* (given: string) {
  const player = yield* playerUuid(given)
  return yield* withDatabase(
    "read",
    Effect.gen(function* () {
      const profile = yield* (yield* Players).find(player)
      return { profile, permissions: yield* (yield* RoleStore).permissionsOf([profile.player.roleId]) }
    }),
  ).pipe(Effect.catchTag("PlayerNotFound", () => Effect.fail(noSuchPlayer(player))))
})

/** Shows one player. */
export const showPlayer = Effect.fn("Player.show")(function* (input: {
  readonly player: string
  readonly json: boolean
}) {
  const { profile, permissions } = yield* profileOf(input.player)
  yield* present(input.json, wire(profile, permissions), () => forPeople(profile, permissions))
})

interface NewPlayerInput extends ActInput {
  readonly username: string
  readonly displayName: Option.Option<string>
  readonly json: boolean
}

/** Refuses a user name that is taken or not allowed, before the password is asked for. */
const checkName = Effect.fnUntraced(function* (given: string) {
  const username = usernameOf(given)
  if (username === undefined) return yield* new AccountRefused({ code: "username_invalid" })
  const taken = yield* lookedUp(PasswordStore.use((store) => store.find(username)))
  return taken === undefined ? undefined : yield* new AccountRefused({ code: "username_taken" })
})

/** Creates a password account. */
export const createPlayer = Effect.fn("Player.create")(function* (input: NewPlayerInput) {
  const { values } = yield* currentSettings()
  const act = yield* actOf(input)
  yield* checkName(input.username)
  const password = yield* newSecret(`Password for ${input.username}`)
  const wanted = { username: input.username, password, ...givenOnly({ displayName: input.displayName }) }
  const account = yield* withDatabase(
    input.dryRun ? "upgrade" : "create",
    Passwords.use((passwords) => passwords.create(wanted, act)),
  )
  yield* present(input.json, { username: account.username, display_name: account.displayName }, () =>
    facts([
      ["username", account.username],
      ["display_name", account.displayName],
    ]),
  )
  yield* sayDryRun(input)
  if (!values.grantsEnabled.includes("basic")) {
    yield* printMessage(
      "The grant basic is off, so this user cannot log in yet. Add basic to the setting grantsEnabled.",
    )
  }
})
