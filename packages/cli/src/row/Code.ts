/**
 * A command that is code, as data: it reads files, streams, or runs several operations. Fields that it takes of
 * operations have their names, sentences, types and choices; what is its own is said here. Its code gets plain values.
 */
import type { ReferenceKind } from "@garrison/core/kernel/input/Field"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import type { FieldKind } from "@garrison/core/operation/fieldFacts"
import type * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { ActInput } from "../action/operator.ts"
import type { readInput } from "../document/textFile.ts"
import type { currentSettings } from "../settings/current.ts"
import type { Condition, FlagWords, Load, Offerable, RowOf, Typed } from "./Row.ts"

/** A flag or an argument that is no field of an operation. */
export interface OwnParameter extends FlagWords {
  readonly kind: FieldKind | "map"
  readonly sentence: string
  readonly isRequired?: true
  readonly choices?: ReadonlyArray<string>
  /** What its id names: it takes a name, too. */
  readonly refers?: ReferenceKind
}

type Owned = Readonly<Record<string, OwnParameter>>

interface Values {
  readonly integer: number
  readonly flag: boolean
  readonly list: ReadonlyArray<string>
  readonly map: Readonly<Record<string, string>>
}

type ValueOf<Kind extends string> = Kind extends keyof Values ? Values[Kind] : string

type Required<Own extends Owned> = {
  [Name in keyof Own]: Own[Name] extends { readonly isRequired: true } ? Name : never
}[keyof Own]

type OwnInput<Own extends Owned> = {
  readonly [Name in Required<Own>]: ValueOf<Own[Name]["kind"]>
} & { readonly [Name in Exclude<keyof Own, Required<Own>>]?: ValueOf<Own[Name]["kind"]> }

/** What code gets of fields: a player_uuid is one when it comes. */
type Checked<Input> = {
  [Name in keyof Input]: Name extends `${string}player_uuid` ? PlayerUuid : Input[Name]
}

/** What the command line says beside the input. */
export interface Said extends ActInput {
  readonly json: boolean
  readonly ndjson: boolean
  readonly yes: boolean
}

/** What the code of a command may use. */
export type CodeServices =
  | Effect.Services<ReturnType<typeof currentSettings>>
  | Effect.Services<ReturnType<typeof readInput>>

/** Runs a command: a method, so that code of any input can be kept. */
export type Run<Input> = { of(input: Input, said: Said): Effect.Effect<unknown, unknown, CodeServices> }["of"]

/** A command that is code. */
interface CodeOf<Field extends string, Own extends Owned> extends Pick<
  RowOf<string, unknown, unknown>,
  "arguments" | "examples"
> {
  /** The operations that it runs: the first is the one whose fields it takes. */
  readonly operations: ReadonlyArray<Load<Offerable>>
  readonly fields: ReadonlyArray<Field>
  readonly own: Own
  /** What flags and arguments of fields are called. */
  readonly words?: Readonly<Partial<Record<Field, string | FlagWords>>>
  readonly conditions?: ReadonlyArray<Condition>
  readonly asks?: boolean
  /** `list`: rows of JSON, too. `none`: it has no other form. */
  readonly form?: "json" | "list" | "none"
  readonly title: string
  readonly sentence: string
}

/** A command that is code, whose code gets this input. */
export interface Code<Input = unknown> extends CodeOf<string, Owned> {
  /** Only its type is there: it joins the row and the code. */
  readonly input?: Input
}

/** What the code of a row gets. */
export type InputOf<One> = One extends Code<infer Input> ? Input : never

/** Makes a command of code. Its first operation has the fields; those of the others are taken by name. */
export const code = <
  One extends Offerable & Pick<Typed, "input">,
  const Own extends Owned,
  Field extends Extract<keyof Schema.Struct.Encoded<One["input"]>, string> = never,
>(
  operation: Load<One> | undefined,
  { also = [], ...given }: Omit<CodeOf<Field, Own>, "operations"> & { readonly also?: ReadonlyArray<Load<Offerable>> },
): Code<Checked<Pick<Schema.Struct.Encoded<One["input"]>, Field> & OwnInput<Own>>> => ({
  ...given,
  operations: operation === undefined ? also : [operation, ...also],
})
