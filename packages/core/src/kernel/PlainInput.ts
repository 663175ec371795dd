/**
 * Values of hosts that call the core without HTTP. What came through `parseJson` is a tree, bounded in depth and size;
 * what a program passes may contain itself, share one part a thousandfold, or go on for ever. It is copied within a
 * budget before anything walks over it, by the rules that a request body is held to (decisions, section 2).
 */
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { Complaint } from "./Field.ts"
import { decoder, type InvalidDetail, InvalidInput } from "./Invalid.ts"
import { JSON_DEPTH_MAX } from "./Json.ts"
import { isStorable, unstorable } from "./Storable.ts"

/** How many values a copied value may hold, counted as often as they are reached. More than any request has use for. */
export const INPUT_VALUES_MAX = 100_000

type Path = ReadonlyArray<string | number>

/** Why there is no use in looking further. */
class Refused {
  readonly detail: InvalidDetail
  constructor(loc: Path, { message, type }: Complaint) {
    this.detail = { loc, msg: message, type }
  }
}

const tooDeep: Complaint = { type: "value_error", message: `must not nest deeper than ${JSON_DEPTH_MAX} levels` }
const tooLarge: Complaint = { type: "too_long", message: `must hold at most ${INPUT_VALUES_MAX} values` }
const badKey: Complaint = { type: "value_error", message: "must not have a key __proto__" }
/** Which members count as not given: those that are `undefined`, or `null` as well. */
type NotGiven = "undefined" | "undefined and null"

class Copying {
  readonly #path: Array<string | number> = []
  readonly #notGiven: NotGiven
  #left = INPUT_VALUES_MAX

  constructor(notGiven: NotGiven) {
    this.#notGiven = notGiven
  }

  copy(value: unknown): unknown {
    this.#spend(1)
    if (typeof value === "string" && !isStorable(value)) throw this.#refused(unstorable)
    if (typeof value !== "object" || value === null) return value
    if (this.#path.length === JSON_DEPTH_MAX) throw this.#refused(tooDeep)
    return Array.isArray(value) ? this.#elements(value) : this.#members(value)
  }

  #elements(values: ReadonlyArray<unknown>): ReadonlyArray<unknown> {
    // A list may be long without holding anything.
    if (values.length > this.#left) throw this.#refused(tooLarge)
    return Array.from(values, (element, index) => this.#within(index, element))
  }

  #members(value: object): object {
    const copied: Record<string, unknown> = {}
    for (const [key, member] of Object.entries(value)) {
      if (member === undefined || (member === null && this.#notGiven === "undefined and null")) continue
      if (key === "__proto__") throw this.#refused(badKey)
      if (!isStorable(key)) throw this.#refused(unstorable)
      copied[key] = this.#within(key, member)
    }
    return copied
  }

  #within(step: string | number, value: unknown): unknown {
    this.#path.push(step)
    const copied = this.copy(value)
    this.#path.pop()
    return copied
  }

  #spend(values: number): void {
    this.#left -= values
    if (this.#left < 0) throw this.#refused(tooLarge)
  }

  #refused(complaint: Complaint): Refused {
    return new Refused(this.#path.slice(), complaint)
  }
}

const copyOf = (notGiven: NotGiven, value: unknown): Effect.Effect<unknown, InvalidInput> =>
  Effect.suspend(() => {
    try {
      return Effect.succeed(new Copying(notGiven).copy(value))
    } catch (thrown) {
      if (thrown instanceof Refused) return Effect.fail(new InvalidInput({ detail: [thrown.detail] }))
      throw thrown
    }
  })

/**
 * A `decoder` for values that a program passes. Members that are `undefined` are not given; those that are `null`
 * neither, unless `notGiven` says otherwise. Fails with {@link InvalidInput}, also on what has no end. Build it once
 * per schema.
 */
export const plainDecoder = <S extends Schema.ConstraintDecoder<unknown>>(
  schema: S,
  notGiven: NotGiven = "undefined and null",
) => {
  const decode = decoder(schema)
  return (value: unknown): Effect.Effect<S["Type"], InvalidInput> => Effect.flatMap(copyOf(notGiven, value), decode)
}
