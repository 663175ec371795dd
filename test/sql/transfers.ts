/** Accounts that money moves between, and what must hold of them whatever happens. */
import type { DatabaseSync } from "node:sqlite"

/** Accounts, from 0. */
export const ACCOUNTS = 10

/** Money on each account at first. */
const BALANCE = 1_000_000_000

/** Makes the accounts. */
export const createAccounts = (database: DatabaseSync): void => {
  database.exec(`
    CREATE TABLE account (id INTEGER PRIMARY KEY, balance INTEGER NOT NULL) STRICT;
    CREATE TABLE transfer (id INTEGER PRIMARY KEY, source INTEGER, target INTEGER, amount INTEGER) STRICT;
  `)
  for (let id = 0; id < ACCOUNTS; id++) database.exec(`INSERT INTO account VALUES (${id}, ${BALANCE})`)
}

/** What is wrong with the accounts, in words: nothing, or half a transfer, or a broken file. */
export const faults = (database: DatabaseSync): ReadonlyArray<string> => {
  const found: Array<string> = []
  const integrity = database.prepare("PRAGMA integrity_check").get()?.integrity_check
  if (integrity !== "ok") found.push(`integrity: ${String(integrity)}`)
  const rows = database
    .prepare(
      `SELECT id, balance, ${BALANCE}
         + (SELECT coalesce(sum(amount), 0) FROM transfer WHERE target = account.id)
         - (SELECT coalesce(sum(amount), 0) FROM transfer WHERE source = account.id) AS expected FROM account`,
    )
    .all()
  for (const { id, balance, expected } of rows) {
    if (balance !== expected) found.push(`account ${String(id)} has ${String(balance)}, not ${String(expected)}`)
  }
  return found
}
