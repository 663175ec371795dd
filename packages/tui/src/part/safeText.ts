/**
 * Text that a player, a portal or anyone else wrote, made fit to be drawn. Whatever it is made of, it keeps to its
 * place: it moves nothing, hides nothing, and cannot be taken for something that the console says.
 *
 * A character that terminals draw as nothing, that turns or joins others, or whose width terminals disagree on, is
 * replaced by a stand-in. A control character has its picture (`␛`), the joiner and the selector of emoji have a sign
 * (`⁀`, `˖`), every other one its code point (`‹202E›`). A text that has such signs itself gets stand-ins for them too,
 * so what is seen tells exactly what was written.
 */
import stringWidth from "string-width"

/** How many accents may stand on one letter. Vietnamese and Hebrew have up to three; floods have hundreds. */
const ACCENTS_MAX = 3

/** Printable ASCII, with single spaces inside: it needs no look at its characters. */
const isPlain = /^(?! )(?!.* {2})[\u0020-\u007E]*(?<! )$/

/**
 * What is never drawn as it is: controls, formats, bidirectional marks, surrogates, private use, unassigned (C), spaces
 * and separators other than the plain one (Z), enclosing marks, what fonts draw as nothing, colours of skin, the empty
 * braille pattern, and the signs of stand-ins.
 */
const isReplaced =
  /^[[\p{C}\p{Z}\p{Me}\p{Default_Ignorable_Code_Point}\p{Emoji_Modifier}\p{Regional_Indicator}\u2800\u2400-\u243F‹›\u2040\u02D6]--[ ]]$/v

/**
 * Characters outside the first plane that every terminal knows: letters of mathematics, signs in frames, emoji of
 * Unicode 13 and earlier, ideographs. Of the others some terminals know no width yet, and draw nothing.
 */
const isKnownFurtherOut =
  /^[\u{1D400}-\u{1D7FF}\u{1F000}-\u{1F1FF}\u{1F200}-\u{1F265}\u{1F300}-\u{1F6D5}\u{1F6E0}-\u{1F6EC}\u{1F6F0}-\u{1F6FC}\u{1F7E0}-\u{1F7EB}\u{1F90C}-\u{1F978}\u{1F97A}-\u{1F9CB}\u{1F9CD}-\u{1F9FF}\u{1FA70}-\u{1FA74}\u{1FA78}-\u{1FA7A}\u{1FA80}-\u{1FA86}\u{1FA90}-\u{1FAA8}\u{1FAB0}-\u{1FAB6}\u{1FAC0}-\u{1FAC2}\u{1FAD0}-\u{1FAD6}\u{20000}-\u{3FFFF}]$/v

/** Hangul by parts, and what became wider or was added lately: terminals have different widths for it. */
const isDisputed =
  /^[\u088F\u0C5C\u0CDC\u0CF3\u1160-\u11FF\u1B4E\u1B4F\u1B7F\u1C89\u1C8A\u20C1\u2630-\u2637\u268A-\u268F\u2B96\u2FFC-\u2FFF\u31E4\u31E5\u31EF\u3248-\u324F\uA7CB-\uA7CF\uA7D2\uA7D4\uA7DA-\uA7DC\uA7F1\uD7B0-\uD7FF\uFBC3-\uFBD2\uFD90\uFD91\uFDC8-\uFDCE]$/v

const hasStandIn = (character: string): boolean =>
  isReplaced.test(character) ||
  isDisputed.test(character) ||
  ((character.codePointAt(0) ?? 0) > 0xffff && !isKnownFurtherOut.test(character))

const isFlag = /^\p{RGI_Emoji_Flag_Sequence}$/v

const isAccent = /^\p{Mn}$/v

const isMark = /^\p{M}$/v

/** What accents may stand on. */
const isBase = /^[\p{L}\p{N}\p{P}\p{S}]$/v

const clusters = new Intl.Segmenter("en", { granularity: "grapheme" })

/** Something drawn that is not cut apart, and its width in columns. */
interface Piece {
  readonly text: string
  readonly width: number
}

/** What names with emoji are full of: the joiner and the selector between and behind their parts. */
const SIGNS: ReadonlyMap<string, string> = new Map([
  ["\u200D", "\u2040"],
  ["\uFE0F", "\u02D6"],
])

const standIn = (character: string): string => {
  const sign = SIGNS.get(character)
  if (sign !== undefined) return sign
  const code = character.codePointAt(0) ?? 0
  if (code <= 0x20) return String.fromCodePoint(0x2400 + code)
  return code === 0x7f ? "␡" : `‹${code.toString(16).toUpperCase().padStart(2, "0")}›`
}

/** The characters of a cluster, each as it is or as its stand-in. */
const accented = (characters: ReadonlyArray<string>): ReadonlyArray<string> => {
  let accents = ACCENTS_MAX
  return characters.map((character) => {
    if (hasStandIn(character)) {
      accents = ACCENTS_MAX
      return standIn(character)
    }
    if (!isAccent.test(character)) {
      accents = isBase.test(character) ? 0 : ACCENTS_MAX
      return character
    }
    accents += 1
    return accents > ACCENTS_MAX ? standIn(character) : character
  })
}

/** Whether the width of the whole is that of its characters one by one, so that every terminal draws it so wide. */
const isSureOf = (drawn: ReadonlyArray<string>): boolean =>
  stringWidth(drawn.join("")) === drawn.reduce((sum, character) => sum + stringWidth(character), 0)

