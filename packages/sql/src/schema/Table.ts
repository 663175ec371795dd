/**
 * A table and whom its rows belong to (architecture, section 5). A table that grows with players is keyed by one
 * column: an engine that spreads tables over machines keeps the rows of one value of that column together.
 */
import type { MigrationStatement } from "../Migration.ts"

/**
 * The column that a table's rows are spread by. `player_uuid`: what a player plays with. `person_id`: the account of a
 * person. `client_uuid`: a machine client. `caller`: a person or client that sends requests. Each other column is that
 * of a lookup, whose rows are found by the value that a request presents.
 */
export type TableKey =
  | "player_uuid"
  | "person_id"
  | "client_uuid"
  | "caller"
  | "portal_user_id"
  | "username"
  | "code"
  | "state_hash"
  | "code_hash"
  | "bucket"
  | "order_id"

/** A table with the indexes on it. */
export interface Table {
  readonly name: string
  /** Undefined for a table that stays small: it is read everywhere, and an engine keeps a copy on each machine. */
  readonly key: TableKey | undefined
  /** The column by which housekeeping finds what is past its time, of all keys at once; it never writes so. */
  readonly age?: string
  /** What operators search rows of all keys by, page by page: reads alone, for people, none of them a request's. */
  readonly search?: string
  /** The column by which operators list and count rows of all keys in the order of time: bounded reads, for people. */
  readonly time?: string
  /** Whether operators search rows of all keys by its indexes: bounded reads of an alias `searched`, for people. */
  readonly isSought?: true
  /** Whether rows of many players are read at once, by a list of at most 200 of them. */
  readonly isReadOfMany?: true
  /**
   * Whether one statement may read or write rows of several keys, which it is given as a list under the name `given`:
   * an engine asks each machine for the rows of its keys. For what has to do with many players at once.
   */
  readonly isGathered?: true
  /** Whether rows of many players are inserted at once. */
  readonly isInsertedOfMany?: true
  /**
   * What a keyed seal covers of a row that decides who gets in, and what they may do. The seal is in the column `seal`
   * of the row, or in that of the owner: the row of the table `owner` with the same key. `named` is the column by which
   * the audit names the row; absent: its key.
   */
  readonly sealed?: { readonly columns: ReadonlyArray<string>; readonly owner?: string; readonly named?: string }
  readonly statements: ReadonlyArray<MigrationStatement>
}

const nameIn = (statement: string): string => /^CREATE TABLE (\w+)/.exec(statement)?.[1] ?? ""

/** A table that grows, keyed by `key`: the first column of its primary key and of all that is unique in it. */
export const keyedBy = (
  key: TableKey,
  ...statements: readonly [string, ...ReadonlyArray<MigrationStatement>]
): Table => ({
  name: nameIn(statements[0]),
  key,
  statements,
})

/** The table, whose rows housekeeping finds by their age. */
export const sweptBy = (age: string, table: Table): Table => ({ ...table, age })

/** The table, whose rows an operator finds by the column, in its order. */
export const searchedBy = (search: string, table: Table): Table => ({ ...table, search })

/** The table, whose rows an operator lists by this time. */
export const listedBy = (time: string, table: Table): Table => ({ ...table, time })

/** The table, whose rows an operator searches by what its indexes have. */
export const sought = (table: Table): Table => ({ ...table, isSought: true })

/** The table, whose rows of many players are read at once. */
export const readOfMany = (table: Table): Table => ({ ...table, isReadOfMany: true })
/** The table, whose rows of a list of keys one statement may read or write. */
export const gathered = (table: Table): Table => ({ ...table, isGathered: true })

/** The table, into which rows of many players are inserted at once. */
export const insertedOfMany = (table: Table): Table => ({ ...table, isInsertedOfMany: true })

/**
 * The table, each row of which has a seal over these columns and over the rows that {@link sealedWith} it. The audit
 * names the row by the column `named`, or by its key.
 */
export const sealed = (columns: ReadonlyArray<string>, table: Table, named?: string): Table => ({
  ...table,
  sealed: { columns, ...(named === undefined ? {} : { named }) },
})

/** The table, whose rows are sealed together with their owner: one that is removed or invented shows as well. */
export const sealedWith = (owner: string, columns: ReadonlyArray<string>, table: Table): Table => ({
  ...table,
  sealed: { owner, columns },
})

/** A table that stays small. */
export const small = (...statements: readonly [string, ...ReadonlyArray<string>]): Table => ({
  name: nameIn(statements[0]),
  key: undefined,
  statements,
})

/** The names of platforms, for a CHECK. */
export const platforms =
  "'Anon', 'Basic', 'DeltaLive', 'Echo', 'FoxtrotNAID', 'FoxtrotSwitch', 'FoxtrotPPID', 'Alpha', 'AlphaPlay', 'Bravo', " +
  "'Charlie', 'Golf', 'Hotel', 'India', 'Juliet', 'LegacyName'"

/** The platforms of portals that have environments, as the index and the statement that is to use it have them. */
export const platformsWithEnvironments = "'FoxtrotNAID', 'FoxtrotSwitch', 'FoxtrotPPID'"

/** The environment of a portal user; empty: it has none. Bytes are its order. */
export const portalEnvironment = (column: string): string =>
  `${column} TEXT COLLATE "C" NOT NULL DEFAULT '' CHECK (length(${column}) <= 255)`

/** A promotion code, which the checker of catalogs holds to the same length. */
export const promotionCode = "code TEXT NOT NULL CHECK (length(code) BETWEEN 1 AND 256)"

/** The largest count, for a CHECK. */
export const countMax = "9007199254740991"
