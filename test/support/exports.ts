/** Finds exports that no code reads, so that no code exists for its tests alone. */
import { importsOf, resolveImport, type Sources, withoutComments } from "./imports.ts"

const declarations =
  /^export (?:declare )?(?:abstract )?(?:const|let|function\*?|async function|class|interface|type) (\w+)/gm

const mentions = (text: string, name: string): number => text.match(new RegExp(`\\b${name}\\b`, "g"))?.length ?? 0

/**
 * Exports of `packages/` that no file of `sources` reads, as `path name`: neither one that imports theirs and says the
 * name, nor their own beside declaring it. An index reads what it passes on.
 */
export const exportsWithoutReader = (sources: Sources): ReadonlyArray<string> => {
  const texts = new Map(Array.from(sources, ([path, source]) => [path, withoutComments(source)] as const))
  const readers = new Map<string, Array<string>>()
  for (const [path, text] of texts) {
    for (const specifier of new Set(importsOf(text))) {
      const target = resolveImport(sources, path, specifier)
      if (target !== undefined) readers.set(target, [...(readers.get(target) ?? []), text])
    }
  }
  return Array.from(texts).flatMap(([path, text]) =>
    path.startsWith("packages/") && !path.endsWith("/index.ts")
      ? Array.from(text.matchAll(declarations), ([, name = ""]) => name)
          .filter((name) => mentions(text, name) < 2)
          .filter((name) => !(readers.get(path) ?? []).some((reader) => mentions(reader, name) > 0))
          .map((name) => `${path} ${name}`)
      : [],
  )
}
