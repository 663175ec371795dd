/**
 * The settings of all areas, joined. The one object of a host is checked here and put in force area by area (decisions,
 * section 15). Areas read their own `settings.ts`.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { AgreementSettings } from "./agreement/settings.ts"
import { ClientSettings } from "./client/settings.ts"
import { type SettingsCode, settingsCodes } from "./environment/errors.ts"
import { EnvironmentSettings } from "./environment/settings.ts"
import { type InvalidDetail, invalidDetails } from "./kernel/input/Invalid.ts"
import { nearest } from "./kernel/input/nearest.ts"
import { listing, refusal, type Refusal } from "./kernel/Refusal.ts"
import {
  defaultsOf,
  type GivenOf,
  type Setting,
  SettingsInForce,
  type Settings,
  type ValuesOf,
  valuesOf,
} from "./kernel/Setting.ts"
import { LinkSettings } from "./linking/settings.ts"
import { LoginSettings } from "./login/settings.ts"
import { MergeSettings } from "./merging/settings.ts"
import { NotificationSettings } from "./notification/settings.ts"
import { OauthSettings } from "./oauth/settings.ts"
import { OddsSettings } from "./odds/settings.ts"
import { OrderSettings } from "./order/settings.ts"
import { PresenceTimes } from "./presence/settings.ts"
import { TokenSettings } from "./token/settings.ts"

/** The settings of the rules, by area. */
export const settingsParts = [
  TokenSettings,
  EnvironmentSettings,
  ClientSettings,
  LoginSettings,
  LinkSettings,
  MergeSettings,
  OauthSettings,
  AgreementSettings,
  NotificationSettings,
  PresenceTimes,
  OrderSettings,
  OddsSettings,
] as const

type Joined<Part> = (Part extends unknown ? (part: Part) => void : never) extends (joined: infer All) => void
  ? { readonly [Name in keyof All]: All[Name] }
  : never

/** Every setting of the rules, by name. The settings of addresses and logs belong to the server. */
export const domainSettings: Joined<(typeof settingsParts)[number]["settings"]> = Object.assign(
  {},
  ...settingsParts.map(({ settings }) => settings),
)

/** A value for every setting of the rules. Durations are in the unit that their names end with. */
export type DomainSettings = ValuesOf<typeof domainSettings>

/** The settings of the rules that a host gives; the others have their defaults. */
export type GivenSettings = GivenOf<typeof domainSettings>

/** The settings of a host that gives none. */
export const defaultSettings: DomainSettings = defaultsOf(domainSettings)

/** Settings that cannot be used; `detail` lists every wrong one, its name first in `loc`. */
export class SettingsRefused extends refusal("SettingsRefused", settingsCodes)<{
  readonly code: SettingsCode
  readonly detail: ReadonlyArray<InvalidDetail>
}> {
  override get message(): string {
    return listing(this.detail.map(({ loc, msg }) => `${loc.join(".")} ${msg}`))
  }
  override get details(): Refusal["details"] {
    return { detail: this.detail }
  }
}

const notASetting = (name: string, declared: ReadonlyMap<string, unknown>): InvalidDetail => {
  const meant = nearest(name, [...declared.keys()])
  const guess = meant === undefined ? "" : `; did you mean ${meant}?`
  return { loc: [name], msg: `is not a setting${guess}`, type: "value_error" }
}

/**
 * The values of these settings after `changes` to `defaults`, or all mistakes in them. `undefined` means not given; for
 * a setting that may be left empty, it means that there is no value.
 */
export const checkValues = <S extends Settings>(
  settings: S,
  changes: GivenOf<S>,
  defaults: ValuesOf<S> = defaultsOf(settings),
): Result.Result<ValuesOf<S>, SettingsRefused> => {
  const declared = new Map<string, Setting<unknown>>(Object.entries(settings))
  const schemas = Object.fromEntries(Array.from(declared, ([name, { schema }]) => [name, schema]))
  const decode = Schema.decodeUnknownResult(Schema.Struct(schemas), { errors: "all", reportInput: true })
  const unknownNames = Object.keys(changes)
    .filter((name) => !declared.has(name))
    .map((name) => notASetting(name, declared))
  const given = Object.entries(changes).filter(([name, value]) => value !== undefined || declared.get(name)?.optional)
  const decoded = decode({ ...defaults, ...Object.fromEntries(given) })
  const wrong = Result.isFailure(decoded) ? invalidDetails(decoded.failure.issue) : []
  const detail = [...unknownNames, ...wrong]
  return Result.isSuccess(decoded) && detail.length === 0
    ? Result.succeed(valuesOf(settings, (name) => decoded.success[name]))
    : Result.fail(new SettingsRefused({ code: "invalid_settings", detail }))
}

/** The settings of the rules after `changes` to `defaults`: see {@link checkValues}. */
export const checkSettings = (
  changes: GivenSettings,
  defaults: DomainSettings = defaultSettings,
): Result.Result<DomainSettings, SettingsRefused> => checkValues(domainSettings, changes, defaults)

/** Puts checked settings in force. */
export const settingsInForce = (settings: DomainSettings): Layer.Layer<never> => {
  const all = Context.mergeAll(...settingsParts.map((part) => part.inForce(settings)))
  return Layer.succeedContext(Context.add(all, SettingsInForce, all))
}

/** Checks settings and puts them in force: for hosts that provide `Garrison.layer` themselves. */
export const settingsLayer = (changes: GivenSettings): Layer.Layer<never, SettingsRefused> =>
  Layer.unwrap(Effect.fromResult(Result.map(checkSettings(changes), settingsInForce)))
