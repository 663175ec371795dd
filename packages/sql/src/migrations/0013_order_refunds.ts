/** Refunds of orders. */
import type { FrozenMigration } from "../Migration.ts"

/** What an order refunds and could not take. Orders of before refund nothing. */
export const migration: FrozenMigration = {
  id: 13,
  name: "order_refunds",
  checksums: {
    sqlite: "cf04e8d6d7d6e730e384d0979cf98773a406eba248e2fd203bf48dd564839dd9",
    pg: "2f7d9fedb39fd1b1578b53243fcf07ba88d10d7d0ef2167a0c03dbc47a555d70",
  },
  statements: [
    "ALTER TABLE player_order ADD COLUMN refunded_order_id UUID",
    "ALTER TABLE player_order ADD COLUMN owed TEXT CHECK (length(owed) > 2)",
    `CREATE UNIQUE INDEX player_order_refund ON player_order (player_uuid, refunded_order_id)
    WHERE refunded_order_id IS NOT NULL`,
    "CREATE INDEX player_order_owed ON player_order (player_uuid, created, order_id) WHERE owed IS NOT NULL",
  ],
}
