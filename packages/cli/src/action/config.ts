/** What `garrison config` does. */
import { listSettings } from "@garrison/core/environment/operations/listSettings"
import { type ShownSetting, ShownSettings } from "@garrison/core/environment/shownSettings"
import * as Effect from "effect/Effect"
import { type ListForm, showList } from "../operate.ts"
import { type Column, table } from "../output/table.ts"
import { operatorAct } from "./operator.ts"
import { givenSettings } from "../settings/current.ts"
import { resolveSettings, shownSettings } from "../settings/resolve.ts"

const columns: ReadonlyArray<Column<ShownSetting>> = [
  { heading: "SETTING", text: (setting) => setting.name },
  { heading: "VALUE", text: (setting) => setting.value },
  { heading: "FROM", text: (setting) => setting.source },
]
const problem: Column<ShownSetting> = { heading: "PROBLEM", text: (setting) => setting.problem ?? "" }

/** Prints every setting with its value and where it comes from; fails afterwards when one of them is wrong. */
export const showConfig = Effect.fn("Config.show")(function* (input: ListForm) {
  const given = yield* givenSettings()
  const answered = yield* Effect.provideService(
    listSettings.run({}, operatorAct()),
    ShownSettings,
    shownSettings(given),
  )
  const { settings } = answered
  const isWrong = settings.some((setting) => setting.problem !== undefined)
  yield* showList(listSettings, input, answered, "settings", () =>
    table(isWrong ? [...columns, problem] : columns, settings),
  )
  yield* Effect.fromResult(resolveSettings(given))
})
