/**
 * A command as a row over an operation: which fields are arguments, what flags are called, and what the command says
 * that no other face does. Names, sentences, types, choices and bounds, `--json`, `--dry-run`, `--reason` and the way
 * back come from the operation.
 */
import type { NamesBeside } from "@garrison/core/catalog/namesBeside"
import type { NamedKind } from "@garrison/core/catalog/rules/nameIndex"
import type { Answer } from "@garrison/core/operation/answer"
import type { Facts, List, Tree } from "@garrison/core/operation/show/Shown"
import type { AnyOperation, InputFields } from "@garrison/core/operation/Operation"
import type { SchemaUse } from "@garrison/sql/Database"
import type * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { DatabaseServices } from "../local.ts"
import type { CommandFailure } from "../output/CommandFailure.ts"
import type { FailureKind } from "../output/exitCode.ts"
import type { currentSettings } from "../settings/current.ts"

/** An operation that a command can run. */
export type Offerable = AnyOperation<string, DatabaseServices>

/** Loads the operation of a row. Only a run of the row, or the making of the tree, does. */
export type Load<One> = () => Promise<One>

/** Conditions of an act that flags say. */
export type Condition = "reason" | "dry-run" | "if-revision"

/** What a flag is called, where it is not the name of its field. */
export interface FlagWords {
  /** Without dashes (default: the name of the field, with hyphens). */
  readonly name?: string
  /** One letter. */
  readonly alias?: string
  /** What stands for the value in help (default: by the kind of the field). */
  readonly metavar?: string
  /** The sentence, where the command says more than the operation. */
  readonly sentence?: string
  /** A flag that says null, false or an empty list, with its sentence. */
  readonly without?: readonly [name: string, sentence: string]
  /** The entries of the catalog that its id is one of: it takes a name, too. */
  readonly refers?: NamedKind
  /** A flag that says the same as an argument. */
  readonly flag?: string
  /** What is given may be something else than its name says, and is looked at later. */
  readonly isAny?: true
}

/** What happens, for consent; or why nothing can be done (not found, unless a kind is said). */
export type Question =
  | string
  | Refused
  | Effect.Effect<string, CommandFailure, Effect.Services<ReturnType<typeof currentSettings>>>

/** What the command makes of a refusal. `{client_id}` stands for what is given for that field. */
export interface Refused {
  readonly sentence: string
  readonly next?: string
  /** Decides the exit status (default: by the code). */
  readonly kind?: FailureKind
}

/** A text that neither facts nor columns can say. */
export interface Text<AnswerJson, Input> {
  text(answer: AnswerJson, given: Input): string
}

/** How an answer is shown to people. */
export type Shown<AnswerJson, Input = unknown> =
  | Facts<AnswerJson>
  | List<AnswerJson>
  | Tree<AnswerJson>
  | Text<AnswerJson, Input>

/** A row over an operation with these fields, this input as JSON and this answer as JSON. */
export interface RowOf<Field extends string, Input, AnswerJson> {
  /** The fields that are arguments, in their order. */
  readonly arguments?: ReadonlyArray<Field>
  /** What flags are called. A field that is missing is a flag of its own name. */
  readonly flags?: Readonly<Partial<Record<Field, string | FlagWords>>>
  /** Values of fields that the command itself says: it offers no flag for them. */
  readonly fixed?: Readonly<Partial<Record<Field, unknown>>>
  /** Fields and conditions that the command leaves to other faces. */
  readonly omitted?: ReadonlyArray<Field | "if-revision">
  /**
   * A read that finds the subject before anything is asked or done. It gets the fields of the input that it knows. An
   * act is rehearsed, and its answer shown, where anybody is asked.
   */
  readonly first?: Load<Offerable>
  /** Asks for consent: what happens, with `{client_id}` for what is given. The command then takes `--yes`. */
  readonly question?: string
  /** The same where it depends on what `first` found. */
  ask?(given: Input & NamesBeside, first: unknown): Question
  /** Why what is given makes no sense together, or, with an answer, why what came of it is a failure. */
  refuse?(given: Input, answer?: AnswerJson): Refused | undefined
  /** Whether people see the names of the catalog beside ids which the answer, or the question, has alone. */
  readonly names?: true
  /** What the schema of the database may undergo (default: a read leaves it, an act brings it up to date). */
  readonly use?: SchemaUse
  /** What is said of a refusal, by its code or its tag. A subject that there is not is said by its kind. */
  readonly refusals?: Readonly<Record<string, Refused>>
  readonly show: Shown<AnswerJson & NamesBeside, Input>
  /** A message that follows what is shown; undefined: none. */
  after?(answer: AnswerJson, run: { readonly given: Input; readonly isRehearsed: boolean }): string | undefined
  /** Lines behind `garrison` and the words of the command, with what each is for. */
  readonly examples: ReadonlyArray<readonly [line: string, description?: string]>
  /** Heading and sentence, where the command says more than the operation. */
  readonly title?: string
  readonly sentence?: string
}

/** A row with the loader of its operation. */
export interface Row extends RowOf<string, unknown, unknown> {
  readonly operation: Load<Offerable>
}

/** What an operation takes and gives. */
export interface Typed {
  readonly input: InputFields
  readonly answer: Answer
}

/** Makes a row over the operation that `load` loads. */
export const command = <One extends Offerable & Typed>(
  operation: Load<One>,
  row: RowOf<
    Extract<keyof One["input"], string>,
    Schema.Struct.Encoded<One["input"]>,
    One["answer"]["schema"]["Encoded"]
  >,
): Row => ({ ...row, operation })
