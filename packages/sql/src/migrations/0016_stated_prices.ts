/** The prices that purchases state together, which the text of an order leaves out. */
import type { FrozenMigration } from "../Migration.ts"

/** One column. Orders of before have kept nothing of it. */
export const migration: FrozenMigration = {
  id: 16,
  name: "stated_prices",
  checksums: {
    sqlite: "380505bdfedc8838c6c78153c419da46d733d4d07896816bd395ff126f8e1084",
    pg: "380505bdfedc8838c6c78153c419da46d733d4d07896816bd395ff126f8e1084",
  },
  statements: ["ALTER TABLE player_order ADD COLUMN stated TEXT CHECK (length(stated) > 2)"],
}
