/** The examples of operations are right: an input that is taken, and an answer of the schema. */
import { assert, describe, it } from "@effect/vitest"
import type { AnyOperation } from "@garrison/core/operation/Operation"
import { operations } from "@garrison/core/operations"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const shown = operations.flatMap((operation: AnyOperation) => (operation.example === undefined ? [] : [operation]))

describe("the example", () => {
  it("is there for most operations", () => {
    assert.isAbove(shown.length, 20)
  })

  it.each(shown)("of $name is taken, and its answer is one of the operation", (operation) => {
    const { answer, example } = operation
    assert.isDefined(Effect.runSync(operation.decode(example?.input)))
    if (example?.answer === undefined) return
    const isAnswer = Schema.is(Schema.toEncoded(answer.schema))
    assert.isTrue(isAnswer(example.answer))
  })
})
