/** What `garrison notify` does. */
import { sendNotification } from "@garrison/core/notification/operations/sendNotification"
import { encodeNotification } from "@garrison/core/notification/rules"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import { operate } from "../operate.ts"
import { noSuchPlayer } from "../output/explain.ts"
import { present } from "../output/print.ts"
import { facts } from "../output/table.ts"
import { givenOnly } from "./givenOnly.ts"
import { playerUuid } from "./identifiers.ts"
import { type ActInput, actOf, sayDryRun } from "./operator.ts"

interface NotifyInput extends ActInput {
  readonly player: string
  readonly message: string
  readonly url: Option.Option<string>
  readonly etag: Option.Option<string>
  readonly data: Readonly<Record<string, string>>
  readonly json: boolean
}

/** Appends a notification to a player's list. */
export const notifyPlayer = Effect.fn("Notify")(function* (input: NotifyInput) {
  const player = yield* playerUuid(input.player)
  const wanted = {
    player_uuid: player,
    message: input.message,
    ...givenOnly({ rh_url: input.url, etag: input.etag }),
    ...(Object.keys(input.data).length > 0 ? { custom_data: input.data } : {}),
  }
  const { notification } = yield* operate(sendNotification, wanted, yield* actOf(input)).pipe(
    Effect.catchTag("PlayerNotFound", () => Effect.fail(noSuchPlayer(player))),
  )
  yield* present(input.json, JSON.parse(encodeNotification(notification)), () =>
    facts([
      ["sent to", player],
      ["notification_id", notification.notification_id],
      ["message", notification.message],
    ]),
  )
  yield* sayDryRun(input)
})
