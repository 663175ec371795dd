/**
 * Values of hosts that call the core without HTTP. `parseJson` answers a tree, bounded in depth and size. An object of
 * a program may contain itself, share one part a thousandfold, or never end. So it is first copied within a budget, by
 * the rules of a request body (decisions, section 2).
 */
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { Complaint } from "./Field.ts"
import { decoder } from "./decoder.ts"
import { type InvalidDetail, InvalidInput } from "./Invalid.ts"
import { JSON_DEPTH_MAX } from "../wire/Json.ts"
import { copyPlain, type Path, type Problem, type WalkRules } from "./PlainValue.ts"
import { unstorable } from "./Storable.ts"

/** Most values within a copied value, counted each time they are reached. More than any request needs. */
export const INPUT_VALUES_MAX = 100_000

const tooDeep: Complaint = { type: "value_error", message: `must not nest deeper than ${JSON_DEPTH_MAX} levels` }
const tooLarge: Complaint = { type: "too_long", message: `must hold at most ${INPUT_VALUES_MAX} values` }
const badKey: Complaint = { type: "value_error", message: "must not have a key __proto__" }

const complaintOf = (problem: Problem): Complaint => {
  switch (problem.is) {
    case "key":
      return problem.key === "__proto__" ? badKey : unstorable
    case "size":
      return tooLarge
    case "text":
      return unstorable
    default:
      return tooDeep
  }
}

/** Which members count as not given: those that are `undefined`, or `null` as well. */
type NotGiven = "undefined" | "undefined and null"

/** Ends the walk at the first problem. */
class NotPlain {
  readonly detail: InvalidDetail
  constructor(loc: Path, { message, type }: Complaint) {
    this.detail = { loc, msg: message, type }
  }
}

const copyOf = (notGiven: NotGiven, value: unknown): Effect.Effect<unknown, InvalidInput> =>
  Effect.suspend(() => {
    const rules: WalkRules = {
      dropsNulls: notGiven === "undefined and null",
      checksTexts: true,
      checksKinds: false,
      sizeMax: INPUT_VALUES_MAX,
      countsCharacters: false,
      onProblem: (problem, path) => {
        throw new NotPlain(path, complaintOf(problem))
      },
    }
    try {
      return Effect.succeed(copyPlain(value, rules))
    } catch (thrown) {
      if (thrown instanceof NotPlain) return Effect.fail(new InvalidInput({ detail: [thrown.detail] }))
      throw thrown
    }
  })

/**
 * A `decoder` for values of a program. Members that are `undefined` count as not given, and `null` ones too, unless
 * `notGiven` says otherwise. Fails with {@link InvalidInput}, also on a value without an end. Build it once per schema.
 */
export const plainDecoder = <S extends Schema.ConstraintDecoder<unknown>>(
  schema: S,
  notGiven: NotGiven = "undefined and null",
) => {
  const decode = decoder(schema)
  return (value: unknown): Effect.Effect<S["Type"], InvalidInput> => Effect.flatMap(copyOf(notGiven, value), decode)
}
