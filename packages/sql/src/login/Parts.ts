/**
 * A change as parts, each a statement of one key. They run in turn, in a unit of work. On Postgres, where a statement
 * is a round trip, the parts of a usual change are joined to one statement. What a part says is written once for both.
 */

/** `in_turn`: one statement after the other. `joined`: one statement. */
export type Manner = "in_turn" | "joined"

/** A part of a change. */
export interface Part<Reason> {
  readonly name: string
  readonly text: string
  /** Why the change is not stored if this part has no row. */
  readonly because?: Reason
  /** The part that must have written a row for this one to run. */
  readonly onlyAfter?: string
}

/** Puts parts together. Each part is written only if the guard before it has found or written a row. */
export class Parts<Reason> {
  readonly manner: Manner
  readonly list: Array<Part<Reason>> = []
  #guard: string | undefined

  constructor(manner: Manner) {
    this.manner = manner
  }

  get isJoined(): boolean {
    return this.manner === "joined"
  }

  /** The source of an INSERT of one row of constant values. `from` is a part that has the row; by itself the guard. */
  rows(values: string, from?: string): string {
    const source = from ?? this.#guard
    return this.isJoined && source !== undefined ? `SELECT ${values} FROM ${source} WHERE true` : `VALUES (${values})`
  }

  /** The end of a SELECT of one row of constants: the row of the guard. */
  get guarded(): string {
    return this.isJoined && this.#guard !== undefined ? ` FROM ${this.#guard}` : ""
  }

  /** The end of a condition: that the guard has a row. */
  get ifGuarded(): string {
    return this.isJoined && this.#guard !== undefined ? ` AND EXISTS (SELECT 1 FROM ${this.#guard})` : ""
  }

  /** The end of a condition: that the part with this name is done. Parts of one statement have no order otherwise. */
  after(name: string): string {
    return this.isJoined ? ` AND (SELECT COUNT(*) FROM ${name}) >= 0` : ""
  }

  add(name: string, text: string, onlyAfter?: string): void {
    this.list.push({ name, text, ...(onlyAfter !== undefined && { onlyAfter }) })
  }

  /** A part without a row keeps those after it from being written. */
  guard(name: string, text: string, because: Reason): void {
    this.list.push({ name, text, because })
    this.#guard = name
  }

  /** A part that counts what must not be there. The other parts of a joined statement do not see each other. */
  none(name: string, text: string, because: Reason): void {
    const after = this.isJoined && this.#guard !== undefined ? `, ${this.#guard}` : ""
    this.guard(name, `SELECT 1 AS one FROM (SELECT COUNT(*) AS found ${text}) AS c${after} WHERE found = 0`, because)
  }

  /** A part that has to have a row where the part `onlyAfter` has one. */
  check(name: string, text: string, onlyAfter: string, because: Reason): void {
    this.list.push({ name, text, onlyAfter, because })
  }
}

/** How many rows the parts have, by name. Those that did not run are missing. */
export type Counts = Readonly<Record<string, number>>

/** The first part that keeps the change from being stored. */
export const failing = <Reason>(parts: ReadonlyArray<Part<Reason>>, counts: Counts): Part<Reason> | undefined =>
  parts.find(
    ({ because, name, onlyAfter }) =>
      because !== undefined && !counts[name] && (onlyAfter === undefined || counts[onlyAfter]),
  )

/** The parts as one statement. It answers with the counts that {@link failing} reads, and with `answers`. */
export const joinedText = <Reason>(parts: ReadonlyArray<Part<Reason>>, answers: ReadonlyArray<string>): string => {
  const counted = new Set(
    parts.flatMap(({ because, name, onlyAfter }) => [
      ...(because === undefined ? [] : [name]),
      ...(onlyAfter === undefined ? [] : [onlyAfter]),
    ]),
  )
  const columns = [...[...counted].map((name) => `(SELECT COUNT(*) FROM ${name}) AS ${name}`), ...answers]
  return `WITH ${parts.map(({ name, text }) => `${name} AS (${text})`).join(",\n")}\nSELECT ${columns.join(",\n  ")}`
}
