/** Work on the database of the settings itself, whether or not a server is running on it. */
import { Settings } from "@garrison/core/environment/Settings"
import * as Garrison from "@garrison/core/Garrison"
import { type CryptoServices, storage as storageLayer, type StorageServices } from "@garrison/sql/storage"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { existsSync } from "node:fs"
import { CommandFailure } from "./output/CommandFailure.ts"
import { currentSettings } from "./settings/current.ts"
import { type SettingValues, shownValue } from "./settings/definitions.ts"

/** What work on the database may use. */
export type DatabaseServices = Garrison.GarrisonServices | StorageServices | CryptoServices

const missing = (storage: string): CommandFailure =>
  new CommandFailure({
    kind: "notFound",
    sentence: `There is no database at ${storage}.`,
    next: "Start the server once (garrison serve), or say where the database is with --storage or GARRISON_STORAGE.",
  })

/** Whether the storage is a SQLite file that has not been made yet. */
const isMissing = (storage: string): boolean =>
  storage.startsWith("sqlite:") && storage !== "sqlite::memory:" && !existsSync(storage.slice("sqlite:".length))

/** Runs `work` on the database of these settings. */
export const withSettings = <A, E>(values: SettingValues, work: Effect.Effect<A, E, DatabaseServices>) =>
  Effect.provide(
    work,
    Garrison.layer.pipe(
      Layer.provideMerge(storageLayer(values.storage)),
      Layer.provide(Layer.succeed(Settings, values)),
    ),
  )

/**
 * Runs `work` on the database of the settings. A mistyped path must not leave an empty database behind, so only work
 * that makes sense on a new one `mayCreate` it.
 */
export const withDatabase = Effect.fnUntraced(function* <A, E>(
  options: { readonly mayCreate: boolean },
  work: Effect.Effect<A, E, DatabaseServices>,
) {
  const { values } = yield* currentSettings()
  if (!options.mayCreate && isMissing(values.storage)) return yield* missing(shownValue("storage", values.storage))
  return yield* withSettings(values, work)
})
