/** Facts: a label and a value in each line, labels of one width. */
import { Text } from "ink"
import type { ReactNode } from "react"
import type { Theme } from "../theme.ts"
import { cellText, safeLines, safeText } from "./safeText.ts"
import type { Tone } from "@garrison/core/operation/show/Shown"
import { toned } from "./tone.ts"

/** A fact. */
export interface Fact {
  readonly label: string
  /** As it came: it is drawn safely. undefined: the fact is left out. */
  readonly value: string | undefined
  readonly tone?: Tone | undefined
  /** Several lines if need be, instead of one that is cut. */
  readonly isLong?: true
}

/** What facts are drawn from. */
export interface FactsProps {
  readonly facts: ReadonlyArray<Fact>
  readonly columns: number
  readonly theme: Theme
}

const LABEL_MAX = 28

/** Facts, a line each. */
export const Facts = ({ columns, facts, theme }: FactsProps): ReactNode => {
  const known = facts.filter(({ value }) => value !== undefined)
  const label = Math.min(LABEL_MAX, Math.max(0, ...known.map((fact) => fact.label.length)))
  const room = Math.max(1, columns - label - 2)
  return known.flatMap(({ isLong, label: name, tone, value = "" }, at) =>
    (isLong === true ? safeLines(value, room) : [safeText(value, room)]).map((line, row) => (
      <Text key={`${at} ${row}`} wrap="truncate">
        <Text {...toned(theme, "dim")}>{cellText(row === 0 ? name : "", label)}</Text>
        {"  "}
        <Text {...toned(theme, tone)}>{line}</Text>
      </Text>
    )),
  )
}
