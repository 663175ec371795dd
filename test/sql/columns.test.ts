/** Columns: the same value comes back from both databases, exactly. */
import { assert, describe, it, layer as withLayer } from "@effect/vitest"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import * as columns from "@garrison/sql/columns"
import { render } from "@garrison/sql/Migration"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as fc from "fast-check"
import { onEachEmptyDatabase } from "./bare.ts"

const create = `CREATE TABLE sample (
  id BIGINT PRIMARY KEY, whole BIGINT, body TEXT, raw BYTEA
)`

const dialectOf = (sql: SqlClient.SqlClient) =>
  sql.onDialectOrElse({ pg: () => "pg" as const, orElse: () => "sqlite" as const })

const edges = [
  0n,
  1n,
  -1n,
  2n ** 31n,
  2n ** 53n - 1n,
  2n ** 53n,
  2n ** 53n + 1n,
  -(2n ** 53n) - 1n,
  2n ** 63n - 1n,
  -(2n ** 63n),
]

onEachEmptyDatabase((name, layer) => {
  withLayer(layer)(`columns on ${name}`, (it) => {
    const prepared = Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const transaction = yield* Transaction
      yield* transaction.run(Effect.orDie(sql`DROP TABLE IF EXISTS sample`))
      yield* transaction.run(Effect.orDie(sql.unsafe(render(create, dialectOf(sql)).join())))
      return { sql, transaction }
    })

    it.effect("a 64-bit integer is exact, read, returned by a write, and as a number or bigint on the way in", () =>
      Effect.gen(function* () {
        const { sql, transaction } = yield* prepared
        for (const [id, value] of edges.entries()) {
          const [returned] = yield* transaction.run(
            Effect.orDie(sql`INSERT INTO sample (id, whole) VALUES (${id}, ${value}) RETURNING whole`),
          )
          assert.strictEqual(columns.bigint64(returned?.whole), value)
          const [read] = yield* sql`SELECT whole FROM sample WHERE id = ${id}`
          assert.strictEqual(columns.bigint64(read?.whole), value)
        }
        const all = yield* sql`SELECT whole FROM sample ORDER BY id`
        assert.deepStrictEqual(
          all.map((row) => columns.bigint64(row.whole)),
          edges,
        )
      }),
    )

    it.effect("a write whose answer is too large for a number is done once", () =>
      Effect.gen(function* () {
        const { sql, transaction } = yield* prepared
        const start = 2n ** 53n
        yield* transaction.run(Effect.orDie(sql`INSERT INTO sample (id, whole) VALUES (1, ${start})`))
        const increase = sql`UPDATE sample SET whole = whole + 1 WHERE id = 1 RETURNING whole`
        for (const step of [1n, 2n, 3n]) {
          const [row] = yield* transaction.run(Effect.orDie(increase))
          assert.strictEqual(columns.bigint64(row?.whole), start + step)
        }
      }),
    )

    it.effect("any row comes back as it was stored", () =>
      Effect.gen(function* () {
        const { sql, transaction } = yield* prepared
        const sample = fc.record({
          whole: fc.option(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
          body: fc.option(fc.string({ unit: "grapheme" }).map((value) => value.replaceAll("\u0000", ""))),
          raw: fc.option(fc.uint8Array({ maxLength: 64 })),
        })
        const rows = fc.sample(sample, { numRuns: 200, seed: 20_240_701 })
        yield* transaction.run(
          Effect.orDie(
            Effect.forEach(
              rows,
              ({ whole, body, raw }, id) => sql`INSERT INTO sample VALUES (${id}, ${whole}, ${body}, ${raw})`,
            ),
          ),
        )
        const stored = yield* sql`SELECT * FROM sample ORDER BY id`
        for (const [id, row] of stored.entries()) {
          assert.strictEqual(columns.integer(row.id), id)
          assert.deepStrictEqual(
            {
              whole: row.whole === null ? null : columns.bigint64(row.whole),
              body: columns.textOrUndefined(row.body) ?? null,
              raw: row.raw === null ? null : Uint8Array.from(columns.bytes(row.raw)),
            },
            rows[id],
          )
        }
      }),
    )

    it.effect("the least and the greatest integer of 64 bits are exact in the first row that is ever read", () =>
      Effect.gen(function* () {
        for (const bound of [-(2n ** 63n), 2n ** 63n - 1n]) {
          const { sql, transaction } = yield* prepared
          yield* transaction.run(Effect.orDie(sql`INSERT INTO sample (id, whole) VALUES (1, ${bound})`))
          // A text of its own: a statement that has met a large integer reads every later one as such.
          const [row] = yield* sql.unsafe<columns.Row>(`SELECT whole FROM sample WHERE whole = ${bound}`)
          assert.strictEqual(columns.bigint64(row?.whole), bound)
        }
      }),
    )

    it.effect("a count that would leave 64 bits is refused, not rounded", () =>
      Effect.gen(function* () {
        const { sql, transaction } = yield* prepared
        yield* transaction.run(Effect.orDie(sql`INSERT INTO sample (id, whole) VALUES (1, ${2n ** 63n - 1n})`))
        const beyond = Effect.exit(transaction.run(Effect.orDie(sql`UPDATE sample SET whole = whole + 1 WHERE id = 1`)))
        assert.strictEqual((yield* beyond)._tag, "Failure")
        const [row] = yield* sql`SELECT whole FROM sample WHERE id = 1`
        assert.strictEqual(columns.bigint64(row?.whole), 2n ** 63n - 1n)
      }),
    )
  })
})

describe("columns", () => {
  it("refuse what is not there or of another type", () => {
    for (const decode of [columns.integer, columns.bigint64, columns.text, columns.bytes, columns.flag]) {
      assert.throws(() => decode(null), /column/)
      assert.throws(() => decode(undefined), /column/)
      assert.throws(() => decode({}), /column/)
    }
    for (const inexact of [2n ** 53n, 2 ** 53, 1.5, Number.NaN]) {
      assert.throws(() => columns.integer(inexact), /2\^53/)
    }
    assert.throws(() => columns.flag(2), /0 or 1/)
    assert.throws(() => columns.text(1), /text/)
  })

  it("take NULL for undefined where they say so", () => {
    for (const decode of [columns.integerOrUndefined, columns.textOrUndefined, columns.bytesOrUndefined]) {
      assert.isUndefined(decode(null))
    }
    assert.strictEqual(columns.integerOrUndefined(7n), 7)
    assert.deepStrictEqual([true, false].map(columns.fromFlag).map(columns.flag), [true, false])
  })
})
