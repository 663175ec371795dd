/**
 * The commands that are rows, as data. From the sources they are made of the rows and their operations; the bundle has
 * them as they were made then, in the place of this module (rolldown.config.ts).
 */
import { type Leaf, leafOf } from "./leaf.ts"
import { rowModules } from "./rowModules.ts"

const loaded = async (): Promise<Readonly<Record<string, Leaf>>> => {
  const modules = await Promise.all(Object.values(rowModules).map((load) => load()))
  const rows = modules.flatMap((module) => Object.entries(module.rows))
  const made = rows.map(async ([words, row]) => [words, await leafOf(words, row)] as const)
  return Object.fromEntries(await Promise.all(made))
}

/** Every command that is a row, by its words. */
export const leaves: Readonly<Record<string, Leaf>> = await loaded()
