/** Draws the screen of a rotation. */
import { Box, Text } from "ink"
import type { ReactNode } from "react"
import { type Fact, Facts } from "../../part/facts.tsx"
import { refusalWords } from "../../part/refusal.ts"
import { safeText } from "../../part/safeText.ts"
import type { Tone } from "@garrison/core/operation/show/Shown"
import { toned } from "../../part/tone.ts"
import type { ViewProps } from "../../Screen.ts"
import type { Theme } from "../../theme.ts"
import { advice, type RotationState, secretIn, type Stage, stageOf } from "./state.ts"

const two = (count: number): string => String(count).padStart(2, "0")

/** How long it is until a time: `1 d 03:04:05`. */
const countdown = (time: string, now: number): string => {
  const seconds = Math.max(0, Math.floor((Date.parse(time) - now) / 1000))
  const days = Math.floor(seconds / 86_400)
  const clock = `${two(Math.floor((seconds % 86_400) / 3600))}:${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`
  return days === 0 ? clock : `${days} d ${clock}`
}

const ago = (time: string | undefined, now: number): string =>
  time === undefined
    ? "never used"
    : `last used ${countdown(new Date(2 * now - Date.parse(time)).toISOString(), now)} ago`

const titles: ReadonlyArray<string> = [
  "Give the client a new secret (N). It is shown once: y copies it there.",
  "Take the new secret to every server that logs in as this client.",
  "Wait until the new secret is used, and the former one is not any more.",
  "End the former secret (x), or let it end by itself.",
]

/** The step that is at hand, from 0. */
const stepAt: Readonly<Record<Stage, number>> = { loading: 0, public: 0, one: 0, unused: 1, used_lately: 2, safe: 3 }

const Steps = ({ at, theme }: { readonly at: number; readonly theme: Theme }): ReactNode =>
  titles.map((title, place) => {
    const tone: Tone | undefined = place < at ? "good" : place === at ? "accent" : "dim"
    return (
      <Text key={title} wrap="truncate" bold={place === at} {...toned(theme, tone)}>
        {`${place < at ? "done" : place === at ? "now " : "    "} ${place + 1}. ${title}`}
      </Text>
    )
  })

const adviceTone = (stage: Stage): Tone | undefined =>
  stage === "safe" ? "good" : stage === "unused" || stage === "used_lately" ? "warning" : undefined

const factsOf = (state: RotationState, now: number): ReadonlyArray<Fact> => {
  const current = secretIn(state, "current")
  const former = secretIn(state, "former")
  return [
    { label: "current secret", value: current && `…${current.last_four}, ${ago(current.last_used, now)}` },
    { label: "former secret", value: former && `…${former.last_four}, ${ago(former.last_used, now)}` },
    {
      label: "overlap ends in",
      value: former?.expires === undefined ? undefined : countdown(former.expires, now),
      tone: "warning",
    },
    {
      label: "safe in",
      value:
        former?.safe_from === undefined || former.safe_to_retire === true
          ? undefined
          : countdown(former.safe_from, now),
    },
  ]
}

/** The steps with the one at hand, the advice, and how the secrets are used. */
export const RotationView = ({ now, size, state, theme }: ViewProps<RotationState>): ReactNode => {
  const stage = stageOf(state)
  return (
    <Box flexDirection="column" gap={1}>
      <Box flexDirection="column">
        <Steps at={stepAt[stage]} theme={theme} />
      </Box>
      <Text wrap="truncate" bold {...toned(theme, adviceTone(stage))}>
        {advice[stage]}
      </Text>
      {state.refusal === undefined ? null : (
        <Text wrap="truncate" {...toned(theme, "bad")}>
          {safeText(refusalWords(state.refusal), size.columns)}
        </Text>
      )}
      <Box flexDirection="column">
        <Facts columns={size.columns} theme={theme} facts={factsOf(state, now)} />
      </Box>
    </Box>
  )
}
