/**
 * The databases of a worker's tests. They run one after the other, so one is enough, unless a test has several at once.
 * Each is opened when a test first needs it and emptied when a test gives it back. One stays for the next file: another
 * one takes a tenth of a second on Postgres. It ends with the run.
 */
import type { Transaction } from "@garrison/core/kernel/work/Transaction"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import type * as SqlClient from "effect/sql/SqlClient"
import { emptyingOf } from "./emptying.ts"
import { atFileEnd } from "./fileEnd.ts"

/** What a database is emptied through. */
type Emptied = SqlClient.SqlClient | Transaction

interface Kept<S> {
  readonly services: Context.Context<S>
  /** Empties it; false: it cannot be made as it was. */
  readonly empty: () => Promise<boolean>
  readonly close: () => Promise<void>
}

/** A database that a test has for itself, until it gives it back. */
export interface Taken<S> {
  readonly services: Context.Context<S>
  readonly giveBack: () => Promise<void>
}

const open = async <S>(database: Layer.Layer<S | Emptied>): Promise<Kept<S | Emptied>> => {
  const scope = await Effect.runPromise(Scope.make())
  const services = await Effect.runPromise(Layer.buildWithScope(database, scope))
  const { close, empty } = await emptyingOf(services)
  return {
    services,
    empty: () => empty().catch(() => false),
    close: async () => {
      close()
      await Effect.runPromise(Scope.close(scope, Exit.void))
    },
  }
}

/** Databases of one kind. */
export class Shelf<S> {
  readonly #database: Layer.Layer<S | Emptied>
  #free: Array<Kept<S | Emptied>> = []

  /** `database` makes another one. */
  constructor(database: Layer.Layer<S | Emptied>) {
    this.#database = database
  }

  /** An empty database. */
  async take(): Promise<Taken<S | Emptied>> {
    const kept = this.#free.pop() ?? (await open(this.#database))
    let isTaken = true
    const giveBack = async () => {
      isTaken = false
      if (await kept.empty()) this.#free.push(kept)
      else await kept.close()
    }
    atFileEnd(async () => {
      if (isTaken) await kept.close()
      await this.#keepOne()
    })
    return { services: kept.services, giveBack }
  }

  /** The next file rarely needs more than one, and each has connections. */
  async #keepOne(): Promise<void> {
    const others = this.#free.slice(1)
    this.#free = this.#free.slice(0, 1)
    for (const other of others) await other.close()
  }
}
