/** What `garrison config` does. */
import * as Effect from "effect/Effect"
import { present } from "../output/print.ts"
import { type Column, table } from "../output/table.ts"
import { givenSettings } from "../settings/current.ts"
import { resolveSettings, type ShownSetting, shownSettings } from "../settings/resolve.ts"

const columns: ReadonlyArray<Column<ShownSetting>> = [
  { heading: "SETTING", text: (setting) => setting.name },
  { heading: "VALUE", text: (setting) => setting.value },
  { heading: "FROM", text: (setting) => setting.source },
]
const problem: Column<ShownSetting> = { heading: "PROBLEM", text: (setting) => setting.problem ?? "" }

/** Prints every setting with its value and where it comes from; fails afterwards when one of them is wrong. */
export const showConfig = Effect.fn("Config.show")(function* (input: { readonly json: boolean }) {
  const given = yield* givenSettings()
  const settings = shownSettings(given)
  const isWrong = settings.some((setting) => setting.problem !== undefined)
  yield* present(input.json, { settings }, () => table(isWrong ? [...columns, problem] : columns, settings))
  yield* Effect.fromResult(resolveSettings(given))
})
