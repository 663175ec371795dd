/**
 * The operations of the table as a screen knows them: a name, an input and an answer, both as JSON. Who runs them, on a
 * database or on a server, is behind {@link Operations}.
 */
import type { AnyOperation } from "@garrison/core/operation/Operation"
import type { RefusalJson } from "@garrison/core/operation/refusal"
import type { operations } from "@garrison/core/operations"
import type * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"

type Table = (typeof operations)[number]
type Named<Name extends OperationName> = Extract<Table, { readonly name: Name }>

/** The name of an operation of the table. */
export type OperationName = Table["name"]

/** The input of an operation as JSON. */
export type OperationInput<Name extends OperationName> = Schema.Struct.Encoded<Named<Name>["input"]>

/** The answer of an operation as JSON. */
export type OperationAnswer<Name extends OperationName> = Named<Name>["answer"]["schema"]["Encoded"]

/** The conditions of an act. */
export interface Conditions {
  readonly reason?: string
  /** True: the operation answers as usual and stores nothing. */
  readonly dryRun?: boolean
  /** The revision that the subject must still have. */
  readonly ifRevision?: number
}

/** What the console knows of an operation when it makes a form, a dialog or a line of a menu of it. */
export type OperationFacts = Pick<
  AnyOperation,
  "title" | "sentence" | "kind" | "reason" | "isRehearsed" | "revision" | "input"
> & { readonly name: OperationName }

/** Runs operations for the console. The console cannot tell whether a database or a server is behind it. */
export interface Operations {
  /** Who acts, as the audit will name them, and the role that lessens what they may do. */
  readonly actor: string
  /** Every operation of the table. */
  readonly table: ReadonlyArray<OperationFacts>
  /** The operations that the actor may ask for now. What an actor may not do is not offered. */
  readonly permitted: Effect.Effect<ReadonlySet<OperationName>, RefusalJson>
  /** Runs an operation: input and answer are JSON. `service_unavailable`: the database cannot answer now. */
  readonly run: (name: OperationName, input: object, conditions: Conditions) => Effect.Effect<unknown, RefusalJson>
}
