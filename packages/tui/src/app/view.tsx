/** Draws the console: the bar of the environment, the breadcrumbs, the shown screen, and the foot with its keys. */
import { Box, Text } from "ink"
import type { ReactNode } from "react"
import type { Binding } from "../binding.ts"
import { safeLines, safeText } from "../part/safeText.ts"
import type { Theme } from "../theme.ts"
import { type AppState, isTooSmall, LEAST_SIZE, placeOf, screenSize, shown } from "./AppState.ts"
import { appBindingsOf, frontOf, mayUse } from "./state.ts"

const connectionText = ({ connection }: AppState): string =>
  connection.state === "live"
    ? ""
    : connection.state === "connecting"
      ? " connecting… "
      : " STALE: the database does not answer "

const Bar = ({ state, theme }: { readonly state: AppState; readonly theme: Theme }): ReactNode => {
  const text = ` ${placeOf(state.environment)}${state.environment.isReadOnly ? " · read only" : ""} · ${state.actor}`
  const { kind } = state.environment
  const aside = connectionText(state)
  const padded = text.slice(0, Math.max(0, state.size.columns - aside.length)).padEnd(state.size.columns - aside.length)
  const colour = theme.environment[kind]
  return (
    <Text inverse {...(colour !== undefined && { color: colour })} wrap="truncate">
      {padded}
      {aside}
    </Text>
  )
}

const Crumbs = ({ state }: { readonly state: AppState }): ReactNode => (
  <Text bold wrap="truncate-start">
    {[
      ...state.stack.map(({ screen, state: its }) => screen.crumb(its)),
      ...state.overlays.map(({ overlay, state: its }) => overlay.crumb(its)),
    ]
      .map((crumb) => safeText(crumb, 40))
      .join(" › ")}
  </Text>
)

const wordsOf = (state: AppState, bindings: ReadonlyArray<Binding<unknown>>, front?: unknown): ReadonlyArray<string> =>
  bindings.flatMap((binding) => {
    const word = binding.wordIn === undefined ? binding.word : binding.wordIn(front)
    return word === undefined || !mayUse(state, binding) ? [] : `${binding.keys[0]} ${word}`
  })

/** The words from the first one on, as far as all of them fit. Help has the others. */
const fitting = (words: ReadonlyArray<string>, room: number): string =>
  words.reduce((line, word) => {
    const longer = line === "" ? word : `${line} · ${word}`
    return longer.length <= room ? longer : line
  }, "")

/** The keys of what is shown at the left; those of the console at the right, always in the same place. */
const keyWords = (state: AppState, columns: number): string => {
  const front = frontOf(state)
  const its = front?.bindings.filter((one) => (one.whileTyping === true) === front.isTyping) ?? []
  const isAlone = front?.isOverlay === true || front?.isTyping === true
  const right = isAlone ? "" : wordsOf(state, appBindingsOf(state)).join("  ")
  const room = Math.max(0, columns - right.length - 1)
  return `${fitting(wordsOf(state, its, front?.state), room).padEnd(room)} ${right}`
}

/** The offer to undo, with the seconds that are left. */
const undoWords = ({ now, undo }: AppState): string =>
  undo === undefined
    ? ""
    : `u undo (${Math.max(0, Math.ceil((undo.until - now) / 1000))} s): ${safeText(undo.done, 60)}  `

const Foot = ({ state, theme }: { readonly state: AppState; readonly theme: Theme }): ReactNode => {
  const { said } = state
  const colour = said === undefined ? theme.dim : theme[said.tone === "info" ? "accent" : said.tone]
  const undo = state.overlays.length === 0 ? undoWords(state) : ""
  return (
    <Text wrap="truncate" {...(colour !== undefined && { color: colour })}>
      {undo}
      {said === undefined ? keyWords(state, state.size.columns - undo.length) : safeText(said.text)}
    </Text>
  )
}

/** Before the first screen: that the database is being opened, or why it is not. */
const Waiting = ({ state: { connection, size } }: { readonly state: AppState }): ReactNode => {
  if (connection.state !== "stale") return <Text>Opening the database…</Text>
  const { code, message } = connection.refusal
  return (
    <Box flexDirection="column">
      {safeLines(message, size.columns).map((line, at) => (
        <Text key={at} wrap="truncate">
          {line}
        </Text>
      ))}
      <Text> </Text>
      <Text wrap="truncate">
        {code === "service_unavailable"
          ? "The console tries again every second. Press q to leave."
          : "Press q to leave."}
      </Text>
    </Box>
  )
}

const TooSmall = ({ state }: { readonly state: AppState }): ReactNode => (
  <Text>
    {`The console needs ${LEAST_SIZE.columns} columns and ${LEAST_SIZE.rows} rows; this terminal has ${state.size.columns} and ${state.size.rows}. Make it larger, or press q to leave.`}
  </Text>
)

/** The whole console. */
export const App = ({ state, theme }: { readonly state: AppState; readonly theme: Theme }): ReactNode => {
  const top = shown(state)
  const over = state.overlays.at(-1)
  const size = screenSize(state.size)
  if (isTooSmall(state.size)) return <TooSmall state={state} />
  return (
    <Box flexDirection="column" width={state.size.columns} height={state.size.rows}>
      <Bar state={state} theme={theme} />
      <Crumbs state={state} />
      <Box flexDirection="column" width={size.columns} height={size.rows} overflow="hidden">
        {top === undefined && over === undefined ? <Waiting state={state} /> : null}
        {over === undefined
          ? top?.screen.view({ state: top.state, size, now: state.now, theme })
          : over.overlay.view({ state: over.state, size, now: state.now, theme })}
      </Box>
      <Foot state={state} theme={theme} />
    </Box>
  )
}
