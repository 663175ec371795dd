/**
 * What the schema of this version comes to on each database, when all steps have run (`digestOf`). A start that finds
 * it need not make the schema again to compare. `test/sql/declaredSchema.test.ts` holds it to the steps.
 */
import type { MigrationDialect } from "../Migration.ts"

/** The digests, in hexadecimal. */
export const DIGESTS: Readonly<Record<MigrationDialect, string>> = {
  sqlite: "9b349e01d8e0bfb2c3be4aa0191700a4548f5edb0bd61e541ca23087b6d67231",
  pg: "bd012b095680d597383bc4a854110c3f9e2964df971a62ea06de95554c5a589a",
}
