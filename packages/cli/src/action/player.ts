/** What `garrison player …` does. */
import { AccountRefused } from "@garrison/core/login/errors"
import { createAccount } from "@garrison/core/login/operations/createAccount"
import { PasswordStore } from "@garrison/core/login/password/PasswordStore"
import { newUsernameOf, usernamesOf } from "@garrison/core/login/rules/password"
import { showPlayer } from "@garrison/core/player/operations/showPlayer"
import type { PlayerView } from "@garrison/core/player/view"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import { lookedUp } from "../local.ts"
import { operate, showAnswer } from "../operate.ts"
import { newSecret } from "../output/ask.ts"
import { noSuchPlayer } from "../output/explain.ts"
import { printMessage } from "../output/print.ts"
import { facts, moment, table } from "../output/table.ts"
import { givenOnly } from "./givenOnly.ts"
import { type ActInput, actOf, sayDryRun } from "./operator.ts"
import { currentSettings } from "../settings/current.ts"
import { playerUuid } from "./identifiers.ts"
import { owedText } from "./inventory.ts"

const momentOr = <A>(time: number | undefined, absent: A): string | A => (time === undefined ? absent : moment(time))

const restrictionTable = (restrictions: PlayerView["restrictions"]): string =>
  table<PlayerView["restrictions"][number]>(
    [
      { heading: "RESTRICTION", text: (restriction) => restriction.type },
      { heading: "STATE", text: (restriction) => (restriction.active ? "in force" : "over") },
      { heading: "UNTIL", text: ({ expiration }) => (expiration === null ? "for ever" : moment(expiration)) },
      { heading: "ISSUER", text: (restriction) => restriction.issuer },
      { heading: "REASON", text: (restriction) => restriction.reason ?? "-" },
    ],
    restrictions,
  )

const agreementTable = (agreements: PlayerView["agreements"]): string =>
  table<PlayerView["agreements"][number]>(
    [
      { heading: "ACCEPTED", text: (receipt) => receipt.kind },
      { heading: "VERSION", text: (receipt) => String(receipt.version) },
      { heading: "TIME", text: (receipt) => moment(receipt.accepted) },
      { heading: "ADDRESS", text: (receipt) => receipt.address || "-" },
    ],
    agreements,
  )

const forPeople = (player: PlayerView): string => {
  const { agreements, portal_users: portalUsers, restrictions } = player
  const parts = [
    facts([
      ["player_uuid", player.player_uuid],
      ["player_id", String(player.player_id)],
      ["person_id", player.person_id],
      ["revision", String(player.revision)],
      ["display_name", player.display_name === "" ? "-" : player.display_name],
      ["role_id", String(player.role_id)],
      ["permissions", player.permissions.join(" ")],
      ["created", momentOr(player.created, "-")],
      ["last login", momentOr(player.last_login, "never")],
      ["deleted", momentOr(player.deleted, undefined)],
    ]),
    table<PlayerView["portal_users"][number]>(
      [
        { heading: "PLATFORM", text: (user) => user.platform },
        { heading: "PORTAL_USER_ID", text: (user) => user.portal_user_id },
        { heading: "DISPLAY_NAME", text: (user) => user.display_name || "-" },
      ],
      portalUsers,
    ),
  ]
  if (restrictions.length > 0) parts.push(restrictionTable(restrictions))
  if (agreements.length > 0) parts.push(agreementTable(agreements))
  return parts.join("\n\n")
}

/** The player as operators see it. */
export const playerOf = Effect.fnUntraced(function* (given: string) {
  const player = yield* playerUuid(given)
  return yield* operate(showPlayer, { player_uuid: player }).pipe(
    Effect.catchTag("PlayerNotFound", () => Effect.fail(noSuchPlayer(player))),
  )
})

/** Shows one player. */
export const showOnePlayer = Effect.fn("Player.show")(function* (input: {
  readonly player: string
  readonly json: boolean
}) {
  const player = yield* playerOf(input.player)
  const owed = input.json ? undefined : yield* owedText(player.player_uuid)
  yield* showAnswer(showPlayer, input.json, player, () =>
    [forPeople(player), ...(owed === undefined ? [] : [owed])].join("\n\n"),
  )
})

interface NewPlayerInput extends ActInput {
  readonly username: string
  readonly displayName: Option.Option<string>
  readonly json: boolean
}

/** Refuses a user name that is taken or not allowed, before the password is asked for. */
const checkName = Effect.fnUntraced(function* (given: string) {
  if (newUsernameOf(given) === undefined) return yield* new AccountRefused({ code: "username_invalid" })
  const taken = yield* lookedUp(PasswordStore.use((store) => Effect.forEach(usernamesOf(given), store.find)))
  if (taken?.some((account) => account !== undefined)) yield* new AccountRefused({ code: "username_taken" })
})

/** Creates a password account. */
export const createPlayer = Effect.fn("Player.create")(function* (input: NewPlayerInput) {
  const { values } = yield* currentSettings()
  const act = yield* actOf(input)
  yield* checkName(input.username)
  const password = yield* newSecret(`Password for ${input.username}`)
  const wanted = { username: input.username, password, ...givenOnly({ display_name: input.displayName }) }
  const account = yield* operate(createAccount, wanted, act, input.dryRun ? "upgrade" : "create")
  yield* showAnswer(createAccount, input.json, account, () =>
    facts([
      ["username", account.username],
      ["display_name", account.display_name],
    ]),
  )
  yield* sayDryRun(input)
  if (!values.grantsEnabled.includes("basic")) {
    yield* printMessage(
      "The grant basic is off, so this user cannot log in yet. Add basic to the setting grantsEnabled.",
    )
  }
})
