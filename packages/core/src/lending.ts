/**
 * What a Garrison that `open` opened lends to a face in the same process, such as HTTP: its running services, and a
 * part in its end. So the face has the same database, the same writer and the same work in the background, and nothing
 * is opened twice. Faces over Effect provide `Garrison.layer` themselves and need none of this.
 */
import type * as Context from "effect/Context"
import type { GarrisonRequirements, GarrisonServices } from "./Garrison.ts"

/** The services of an open Garrison, and its end. */
export interface Lending {
  /** Whatever runs on these has to end before `close` has closed the database: see {@link Lending.join}. */
  readonly services: Context.Context<GarrisonServices | GarrisonRequirements>
  /**
   * Takes part in the end: `close` calls `leave`, and waits until it has settled before it closes the database. Answers
   * with a function that takes it back. Throws the error `closed` once `close` was called.
   */
  readonly join: (leave: () => Promise<void>) => () => void
}

/**
 * The member of an open Garrison that has its {@link Lending}. The symbol is registered, so that a second copy of this
 * package in the process finds it, too: bundlers and package managers make such copies.
 */
const LENDING = Symbol.for("@garrison/core/lending")

/** A Garrison that lends. */
interface Lender {
  /** A function, so that a Garrison that is printed does not print its services. */
  readonly [LENDING]: () => Lending
}

/** The member to add to an open Garrison. */
export const lender = (lending: Lending): Lender => ({ [LENDING]: () => lending })

const isLender = (value: unknown): value is Lender => typeof value === "object" && value !== null && LENDING in value

/** What a Garrison lends; undefined: it is not what `open` answered with. */
export const lendingOf = (garrison: unknown): Lending | undefined =>
  isLender(garrison) ? garrison[LENDING]() : undefined
