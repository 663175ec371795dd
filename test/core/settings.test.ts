/** Settings are checked where they are used, for every host alike (decisions, section 15). */
import { AgreementSettings } from "@garrison/core/agreement/settings"
import { ClientSettings } from "@garrison/core/client/settings"
import { EnvironmentSettings } from "@garrison/core/environment/settings"
import { LinkSettings } from "@garrison/core/linking/settings"
import { MergeSettings } from "@garrison/core/merging/settings"
import { LoginSettings } from "@garrison/core/login/settings"
import { OauthSettings } from "@garrison/core/oauth/settings"
import { NotificationSettings } from "@garrison/core/notification/settings"
import { OddsSettings } from "@garrison/core/odds/settings"
import { OrderSettings } from "@garrison/core/order/settings"
import { PresenceTimes } from "@garrison/core/presence/settings"
import {
  checkSettings,
  defaultSettings,
  type DomainSettings,
  domainSettings,
  settingsLayer,
  settingsParts,
} from "@garrison/core/settings"
import { TokenSettings } from "@garrison/core/token/settings"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { existsSync, readdirSync } from "node:fs"
import { join, resolve } from "node:path"

/** What plain JavaScript may pass. */
const given = (changes: Readonly<Record<string, unknown>>) => changes as Partial<DomainSettings>

const complaintsAbout = (changes: Readonly<Record<string, unknown>>): ReadonlyArray<string> => {
  const checked = checkSettings(given(changes))
  if (Result.isSuccess(checked)) return []
  return checked.failure.detail.map(({ loc, msg }) => `${loc.join(".")} ${msg}`)
}

const eula = { version: 1, url: "https://example.org/eula", sha256: "0".repeat(64), required: true }

describe("checkSettings", () => {
  it("takes the defaults, and every default is within its bounds", () => {
    assert.deepStrictEqual(checkSettings({}), Result.succeed(defaultSettings))
  })

  const bounds = Object.entries(domainSettings).flatMap(([name, setting]) =>
    setting.bounds === undefined ? [] : [{ name, ...setting.bounds }],
  )

  it.each(bounds)("holds $name to its bounds, both inclusive", ({ name, maximum, minimum }) => {
    for (const value of [minimum, maximum]) assert.deepStrictEqual(complaintsAbout({ [name]: value }), [])
    assert.deepStrictEqual(complaintsAbout({ [name]: minimum - 1 }), [`${name} must be at least ${minimum}`])
    assert.deepStrictEqual(complaintsAbout({ [name]: maximum + 1 }), [`${name} must be at most ${maximum}`])
    for (const value of [1.5, Number.NaN, "10", null]) {
      assert.deepStrictEqual(complaintsAbout({ [name]: value }), [`${name} must be an integer`], String(value))
    }
  })

  it("has bounds for every number there is", () => {
    const numbers = Object.entries(domainSettings).flatMap(([name, { default: value, written }]) =>
      typeof value === "number" || written === "number" ? [name] : [],
    )
    assert.sameMembers(
      bounds.map(({ name }) => name),
      numbers,
    )
  })

  it.each([
    [{ issuer: "" }, "issuer must be at least 1 character long"],
    [{ signingAlgorithm: "HS256" }, "signingAlgorithm must be one of EdDSA, ES256"],
    [{ grantsEnabled: ["anon", "anno"] }, /^grantsEnabled\.1 must be one of anon, /],
    [{ userAuthEnabled: "yes" }, "userAuthEnabled must be true or false"],
    [{ agreements: { eula: { ...eula, sha256: "00" } } }, "agreements.eula.sha256 must be 64 hex digits in lower case"],
    [{ agreements: { eula: { ...eula, version: 0 } } }, "agreements.eula.version must be at least 1"],
    [{ agreements: { tos: {} } }, "agreements.tos.version is required"],
    [{ accessSecondPlayer: 60 }, "accessSecondPlayer is not a setting; did you mean accessSecondsPlayer?"],
    [{ ["__proto__"]: 1, constructor: 1 }, "__proto__ is not a setting"],
  ])("refuses %j by name", (changes, complaint) => {
    const [first = ""] = complaintsAbout(changes)
    if (typeof complaint === "string") assert.strictEqual(first, complaint)
    else assert.match(first, complaint)
  })

  it("names every wrong setting, not only the first", () => {
    const checked = checkSettings(given({ accessSecondsPlayer: -5, grantsEnabled: "anon", nonsense: 1 }))
    assert.isTrue(Result.isFailure(checked))
    if (Result.isFailure(checked)) {
      for (const name of ["accessSecondsPlayer", "grantsEnabled", "nonsense"]) {
        assert.include(checked.failure.message, name)
      }
    }
  })

  it("takes undefined as not given, except where it means none", () => {
    const withClient = { ...defaultSettings, defaultClientId: "game" }
    const changes = given({ agreements: undefined, accessSecondsPlayer: undefined })
    assert.deepStrictEqual(checkSettings(changes, withClient), Result.succeed(withClient))
    assert.deepStrictEqual(checkSettings({ defaultClientId: undefined }, withClient), Result.succeed(defaultSettings))
  })

  it("takes agreement documents", () => {
    assert.deepStrictEqual(complaintsAbout({ agreements: { eula } }), [])
  })
})

