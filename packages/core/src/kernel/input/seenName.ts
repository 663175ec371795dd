/**
 * Names as people see them, so that none passes for another one (UTS 39): without what is invisible, and each letter of
 * another script as the Latin one that it looks like. The same name has the same form for ever, because it is stored.
 */

/**
 * Letters that look like a Latin one, small or as a capital, by that one. Other scripts that have many (Cherokee, Lisu,
 * Coptic) are in no name: see {@link isOfOneScript}.
 */
const lookAlikes: Readonly<Record<string, string>> = {
  a: "аαɑ",
  b: "вьβ",
  c: "сϲ",
  d: "ԁ",
  e: "еε",
  g: "ցɡ",
  h: "нһηհ",
  i: "іι",
  j: "јյϳ",
  k: "кκ",
  l: "ӏ",
  m: "мμ",
  n: "ո",
  o: "оοօ",
  p: "рρ",
  q: "ԛզ",
  r: "г",
  s: "ѕ",
  t: "тτ",
  u: "ս",
  v: "ѵν",
  w: "ԝ",
  x: "хχ",
  y: "уүυγ",
  z: "ζ",
}

const latinOf: ReadonlyMap<string, string> = new Map(
  Object.entries(lookAlikes).flatMap(([latin, letters]) => Array.from(letters, (letter) => [letter, latin] as const)),
)

/** What two names have in common that look the same: compatible characters as one (NFKC), in lower case. */
export const seenName = (name: string): string =>
  Array.from(name.normalize("NFKD").toLowerCase().normalize("NFKD"))
    .filter((character) => !/\p{Default_Ignorable_Code_Point}/u.test(character))
    .map((character) => latinOf.get(character) ?? character)
    .join("")
    .normalize("NFKC")

/** Scripts that one name may have, each alone or with those beside it, as it is written in some language. */
const scripts =
  "Latin Han Hiragana Katakana|Latin Han Bopomofo|Latin Han Hangul|Arabic|Armenian|Bengali|Cyrillic|Devanagari|Ethiopic|" +
  "Georgian|Greek|Gujarati|Gurmukhi|Hebrew|Kannada|Khmer|Lao|Malayalam|Myanmar|Oriya|Sinhala|Tamil|Telugu|Thaana|Thai|Tibetan"

const patterns = (): ReadonlyArray<RegExp> =>
  scripts.split("|").map((together) => {
    const names = [...together.split(" "), "Common", "Inherited"]
    return new RegExp(`^[${names.map((name) => `\\p{Script_Extensions=${name}}`).join("")}]*$`, "u")
  })

/** Made for the first name, because they read large tables of Unicode, and few processes see a name. */
let written: ReadonlyArray<RegExp> | undefined

/** Whether all letters of a name are of one script, or of those that are written together. */
export const isOfOneScript = (name: string): boolean => (written ??= patterns()).some((pattern) => pattern.test(name))
