/** What `garrison token` does. */
import { Clients } from "@garrison/core/client/Clients"
import { RoleStore } from "@garrison/core/permission/RoleStore"
import { Players } from "@garrison/core/player/Players"
import { AccessTokens } from "@garrison/core/token/AccessTokens"
import type { TokenRequest } from "@garrison/core/token/schema"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { withDatabase } from "../local.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { noSuchPlayer } from "../output/explain.ts"
import { present, printMessage } from "../output/print.ts"
import { noSuchClient } from "./client.ts"
import { playerUuid } from "./identifiers.ts"
import { localOperator } from "./operator.ts"

interface TokenInput {
  readonly player: Option.Option<string>
  readonly client: Option.Option<string>
  readonly json: boolean
}

type Subject = Omit<TokenRequest, "sessionId">

const subjectPlayer = Effect.fnUntraced(function* (given: string, clientId: string) {
  const uuid = yield* playerUuid(given)
  const { player, portalUsers, restrictions } = yield* (yield* Players)
    .find(uuid)
    .pipe(Effect.catchTag("PlayerNotFound", () => Effect.fail(noSuchPlayer(uuid))))
  const refusing = restrictions.find(
    (restriction) => restriction.active && restriction.type !== "account_pending_deletion",
  )
  if (refusing !== undefined) {
    return yield* new CommandFailure({
      kind: "auth",
      sentence: `The player may not log in: ${refusing.type} is in force.`,
      next: "garrison player show tells more.",
    })
  }
  const user = portalUsers.find((candidate) => candidate.platform === player.platform) ?? portalUsers[0]
  const subject: Subject = {
    kind: "player",
    subject: player.playerUuid,
    clientId,
    permissions: yield* (yield* RoleStore).permissionsOf([player.roleId]),
    platform: player.platform,
    portalUserId: user?.portalUserId ?? "",
  }
  return subject
})

const subjectClient = Effect.fnUntraced(function* (clientId: string) {
  const client = yield* (yield* Clients)
    .find(clientId)
    .pipe(Effect.catchTag("ClientNotFound", () => Effect.fail(noSuchClient(clientId))))
  if (client.kind !== "machine" || client.disabled) {
    return yield* new CommandFailure({
      kind: "auth",
      sentence: `${clientId} has no tokens of its own: ${client.disabled ? "it is disabled" : "only machine clients do"}.`,
      next: "garrison client list shows the machine clients.",
    })
  }
  const subject: Subject = {
    kind: "machine",
    subject: client.clientUuid,
    clientId,
    permissions: client.permissions,
    platform: "",
    portalUserId: "",
  }
  return subject
})

const needsSubject = new CommandFailure({
  kind: "usage",
  sentence: "A token stands for someone: give --player or --client.",
  next: "Run `garrison token --help` for examples.",
})

/** Prints an access token, and nothing else on stdout. */
export const mintToken = Effect.fn("Token.mint")(function* (input: TokenInput) {
  if (Option.isNone(input.player) && Option.isNone(input.client)) return yield* needsSubject
  const clientId = Option.getOrElse(input.client, () => localOperator.clientId)
  const issue = Effect.gen(function* () {
    const subject = yield* Option.isSome(input.player)
      ? subjectPlayer(input.player.value, clientId)
      : subjectClient(clientId)
    const sessionId = yield* (yield* SecureRandom.SecureRandom).uuidV7()
    return { subject, issued: yield* (yield* AccessTokens).issue({ ...subject, sessionId }) }
  })
  const { subject, issued } = yield* withDatabase({ mayCreate: false }, issue)
  const data = {
    access_token: issued.token,
    token_type: "Bearer",
    expires_in: issued.expiresInSeconds,
    kind: subject.kind,
    subject: subject.subject,
    permissions: subject.permissions,
  }
  yield* present(input.json, data, () => issued.token)
  return yield* printMessage(`Valid for ${issued.expiresInSeconds} seconds.`)
})
