/** Work on the database of the settings itself, whether or not a server is running on it. */
import { ShownSettings } from "@garrison/core/environment/shownSettings"
import { RunningServer } from "@garrison/core/figures/RunningServer"
import * as Garrison from "@garrison/core/Garrison"
import { Purpose } from "@garrison/core/kernel/work/Purpose"
import { settingsInForce } from "@garrison/core/settings"
import * as verification from "@garrison/core/verification"
import type { VerificationServices } from "@garrison/core/verification"
import type { CryptoServices } from "@garrison/sql/Cryptography"
import type { SchemaUse } from "@garrison/sql/Database"
import { SchemaNotReady } from "@garrison/sql/Migrations"
import { storage as storageLayer, type StorageServices } from "@garrison/sql/storage"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { existsSync } from "node:fs"
import { isAbsolute } from "node:path"
import { Invocation, pathIn } from "./Invocation.ts"
import { CommandFailure } from "./output/CommandFailure.ts"
import { warnOfExposure } from "./output/exposedFile.ts"
import { printMessage, whileWaiting } from "./output/print.ts"
import { storageFailure } from "./output/storageFailure.ts"
import { runningServer } from "./runningServer.ts"
import { currentSettings } from "./settings/current.ts"
import { type SettingValues, shownValue } from "./settings/definitions.ts"
import { shownSettings } from "./settings/resolve.ts"
import { fileOf, isInMemory, locatedStorage } from "./settings/storageAddress.ts"

/** What work on the database may use. */
export type DatabaseServices = Garrison.GarrisonServices | StorageServices | CryptoServices

const missing = (storage: string, directory: string): CommandFailure =>
  new CommandFailure({
    kind: "notFound",
    // Being in the wrong directory is the usual reason.
    sentence: `There is no database at ${storage}${isAbsolute(fileOf(storage) ?? "/") ? "" : ` in ${directory}`}.`,
    next: "Start the server once (garrison serve), or say where the database is with --storage or GARRISON_STORAGE.",
  })

/** Whether the storage is a SQLite file that has not been made yet. */
const isMissing = (storage: string, invocation: Invocation): boolean => {
  const file = fileOf(storage)
  return file !== undefined && !existsSync(pathIn(invocation, file))
}

/** The address of the storage, with the file of SQLite as an absolute path. */
export const located = (storage: string): Effect.Effect<string> =>
  Effect.map(Invocation, (invocation) => locatedStorage(storage, (file) => pathIn(invocation, file)))

/** The failure of work on a database that ends with the command. */
export const forgetful = new CommandFailure({
  kind: "usage",
  sentence: "A database in memory ends with the command, so the command would change nothing.",
  next: "Name a file or a Postgres with --storage or GARRISON_STORAGE.",
})

/** Makes errors of the database failures that name it and what is in its way. */
export const tellingStorage =
  (storage?: string) =>
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | CommandFailure, R> =>
    Effect.catchCause(work, (cause): Effect.Effect<never, E | CommandFailure> => {
      const failure = Cause.hasInterrupts(cause) ? undefined : storageFailure(Cause.squash(cause), storage)
      return failure === undefined ? Effect.failCause(cause) : Effect.fail(failure)
    })

/** What may be done to the schema. Where an operator does it by hand, only `garrison migrate` changes it. */
export const allowedUse = ({ migrate }: SettingValues, use: SchemaUse): SchemaUse =>
  migrate === "manual" ? "read" : use

/** Makes the function that runs work with some services over the database of settings. */
const over =
  <Services, Failure>(services: Layer.Layer<Services, Failure, StorageServices | CryptoServices>) =>
  <A, E>(
    values: SettingValues,
    work: Effect.Effect<A, E, Services | StorageServices | CryptoServices>,
    use: SchemaUse = "create",
    purpose: Purpose = use === "read" ? "read" : "serve",
  ) =>
    Effect.flatMap(located(values.storage), (storage) =>
      Effect.provide(
        // Once it is open, so that its log is there too.
        Effect.andThen(warnOfExposure(values.storage), work).pipe(
          Effect.provideService(RunningServer, runningServer(values)),
        ),
        services.pipe(
          Layer.provideMerge(storageLayer(storage, allowedUse(values, use))),
          Layer.provide(settingsInForce(values)),
        ),
      ).pipe(Effect.provideService(Purpose, purpose), tellingStorage(storage)),
    )

