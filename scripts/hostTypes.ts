/** Writes `packages/core/src/hostTypes.ts`: the JSON of inputs and answers as documented types, for hosts. */
import { writeFileSync } from "node:fs"
import { resolve } from "node:path"
import { hostTypes } from "./hostTypes/declarations.ts"

writeFileSync(resolve(import.meta.dirname, "../packages/core/src/hostTypes.ts"), hostTypes())
