/** What `garrison config` does. It loads no database, for it shows why none can be opened. */
import type { ShownSetting } from "@garrison/core/environment/shownSettings"
import * as Effect from "effect/Effect"
import type { ListForm } from "../output/form.ts"
import { present, printLines } from "../output/print.ts"
import { type Column, table } from "../output/table.ts"
import { givenSettings } from "../settings/current.ts"
import { resolveSettings, shownSettings } from "../settings/resolve.ts"

const columns: ReadonlyArray<Column<ShownSetting>> = [
  { heading: "SETTING", text: (setting) => setting.name },
  { heading: "VALUE", text: (setting) => setting.value },
  { heading: "FROM", text: (setting) => setting.source },
]
const problem: Column<ShownSetting> = { heading: "PROBLEM", text: (setting) => setting.problem ?? "" }

/** Prints every setting with its value and where it comes from; fails afterwards when one of them is wrong. */
export const showConfig = Effect.fn("Config.show")(function* ({ json, ndjson }: ListForm) {
  const given = yield* givenSettings()
  const settings = shownSettings(given)
  const isWrong = settings.some((setting) => setting.problem !== undefined)
  yield* ndjson
    ? printLines(settings)
    : present(json, { settings }, () => table(isWrong ? [...columns, problem] : columns, settings))
  yield* Effect.fromResult(resolveSettings(given))
})
