/** What is told about a failed run, and the exit status it ends with. */
import { assert, describe, it } from "@effect/vitest"
import { refusal } from "@garrison/core/kernel/Refusal"
import * as Cause from "effect/Cause"
import * as CliError from "effect/cli/CliError"
import type { Invocation } from "../../../packages/cli/src/Invocation.ts"
import { CommandFailure } from "../../../packages/cli/src/output/CommandFailure.ts"
import { printable } from "../../../packages/cli/src/output/print.ts"
import { reportOf } from "../../../packages/cli/src/output/report.ts"

const anyCode: Readonly<Record<string, string>> = {}
class Coded extends refusal("Coded", anyCode)<{ readonly code: string }> {}

const report = (cause: Cause.Cause<unknown>, environment: Invocation["environment"] = {}) =>
  reportOf(cause, { args: [], environment, directory: "/" })

describe("reportOf", () => {
  it("a failure is its sentence, its findings and what to do next", async () => {
    const failure = new CommandFailure({
      kind: "conflict",
      sentence: "It is taken.",
      details: ["a", "b"],
      next: "Wait.",
    })
    assert.deepStrictEqual(await report(Cause.fail(failure)), {
      text: "error: It is taken.\n  a\n  b\nWait.",
      exitCode: 5,
    })
  })

  it("the code of a domain error decides the exit status", async () => {
    for (const [code, exitCode] of [
      ["resource_not_found", 3],
      ["order_ref_conflict", 5],
      ["client_id_taken", 5],
      ["insufficient_permissions", 4],
      ["auth_token_expired", 4],
      ["bad_id", 1],
    ] as const) {
      assert.strictEqual((await report(Cause.fail(new Coded({ code })))).exitCode, exitCode, code)
    }
  })

  it("a defect is a reference to report, and its insides only with GARRISON_DEBUG=1", async () => {
    const defect = Cause.die(new Error("the inside of things"))
    const quiet = await report(defect)
    assert.strictEqual(quiet.exitCode, 1)
    assert.match(quiet.text, /reference [0-9a-f]{12}\)/)
    assert.include(quiet.text, "report it")
    assert.notInclude(quiet.text, "the inside of things")
    assert.notMatch(quiet.text, /^\s+at /m)
    const debugged = await report(defect, { GARRISON_DEBUG: "1" })
    assert.include(debugged.text, "the inside of things")
    assert.match(debugged.text, /^\s+at /m)
  })

  it("an error of unknown shape is a defect, not a sentence", async () => {
    assert.match((await report(Cause.fail({ _tag: "Strange" }))).text, /reference/)
  })

  it("interruption ends with 130, and a wrong invocation with 2", async () => {
    assert.strictEqual((await report(Cause.interrupt())).exitCode, 130)
    const wrong = new CliError.ShowHelp({ commandPath: ["garrison", "catalog"], errors: [] })
    assert.strictEqual((await report(Cause.fail(wrong))).exitCode, 2)
    const asked = new CliError.ShowHelp({ commandPath: ["garrison"], errors: [] })
    assert.strictEqual((await report(Cause.fail(asked))).exitCode, 0)
  })
})

describe("printable", () => {
  it("lets no control character and no change of direction through", () => {
    assert.strictEqual(printable("a\u001b[2Jb\u009bc\u202ed\te\nf"), "a\\u001b[2Jb\\u009bc\\u202ed e f")
    assert.strictEqual(printable("Łódź 龍 👩‍🚀"), "Łódź 龍 👩‍🚀")
  })
})
