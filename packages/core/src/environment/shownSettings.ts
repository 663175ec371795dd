/** The settings in force as operators may see them. The edge that resolved them provides them, secrets hidden. */
import * as Context from "effect/Context"

/** One setting. */
export interface ShownSetting {
  readonly name: string
  /** As text; a secret is masked. */
  readonly value: string
  /** Where the value comes from: a flag, a variable, the file and its line, or `default`. */
  readonly source: string
  /** The variable of the environment that sets it. */
  readonly environment: string
  /** The purpose of the setting. */
  readonly description: string
  /** What is wrong with the value; absent: nothing. */
  readonly problem?: string | undefined
}

/** Every setting. Empty: the program has not told. */
export const ShownSettings = Context.Reference<ReadonlyArray<ShownSetting>>(
  "@garrison/core/environment/ShownSettings",
  { defaultValue: () => [] },
)