/** Every setting as its area reads it. */
const inForce = Effect.gen(function* () {
  const parts = [
    yield* TokenSettings,
    yield* EnvironmentSettings,
    yield* ClientSettings,
    yield* LoginSettings,
    yield* LinkSettings,
    yield* MergeSettings,
    yield* OauthSettings,
    yield* AgreementSettings,
    yield* NotificationSettings,
    yield* PresenceTimes,
    yield* OrderSettings,
    yield* OddsSettings,
  ]
  const values = parts.flatMap((part) => Object.entries(part))
  assert.lengthOf(values, new Set(values.map(([name]) => name)).size, "a setting belongs to one area")
  return Object.fromEntries(values)
})

describe("the settings of the rules", () => {
  it("are those of every area that declares some", () => {
    const core = resolve(import.meta.dirname, "../../packages/core/src")
    const areas = readdirSync(core).filter((area) => existsSync(join(core, area, "settings.ts")))
    assert.sameMembers(
      settingsParts.map(({ key }) => key),
      areas.map((area) => `@garrison/core/${area}/settings`),
    )
  })
})

describe("settingsLayer", () => {
  it.effect("puts checked settings in force", () =>
    Effect.gen(function* () {
      const { accessSecondsPlayer, audience } = yield* TokenSettings
      assert.deepStrictEqual([accessSecondsPlayer, audience], [60, defaultSettings.audience])
    }).pipe(Effect.provide(settingsLayer({ accessSecondsPlayer: 60 }))),
  )

  it.effect("gives every area its own settings, each of which belongs to one area", () => {
    // Every number is one more than by default, so that a setting that does not arrive shows.
    const changes = Object.fromEntries(
      Object.entries(defaultSettings).flatMap(([name, value]) =>
        typeof value === "number" ? [[name, name === "verificationCacheSeconds" ? 59 : value + 1]] : [],
      ),
    )
    return Effect.gen(function* () {
      assert.deepStrictEqual(yield* inForce, { ...defaultSettings, ...changes })
    }).pipe(Effect.provide(settingsLayer(given(changes))))
  })

  it.effect("leaves the defaults in force where it is not provided", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* inForce, { ...defaultSettings })
    }),
  )

  it.effect("fails when they are wrong", () =>
    Effect.gen(function* () {
      const refused = yield* Effect.flip(Effect.provide(TokenSettings, settingsLayer({ accessSecondsPlayer: -5 })))
      assert.strictEqual(refused._tag, "SettingsRefused")
      assert.include(refused.message, "accessSecondsPlayer must be at least 1")
    }),
  )
})
