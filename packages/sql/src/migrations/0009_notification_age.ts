/** Finds notifications by their age, whoever they belong to (decisions, section 9). */
import type { Migration } from "../Migration.ts"

/** What is past its time is looked for every few minutes; without this, by reading all that is kept. */
export const migration: Migration = {
  id: 9,
  name: "notification_age",
  statements: [`CREATE INDEX notification_by_age ON notification (created)`],
}
