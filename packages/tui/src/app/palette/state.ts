/**
 * The palette: a line that takes the words of the command line, screens with what they need, and every operation by its
 * name. It completes words, and leads to a screen, or to the dialog of the operation.
 */
import type { OperationFacts } from "../../operation.ts"
import { fieldsOf } from "@garrison/core/operation/fieldFacts"
import type { Screen, ScreenEvent } from "../../Screen.ts"
import { isName } from "../act/names.ts"
import { lets, type MenuAction, type MenuState, openMenu, typedInMenu, updateMenu } from "../menu.ts"
import type { MenuLine } from "../menuView.tsx"
import { type CommandWords, type OverlayStep, want, type World } from "../overlay.ts"
import { type InView, withView } from "./inView.ts"
import { type FoundNames, foundNames, nameOffers, namesQuestion } from "./names.ts"
import { inputOfTexts, readWords, type Said, wordsOf } from "./words.ts"

/** What the palette does at a key. */
export type PaletteAction = MenuAction | "complete"

/** A line that the palette offers. */
interface Offer extends MenuLine {
  /** What the line becomes when it is taken. */
  readonly line: string
  /** Whether the line can be run as it then is. */
  readonly isWhole: boolean
}

/** The palette. */
export interface PaletteState {
  readonly menu: MenuState
  readonly offers: ReadonlyArray<Offer>
  /** Why the line was not taken. */
  readonly complaint: string | undefined
  readonly inView: InView
  /** What was found last for a name in the line. */
  readonly found?: FoundNames | undefined
}

/** The most lines that are offered. */
const OFFERS_MAX = 200

const mayOpen = ({ offered }: World, { operations }: Screen): boolean =>
  operations.every((operation) => offered.has(operation))

const shownField = (name: string, word: string | null, isRequired: boolean): ReadonlyArray<string> => {
  if (word === null) return []
  const text = word.startsWith("--") ? `${word} ${name.toUpperCase()}` : word.toUpperCase()
  return [isRequired ? text : `[${text}]`]
}

const usageOf = (facts: OperationFacts, { command, fields }: CommandWords): string => {
  const known = fieldsOf(facts.input)
  const words = Object.entries(fields).flatMap(([name, word]) =>
    shownField(name, word, known.find((field) => field.name === name)?.isRequired === true),
  )
  return [command, ...words].join(" ")
}

const screenOffers = (world: World): ReadonlyArray<Offer> =>
  world.screens.flatMap((screen) =>
    mayOpen(world, screen)
      ? [
          {
            name: [screen.name, ...screen.needs.map((need) => need.toUpperCase())].join(" "),
            sentence: screen.sentence,
            line: screen.name,
            isWhole: screen.needs.length === 0,
          },
        ]
      : [],
  )

const commandOffers = ({ commandLine, offered, table }: World): ReadonlyArray<Offer> =>
  commandLine.commands.flatMap((command) => {
    const facts = table.get(command.operation)
    if (facts === undefined || !offered.has(command.operation)) return []
    return [{ name: usageOf(facts, command), sentence: facts.title, line: command.command, isWhole: true }]
  })

const operationOffers = ({ offered, table }: World): ReadonlyArray<Offer> =>
  Array.from(table.values()).flatMap((facts) =>
    offered.has(facts.name) ? [{ name: facts.name, sentence: facts.title, line: facts.name, isWhole: true }] : [],
  )

const isFlagOf = ({ fields, without }: CommandWords, flag: string): boolean =>
  Object.values(fields).includes(flag) || Object.values(without).includes(flag)

/** Flags of the line that the command has; where one command offers two operations, they say which is meant. */
const flagsIn = (command: CommandWords, words: ReadonlyArray<string>): number =>
  words.filter((word) => isFlagOf(command, word.replace(/=.*$/s, ""))).length

/** The command that the words begin with: that of the most words, and then of the most flags. */
const commandAt = ({ commandLine, offered }: World, words: ReadonlyArray<string>): CommandWords | undefined =>
  commandLine.commands
    .filter(({ command, operation }) => {
      const own = command.split(" ")
      return offered.has(operation) && own.every((word, at) => words[at] === word)
    })
    .toSorted(
      (one, other) => other.command.length - one.command.length || flagsIn(other, words) - flagsIn(one, words),
    )[0]

