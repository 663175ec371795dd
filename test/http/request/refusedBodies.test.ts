/**
 * What it costs to refuse a body, and what the answer says of it: the first details of all that a schema finds, at a
 * cost that the number of mistakes does not raise (decisions, section 2; guarantees R28).
 */
import { assert, describe, it } from "@effect/vitest"
import { DETAILS_MAX, ListOf, TextMapOf, Uuid } from "@garrison/core/kernel/input/Field"
import { decoder } from "@garrison/core/kernel/input/decoder"
import { EVERYTHING, type InvalidDetail, invalidDetails, withoutRepeats } from "@garrison/core/kernel/input/Invalid"
import { OrderRequest } from "@garrison/core/order/schema"
import { inventory } from "@garrison/http/contract/inventory"
import { parseBody } from "@garrison/http/request/body"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"
import * as fc from "fast-check"
import { answering, hostileBodies, readingJson, rightOrder } from "../../support/hostileBodies.ts"

type AnySchema = Schema.ConstraintDecoder<unknown>

/** All that a schema finds: it decodes each member of a body, right or wrong, and only then the first are taken. */
const detailsOfAll = (schema: AnySchema) => {
  const decode = Schema.decodeUnknownExit(schema)
  return (input: unknown): ReadonlyArray<InvalidDetail> => {
    const exit = decode(input, EVERYTHING)
    if (Exit.isSuccess(exit)) return []
    const failure = exit.cause.reasons.find((reason) => reason._tag === "Fail")
    return invalidDetails(failure!.error.issue)
  }
}

const detailsOf = (schema: AnySchema) => {
  const decode = decoder(schema)
  return (input: unknown, known?: ReadonlyArray<InvalidDetail>): ReadonlyArray<InvalidDetail> => {
    const exit = Effect.runSyncExit(decode(input, known))
    if (Exit.isSuccess(exit)) return []
    const failure = exit.cause.reasons.find((reason) => reason._tag === "Fail")
    return failure!.error.detail
  }
}

const anything = fc.oneof(
  fc.constantFrom<unknown>(1, -1, 1.5, 2n ** 70n, "", "fill_loot", "a\u{1f4a5}", true, null, [], {}, [[]], [{}]),
  fc.uuid(),
  fc.constant("2026-01-01T00:00:00Z"),
)

const key = fc.oneof(
  fc.constantFrom("", "a", "b"),
  fc.integer({ min: 0, max: 200 }).map(String),
  fc.constant("k".repeat(257)),
)

/** Values like those of a schema: of its form, some of their members wrong, some lists and maps over their limits. */
const valuesOf = (ast: SchemaAST.AST): fc.Arbitrary<unknown> => {
  if (ast._tag === "Union") return fc.oneof(...ast.types.map(valuesOf), anything)
  if (ast._tag === "Literal") return fc.oneof(fc.constant<unknown>(ast.literal), anything)
  if (ast._tag === "Arrays") {
    const [inner] = ast.rest
    const list = fc.array(valuesOf(inner!), { maxLength: 5 })
    // Long lists repeat a few members, which is all that a schema can tell apart.
    const long = fc
      .tuple(list, fc.constantFrom(20, 101, 260))
      .map(([few, length]) => Array.from({ length }, (_, at) => few[at % few.length] ?? null))
    return fc.oneof({ weight: 4, arbitrary: list }, long, anything)
  }
  if (ast._tag !== "Objects") return anything
  const [map] = ast.indexSignatures
  if (map !== undefined) {
    const few = fc.dictionary(key, fc.oneof(fc.constant("v"), valuesOf(map.type)), { maxKeys: 4 })
    const many = fc.dictionary(key, fc.constant("v"), { minKeys: 90, maxKeys: 120 })
    return fc.oneof({ weight: 4, arbitrary: few }, many, anything)
  }
  const fields = ast.propertySignatures.map(({ name, type }) => [String(name), valuesOf(type)] as const)
  const some = fc.record(Object.fromEntries(fields), { requiredKeys: [] })
  return fc.oneof({ weight: 8, arbitrary: some }, anything)
}

const placesIn = (details: ReadonlyArray<InvalidDetail>) =>
  fc.subarray([...details], { maxLength: Math.min(3, details.length) })

