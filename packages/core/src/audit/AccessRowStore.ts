/**
 * Storage of the seals of access rows, which decide who gets in and what they may do: roles, clients with their
 * secrets, password accounts, signing keys, and persons with their players, portal users and restrictions, also those
 * that went with portal users which have left (guarantees R78). What writes such a row seals it in the same unit of
 * work.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** An access row with those that are sealed with it. */
export interface AccessRow {
  readonly table: string
  /** What the row is found by: an identifier, a number or a name. */
  readonly id: string
  /** What the audit names it by: a client by its `client_id`, a password account by the uuid of the account. */
  readonly named: string
  /** undefined: the row has none yet, or a writer of the database made the row. */
  readonly seal: string | undefined
  /** The texts that the seal covers: of the row itself, and of the rows in each table that are sealed with it. */
  readonly parts: ReadonlyArray<{ readonly table: string; readonly text: string }>
  /** Portal users of a person whose lookup leads to somebody else, or nowhere. */
  readonly astray: ReadonlyArray<string>
}

/** What finds a row. */
export type AccessRowKey = Pick<AccessRow, "table" | "id">

/** How rows are sealed from now on. */
export interface AccessSealing {
  /** The keyed seal of a text. */
  readonly sealOf: (text: string) => string
  /** Whether every row has been sealed: one without a seal is then none that Garrison wrote. */
  readonly isBegun: Effect.Effect<boolean>
}

/** The seal of a row: one for each of its parts. */
export const sealOfParts = (parts: AccessRow["parts"], sealOf: (text: string) => string): string =>
  parts.map(({ text }) => sealOf(text)).join(" ")

/** Storage of access rows. */
export class AccessRowStore extends Context.Service<
  AccessRowStore,
  {
    /** The tables whose rows have seals. */
    readonly tables: ReadonlyArray<string>
    /** Up to `limit` rows of the table after this one (undefined: from the first), in one order. */
    readonly page: (
      table: string,
      after: AccessRow | undefined,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<AccessRow>>
    /** The table whose rows have the seals for those of this table; undefined: they have none. */
    readonly ownerOf: (table: string) => string | undefined
    /** The row as it is now; undefined: it is gone. */
    readonly find: (row: AccessRowKey) => Effect.Effect<AccessRow | undefined>
    /** As `find`, without what is astray, locked until the running unit of work ends. */
    readonly lock: (row: AccessRowKey) => Effect.Effect<AccessRow | undefined>
    /** Stores the seal of a row. */
    readonly put: (row: AccessRowKey, seal: string) => Effect.Effect<void>
    /** Rows that are sealed with one that is not there, by its key, where the database holds no reference. */
    readonly ownerless: Effect.Effect<ReadonlyArray<AccessRowKey>>
    /** Stores the seals of rows of one table, each if the row has none. */
    readonly sealFirst: (
      table: string,
      rows: ReadonlyArray<Pick<AccessRow, "id"> & { readonly seal: string }>,
    ) => Effect.Effect<void>
    /** Begins to seal what is written. Without this, rows are written without a seal. */
    readonly begin: (sealing: AccessSealing) => Effect.Effect<void>
  }
>()("@garrison/core/audit/AccessRowStore") {}
