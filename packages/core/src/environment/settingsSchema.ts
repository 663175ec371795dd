/**
 * What each setting may be: the one place that says so, for every host. `open` checks with it, and the command takes
 * its bounds and kinds from here.
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { AgreementKind } from "../agreement/schema.ts"
import { SECRET_OVERLAP_SECONDS_MAX } from "../client/schema.ts"
import { complaint, Enumeration, Flag, IntegerOf, ListOf, Text, TextOf } from "../kernel/Field.ts"
import { type InvalidDetail, invalidDetails } from "../kernel/Invalid.ts"
import { GRANT_TYPES } from "../login/schema.ts"
import { SIGNING_ALGORITHMS } from "../token/schema.ts"
import { type AgreementDocument, defaultSettings, type DomainSettings, Settings } from "./Settings.ts"

/** The least and the most that a setting may be. */
export interface SettingBounds {
  readonly minimum: number
  readonly maximum: number
}

type SettingsOf<Kind> = {
  [Name in keyof DomainSettings]: DomainSettings[Name] extends Kind ? Name : never
}[keyof DomainSettings]

/** The name of a setting that is a number. */
export type NumberSetting = SettingsOf<number>

const TEN_YEARS = 10 * 365 * 24 * 60 * 60
const seconds = (minimum: number): SettingBounds => ({ minimum, maximum: TEN_YEARS })
const count = (minimum: number): SettingBounds => ({ minimum, maximum: 1_000_000 })
/** At most one a millisecond, which is how finely they are counted. */
const perMinute: SettingBounds = { minimum: 1, maximum: 60_000 }

/** The bounds of every setting that is a number, both inclusive. */
export const SETTING_BOUNDS: Readonly<Record<NumberSetting, SettingBounds>> = {
  keyRotationSeconds: seconds(60),
  keyPublicationSeconds: seconds(1),
  accessSecondsPlayer: seconds(1),
  accessSecondsMachine: seconds(1),
  refreshIdleSeconds: seconds(1),
  refreshAbsoluteSeconds: seconds(1),
  refreshGraceSeconds: seconds(0),
  // A revocation reaches every process within 60 seconds (guarantees R27).
  verificationCacheSeconds: { minimum: 0, maximum: 60 },
  verifiedTokensMax: count(0),
  // As a rotation takes at most.
  secretOverlapSeconds: { minimum: 0, maximum: SECRET_OVERLAP_SECONDS_MAX },
  playersPerPersonMax: count(1),
  sessionsPerPlayerMax: count(1),
  sessionsPerMachineMax: count(1),
  newIdentitiesPerAddressBurst: count(1),
  newIdentitiesPerAddressPerMinute: perMinute,
  newIdentitiesBurst: count(1),
  newIdentitiesPerMinute: perMinute,
  loginsInFlightMax: count(1),
  notificationRetentionSeconds: seconds(1),
  notificationsPerPlayerMax: count(1),
  listenersPerPlayerMax: count(1),
  listenersPerProcessMax: count(1),
  presenceHeartbeatSeconds: seconds(1),
  presenceOfflineSeconds: seconds(1),
  orderPageWindowSeconds: seconds(1),
  orderEntriesPerWindowMax: count(1),
  orderBytesPerWindowMax: { minimum: 1, maximum: 1024 ** 3 },
  orderEntriesWindowSeconds: seconds(1),
}

const numbers = Object.fromEntries(
  Object.entries(SETTING_BOUNDS).map(([name, bounds]) => [name, IntegerOf(bounds)]),
) as Readonly<Record<NumberSetting, Schema.Codec<number>>>

const Agreement: Schema.Codec<AgreementDocument> = Schema.Struct({
  // From 1 on: a person without a receipt counts as having accepted version 0.
  version: IntegerOf({ minimum: 1 }),
  url: Text,
  sha256: Text.check(
    Schema.isPattern(/^[0-9a-f]{64}$/, complaint("value_error", "must be 64 hex digits in lower case")),
  ),
  required: Flag,
})

/** The setting `agreements`: a document for each kind that there is one of. */
export const AgreementDocuments = Schema.Struct({
  eula: Schema.optionalKey(Agreement),
  tos: Schema.optionalKey(Agreement),
  privacy_policy: Schema.optionalKey(Agreement),
} satisfies Record<AgreementKind, unknown>)

const NotEmpty = TextOf({ minimum: 1 })

/** A key secret: printable ASCII, without spaces and commas, which separate several of them. */
export const KeySecret = TextOf({ minimum: 32, maximum: 1024 }).check(
  Schema.isPattern(/^[!-+\--~]*$/, complaint("value_error", "must be printable ASCII without spaces and commas")),
)

/** All settings of the domain. */
const SettingsSchema = Schema.Struct({
  ...numbers,
  issuer: NotEmpty,
  audience: NotEmpty,
  keySecret: Schema.UndefinedOr(KeySecret),
  keySecretPrevious: ListOf(KeySecret),
  signingAlgorithm: Enumeration(SIGNING_ALGORITHMS),
  defaultClientId: Schema.UndefinedOr(NotEmpty),
  userAuthEnabled: Flag,
  clientAuthEnabled: Flag,
  grantsEnabled: ListOf(Enumeration(GRANT_TYPES)),
  authenticationLimited: Flag,
  authenticationLocked: Flag,
  agreements: AgreementDocuments,
} satisfies Record<keyof DomainSettings, unknown>)

/** Settings that cannot be used; `detail` lists every wrong one, its name first in `loc`. */
export class SettingsRefused extends Data.TaggedError("SettingsRefused")<{
  readonly detail: ReadonlyArray<InvalidDetail>
}> {
  override get message() {
    const findings = this.detail.map(({ loc, msg }) => `${loc.join(".")} ${msg}`)
    return `The settings cannot be used: ${findings.join("; ")}.`
  }
}

const decode = Schema.decodeUnknownResult(SettingsSchema, { errors: "all", reportInput: true })

const unknownNames = (changes: object): ReadonlyArray<InvalidDetail> =>
  Object.keys(changes)
    .filter((name) => !Object.hasOwn(defaultSettings, name))
    .map((name) => ({ loc: [name], msg: "is not a setting", type: "value_error" }))

/**
 * The settings that `changes` to `defaults` make, or everything that is wrong with them. What is `undefined` is not
 * given, except for `defaultClientId`, where it means that there is none.
 */
export const checkSettings = (
  changes: Partial<DomainSettings>,
  defaults: DomainSettings = defaultSettings,
): Result.Result<DomainSettings, SettingsRefused> => {
  const given = Object.entries(changes).filter(([name, value]) => value !== undefined || name === "defaultClientId")
  const decoded = decode({ ...defaults, ...Object.fromEntries(given) })
  const wrong = Result.isFailure(decoded) ? invalidDetails(decoded.failure.issue) : []
  const detail = [...unknownNames(changes), ...wrong]
  return Result.isSuccess(decoded) && detail.length === 0
    ? Result.succeed(decoded.success)
    : Result.fail(new SettingsRefused({ detail }))
}

/** The settings in force, checked: for hosts that provide `Garrison.layer` themselves. */
export const settingsLayer = (changes: Partial<DomainSettings>): Layer.Layer<never, SettingsRefused> =>
  Layer.effect(Settings, Effect.fromResult(checkSettings(changes)))