describe("the details of a refused body", () => {
  it.each(readingJson.map(({ id, body }) => [id, body!.schema] as const))(
    "are the first that its schema finds: %s",
    (_, schema) => {
      const [all, ours] = [detailsOfAll(schema), detailsOf(schema)]
      fc.assert(
        fc.property(
          valuesOf(schema.ast).chain((value) => fc.tuple(fc.constant(value), placesIn(all(value)))),
          ([value, known]) => {
            const found = all(value)
            assert.deepStrictEqual(ours(value), found.slice(0, DETAILS_MAX))
            assert.deepStrictEqual(ours(value, known), withoutRepeats(known, found).slice(0, DETAILS_MAX))
          },
        ),
        { numRuns: 40 },
      )
    },
  )

  it("are the first ones also where there are more than are sent, and after those that were known before", () => {
    const schema = ListOf(Schema.Struct({ ids: ListOf(Uuid), data: TextMapOf({ valueMaximum: 3, keys: 2 }) }))
    const member = { ids: [1, crypto.randomUUID(), ""], data: { a: "long", ["k".repeat(300)]: 1 } }
    const value = Array.from({ length: 100 }, () => member)
    const found = detailsOfAll(schema)(value)
    assert.isAbove(found.length, DETAILS_MAX)
    assert.deepStrictEqual(detailsOf(schema)(value), found.slice(0, DETAILS_MAX))
    const known = found.filter((_, at) => at % 3 === 0).slice(0, 60)
    assert.deepStrictEqual(detailsOf(schema)(value, known), withoutRepeats(known, found).slice(0, DETAILS_MAX))
    assert.deepStrictEqual(detailsOf(schema)(value, found), found.slice(0, DETAILS_MAX))
  })
})

/** A text that counts how often it is looked at. */
const countingText = () => {
  let looks = 0
  const schema = Schema.String.check(Schema.makeFilter((text: string) => ++looks > 0 && text.length < 3))
  return { schema, looks: () => looks }
}

describe("the members that are looked at", () => {
  const thousands = Array.from({ length: 20_000 }, () => "a")

  it("are none in a list or map over its limit, wherever it stands; a schema alone looks at all", () => {
    for (const [make, value] of [
      [(text: AnySchema) => ListOf(text, 100), thousands],
      [
        (text: AnySchema) =>
          Schema.Record(Schema.String, text).check(
            Schema.isMaxProperties(9, {
              "garrison/complaint": { type: "too_long", message: "" },
              "garrison/whole": true,
            }),
          ),
        Object.fromEntries(thousands.entries()),
      ],
      [
        (text: AnySchema) => Schema.Struct({ first: text, list: Schema.NullOr(ListOf(text, 100)) }),
        { first: "a", list: thousands },
      ],
      [(text: AnySchema) => ListOf(Schema.Struct({ list: ListOf(text, 100) }), 2), [{ list: [] }, { list: thousands }]],
    ] as const) {
      const [ours, control] = [countingText(), countingText()]
      const details = detailsOf(make(ours.schema))(value)
      assert.deepStrictEqual(
        details.map(({ type }) => type),
        ["too_long"],
      )
      assert.isAtMost(ours.looks(), 2)
      detailsOfAll(make(control.schema))(value)
      assert.isAtLeast(control.looks(), thousands.length)
    }
  })

  it("are no more than the mistakes that are sent, in a list without a limit", () => {
    const long = Array.from({ length: 20_000 }, () => "long")
    const [ours, control] = [countingText(), countingText()]
    assert.lengthOf(detailsOf(ListOf(ours.schema))(long), DETAILS_MAX)
    assert.isBelow(ours.looks(), 3 * DETAILS_MAX)
    detailsOfAll(ListOf(control.schema))(long)
    assert.isAtLeast(control.looks(), long.length)
  })
})

/** The bytes of all bodies whose costs are compared. */
const BYTES = 64 * 1024

/** How much dearer a refused body may be than a right one of its size. */
const DEAREST = 6

/** Milliseconds of the processor for each run. Its clock is coarse, so there are several. */
const costOf = (work: () => unknown, runs: number): number => {
  const before = process.threadCpuUsage()
  for (let run = 0; run < runs; run++) work()
  const { system, user } = process.threadCpuUsage(before)
  return (system + user) / runs / 1000
}

describe("the cost of a refused body", () => {
  const order = rightOrder()
  const accept = answering(inventory.routes.submitOrder)
  /** What it costs to accept as many bytes. Measured beside each route, because the machine changes its pace. */
  const costOfRight = () => costOf(() => accept(order), 12)

  it.each(readingJson.map((operation) => [operation.id, operation] as const))(
    "is that of a right body of its size or little more, of whatever shape: %s",
    (_, operation) => {
      assert.isUndefined(accept(order))
      assert.closeTo(order.length, BYTES, 2000)
      const answer = answering(operation)
      const unit = costOfRight()
      const costs = Object.entries(hostileBodies(operation, BYTES)).map(([shape, text]) => {
        const bytes = Buffer.from(text)
        answer(bytes)
        return [shape, costOf(() => answer(bytes), 8) / unit] as const
      })
      assert.deepStrictEqual(
        costs.filter(([, ratio]) => ratio > DEAREST),
        [],
      )
    },
  )

  it("is many times that where the schema decodes all members for its details", () => {
    const all = detailsOfAll(OrderRequest)
    const bytes = Buffer.from(hostileBodies(inventory.routes.submitOrder)["a list of {}"]!)
    assert.isAbove(costOf(() => all(parseBody(bytes).value), 3) / costOfRight(), 2 * DEAREST)
  })
})
