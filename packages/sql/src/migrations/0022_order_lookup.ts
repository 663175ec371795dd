/** Whose each order is, by the id of the order alone. */
import type { FrozenMigration } from "../Migration.ts"

/** The lookup, and the place before which orders are still to be entered: behind the newest one. */
export const migration: FrozenMigration = {
  id: 22,
  name: "order_lookup",
  // A version that does not enter its orders would leave some that nobody finds.
  change: "contract",
  checksums: {
    sqlite: "c88c2045bc3d63a50edc1f8436309fea277cfe96e4a6702d50a316dea126e6b5",
    pg: "9e85de97de4ce4771134dbddbb0c0377bd697a58f599de5c76a5fce429a375c0",
  },
  statements: [
    `CREATE TABLE order_lookup (
    order_id UUID PRIMARY KEY,
    player_uuid UUID NOT NULL
  ) WITHOUT ROWID`,
    `CREATE TABLE order_lookup_left (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    created BIGINT NOT NULL,
    order_id UUID NOT NULL
  )`,
    `INSERT INTO order_lookup_left (id, created, order_id)
    SELECT 1, created + 1, order_id FROM player_order ORDER BY created DESC, order_id DESC LIMIT 1`,
  ],
}
