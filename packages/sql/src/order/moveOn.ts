/** The change of an inventory's time, by which every write to it begins. */
import type { InventoryStep } from "@garrison/core/order/OrderStore"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { makePreparedByName } from "../preparedRead.ts"
import { uuids } from "../uuid.ts"

/** The type of identifiers in a database. */
export type UuidType = "UUID" | "BLOB"

/**
 * The statement that moves the inventory of `:player` on to `:created`, and leaves `:token` behind; NULL: the token
 * that is there. It changes no row if the inventory is not where it was read: at `:seen`, or without a row (`isFirst`).
 * It waits for a unit of work that has the row, which has then moved it on. `and`: further conditions.
 */
export const moveOnText = (isFirst: boolean, type: UuidType, and = ""): string =>
  isFirst
    ? `INSERT INTO inventory_owner (player_uuid, changed_at, seal_token)
  SELECT player_uuid, CAST(:created AS BIGINT), CAST(:token AS ${type}) FROM player WHERE player_uuid = :player${and}
  ON CONFLICT (player_uuid) DO NOTHING`
    : `UPDATE inventory_owner SET changed_at = CAST(:created AS BIGINT),
    seal_token = COALESCE(CAST(:token AS ${type}), seal_token)
  WHERE player_uuid = :player AND changed_at = CAST(:seen AS BIGINT)${and}`

/** Makes the statement of {@link moveOnText}, which answers whether the inventory was moved on. */
export const makeMoveOn = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const prepared = yield* makePreparedByName
  const { id } = uuids(sql)
  const type = sql.onDialectOrElse<UuidType, never, UuidType>({ pg: () => "UUID", orElse: () => "BLOB" })
  const statement = (isFirst: boolean) =>
    prepared<"player" | "created" | "token" | "seen", boolean>(
      `${moveOnText(isFirst, type)} RETURNING changed_at`,
      ({ length }) => length > 0,
    )
  const [known, first] = [statement(false), statement(true)]
  const moveOn = ({ created, lastChanged, player }: InventoryStep, token: string | undefined) =>
    (lastChanged === undefined ? first : known)({
      player: id(player),
      created,
      token: id(token),
      seen: lastChanged ?? null,
    })
  return moveOn
})
