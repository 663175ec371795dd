/** What `garrison token` does. */
import { assessAgreements, latestVersions } from "@garrison/core/agreement/rules"
import { ClientUuid, type PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { RoleStore } from "@garrison/core/permission/RoleStore"
import { Players } from "@garrison/core/player/Players"
import { refusesLogin } from "@garrison/core/restriction/rules"
import { AccessTokens } from "@garrison/core/token/AccessTokens"
import type { TokenRequest } from "@garrison/core/token/schema"
import { Sessions } from "@garrison/core/token/Sessions"
import type { SessionOwner } from "@garrison/core/token/SessionStore"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { withDatabase } from "../local.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { noSuchPlayer } from "../output/explain.ts"
import { present, printMessage } from "../output/print.ts"
import { span } from "../output/table.ts"
import { currentSettings } from "../settings/current.ts"
import type { SettingValues } from "../settings/definitions.ts"
import { clientNamed } from "./client.ts"
import { playerMeant } from "./identifiers.ts"
import { localOperator } from "./operator.ts"

interface TokenInput {
  readonly player?: string
  readonly client?: string
  readonly json: boolean
}

type Subject = Omit<TokenRequest, "sessionId">

/** Whom a token is for, and the session that it belongs to: a token is ended by ending its session. */
interface Wanted {
  readonly subject: Subject
  readonly clientUuid: ClientUuid
  /** Of the client; undefined: the operator's own, which is none that is kept. */
  readonly clientGeneration: number | undefined
  readonly owner: SessionOwner | undefined
}

/** The game client that a player's token says it came by; without one it is the operator's own. */
const viaClient = Effect.fnUntraced(function* (given: string | undefined) {
  if (given === undefined) {
    const { clientId, subject } = localOperator
    return { clientId, clientUuid: ClientUuid.make(subject), generation: undefined }
  }
  const client = yield* clientNamed(given)
  if (client.kind === "game" && !client.disabled) return client
  return yield* new CommandFailure({
    kind: "auth",
    sentence: `No player logs in through ${client.clientId}: ${client.disabled ? "it is disabled" : "only game clients do that"}.`,
    next: "garrison client list shows the game clients.",
  })
})

const mayNotLogIn = (restriction: string): CommandFailure =>
  new CommandFailure({
    kind: "auth",
    sentence: `The player may not log in: ${restriction} is in force.`,
    next: "garrison player show lists the restrictions.",
  })

const lacksAgreement = (kind: string): CommandFailure =>
  new CommandFailure({
    kind: "auth",
    sentence: `The player may not use a token: the agreement ${kind} is required, and not accepted.`,
    next: "The player accepts it at the next login. garrison player show lists what was accepted.",
  })

const wantedPlayer = Effect.fnUntraced(function* (
  uuid: PlayerUuid,
  via: string | undefined,
  documents: SettingValues["agreements"],
) {
  const { player, personId, portalUsers, restrictions, agreements, deletedAt } = yield* (yield* Players)
    .find(uuid)
    .pipe(Effect.catchTag("PlayerNotFound", () => Effect.fail(noSuchPlayer(uuid))))
  if (deletedAt !== undefined) return yield* noSuchPlayer(uuid, true)
  const refusing = restrictions.find(({ active, type }) => active && refusesLogin(type))
  if (refusing !== undefined) return yield* mayNotLogIn(refusing.type)
  const [missing] = assessAgreements(documents, latestVersions(agreements), {}).missing
  if (missing !== undefined) return yield* lacksAgreement(missing)
  const { clientId, clientUuid, generation } = yield* viaClient(via)
  const { platform } = player
  const user = portalUsers.find((candidate) => candidate.platform === platform) ?? portalUsers[0]
  const { environment, portalUserId = "" } = user ?? {}
  const wanted: Wanted = {
    clientUuid,
    clientGeneration: generation,
    owner: { personId, playerUuid: player.playerUuid, platform, portalUserId, environment },
    subject: {
      kind: "player",
      subject: player.playerUuid,
      clientId,
      permissions: yield* (yield* RoleStore).permissionsOf([player.roleId]),
      platform,
      portalUserId,
    },
  }
  return wanted
})

const wantedClient = Effect.fnUntraced(function* (given: string) {
  const client = yield* clientNamed(given)
  if (client.kind !== "machine" || client.disabled) {
    return yield* new CommandFailure({
      kind: "auth",
      sentence: `${client.clientId} has no tokens of its own: ${client.disabled ? "it is disabled" : "only machine clients do"}.`,
      next: "garrison client list shows the machine clients.",
    })
  }
  const { clientUuid, clientId, permissions, generation } = client
  const wanted: Wanted = {
    clientUuid,
    clientGeneration: generation,
    owner: undefined,
    subject: { kind: "machine", subject: clientUuid, clientId, permissions, platform: "", portalUserId: "" },
  }
  return wanted
})

/**
 * Opens the session, which a restriction of the player or a logout ends like that of any login, and issues its token.
 */
const issue = Effect.fnUntraced(function* ({ subject, ...bearer }: Wanted) {
  const sessions = yield* Sessions
  const opened = yield* (yield* Transaction).run(
    Effect.flatMap(Clock.currentTimeMillis, (at) =>
      sessions.open({ ...bearer, includeRefresh: false, isIssued: true, at }),
    ),
  )
  if (opened === "restricted") return yield* mayNotLogIn("a restriction")
  const issued = yield* (yield* AccessTokens).issue({ ...subject, sessionId: opened.sessionId })
  return { subject, issued, sessionId: opened.sessionId }
})

const needsSubject = new CommandFailure({
  kind: "usage",
  sentence: "Name the player or client of the token: --player or --client.",
  next: "Run `garrison token --help` for examples.",
})

/** Prints an access token, and nothing else on stdout. */
export const mintToken = Effect.fn("Token.mint")(function* (input: TokenInput) {
  if (input.player === undefined && input.client === undefined) return yield* needsSubject
  const { values } = yield* currentSettings()
  const wanted =
    input.player !== undefined
      ? wantedPlayer(yield* playerMeant(input.player), input.client, values.agreements)
      : wantedClient(input.client ?? "")
  const { subject, issued, sessionId } = yield* withDatabase("upgrade", Effect.flatMap(wanted, issue))
  const data = {
    access_token: issued.token,
    token_type: "Bearer",
    expires_in: issued.expiresInSeconds,
    kind: subject.kind,
    subject: subject.subject,
    client_id: subject.clientId,
    session_id: sessionId,
    permissions: subject.permissions,
  }
  yield* present(input.json, data, () => issued.token)
  if (input.json) return undefined
  return yield* printMessage(
    `Valid for ${span(issued.expiresInSeconds)}. POST /users/v1/logout with this token ends it sooner.`,
  )
})
