/** Seals of orders. They begin with the first order after this step. */
import type { FrozenMigration } from "../Migration.ts"

/** Columns of what is new, and the time of the last order without a seal. */
export const migration: FrozenMigration = {
  id: 8,
  name: "order_seals",
  checksums: {
    sqlite: "1dec678ff001dc3d69c656adc2de0a9e4a067bac99450169f3d420d0229fec18",
    pg: "fb0b619ebb300fb3fc6dac71f12a2d0a393d5c9d0880c30affe35360f6bce7cb",
  },
  statements: [
    "ALTER TABLE inventory_owner ADD COLUMN seal_token UUID",
    "ALTER TABLE player_order ADD COLUMN began_session BIGINT CHECK (began_session = 1)",
    "ALTER TABLE player_order ADD COLUMN seal TEXT CHECK (length(seal) = 44)",
    "ALTER TABLE player_order ADD COLUMN token_hash TEXT CHECK (length(token_hash) = 64)",
    "ALTER TABLE environment ADD COLUMN seals_from BIGINT NOT NULL DEFAULT 0",
    "UPDATE environment SET seals_from = (SELECT COALESCE(MAX(last_changed), 0) FROM inventory_owner)",
  ],
}