/** Flags that the command still takes, and the values of a closed list behind one. */
const wordOffers = (world: World, command: CommandWords, line: string): ReadonlyArray<Offer> => {
  const facts = world.table.get(command.operation)
  if (facts === undefined) return []
  const fields = fieldsOf(facts.input)
  const words = wordsOf(line)
  const isOpen = !line.endsWith(" ")
  const typed = isOpen ? (words.at(-1) ?? "") : ""
  const kept = isOpen ? line.slice(0, line.length - typed.length) : line
  const before = isOpen ? words.at(-2) : words.at(-1)
  const field = Object.entries(command.fields).find(([, word]) => word === before)?.[0]
  const choices = before?.startsWith("--") === true ? fields.find(({ name }) => name === field)?.choices : undefined
  if (choices !== undefined && choices.length > 0) {
    return choices.flatMap((choice) =>
      choice.startsWith(typed) ? [{ name: choice, sentence: "", line: `${kept}${choice} `, isWhole: false }] : [],
    )
  }
  return Object.entries(command.fields).flatMap(([name, word]) => {
    if (word === null || !word.startsWith("--") || words.slice(0, isOpen ? -1 : undefined).includes(word)) return []
    const sentence = fields.find((one) => one.name === name)?.sentence ?? ""
    return word.startsWith(typed) ? [{ name: word, sentence, line: `${kept}${word} `, isWhole: false }] : []
  })
}

const beginsFirst = (line: string, offers: ReadonlyArray<Offer>): ReadonlyArray<Offer> => [
  ...offers.filter((offer) => offer.line.startsWith(line)),
  ...offers.filter((offer) => !offer.line.startsWith(line)),
]

const isId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The screens that show what has this id. */
const idOffers = (world: World, line: string): ReadonlyArray<Offer> =>
  isId.test(line.trim())
    ? world.screens.flatMap((screen) =>
        screen.needs.length === 1 && /_(?:uu)?id$/.test(screen.needs[0] ?? "") && mayOpen(world, screen)
          ? [
              {
                name: `${screen.name} ${line.trim()}`,
                sentence: screen.sentence,
                line: `${screen.name} ${line.trim()}`,
                isWhole: true,
              },
            ]
          : [],
      )
    : []

const offersFor = (world: World, line: string, names: FoundNames | undefined): ReadonlyArray<Offer> => {
  const command = commandAt(world, wordsOf(line))
  const further =
    command !== undefined && line.startsWith(`${command.command} `)
      ? [...nameOffers(world, command, line, names), ...wordOffers(world, command, line)]
      : []
  const all = [...screenOffers(world), ...commandOffers(world), ...operationOffers(world)]
  const found = all.filter(({ name, sentence }) => lets(line, `${name} ${sentence}`))
  return [...idOffers(world, line), ...further, ...beginsFirst(line, found)].slice(0, OFFERS_MAX)
}

const withOffers = (world: World, menu: MenuState, inView: InView, found?: FoundNames): PaletteState => ({
  menu,
  offers: offersFor(world, menu.line.text, found),
  complaint: undefined,
  inView,
  found,
})

/** The palette after its line was changed, which looks up the name that stands in the place of an id. */
const typed = (state: PaletteState, world: World, menu: MenuState): OverlayStep<PaletteState> => {
  const command = commandAt(world, wordsOf(menu.line.text))
  const question = command === undefined ? undefined : namesQuestion(world, command, menu.line.text)
  const next = withOffers(world, menu, state.inView, state.found)
  return question === undefined ? want(next) : want(next, question)
}

/** The palette as it opens. */
export const openPaletteState = (world: World, inView: InView): PaletteState => withOffers(world, openMenu(), inView)

const complained = (state: PaletteState, complaint: string): OverlayStep<PaletteState> => want({ ...state, complaint })

const asking = (
  state: PaletteState,
  facts: OperationFacts,
  input: Readonly<Record<string, unknown>>,
  { ifRevision, reason }: Partial<Pick<Said, "ifRevision" | "reason">> = {},
): OverlayStep<PaletteState> => {
  const whole = withView(facts, input, state.inView)
  const isOfPlayer = whole["player_uuid"] !== undefined && whole["player_uuid"] === state.inView.fields["player_uuid"]
  const lacking = fieldsOf(facts.input).some(({ isRequired, name }) => isRequired && whole[name] === undefined)
  const isNamed = fieldsOf(facts.input).some((field) => isName(field, whole[field.name]))
  const isAnswered = facts.kind === "read" && !lacking && !isNamed
  return want(
    state,
    { type: "close" },
    {
      type: "act",
      operation: facts.name,
      inputs: [whole],
      subjects: [(isOfPlayer ? state.inView.playerName : undefined) ?? ""],
      ...(isAnswered && { fields: [] }),
      ...(reason !== undefined && { reason }),
      ...(ifRevision !== undefined && { ifRevision }),
    },
  )
}

