/** Every migration. {@link Migrations} runs them by id. */
import type { Migration } from "../Migration.ts"
import { migration as schema } from "./0001_schema.ts"

/** The schema of this version of Garrison, as the steps that lead to it. */
export const migrations: ReadonlyArray<Migration> = [schema]
