/** Every migration. An area appends its own; {@link Migrations} runs them by id. */
import type { Migration } from "../Migration.ts"
import { migration as environment } from "./0001_environment.ts"

/** The schema of this version of Garrison, as the steps that lead to it. */
export const migrations: ReadonlyArray<Migration> = [environment]
