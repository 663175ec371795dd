/** What `garrison config` does. */
import * as Effect from "effect/Effect"
import { present } from "../output/print.ts"
import { table } from "../output/table.ts"
import { currentSettings } from "../settings/current.ts"
import { shownSettings } from "../settings/resolve.ts"

/** Prints every setting with its value and where it comes from. */
export const showConfig = Effect.fn("Config.show")(function* (input: { readonly json: boolean }) {
  const settings = shownSettings(yield* currentSettings())
  yield* present(input.json, { settings }, () =>
    table(
      [
        { heading: "SETTING", text: (setting) => setting.name },
        { heading: "VALUE", text: (setting) => setting.value },
        { heading: "FROM", text: (setting) => setting.source },
      ],
      settings,
    ),
  )
})
