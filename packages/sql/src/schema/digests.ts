/**
 * What the schema of this version comes to on each database, when all steps have run (`digestOf`). A start that finds
 * it need not make the schema again to compare. `test/sql/declaredSchema.test.ts` holds it to the steps.
 */
import type { MigrationDialect } from "../Migration.ts"

/** The digests, in hexadecimal. */
export const DIGESTS: Readonly<Record<MigrationDialect, string>> = {
  sqlite: "b872878a1df872e296fba4db314391bdc4be0eff40f77e9d153387e05eea78cf",
  pg: "ac6ed0baff9e6696a49b9e8762ee85fc232cd075f4c10ab8e591b705795cfc3d",
}
