/** Sessions that no login opened. */
import type { FrozenMigration } from "../Migration.ts"

/** One column. Of the sessions that are there it says that a login opened them: issued ones last a few minutes. */
export const migration: FrozenMigration = {
  id: 3,
  name: "issued_session",
  checksums: {
    sqlite: "9a01c35c2ffc85d0f539e7e71b1e0b25d366af086b31adf3c811654ce57ee66f",
    pg: "ccc957d2a93d122fed545c9014ad17cc0d9891b676be0b3529a995657e6a28e8",
  },
  statements: [`ALTER TABLE login_session ADD COLUMN is_issued BIGINT NOT NULL DEFAULT 0 CHECK (is_issued IN (0, 1))`],
}
