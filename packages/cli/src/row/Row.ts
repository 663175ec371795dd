/**
 * A command as a row over an operation: which fields are arguments, what flags are called, and what the command says
 * that no other face does. Names, sentences, types, choices and bounds, `--json`, `--dry-run`, `--reason` and the way
 * back come from the operation.
 */
import type { NamesBeside } from "@garrison/core/catalog/namesBeside"
import type { Answer } from "@garrison/core/operation/answer"
import type { InvalidInput } from "@garrison/core/kernel/input/Invalid"
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
  /** It must be given, though other faces may leave it out. */
  readonly isRequired?: true
  /** A flag that says null, false or an empty list, with its sentence. */
  readonly without?: readonly [name: string, sentence: string]
  /** What the command says of a field that must be given, where the flag is not. */
  readonly standard?: unknown
  /** Values of which each one that is given is one (default: those of a choice; a list takes any text). */
  readonly choices?: ReadonlyArray<string>
  /** A flag that says the same as an argument. */
  readonly flag?: string
  /** What is given may be something else than its name says, and is looked at later. */
  readonly isAny?: true
}

/** A question that `--yes` does not answer. A script cannot be asked, so its command is refused. */
interface AskedAgain {
  readonly again: string
  readonly refused: Refused
}

type Services = Effect.Services<ReturnType<typeof currentSettings>>

/** What happens, for consent; or why nothing can be done (not found, unless a kind is said). */
export type Question = string | Refused | AskedAgain | Look | Effect.Effect<string, CommandFailure, Services>

/** A read whose answer people see before the question. */
export interface Look {
  readonly read: Load<Offerable>
  readonly given: object
  readonly question: string
  text(answer: unknown): string
}

/** What the command makes of a refusal. `{client_id}` stands for what is given for that field. */
export interface Refused {
  readonly sentence: string
  readonly next?: string
  /** Decides the exit status (default: by the code). */
  readonly kind?: FailureKind
}

/** A text that neither facts nor columns can say. */
export interface Text<AnswerJson, Input> {
  text(answer: AnswerJson, given: Input, isRehearsed: boolean): string
}

/** How an answer is shown to people. */
export type Shown<AnswerJson, Input = unknown> =
  | Facts<AnswerJson>
  | List<AnswerJson>
  | Tree<AnswerJson>
  | Text<AnswerJson, Input>

/** What depends on what is given and on what `first` found: a method, so that a row may say what that is. */
type Made<Input, A> = { of(given: Input, first: unknown): A }["of"]

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
  /**
   * Another row, over the operation that runs where fields are given that it alone has. Its arguments and flags stand
   * beside these.
   */
  readonly or?: Row
  /** Finds what is wrong with the input as a whole, before there is a database. */
  check?(given: Input): Effect.Effect<void, CommandFailure | InvalidInput>
  /** Asks for consent: what happens, with `{client_id}` for what is given. The command then takes `--yes`. */
  readonly question?: string
  /** The same where it depends on what `first` found; `own`: the flags of the command alone that are given. */
  ask?(given: Input & NamesBeside, first: unknown, own: ReadonlySet<string>): Question | undefined
  /** Flags of the command alone, without a value, for `ask`: a name and a sentence. */
  readonly own?: Readonly<Record<string, string>>
  /** What the schema of the database may undergo (default: a read leaves it, an act brings it up to date). */
  readonly use?: SchemaUse
  /** What is said of a refusal, by its code or its tag. A subject that there is not is said by its kind. */
  readonly refusals?: Readonly<Record<string, Refused | Made<Input, Refused>>>
  /** Absent: the command has work of its own, which shows what comes of it (`workCommand`). */
  readonly show?: Shown<AnswerJson & NamesBeside, Input> | Made<Input, Facts<AnswerJson>>
  /** Whether people see the names of the catalog beside ids which the answer, or the question, has alone. */
  readonly names?: true
  /** Why what is given makes no sense together, or, with an answer, why what came of it is a failure. */
  refuse?(given: Input, answer?: AnswerJson): Refused | undefined
  /** Whether the work of the command writes lines, each of which can be JSON. */
  readonly writesLines?: true
  /** A warning that follows what is shown; undefined: none. */
  warn?(answer: AnswerJson): string | undefined
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
