/** Counts of refused logins, also of persons who are not known. */
import type { FrozenMigration } from "../Migration.ts"

/** One small table. */
export const migration: FrozenMigration = {
  id: 23,
  name: "refused_login",
  change: "expand",
  checksums: {
    sqlite: "7820b7cef64caca537280c776a91d9abad4533e7b7f348b3fa49eaad111a9bc8",
    pg: "1e63857f1c46da0156c4d245ad71a2df790e62030f2578a1403b4c72749c153d",
  },
  statements: [
    `CREATE TABLE refused_login (
    minute BIGINT NOT NULL,
    grant_type TEXT NOT NULL,
    code TEXT NOT NULL,
    portal_status BIGINT,
    count BIGINT NOT NULL CHECK (count > 0),
    PRIMARY KEY (minute, grant_type, code)
  )`,
  ],
}
