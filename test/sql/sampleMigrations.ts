/** A small schema in three steps, for the tests of the runner. */
import type { Migration } from "@garrison/sql/Migration"

/** Tables first, second, second_again and third. */
export const sample: ReadonlyArray<Migration> = [
  { id: 1, name: "first", statements: ["CREATE TABLE first (id BIGINT PRIMARY KEY, body TEXT NOT NULL)"] },
  {
    id: 2,
    name: "second",
    statements: [
      "CREATE TABLE second (id BIGINT PRIMARY KEY, first_id BIGINT NOT NULL REFERENCES first (id))",
      "CREATE INDEX second_first_id ON second (first_id)",
      "CREATE TABLE second_again (id BIGINT PRIMARY KEY, raw BYTEA)",
    ],
  },
  { id: 3, name: "third", statements: ["CREATE TABLE third (id BIGINT PRIMARY KEY, part DOUBLE PRECISION)"] },
]