const runCommand = (
  state: PaletteState,
  world: World,
  command: CommandWords,
  words: ReadonlyArray<string>,
): OverlayStep<PaletteState> => {
  const facts = world.table.get(command.operation)
  if (facts === undefined) return want(state)
  const kinds = new Map(fieldsOf(facts.input).map(({ kind, name }) => [name, kind]))
  const said = readWords(command, words.slice(command.command.split(" ").length), (name) => kinds.get(name) === "flag")
  if (said.complaint !== undefined) return complained(state, said.complaint)
  const emptied = said.emptied.map((name) => [name, kinds.get(name) === "flag" ? false : []] as const)
  const input = { ...inputOfTexts(facts, said.texts, world.now), ...Object.fromEntries(emptied), ...command.says }
  return asking(state, facts, input, said)
}

const openScreen = (state: PaletteState, screen: Screen, words: ReadonlyArray<string>): OverlayStep<PaletteState> => {
  const lacking = screen.needs.slice(words.length)
  if (lacking.length > 0)
    return complained(state, `It needs ${lacking.join(", ")}: ${screen.name} ${lacking.join(" ").toUpperCase()}`)
  const params = Object.fromEntries(screen.needs.map((need, at) => [need, words[at] ?? ""]))
  return want(state, { type: "close" }, { type: "open", screen: screen.name, params })
}

/** Runs a line: a command, an operation with `field=value`, or a screen with what it needs. */
const ran = (state: PaletteState, world: World, line: string): OverlayStep<PaletteState> | undefined => {
  const typed = wordsOf(line)
  const words = typed[0] === "garrison" ? typed.slice(1) : typed
  const [first = "", ...others] = words
  // With words left over it is not the screen that is meant: "player ban …" is a command.
  const screen = world.screens.find(({ name, needs }) => name === first && others.length <= needs.length)
  const command = commandAt(world, words)
  const isLonger = command !== undefined && command.command.includes(" ")
  if (screen !== undefined && mayOpen(world, screen) && !isLonger) return openScreen(state, screen, others)
  if (command !== undefined) return runCommand(state, world, command, words)
  const facts = Array.from(world.table.values()).find(({ name }) => name === first)
  if (facts === undefined || !world.offered.has(facts.name)) return undefined
  const texts = Object.fromEntries(
    others.flatMap((word) => {
      const at = word.indexOf("=")
      return at < 0 ? [] : [[word.slice(0, at), [word.slice(at + 1)]] as const]
    }),
  )
  return asking(state, facts, inputOfTexts(facts, texts, world.now))
}

const chosen = (state: PaletteState, world: World): OverlayStep<PaletteState> => {
  const line = state.menu.line.text.trim()
  const offer = state.offers[state.menu.at]
  const result = state.menu.at === 0 && line !== "" ? ran(state, world, line) : undefined
  if (result !== undefined) return result
  // The list says that there is none.
  if (offer === undefined) return want(state)
  if (offer.isWhole) return ran(state, world, offer.line) ?? want(state)
  return completed(state, world)
}

/** The arguments of a command that are in view, in their order. */
const placesInView = ({ commandLine }: World, line: string, { fields }: InView): string => {
  const places = Object.entries(commandLine.commands.find(({ command }) => command === line)?.fields ?? {})
    .filter(([, word]) => word?.startsWith("--") === false)
    .map(([field]) => fields[field])
  const known = places.slice(0, places.includes(undefined) ? places.indexOf(undefined) : undefined)
  return known.map((value) => `${value} `).join("")
}

const completed = (state: PaletteState, world: World): OverlayStep<PaletteState> => {
  const offer = state.offers[state.menu.at]
  if (offer === undefined) return want(state)
  const line = offer.line.endsWith(" ") ? offer.line : `${offer.line} ${placesInView(world, offer.line, state.inView)}`
  return want(withOffers(world, openMenu(line), state.inView))
}

/** The palette after an event. */
export const updatePalette = (
  state: PaletteState,
  event: ScreenEvent<PaletteAction>,
  world: World,
): OverlayStep<PaletteState> => {
  if (event.type === "text") return typed(state, world, typedInMenu(state.menu, event.text))
  if (event.type === "answered") {
    const found = foundNames(event.ask, event.answer)
    return want(found === undefined ? state : withOffers(world, state.menu, state.inView, found))
  }
  if (event.type !== "action") return want(state)
  const { action } = event
  if (action === "close") return want(state, { type: "close" })
  if (action === "choose") return chosen(state, world)
  if (action === "complete") return completed(state, world)
  const menu = updateMenu(state.menu, action, state.offers.length)
  return menu.line === state.menu.line ? want({ ...state, menu }) : typed(state, world, menu)
}
