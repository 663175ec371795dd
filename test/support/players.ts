/** Players for tests whose subject needs one to exist, and nothing else of it. */
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import type { Platform } from "@garrison/core/kernel/Platform"
import { Transaction } from "@garrison/core/kernel/Transaction"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { randomUUID } from "node:crypto"

/** Stores a person with one player; the player's name and platform where they matter. */
export const insertPlayer = Effect.fnUntraced(function* (shownAs?: {
  readonly displayName?: string
  readonly platform?: Platform
}) {
  const sql = yield* SqlClient.SqlClient
  const transaction = yield* Transaction
  const playerUuid = randomUUID() as PlayerUuid
  const personId = randomUUID()
  yield* sql`INSERT INTO person (person_id, created_at) VALUES (${personId}, 0)`.pipe(
    Effect.andThen(
      sql`INSERT INTO player (player_uuid, player_id, person_id, role_id, active, display_name, platform, created_at)
        VALUES (${playerUuid}, (SELECT COALESCE(MAX(player_id), 0) + 1 FROM player), ${personId}, 1, 1,
          ${shownAs?.displayName ?? "Ada"}, ${shownAs?.platform ?? "Anon"}, 0)`,
    ),
    transaction.run,
    Effect.orDie,
  )
  return playerUuid
})

/** Notes that the player logged in from another platform, under another name. */
export const moveTo = Effect.fnUntraced(function* (player: PlayerUuid, platform: Platform, displayName: string) {
  const sql = yield* SqlClient.SqlClient
  const transaction = yield* Transaction
  yield* sql`UPDATE player SET platform = ${platform}, display_name = ${displayName} WHERE player_uuid = ${player}`.pipe(
    transaction.run,
    Effect.orDie,
  )
})

/** A player that was never stored. */
export const strangerUuid = "0f0f0f0f-0000-4000-8000-000000000000" as PlayerUuid
