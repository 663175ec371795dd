/** Writes the types and the methods of hosts, `packages/core/src/hostTypes.ts` and `hostMethods.ts`. */
import { writeFileSync } from "node:fs"
import { resolve } from "node:path"
import { hostFiles } from "./hostTypes/methods.ts"

for (const [path, text] of await hostFiles()) writeFileSync(resolve(import.meta.dirname, "..", path), text)
