/**
 * A console without a terminal, a database or a clock: its state, driven by keys, and drawn when a test asks. Questions
 * are answered at once by what the test gives, in the order in which they were asked.
 */
import type { RefusalJson } from "@garrison/core/operation/refusal"
import type { AppEvent, AppState, Wanted } from "@garrison/tui/app/AppState"
import type { CommandLine } from "@garrison/tui/app/overlay"
import { initial, update } from "@garrison/tui/app/state"
import { operations } from "@garrison/core/operations"
import type { Conditions, OperationName } from "@garrison/tui/operation"
import type { Ask, Params, Screen, Size } from "@garrison/tui/Screen"
import { type Theme, themeOf } from "@garrison/tui/theme"
import { createElement } from "react"
import { App } from "../../../packages/tui/src/app/view.tsx"
import { frameOf } from "./frame.ts"

/** Answers a question, or promises to; a {@link Refused} refuses it, undefined leaves it open. */
export type Answers = (operation: OperationName, input: object, ask: Ask) => unknown

/** Answers an act or its rehearsal, as {@link Answers} does. */
export type Acts = (operation: OperationName, input: object, conditions: Conditions) => unknown

/** The refusal of a question. */
export class Refused {
  readonly refusal: RefusalJson

  constructor(refusal: RefusalJson) {
    this.refusal = refusal
  }
}

/** The time of every driven console when it begins: 2026-03-01T12:00:00Z. */
export const startMillis = Date.UTC(2026, 2, 1, 12)

/** The theme of frames: without colours, so that they are plain text. */
export const plainTheme: Theme = themeOf({ NO_COLOR: "1" })

/** What a console is driven with. */
export interface DrivenOptions {
  readonly screens: ReadonlyArray<Screen>
  /** The screen that is opened. */
  readonly screen: string
  readonly params?: Params
  readonly answers: Answers
  readonly size?: Size
  /** The operations that the actor may ask for; absent: all. */
  readonly offered?: ReadonlySet<OperationName>
  readonly kind?: "production" | "staging" | "development"
  /** Answers what the dialog of acts runs; absent: acts are left in {@link Driven.wanted}. */
  readonly acts?: Acts
  readonly isReadOnly?: boolean
  readonly commandLine?: CommandLine
}

const everything: ReadonlySet<OperationName> = Object.assign(new Set<OperationName>(), { has: () => true })

const namedKeys = /^(?:[a-z]+\+.*|[a-z][a-zA-Z]+)$/

/** A console that is driven by a test. */
export class Driven {
  #state: AppState
  readonly #answers: Answers
  readonly #acts: Acts | undefined
  readonly #waiting = new Set<Promise<void>>()
  /** What the console wanted and nobody answered: copies, acts, the end. */
  readonly wanted: Array<Wanted> = []

  constructor({
    acts,
    answers,
    commandLine,
    isReadOnly = false,
    kind = "development",
    offered = everything,
    params = {},
    screen,
    screens,
    size,
  }: DrivenOptions) {
    this.#answers = answers
    this.#acts = acts
    const environment = { name: "test", kind, isReadOnly }
    this.#state = initial(environment, screens, size ?? { columns: 80, rows: 24 }, startMillis, commandLine)
    const table = acts === undefined ? [] : operations
    this.send({ type: "connected", actor: "ada", offered, table })
    this.send({ type: "opened", screen, params })
  }

  /** The state now. */
  get state(): AppState {
    return this.#state
  }

  /** Tells the console of something, and answers what it then asks. */
  send(event: AppEvent): this {
    const { state, wanted } = update(this.#state, event)
    this.#state = state
    for (const one of wanted) this.#carryOut(one)
    return this
  }

  #carryOut(one: Wanted): void {
    const { id, request } = one
    if (request.type === "cancel") return
    if (request.type !== "ask" && request.type !== "run") {
      this.wanted.push(one)
      return
    }
    const answer =
      request.type === "ask"
        ? this.#answers(request.operation, request.input, request)
        : this.#acts?.(request.operation, request.input, request.conditions)
    const tell = (told: unknown): void => {
      if (told === undefined) return
      const { ask } = request
      if (told instanceof Refused)
        this.send({ type: "toScreen", id, event: { type: "refused", ask, refusal: told.refusal } })
      else this.send({ type: "toScreen", id, event: { type: "answered", ask, answer: told } })
    }
    if (!(answer instanceof Promise)) return tell(answer)
    const told = answer.then(tell).finally(() => this.#waiting.delete(told))
    this.#waiting.add(told)
  }

  /** Waits until every question that was answered with a promise has its answer, and those that followed. */
  async settled(): Promise<this> {
    while (this.#waiting.size > 0) await Promise.all(this.#waiting)
    return this
  }

  /** Presses keys by their names: `j`, `enter`, `ctrl+r`, `space`. */
  press(...keys: ReadonlyArray<string>): this {
    for (const key of keys) {
      const text = key === "space" ? " " : namedKeys.test(key) ? undefined : key
      this.send({ type: "pressed", pressed: text === undefined ? { key } : { key, text } })
    }
    return this
  }

  /** Types a text, character by character. */
  type(text: string): this {
    for (const character of text) this.press(character === " " ? "space" : character)
    return this
  }

  /** Pastes a text. */
  paste(text: string): this {
    return this.send({ type: "pasted", text })
  }

  /** The terminal has another size. */
  resize(size: Size): this {
    return this.send({ type: "resized", size })
  }

  /** Some seconds pass. */
  wait(seconds: number): this {
    return this.send({ type: "ticked", now: this.#state.now + seconds * 1000 })
  }

  /** The console as text. */
  frame(theme: Theme = plainTheme): string {
    return frameOf(createElement(App, { state: this.#state, theme }), this.#state.size)
  }
}
