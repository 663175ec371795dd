/** Lays a help page out for the terminal that it is read on. */
import { stripVTControlCharacters } from "node:util"
import { textWidth } from "./textWidth.ts"

/** Narrower than this, lines are left to the terminal: there is no room to lay anything out. */
const WIDTH_MIN = 40

const widthOf = (text: string): number => textWidth(stripVTControlCharacters(text))

/** The column at which the continuation of a line begins: under the description of a flag, or under the text. */
const hangingIndent = (line: string, width: number): number => {
  const visible = stripVTControlCharacters(line)
  const indent = /^ */.exec(visible)?.[0].length ?? 0
  const description = /^ +\S.*? {2,}(?=\S)/.exec(visible)?.[0].length ?? indent
  return description <= width / 2 ? description : indent + 4
}

const wrappedLine = (line: string, width: number): string => {
  if (widthOf(line) <= width) return line
  const indent = " ".repeat(hangingIndent(line, width))
  const lines: Array<string> = []
  let current = ""
  for (const word of line.split(/(?<=\S)(?= )/)) {
    if (current !== "" && widthOf(current) + widthOf(word) > width) {
      lines.push(current)
      current = indent + word.trimStart()
    } else current += word
  }
  return [...lines, current].join("\n")
}

/** Whether a line is an example or a usage line, which must stay in one piece to be pasted. */
const isPasted = (line: string): boolean => /^ {2}(?:\S+=\S+ |curl .*)?garrison /.test(stripVTControlCharacters(line))

/** The formatter leaves out the empty line between a list of subcommands and the examples. */
const isCrowded = (line: string, before: string | undefined): boolean =>
  before !== "" && stripVTControlCharacters(line) === "EXAMPLES"

/** The page with long lines wrapped at spaces; `width` undefined leaves them as they are. */
export const laidOut = (page: string, width: number | undefined): string => {
  const isWrapped = width !== undefined && width >= WIDTH_MIN
  return page
    .split("\n")
    .flatMap((line, index, lines) => (isCrowded(line, lines[index - 1]) ? ["", line] : [line]))
    .map((line) => (isWrapped && !isPasted(line) ? wrappedLine(line, width) : line))
    .join("\n")
}
