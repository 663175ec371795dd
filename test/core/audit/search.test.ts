/** The list of the audit by conditions: the same as a look at all rows, the newest first, page by page. */
import { assert, describe, it } from "@effect/vitest"
import { listAudit } from "@garrison/core/audit/operations/listAudit"
import { InvalidInput } from "@garrison/core/kernel/input/Invalid"
import { localActor } from "@garrison/core/operation/Act"
import * as SqlAuditStore from "@garrison/sql/audit/SqlAuditStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as FastCheck from "fast-check"
import { onEachDatabase } from "../../support/databases.ts"
import { inUnit } from "../../support/identities.ts"

const act = { actor: localActor("test") }

type Wanted = Parameters<typeof listAudit.run>[0]

interface Made {
  readonly sequence: number
  readonly actor: string
  readonly name: string
  readonly operation: string
  readonly subject: string
  readonly outcome: string
}

/** Ten rows in a millisecond, so that times are equal too. */
const timeOf = ({ sequence }: Pick<Made, "sequence">): number => 1000 + Math.floor(sequence / 10)

const make = (rows: ReadonlyArray<Made>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* inUnit(
      Effect.orDie(
        Effect.forEach(
          rows,
          (row) =>
            sql`INSERT INTO audit (sequence, at, actor_kind, actor_id, actor_name, address, operation, subject_kind,
              subject_id, outcome, seal)
            VALUES (${row.sequence}, ${timeOf(row)}, 'local', ${row.actor}, ${row.name}, '', ${row.operation}, 'client',
              ${row.subject}, ${row.outcome}, ${"s".repeat(43)})`,
        ),
      ),
    )
  })

const empty = Effect.flatMap(SqlClient.SqlClient, (sql) => inUnit(Effect.orDie(sql`DELETE FROM audit`)))

const pages = Effect.fnUntraced(function* (wanted: Wanted, limit: number) {
  const found: Array<number> = []
  let after: string | undefined
  let count = 0
  do {
    const page = yield* listAudit.run({ ...wanted, limit, ...(after === undefined ? {} : { after }) }, act)
    found.push(...page.rows.map(({ sequence }) => sequence))
    after = page.next ?? undefined
    count += 1
  } while (after !== undefined)
  return { found, count }
})

const madeRows = FastCheck.array(
  FastCheck.record({
    actor: FastCheck.constantFrom("a", "b", "c"),
    operation: FastCheck.constantFrom("x.one", "x.two"),
    subject: FastCheck.constantFrom("s", "t'%_"),
    outcome: FastCheck.constantFrom("done", "done", "denied"),
  }),
  { maxLength: 60 },
).map((rows) => rows.map((row, at): Made => ({ sequence: at + 1, name: row.actor === "c" ? "Carol" : "B", ...row })))

const time = FastCheck.integer({ min: 998, max: 1008 })

const conditions: FastCheck.Arbitrary<Wanted> = FastCheck.record(
  {
    actor: FastCheck.constantFrom("a", "b", "B", "Carol", "nobody"),
    operation: FastCheck.constantFrom("x.one", "x.none"),
    subject_kind: FastCheck.constantFrom("client", "role"),
    subject_id: FastCheck.constantFrom("s", "t'%_"),
    outcome: FastCheck.constantFrom("done", "denied"),
    from: time,
    to: time,
  },
  { requiredKeys: [] },
)

const isSought = (row: Made, wanted: Wanted): boolean =>
  (wanted.actor === undefined || row.actor === wanted.actor || row.name === wanted.actor) &&
  (wanted.operation === undefined || row.operation === wanted.operation) &&
  (wanted.subject_kind === undefined || wanted.subject_kind === "client") &&
  (wanted.subject_id === undefined || row.subject === wanted.subject_id) &&
  (wanted.outcome === undefined || row.outcome === wanted.outcome) &&
  (wanted.from === undefined || timeOf(row) >= wanted.from) &&
  (wanted.to === undefined || timeOf(row) <= wanted.to)

onEachDatabase((name, database) => {
  const stores = SqlAuditStore.layer.pipe(Layer.provideMerge(database))

  describe(`the list of the audit on ${name}`, () => {
    it.effect("finds what a look at all rows finds, the newest first", () =>
      Effect.gen(function* () {
        const context = yield* Effect.context<Layer.Success<typeof stores>>()
        const one = (rows: ReadonlyArray<Made>, searches: ReadonlyArray<Wanted>, limit: number) =>
          Effect.gen(function* () {
            yield* empty
            yield* make(rows)
            for (const wanted of searches) {
              const expected = rows.filter((row) => isSought(row, wanted)).map(({ sequence }) => sequence)
              const { found } = yield* pages(wanted, limit)
              assert.deepStrictEqual(found, expected.toReversed(), JSON.stringify(wanted))
            }
          }).pipe(Effect.provideContext(context), Effect.runPromise)
        yield* Effect.promise(() =>
          FastCheck.assert(
            FastCheck.asyncProperty(
              madeRows,
              FastCheck.array(conditions, { minLength: 3, maxLength: 8 }),
              FastCheck.integer({ min: 1, max: 9 }),
              one,
            ),
            { numRuns: 40 },
          ),
        )
      }).pipe(Effect.provide(stores)),
    )

    it.effect("goes on behind a page of which no row meets the conditions, and neither misses nor repeats", () =>
      Effect.gen(function* () {
        const rowOf = (sequence: number): Made => ({
          sequence,
          actor: "a",
          name: "A",
          operation: "x",
          subject: sequence % 3000 === 0 ? "s" : "t",
          outcome: "done",
        })
        yield* make(Array.from({ length: 9500 }, (_, at) => rowOf(at + 1)))
        const wanted = { subject_id: "s", operation: "x" }
        const { count, found } = yield* pages(wanted, 10)
        assert.deepStrictEqual(found, [9000, 6000, 3000])
        assert.strictEqual(count, 3)
        const first = yield* listAudit.run({ limit: 5 }, act)
        yield* make([rowOf(9501), rowOf(9502)])
        const second = yield* listAudit.run({ limit: 5, after: String(first.next) }, act)
        assert.deepStrictEqual(
          [...first.rows, ...second.rows].map(({ sequence }) => sequence),
          Array.from({ length: 10 }, (_, at) => 9500 - at),
        )
      }).pipe(Effect.provide(stores)),
    )

    it.effect("refuses a marker that is none", () =>
      Effect.gen(function* () {
        for (const after of ["", "x", "-1", "1.5", "0", "1e99", "9".repeat(40)]) {
          assert.instanceOf(yield* Effect.flip(listAudit.run({ after }, act)), InvalidInput, after)
        }
      }).pipe(Effect.provide(stores)),
    )
  })
})
