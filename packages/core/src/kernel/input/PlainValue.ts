/**
 * The one walk over values from outside. `parseJson` answers a tree, bounded in depth and size. An object of a program,
 * or YAML with aliases, may contain itself, share one part a thousandfold, never end, or hold values that JSON does not
 * have. The walk copies a value within bounds; its rules say what counts as a problem, and what then happens.
 */
import { JSON_DEPTH_MAX } from "../wire/Json.ts"
import { isStorable } from "./Storable.ts"

/** Keys and indexes from the outermost value inwards. */
export type Path = ReadonlyArray<string | number>

/** What the walk found. After one of the last three the value may have no end, so `onProblem` must throw. */
export type Problem =
  /** A text that no storage keeps. */
  | { readonly is: "text" }
  /** A key that no object may have: `__proto__`, or a text that no storage keeps. */
  | { readonly is: "key"; readonly key: string }
  /** A value that JSON does not have; `kind` names it: "NaN", "undefined", "a function", "a Date". */
  | { readonly is: "kind"; readonly kind: string }
  | { readonly is: "cycle" | "depth" | "size" }

/** Stands for a value that is left out of the copy: a member goes with its key, an element becomes `null`. */
export const LEFT_OUT = Symbol("left out")

/** The rules of a walk. */
export interface WalkRules {
  /** Whether members that are `null` count as not given. Those that are `undefined` always do. */
  readonly dropsNulls: boolean
  /** Whether texts are checked. */
  readonly checksTexts: boolean
  /** Whether a value that JSON does not have is a problem. Otherwise it is copied, an object by its members. */
  readonly checksKinds: boolean
  /** The largest size. A value counts one each time it is reached; with `countsCharacters` its text counts too. */
  readonly sizeMax: number
  readonly countsCharacters: boolean
  /** Answers with the value to copy instead: the same value, another one, or {@link LEFT_OUT}. May throw. */
  readonly onProblem: (problem: Problem, path: Path, value: unknown) => unknown
}

/** Whether an object may have a member of this name. */
export const isPlainKey = (key: string): boolean => key !== "__proto__" && isStorable(key)

/** Objects of other realms have other prototypes; this name is the same in all of them. */
const kindOf = (value: object): string => Object.prototype.toString.call(value).slice(8, -1)

class Walk {
  readonly #rules: WalkRules
  readonly #path: Array<string | number> = []
  readonly #within: Array<object> = []
  #size = 0

  constructor(rules: WalkRules) {
    this.#rules = rules
  }

  copy(value: unknown): unknown {
    this.#grow(1)
    if (typeof value === "string") return this.#text(value)
    if (typeof value === "object" && value !== null) return this.#container(value)
    const isWord = value === null || typeof value === "boolean" || typeof value === "bigint"
    if (!this.#rules.checksKinds || isWord) return value
    if (typeof value === "number") return Number.isFinite(value) ? value : this.#kind(`${value}`, value)
    return this.#kind(value === undefined ? "undefined" : `a ${typeof value}`, value)
  }

  #text(text: string): unknown {
    if (this.#rules.countsCharacters) this.#grow(text.length)
    return this.#rules.checksTexts && !isStorable(text) ? this.#problem({ is: "text" }, text) : text
  }

  #container(value: object): unknown {
    if (this.#rules.checksKinds) {
      const kind = kindOf(value)
      if (kind !== "Object" && kind !== "Array") return this.#kind(`a ${kind}`, value)
      if (this.#within.includes(value)) return this.#problem({ is: "cycle" }, value)
    }
    if (this.#within.length === JSON_DEPTH_MAX) return this.#problem({ is: "depth" }, value)
    this.#within.push(value)
    const copied = Array.isArray(value) ? this.#elements(value) : this.#members(value)
    this.#within.pop()
    return copied
  }

  #elements(values: ReadonlyArray<unknown>): ReadonlyArray<unknown> {
    // An empty list may have a large length.
    if (values.length > this.#rules.sizeMax - this.#size) this.#problem({ is: "size" }, values)
    const copied: Array<unknown> = []
    for (let index = 0; index < values.length; index++) {
      const element = this.#inside(index, values[index])
      // The place stays, so that later elements keep their index.
      copied.push(element === LEFT_OUT ? null : element)
    }
    return copied
  }

  #members(value: object): object {
    const { checksTexts, countsCharacters, dropsNulls } = this.#rules
    const copied: Record<string, unknown> = {}
    for (const key of Object.keys(value)) {
      const member: unknown = Reflect.get(value, key)
      if (countsCharacters) this.#grow(key.length)
      if (member === undefined || (member === null && dropsNulls)) continue
      const isPlain = checksTexts ? isPlainKey(key) : key !== "__proto__"
      if (!isPlain && this.#problem({ is: "key", key }, member) === LEFT_OUT) continue
      const inner = this.#inside(key, member)
      if (inner !== LEFT_OUT) copied[key] = inner
    }
    return copied
  }

  #inside(step: string | number, value: unknown): unknown {
    this.#path.push(step)
    const copied = this.copy(value)
    this.#path.pop()
    return copied
  }

  #kind(kind: string, value: unknown): unknown {
    return this.#problem({ is: "kind", kind }, value)
  }

  #problem(problem: Problem, value: unknown): unknown {
    return this.#rules.onProblem(problem, [...this.#path], value)
  }

  #grow(by: number): void {
    this.#size += by
    if (this.#size > this.#rules.sizeMax) this.#problem({ is: "size" }, undefined)
  }
}

/** A deep copy of `value`, which may be changed in place. */
export const copyPlain = (value: unknown, rules: WalkRules): unknown => new Walk(rules).copy(value)

/** Of what `parseJson` has read, which is bounded and has no value that JSON does not have. */
export const ofParsed: WalkRules = {
  dropsNulls: true,
  checksTexts: false,
  checksKinds: false,
  sizeMax: Number.POSITIVE_INFINITY,
  countsCharacters: false,
  onProblem: ({ is }) => {
    if (is === "key") return LEFT_OUT
    throw new RangeError(`what parseJson has read cannot have this problem: ${is}`)
  },
}

/**
 * A result of `parseJson` without its `null` object members: on input "absent" and `null` both mean "not given"
 * (decisions, section 2). Array elements stay, so that a null element is still reported as the wrong type.
 */
export const withoutNulls = (value: unknown): unknown => copyPlain(value, ofParsed)
