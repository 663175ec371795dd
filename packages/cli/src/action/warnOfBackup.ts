/** Says that a backup is missing before the schema changes. */
import { formatTimestamp } from "@garrison/core/kernel/time/Timestamp"
import { savedSince } from "@garrison/sql/migrationPlan"
import * as Effect from "effect/Effect"
import { printWarning } from "../output/print.ts"

/** Warns where something was changed since the last backup. `next` says what to do. */
export const warnOfBackup = (next: string) =>
  Effect.flatMap(savedSince, ({ backup, changed }) =>
    changed === undefined || (backup !== undefined && backup >= changed)
      ? Effect.void
      : printWarning(
          backup === undefined
            ? `no backup of this database is known: ${next} (docs/backup.md)`
            : `the last backup known is of ${formatTimestamp(backup)}, before the last change: ${next} (docs/backup.md)`,
        ),
  )