/** Runs `work` on the database of these settings, whose schema is made and brought up to date as `use` allows. */
export const withSettings = over(Garrison.layer)

const isNotReady = (error: unknown): error is SchemaNotReady => error instanceof SchemaNotReady

/** Runs `look` on the database of the settings, which is not made for that: undefined when it is not there yet. */
export const lookedUp = Effect.fnUntraced(function* <A, E>(
  look: Effect.Effect<A, E, DatabaseServices>,
  use: Exclude<SchemaUse, "create"> = "read",
) {
  const { values } = yield* currentSettings()
  if (isInMemory(values.storage) || isMissing(values.storage, yield* Invocation)) return undefined
  return yield* Effect.catchIf(withSettings(values, look, use, use === "read" ? "read" : "operate"), isNotReady, () =>
    Effect.succeed(undefined),
  )
})

/** The failure where the schema is to be changed by hand, and was not. */
export const migrateFirst = (storage: string, { applied, lacking }: SchemaNotReady): CommandFailure =>
  new CommandFailure({
    kind: "failure",
    sentence:
      applied === 0
        ? `There is no Garrison database at ${storage}, and the setting migrate is manual.`
        : `The database ${storage} lacks ${lacking} of ${applied + lacking} steps of the schema, and the setting migrate is manual.`,
    next: "garrison migrate --plan says what they do, and garrison migrate --apply does them; make a backup before.",
  })

const notReady = (storage: string, { applied, lacking }: SchemaNotReady): CommandFailure =>
  applied === 0
    ? new CommandFailure({
        kind: "notFound",
        sentence: `There is no Garrison database at ${storage}: it has none of the tables.`,
        next: "Start the server once (garrison serve), or say where the database is with --storage or GARRISON_STORAGE.",
      })
    : new CommandFailure({
        kind: "failure",
        sentence:
          `The database ${storage} is of an earlier version: it lacks ${lacking} of ${applied + lacking} steps of the ` +
          "schema. This command only reads, and does not change it.",
        next: "Start this version's server (garrison serve), which brings it up to date; make a backup before.",
      })

const refusalOf = ({ migrate }: SettingValues) => (migrate === "manual" ? migrateFirst : notReady)

/** Runs a verification on the database that the settings name. */
export const verifying = over(verification.layer)

/**
 * Runs a verification on the database of the settings. It needs none of the secrets there, so that a database can be
 * verified without the key secret, as far as that goes.
 */
export const withVerification = Effect.fnUntraced(function* <A, E>(
  work: Effect.Effect<A, E, VerificationServices | StorageServices | CryptoServices>,
) {
  return yield* inDatabase("read", (values) => verifying(values, work, "read"))
})

/**
 * Runs `work` on the database of the settings. A mistyped address must not leave an empty database behind unnoticed:
 * only work that makes sense on a new one may `create` it, and says so. Work that only reads leaves the schema alone,
 * and what a start does by itself to what is stored. The console leaves the schema alone, and yet operates.
 */
export const withDatabase = Effect.fnUntraced(function* <A, E>(
  use: SchemaUse,
  work: Effect.Effect<A, E, DatabaseServices>,
  purpose: Purpose = use === "read" ? "read" : "operate",
) {
  return yield* inDatabase(use, (values) => withSettings(values, work, use, purpose))
})

/** Runs work on the database of the settings, if the database is there or may be made. */
const inDatabase = Effect.fnUntraced(function* <A, E, R>(
  use: SchemaUse,
  work: (values: SettingValues) => Effect.Effect<A, E | SchemaNotReady, R>,
) {
  const { sources, values } = yield* currentSettings()
  const { storage } = values
  if (isInMemory(storage)) return yield* forgetful
  const invocation = yield* Invocation
  const isNew = isMissing(storage, invocation)
  if (isNew && use !== "create") return yield* missing(shownValue("storage", storage), invocation.directory)
  const result = yield* work(values).pipe(
    Effect.provideService(ShownSettings, shownSettings({ sources, values, findings: [] })),
    whileWaiting("waiting for the database"),
    Effect.catchIf(isNotReady, (error) => Effect.fail(refusalOf(values)(shownValue("storage", storage), error))),
  )
  if (isNew) yield* printMessage(`Created a new database: ${storage}`)
  return result
})
