/**
 * The answers of operations: a schema, and the form in which `run` gives what the schema describes. Data that is read
 * often and never changes is stored as its JSON, and is passed on as that text.
 */
import type * as Schema from "effect/Schema"
import { jsonEncoder, keptListEncoder, type WithKeptList } from "../kernel/wire/encoder.ts"
import type { WireJson } from "../kernel/wire/WireJson.ts"
import type { Feed } from "./Feed.ts"

/** The answer of an operation. */
export interface Answer<out S extends Schema.Top = Schema.Top> {
  /** What callers get; its encoded side is the JSON of every face. */
  readonly schema: S
  /**
   * What `run` answers with. `value`: the decoded side of the schema. `text`: its JSON, as it was stored. `list`: the
   * decoded side, with one member that lists texts. `stream`: a feed, each of whose values is the JSON of one.
   */
  readonly form: "value" | "text" | "list" | "stream"
  /** The member that lists texts, of the form `list`. */
  readonly list?: string
  /** The member of the input that takes the id of a value, of the form `stream`: the feed goes on after it. */
  readonly resumesBy?: string
}

/** An answer that `run` gives as a value of the schema. */
export const value = <S extends Schema.Top>(schema: S) => ({ schema, form: "value" }) as const satisfies Answer<S>

/** An answer that `run` gives as its stored JSON. */
export const text = <S extends Schema.Top>(schema: S) => ({ schema, form: "text" }) as const satisfies Answer<S>

/** An answer that `run` gives as a value, but for one member: a list of stored JSON texts. */
export const listOfTexts = <S extends Schema.Top, const List extends string>(schema: S, list: List) =>
  ({ schema, form: "list", list }) as const satisfies Answer<S>

/** An answer that `run` gives as a feed. The schema is that of each value. */
export const stream = <S extends Schema.Top>(schema: S, resumesBy: string) =>
  ({ schema, form: "stream", resumesBy }) as const satisfies Answer<S>

/** What `run` answers with. */
export type ResultOf<A extends Answer> = A["form"] extends "text"
  ? WireJson
  : A["form"] extends "stream"
    ? Feed
    : A extends { readonly form: "list"; readonly list: infer List }
      ? WithKeptList<A["schema"]["Type"], List & keyof A["schema"]["Type"]>
      : A["schema"]["Type"]

type Writer = (result: unknown) => WireJson

const makeWriter = ({ form, list, schema }: Answer): Writer => {
  // A feed has no JSON as a whole, because it does not end.
  if (form === "stream") throw new TypeError("a stream is not written as a whole")
  if (form === "text") return (result) => result as WireJson
  if (list === undefined) return jsonEncoder(schema)
  return keptListEncoder(schema as Schema.Struct<Schema.Struct.Fields>, list) as Writer
}

/** Made at the first answer, because few processes need those of all operations. */
const writers = new WeakMap<Answer, Writer>()

/** The function that writes the JSON of what `run` answers with. */
export const writerOf = (answer: Answer): Writer => {
  const made = writers.get(answer) ?? makeWriter(answer)
  writers.set(answer, made)
  return made
}
