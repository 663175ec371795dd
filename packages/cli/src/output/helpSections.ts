/** Lists that the help of a command shows below its examples. They are loaded when that help is asked for. */
import * as Context from "effect/Context"
import { styleText } from "node:util"

/** A list: names with what each means. */
export interface HelpSection {
  readonly heading: string
  readonly rows: ReadonlyArray<readonly [name: string, meaning: string]>
}

/** The annotation of a command that has such lists. */
export class HelpSections extends Context.Service<HelpSections, () => Promise<ReadonlyArray<HelpSection>>>()(
  "garrison/HelpSections",
) {}

/** The lists as text, each below an empty line. */
export const formatSections = (sections: ReadonlyArray<HelpSection>, canColor: boolean): string => {
  const styled = (style: "bold" | "green", text: string) =>
    canColor ? styleText(style, text, { validateStream: false }) : text
  return sections
    .map(({ heading, rows }) => {
      const width = Math.max(...rows.map(([name]) => name.length))
      const lines = rows.map(
        ([name, meaning]) => `  ${styled("green", name)}${" ".repeat(width - name.length + 4)}${meaning}`,
      )
      return ["", "", styled("bold", heading), ...lines].join("\n")
    })
    .join("")
}
