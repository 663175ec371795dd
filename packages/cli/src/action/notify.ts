/** What `garrison notify` does. */
import { plainDecoder } from "@garrison/core/kernel/input/PlainInput"
import { Notifications } from "@garrison/core/notification/Notifications"
import { NotificationInput } from "@garrison/core/notification/schema"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import { withDatabase } from "../local.ts"
import { type InputNames, noSuchPlayer, wrongInput } from "../output/explain.ts"
import { present } from "../output/print.ts"
import { facts } from "../output/table.ts"
import { givenOnly } from "./givenOnly.ts"
import { playerUuid } from "./identifiers.ts"

interface NotifyInput {
  readonly player: string
  readonly message: string
  readonly url: Option.Option<string>
  readonly etag: Option.Option<string>
  readonly data: Readonly<Record<string, string>>
  readonly json: boolean
}

const decode = plainDecoder(NotificationInput)

/** The fields of a notification as they are given on the command line. */
const flags: InputNames = { message: "message", rh_url: "--url", etag: "--etag", custom_data: "--data" }

/** Appends a notification to a player's list. */
export const notifyPlayer = Effect.fn("Notify")(function* (input: NotifyInput) {
  const player = yield* playerUuid(input.player)
  const wanted = yield* decode({
    message: input.message,
    ...givenOnly({ rh_url: input.url, etag: input.etag }),
    ...(Object.keys(input.data).length > 0 ? { custom_data: input.data } : {}),
  }).pipe(Effect.catchTag("InvalidInput", (error) => Effect.fail(wrongInput(error, flags))))
  const { wire, notification } = yield* withDatabase(
    "upgrade",
    Notifications.use((notifications) => notifications.append(player, wanted)),
  ).pipe(Effect.catchTag("PlayerNotFound", () => Effect.fail(noSuchPlayer(player))))
  yield* present(input.json, JSON.parse(wire), () =>
    facts([
      ["sent to", player],
      ["notification_id", notification.notification_id],
      ["message", notification.message],
    ]),
  )
})
