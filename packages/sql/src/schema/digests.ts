/**
 * What the schema of this version comes to on each database, when all steps have run (`digestOf`). A start that finds
 * it need not make the schema again to compare. `test/sql/declaredSchema.test.ts` holds it to the steps.
 */
import type { MigrationDialect } from "../Migration.ts"

/** The digests, in hexadecimal. */
export const DIGESTS: Readonly<Record<MigrationDialect, string>> = {
  sqlite: "dc5b83478d6842ac865d645a743b903c54d9fa014d9834be5f72b0834959a82d",
  pg: "fe3c3583c35d6760aeb44ac78e9a508edeb56c560c6d8904896a14a3a4b024fb",
}