/** A letter with its accents is one piece, and each stand-in is one. */
const grouped = (drawn: ReadonlyArray<string>): ReadonlyArray<Piece> => {
  const texts: Array<string> = []
  for (const character of drawn) {
    const last = texts.at(-1)
    if (last !== undefined && isAccent.test(character)) texts[texts.length - 1] = last + character
    else texts.push(character)
  }
  return texts.map((text) => ({ text, width: stringWidth(text) }))
}

/** Whether a cluster joins neither what is drawn before it nor what is drawn after it. */
const keepsApart = (cluster: string): boolean => Array.from(clusters.segment(`a${cluster}a`)).length === 3

/** The first form of a cluster whose width is sure. In the last one, each character but the first is a stand-in. */
const drawnCluster = (cluster: string): ReadonlyArray<Piece> => {
  if (isFlag.test(cluster)) return [{ text: cluster, width: 2 }]
  const characters = Array.from(cluster)
  if (!keepsApart(cluster)) return grouped(characters.map(standIn))
  const asIs = accented(characters)
  const withoutMarks = asIs.map((drawn) => (isMark.test(drawn) ? standIn(drawn) : drawn))
  const apart = asIs.map((drawn, at) => (at === 0 ? drawn : standIn(characters[at] ?? "")))
  return grouped([asIs, withoutMarks].find(isSureOf) ?? apart)
}

/** Clusters that were drawn lately. A page has few different ones, and is drawn often. */
const remembered = new Map<string, ReadonlyArray<Piece>>()

/** How many code units of clusters are remembered, all together. A flood of accents is one long cluster. */
const REMEMBERED_UNITS_MAX = 65_536
let rememberedUnits = 0

const rememberedCluster = (cluster: string): ReadonlyArray<Piece> => {
  const known = remembered.get(cluster)
  if (known !== undefined) return known
  const pieces = drawnCluster(cluster)
  rememberedUnits += cluster.length
  if (rememberedUnits > REMEMBERED_UNITS_MAX) {
    remembered.clear()
    rememberedUnits = cluster.length
  }
  if (cluster.length <= REMEMBERED_UNITS_MAX) remembered.set(cluster, pieces)
  return pieces
}

/** Whether a space could not be seen, or be taken for the gap of two columns: at an end, or after another one. */
const isUnseen = (text: string, at: number): boolean => at === 0 || at === text.length - 1 || text[at - 1] === " "

const piecesOf = function* (text: string): Generator<Piece> {
  for (const { index, segment } of clusters.segment(text)) {
    if (segment === " " && isUnseen(text, index)) yield { text: standIn(" "), width: 1 }
    else yield* rememberedCluster(segment)
  }
}

/** The most code units that one column can be drawn of: a letter with its accents, each a pair of surrogates. */
const UNITS_MAX = 2 * (1 + ACCENTS_MAX)

/** The text as one line, cut with an ellipsis to at most so many columns. */
const fitted = (text: string, columns: number): Piece => {
  if (isPlain.test(text) && text.length <= columns) return { text, width: text.length }
  let drawn: Piece = { text: "", width: 0 }
  /** What still fits beside an ellipsis. */
  let kept = drawn
  for (const { text: more, width } of piecesOf(text.slice(0, (columns + 2) * UNITS_MAX))) {
    drawn = { text: drawn.text + more, width: drawn.width + width }
    if (drawn.width > columns)
      return columns < 1 ? { text: "", width: 0 } : { text: `${kept.text}…`, width: kept.width + 1 }
    if (drawn.width < columns) kept = drawn
  }
  return drawn
}

/** The text as one line that is safe to draw. A longer one is cut, with an ellipsis, to at most so many columns. */
export const safeText = (text: string, columns = Number.POSITIVE_INFINITY): string => fitted(text, columns).text

/** How many columns a safe text takes. */
export const columnsOf = (safe: string): number => stringWidth(safe)

/** The text safe to draw, cut or filled with spaces to exactly so many columns. */
export const cellText = (text: string, columns: number, align: "left" | "right" = "left"): string => {
  const { text: safe, width } = fitted(text, columns)
  const space = " ".repeat(Math.max(0, columns - width))
  return align === "left" ? safe + space : space + safe
}

/** The line, broken before the piece that does not fit: at the last space if the rest then fits, else right there. */
const broken = ({ text }: Piece, next: number, columns: number): readonly [string, Piece] => {
  const space = text.lastIndexOf(" ")
  const rest = text.slice(space + 1)
  const width = stringWidth(rest)
  return space <= 0 || width + next > columns
    ? [text, { text: "", width: 0 }]
    : [text.slice(0, space), { text: rest, width }]
}

/**
 * A text of several lines, safe to draw: broken at its line ends, and where a line is full, at a space if there is one.
 */
export const safeLines = (text: string, columns: number): ReadonlyArray<string> =>
  text.split(/\r\n|\n/).flatMap((line) => {
    const lines: Array<string> = []
    let drawn: Piece = { text: "", width: 0 }
    for (const { text: more, width } of piecesOf(line)) {
      if (drawn.width > 0 && drawn.width + width > columns) {
        const [full, rest] = more === " " ? [drawn.text, { text: "", width: 0 }] : broken(drawn, width, columns)
        lines.push(full)
        drawn = rest
        if (more === " ") continue
      }
      drawn = { text: drawn.text + more, width: drawn.width + width }
    }
    return [...lines, drawn.text]
  })
