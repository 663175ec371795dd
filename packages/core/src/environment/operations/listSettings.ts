/** The settings in force, for operators. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { described, ListOf, Text } from "../../kernel/input/Field.ts"
import { value } from "../../operation/answer.ts"
import { read } from "../../operation/Operation.ts"
import { ShownSettings } from "../shownSettings.ts"

const SettingInForce = Schema.Struct({
  name: described(Text, "Name of the setting."),
  value: described(Text, "Its value as text; a secret is masked."),
  source: described(Text, "Where the value comes from: a flag, a variable, the file and its line, or `default`."),
  environment: described(Text, "The variable of the environment that sets it."),
  description: described(Text, "The purpose of the setting."),
  problem: described(Schema.optional(Text), "What is wrong with the value; absent: nothing."),
}).annotate({ identifier: "SettingInForce" })

/** Lists the settings. */
export const listSettings = read(
  { name: "setting.list", permissions: ["operator:read:*"] },
  {
    title: "List the settings in force",
    sentence: "List every setting with its value and where the value comes from. Secrets are masked.",
    input: {},
    answer: value(
      Schema.Struct({ settings: described(ListOf(SettingInForce), "In the order of the documentation.") }).annotate({
        identifier: "SettingsInForce",
      }),
    ),
    refusals: [],
    run: () => Effect.map(ShownSettings, (settings) => ({ settings })),
  },
)
