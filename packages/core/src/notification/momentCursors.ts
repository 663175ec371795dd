/**
 * Cursors of places in what a player reads (decisions, section 9). `notification_id`, the cursor of a page, `start_at`
 * and `exclude_before`, the id of a server-sent event: all of them are the sealed text of a place.
 */
import * as Effect from "effect/Effect"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import { Cursors } from "../kernel/wire/Cursors.ts"
import { NotificationRefused } from "./errors.ts"
import { formatMoment, isOfBroadcast, type Moment, parseMoment } from "./moment.ts"

const badId = Effect.fail(new NotificationRefused({ code: "bad_id" }))

/**
 * Makes `seal` and `open`. The cursor of a place of the player's own list is sealed for the player, that of a broadcast
 * for everyone. `open` refuses what was not sealed here, or for another player.
 */
export const makeMomentCursors = Effect.map(Cursors, (cursors) => ({
  sealShared: (moment: Moment): Effect.Effect<string> => cursors.seal("notification", "everyone", formatMoment(moment)),
  seal: (player: PlayerUuid, moment: Moment): Effect.Effect<string> =>
    cursors.seal("notification", isOfBroadcast(moment) ? "everyone" : player, formatMoment(moment)),
  open: (player: PlayerUuid, cursor: string): Effect.Effect<Moment, NotificationRefused> =>
    Effect.flatMap(cursors.open("notification", player, cursor), (own) =>
      own === undefined
        ? Effect.flatMap(cursors.open("notification", "everyone", cursor), (shared) =>
            shared === undefined ? badId : Effect.succeed(parseMoment(shared)),
          )
        : Effect.succeed(parseMoment(own)),
    ),
}))
