/** Runs operations of the table on the database of the settings, and shows their answers. */
import { InvalidInput } from "@garrison/core/kernel/input/Invalid"
import { withWrittenTimes } from "@garrison/core/kernel/time/writtenTime"
import type { InputFields } from "@garrison/core/operation/Operation"
import { type Act, REASON_LENGTH_MAX } from "@garrison/core/operation/Act"
import { readOwnJson } from "@garrison/core/kernel/wire/Json"
import { type Answer, writerOf } from "@garrison/core/operation/answer"
import { Reverse } from "@garrison/core/operation/reverse"
import type { SchemaUse } from "@garrison/sql/Database"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { type ActInput, actOf, operatorAct, sayDryRun } from "./action/operator.ts"
import { undoLineOf } from "./commandLine.ts"
import { type DatabaseServices, withDatabase } from "./local.ts"
import { fieldNames } from "./commandWords.ts"
import { wrongInput } from "./output/explain.ts"
import { present, printMessage } from "./output/print.ts"
import type { ListForm } from "./output/form.ts"

/** An operation, as far as a command needs it. */
interface Operable<Input, A, E> {
  readonly name: string
  readonly kind: "read" | "act"
  readonly input: InputFields
  readonly decode: (given: unknown) => Effect.Effect<Input, InvalidInput>
  readonly run: (input: Input, act: Act) => Effect.Effect<A, E, DatabaseServices>
}

/** Makes wrong input a failure that names fields as the command line does. */
export const tellingFields =
  (operation: string) =>
  <A, E, R>(work: Effect.Effect<A, E, R>) =>
    Effect.catchIf(
      work,
      (error): error is E & InvalidInput => error instanceof InvalidInput,
      (error) => Effect.fail(wrongInput(error, fieldNames(operation))),
    )

/**
 * Runs an operation on the database of the settings. `given` has the values of flags and arguments by the names of the
 * operation's fields. Wrong input opens no database, and a read leaves the schema of the database alone. `use` is for
 * an operation that makes sense on a new database.
 */
export const operate = <Input, A, E>(
  operation: Operable<Input, A, E>,
  given: Readonly<Record<string, unknown>>,
  act: Act = operatorAct(),
  use: SchemaUse = operation.kind === "read" ? "read" : "upgrade",
) =>
  Effect.clockWith((clock) =>
    operation.decode(withWrittenTimes(operation.input, given, clock.currentTimeMillisUnsafe())),
  ).pipe(
    Effect.flatMap((input) => withDatabase(use, operation.run(input, act))),
    tellingFields(operation.name),
  )

/** A schema whose encoding needs no service. */
type Encodable = Schema.Top & Schema.ConstraintEncoder<unknown>

/** What an operation answers with, where it is a value. */
export type OperationAnswer<One extends { readonly answer: Answer }> = One["answer"]["schema"]["Type"]

/** The answer of an operation as JSON, with large integers exact. */
export const jsonOf = <S extends Schema.Top>(
  { answer }: { readonly answer: Answer<S> },
  answered: unknown,
): S["Encoded"] => readOwnJson(writerOf(answer)(answered))

/** Writes the answer of an operation: as the JSON of its schema when asked to, and for people otherwise. */
export const showAnswer = <S extends Encodable>(
  { answer }: { readonly answer: Answer<S> },
  json: boolean,
  answered: S["Type"],
  forPeople: () => string,
) => Effect.suspend(() => present(json, json ? Schema.encodeSync(answer.schema)(answered) : undefined, forPeople))

const isReversible = Schema.is(Schema.Struct({ reverse: Reverse }))

/**
 * Says by which command line an act is undone, if its answer names a way back. A dry run has nothing to undo. An act
 * that wants a reason gets one, because what undoes it wants one too.
 */
export const sayUndo = (
  answered: unknown,
  { dryRun, reason }: Pick<ActInput, "dryRun" | "reason">,
): Effect.Effect<void> => {
  const why = Option.getOrUndefined(reason)
  const undoing = why === undefined ? undefined : `undo: ${why}`.slice(0, REASON_LENGTH_MAX)
  const line = !dryRun && isReversible(answered) ? undoLineOf(answered.reverse, undoing) : undefined
  return line === undefined ? Effect.void : printMessage(`To undo this: ${line}`)
}

/** Says how a list goes on that ended with a marker. The one JSON of a page has the marker itself. */
export const sayNext = ({ json }: ListForm, next: string | null): Effect.Effect<void> =>
  next === null || json ? Effect.void : printMessage(`There are more: the same command with --after ${next}`)

/**
 * Runs an act as the flags of a change say, shows its answer, and says how it is undone, or that it was rehearsed.
 * Gives the answer.
 */
export const operateAct = Effect.fnUntraced(function* <Input, S extends Encodable, E>(
  operation: Operable<Input, S["Type"], E> & { readonly answer: Answer<S> },
  given: Readonly<Record<string, unknown>>,
  flags: ActInput & { readonly json: boolean },
  forPeople: (answered: S["Type"]) => string,
) {
  const act = yield* actOf(flags)
  const answered = yield* operate(operation, given, act)
  yield* showAnswer(operation, flags.json, answered, () => forPeople(answered))
  yield* sayUndo(answered, flags)
  yield* sayDryRun(flags)
  return answered
})
