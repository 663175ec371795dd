/**
 * What the schema of this version comes to on each database, when all steps have run (`digestOf`). A start that finds it
 * need not make the schema again to compare. `test/sql/declaredSchema.test.ts` holds it to the steps.
 */
import type { MigrationDialect } from "../Migration.ts"

/** The digests, in hexadecimal. */
export const DIGESTS: Readonly<Record<MigrationDialect, string>> = {
  sqlite: "308f8d1349e9b715750723702c8105d33f10950458c8716a82259d632e029d86",
  pg: "1a3a7c4ee82dbfb869f7969d274225f41554a2000b4b42cda05e7079e2100521",
}
