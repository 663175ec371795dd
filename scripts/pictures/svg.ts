/** A frame of the console as a picture: the text and the colours of a terminal as SVG, which shows alike everywhere. */

/** How a stretch of text looks. */
interface Look {
  readonly colour: string | undefined
  readonly background: string | undefined
  readonly bold: boolean
  readonly dim: boolean
  readonly inverse: boolean
  readonly underline: boolean
  readonly strikethrough: boolean
}

/** A stretch of text of one look. */
interface Run {
  readonly text: string
  readonly look: Look
}

const plain: Look = {
  colour: undefined,
  background: undefined,
  bold: false,
  dim: false,
  inverse: false,
  underline: false,
  strikethrough: false,
}

const INK = "#d4d4d4"
const PAPER = "#16181d"

const sixteen = [
  "#3b4048",
  "#e06c75",
  "#98c379",
  "#e5c07b",
  "#61afef",
  "#c678dd",
  "#56b6c2",
  "#d4d4d4",
  "#7f848e",
  "#ff7a85",
  "#b5e890",
  "#ffd98a",
  "#82c4ff",
  "#e09af5",
  "#7fdbe6",
  "#ffffff",
] as const

const hex = (...parts: ReadonlyArray<number>): string =>
  `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`

const level = (part: number): number => (part === 0 ? 0 : 55 + part * 40)

/** One of the 256 colours: sixteen, a cube of six by six by six, and greys. */
const indexed = (index: number): string => {
  if (index < 16) return sixteen[index] ?? INK
  if (index >= 232) return hex(...Array.from({ length: 3 }, () => 8 + (index - 232) * 10))
  const at = index - 16
  return hex(level(Math.floor(at / 36)), level(Math.floor(at / 6) % 6), level(at % 6))
}

/** Flags that a parameter of SGR sets or takes away. */
const flags: Readonly<Record<number, Partial<Look>>> = {
  0: plain,
  1: { bold: true },
  2: { dim: true },
  4: { underline: true },
  7: { inverse: true },
  9: { strikethrough: true },
  22: { bold: false, dim: false },
  24: { underline: false },
  27: { inverse: false },
  29: { strikethrough: false },
  39: { colour: undefined },
  49: { background: undefined },
}

/** The colour after 38 or 48, and how many parameters it took. */
const extended = (rest: ReadonlyArray<number>): readonly [string | undefined, number] => {
  if (rest[0] === 5) return [indexed(rest[1] ?? 0), 2]
  return rest[0] === 2 ? [hex(...rest.slice(1, 4)), 4] : [undefined, 0]
}

/** What a single parameter changes; undefined: nothing that a picture shows. */
const changeOf = (code: number): Partial<Look> | undefined => {
  if (code >= 30 && code <= 37) return { colour: indexed(code - 30) }
  if (code >= 90 && code <= 97) return { colour: indexed(code - 82) }
  if (code >= 40 && code <= 47) return { background: indexed(code - 40) }
  if (code >= 100 && code <= 107) return { background: indexed(code - 92) }
  return flags[code]
}

const looked = (before: Look, parameters: ReadonlyArray<number>): Look => {
  const changes: Array<Partial<Look> | undefined> = []
  for (let at = 0; at < parameters.length; at += 1) {
    const code = parameters[at] ?? 0
    if (code === 38 || code === 48) {
      const [colour, taken] = extended(parameters.slice(at + 1))
      changes.push(code === 38 ? { colour } : { background: colour })
      at += taken
    } else changes.push(changeOf(code))
  }
  return Object.assign({}, before, ...changes)
}

// The escape character begins each change of the look; nothing else that is obeyed comes out of the console.
const sgr = new RegExp(`${String.fromCodePoint(0x1b)}\\[([\\d;]*)m`, "gu")

const runsOf = (line: string, first: Look): { readonly runs: ReadonlyArray<Run>; readonly last: Look } => {
  const runs: Array<Run> = []
  let look = first
  let from = 0
  for (const match of line.matchAll(sgr)) {
    if (match.index > from) runs.push({ text: line.slice(from, match.index), look })
    look = looked(look, (match[1] ?? "").split(";").map(Number))
    from = match.index + match[0].length
  }
  if (from < line.length) runs.push({ text: line.slice(from), look })
  return { runs, last: look }
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

const CELL = { width: 8.4, height: 18 }
const MARGIN = 12

const fixed = (value: number): string => String(Math.round(value * 100) / 100)

interface Placed extends Run {
  readonly column: number
  readonly columns: number
}

const drawnRun = ({ column, columns, look, text }: Placed, row: number): string => {
  const [ink, paper] = look.inverse
    ? [look.background ?? PAPER, look.colour ?? INK]
    : [look.colour ?? INK, look.background]
  const x = MARGIN + column * CELL.width
  const y = MARGIN + row * CELL.height
  const width = columns * CELL.width
  const box =
    paper === undefined
      ? ""
      : `<rect x="${fixed(x)}" y="${fixed(y)}" width="${fixed(width)}" height="${CELL.height}" fill="${paper}"/>`
  if (text.trim() === "") return box
  const style = [
    ` fill="${ink}"`,
    look.bold ? ' font-weight="bold"' : "",
    look.dim ? ' opacity="0.6"' : "",
    look.underline ? ' text-decoration="underline"' : look.strikethrough ? ' text-decoration="line-through"' : "",
  ].join("")
  const place = `x="${fixed(x)}" y="${fixed(y + CELL.height * 0.75)}" textLength="${fixed(width)}"`
  return `${box}<text ${place}${style}>${escaped(text)}</text>`
}

/** Spaces at the ends of a run without a background are not drawn, so that its text stands where it should. */
const trimmed = (run: Placed, widthOf: (text: string) => number): Placed => {
  if (run.look.inverse || run.look.background !== undefined) return run
  const text = run.text.trim()
  const before = run.text.length - run.text.trimStart().length
  return { ...run, text, column: run.column + before, columns: widthOf(text) }
}

/**
 * The picture of a frame with SGR colours. `title` says what it shows, to those who do not see it. `widthOf` counts the
 * columns of a text.
 */
export const svgOf = (
  frame: string,
  {
    columns,
    rows,
    title,
    widthOf,
  }: {
    readonly columns: number
    readonly rows: number
    readonly title: string
    readonly widthOf: (text: string) => number
  },
): string => {
  let look = plain
  const lines = frame.split("\n").flatMap((line, row) => {
    const { last, runs } = runsOf(line, look)
    look = last
    let column = 0
    const drawn = runs.map((run) => {
      const placed: Placed = { ...run, column, columns: widthOf(run.text) }
      column += placed.columns
      return drawnRun(trimmed(placed, widthOf), row)
    })
    return drawn.join("") === "" ? [] : [drawn.join("")]
  })
  const width = fixed(columns * CELL.width + 2 * MARGIN)
  const height = fixed(rows * CELL.height + 2 * MARGIN)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" rx="8" fill="${PAPER}"/>`,
    `<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="14" xml:space="preserve">`,
    ...lines,
    "</g>",
    "</svg>",
    "",
  ].join("\n")
}
