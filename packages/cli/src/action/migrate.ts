/** What `garrison migrate` does (guarantees R183). */
import * as Database from "@garrison/sql/Database"
import { type Plan, plan, type PlannedStep } from "@garrison/sql/migrationPlan"
import { migrations } from "@garrison/sql/migrations/all"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { existsSync } from "node:fs"
import { forgetful, located, tellingStorage } from "../local.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { counted } from "@garrison/core/operation/show/counted"
import { present, whileWaiting } from "../output/print.ts"
import { currentSettings } from "../settings/current.ts"
import { shownValue } from "../settings/definitions.ts"
import { fileOf, isInMemory } from "../settings/storageAddress.ts"
import { warnOfBackup } from "./warnOfBackup.ts"

type PlannedWork = PlannedStep["works"][number]

const rowsText = ({ at_least, rows }: PlannedWork): string =>
  rows === 0 ? "" : ` (${at_least ? "at least " : ""}${counted(rows, "row")})`

const worksText = ({ works }: PlannedStep): string =>
  works.map((work) => `${work.does} ${work.table}${rowsText(work)}`).join(", ")

const stepText = (step: PlannedStep): string =>
  `${step.id} ${step.name}, ${step.change}, ${step.at_least ? "at least" : "about"} ${step.seconds} s: ${worksText(step)}`

const planText = ({ applied, rates, steps }: Plan): string =>
  steps.length === 0
    ? `The schema is up to date: ${counted(applied, "step")}.`
    : [
        `${counted(steps.length, "step")} to come; servers of the version before go on beside expand, and are refused after contract.`,
        ...steps.map(stepText),
        `A million rows take about ${rates.reads} s to read, ${rates.indexes} s to index, ${rates.writes} s to write here.`,
      ].join("\n")

/** Says what the database lacks, or does it. */
export const migrate = Effect.fn("Migrate")(function* (input: {
  readonly plan: boolean
  readonly apply: boolean
  readonly json: boolean
}) {
  if (input.plan && input.apply) {
    return yield* new CommandFailure({ kind: "usage", sentence: "--plan and --apply exclude each other." })
  }
  const { values } = yield* currentSettings()
  if (isInMemory(values.storage)) return yield* forgetful
  const storage = yield* located(values.storage)
  const file = fileOf(storage)
  // To look at a file would make it.
  if (file !== undefined && !existsSync(file) && !input.apply) {
    return yield* new CommandFailure({
      kind: "notFound",
      sentence: `There is no database at ${shownValue("storage", values.storage)}.`,
      next: "garrison migrate --apply makes it, as the first start of a server does.",
    })
  }
  const planned = plan(migrations).pipe(
    Effect.tap(({ applied, steps }) =>
      applied > 0 && steps.length > 0 ? warnOfBackup("take one before") : Effect.void,
    ),
    Effect.provide(Layer.fresh(Database.client(storage))),
  )
  const work = Effect.gen(function* () {
    const found = yield* planned
    if (!input.apply) return { ...found, done: false }
    yield* Effect.scoped(Layer.build(Layer.fresh(Database.layer(storage, "create"))))
    return { ...found, done: true }
  })
  const { done, ...found } = yield* work.pipe(whileWaiting("waiting for the database"), tellingStorage(storage))
  return yield* present(input.json, { ...found, done }, () =>
    done ? `Applied ${counted(found.steps.length, "step")}.` : planText(found),
  )
})
