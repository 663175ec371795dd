/**
 * The form of a setting: one value with its schema, default, unit and purpose. Each area declares its settings in
 * `settings.ts`. Checks, flags, variables, files and documentation are made from these declarations.
 */
import * as Context from "effect/Context"
import * as Schema from "effect/Schema"
import { Enumeration, Flag, IntegerOf, ListOf, TextOf } from "./input/Field.ts"

/** The least and the most that a number may be, both inclusive. */
export interface SettingBounds {
  readonly minimum: number
  readonly maximum: number
}

/** A flag of the command for a setting. Every setting can also be given by its name. */
export interface SettingFlag {
  /** The placeholder of the value in help texts; undefined when the flag is a switch. */
  readonly metavar?: string
  /** One letter. */
  readonly alias?: string
  /** The help text; undefined: the sentence. */
  readonly help?: string
}

/** One setting. */
export interface Setting<out A> {
  /** The schema of the value; `checkSettings` reports its complaints. */
  readonly schema: Schema.Codec<A>
  /** The same in words; completes "must be …". */
  readonly accepts: string
  /** What to write instead of a wrong value, with what stands before it: `; write https://game.example`; or nothing. */
  readonly suggest?: (given: unknown) => string
  readonly default: A
  /** What a number counts, in the plural; undefined when the setting is not a number, or the number counts nothing. */
  readonly unit: string | undefined
  /** The bounds of a number; undefined when the setting is not a number. */
  readonly bounds: SettingBounds | undefined
  /** The purpose of the setting, in a phrase. */
  readonly sentence: string
  /**
   * How a value is written in a flag or an environment variable. `list`: separated by commas. `switch`: true or false,
   * and the words that people use for them.
   */
  readonly written: "text" | "number" | "switch" | "list" | "json"
  readonly flag: SettingFlag | undefined
  /** Whether the setting may be left empty: `undefined` means that there is no value. */
  readonly optional: boolean
  /** Whether a value must never be shown. */
  readonly secret: boolean
  /** Members of an object, at any depth, that must never be shown. */
  readonly secretMembers: ReadonlyArray<string>
}

/** Settings by name. */
export type Settings = Readonly<Record<string, Setting<unknown>>>

/** The values of these settings. */
export type ValuesOf<S extends Settings> = { readonly [Name in keyof S]: S[Name]["default"] }

/** Values for some of these settings; `undefined` is as good as absent. */
export type GivenOf<S extends Settings> = { readonly [Name in keyof S]?: S[Name]["default"] | undefined }

/** A value for each of these settings. */
export const valuesOf = <S extends Settings>(
  settings: S,
  valueOf: (name: string, setting: Setting<unknown>) => unknown,
): ValuesOf<S> =>
  Object.fromEntries(
    Object.entries(settings).map(([name, setting]) => [name, valueOf(name, setting)]),
  ) as unknown as ValuesOf<S>

/** The defaults of these settings. */
export const defaultsOf = <S extends Settings>(settings: S): ValuesOf<S> =>
  valuesOf(settings, (_, setting) => setting.default)

/** The settings of one area: their declarations, and how the area gets their values. */
export interface SettingsPart {
  readonly settings: Settings
  /** A context with the values of these settings, picked from the values of all. */
  readonly inForce: (values: Readonly<Record<string, unknown>>) => Context.Context<never>
}

/** The settings of one area, as the area reads them: `const { issuer } = yield* TokenSettings`. */
export interface Slice<S extends Settings> extends SettingsPart, Context.Reference<ValuesOf<S>> {
  readonly settings: S
}

/**
 * All settings that are in force, as one context: `settings.ts` of the core puts it in force with them. Verbs that run
 * later get the whole of it (`withServicesOf.ts`), so that none of their settings is left behind.
 */
export const SettingsInForce = Context.Reference<Context.Context<never>>("@garrison/core/kernel/SettingsInForce", {
  defaultValue: Context.empty,
})

/** Declares the settings of one area. Without values in force the reference answers with the defaults. */
export const slice = <const S extends Settings>(key: string, settings: S): Slice<S> => {
  const reference = Context.Reference<ValuesOf<S>>(key, { defaultValue: () => defaultsOf(settings) })
  return Object.assign(reference, {
    settings,
    inForce: (values: Readonly<Record<string, unknown>>) =>
      Context.make(
        reference,
        valuesOf(settings, (name) => values[name]),
      ),
  })
}

/** The setting with a flag of its own. */
export const withFlag = <A>(flag: SettingFlag, setting: Setting<A>): Setting<A> => ({ ...setting, flag })

const plain = {
  unit: undefined,
  bounds: undefined,
  written: "text",
  flag: undefined,
  optional: false,
  secret: false,
  secretMembers: [],
} as const

/** The declaration of a whole number. */
export interface NumberDeclaration {
  readonly default: number
  /** What it counts, in the plural. */
  readonly unit: string | undefined
  readonly minimum: number
  readonly maximum: number
}

const numeric = ({ maximum, minimum, unit }: NumberDeclaration) =>
  ({
    ...plain,
    unit,
    bounds: { minimum, maximum },
    accepts: `a whole number from ${minimum} to ${maximum}`,
    written: "number",
  }) as const

/** A whole number within bounds. */
export const wholeNumber = (declared: NumberDeclaration, sentence: string): Setting<number> => ({
  ...numeric(declared),
  schema: IntegerOf(declared),
  default: declared.default,
  sentence,
})

/** A whole number within bounds, or none, which is the default. */
export const optionalNumber = (
  declared: Omit<NumberDeclaration, "default">,
  sentence: string,
): Setting<number | undefined> => ({
  ...numeric({ ...declared, default: declared.minimum }),
  schema: Schema.UndefinedOr(IntegerOf(declared)),
  default: undefined,
  optional: true,
  sentence,
})

const TEN_YEARS = 10 * 365 * 24 * 60 * 60

/** A time in seconds, by default from 1 to ten years. */
export const seconds = (byDefault: number, sentence: string, bounds: Partial<SettingBounds> = {}): Setting<number> =>
  wholeNumber({ default: byDefault, unit: "seconds", minimum: 1, maximum: TEN_YEARS, ...bounds }, sentence)

/** A number of things, by default from 1 to a million. */
export const count = (
  byDefault: number,
  unit: string,
  sentence: string,
  bounds: Partial<SettingBounds> = {},
): Setting<number> => wholeNumber({ default: byDefault, unit, minimum: 1, maximum: 1_000_000, ...bounds }, sentence)

/** On or off. */
export const toggle = (byDefault: boolean, sentence: string): Setting<boolean> => ({
  ...plain,
  schema: Flag,
  accepts: "true or false",
  default: byDefault,
  written: "switch",
  sentence,
})

const NotEmpty = TextOf({ minimum: 1 })

/** A text of at least one character. */
export const text = (byDefault: string, sentence: string): Setting<string> => ({
  ...plain,
  schema: NotEmpty,
  accepts: "a text that is not empty",
  default: byDefault,
  sentence,
})

/** A text of at least one character, or none, which is the default. */
export const optionalText = (sentence: string): Setting<string | undefined> => ({
  ...plain,
  schema: Schema.UndefinedOr(NotEmpty),
  accepts: "a text",
  default: undefined,
  optional: true,
  sentence,
})

/** A list of texts, each `each`; empty by default. */
export const texts = (each: string, sentence: string): Setting<ReadonlyArray<string>> => ({
  ...plain,
  schema: ListOf(NotEmpty),
  accepts: `a list of ${each}`,
  default: [],
  written: "list",
  sentence,
})

/** One of a closed list of words. */
export const choice = <const Words extends ReadonlyArray<string>>(
  words: Words,
  byDefault: Words[number],
  sentence: string,
): Setting<Words[number]> => ({
  ...plain,
  schema: Enumeration(words),
  accepts: `one of ${words.join(", ")}`,
  default: byDefault,
  sentence,
})

/** A list of words from a closed list. */
export const choices = <const Words extends ReadonlyArray<string>>(
  words: Words,
  byDefault: ReadonlyArray<Words[number]>,
  sentence: string,
): Setting<ReadonlyArray<Words[number]>> => ({
  ...plain,
  schema: ListOf(Enumeration(words)),
  accepts: `a list of ${words.join(", ")}`,
  default: byDefault,
  written: "list",
  sentence,
})

/** The form of a secret, as a schema and in words that complete "a secret of …". */
export interface SecretForm {
  readonly schema: Schema.Codec<string>
  readonly words: string
}

/** A secret, or none, which is the default. */
export const optionalSecret = ({ schema, words }: SecretForm, sentence: string): Setting<string | undefined> => ({
  ...plain,
  schema: Schema.UndefinedOr(schema),
  accepts: `a secret of ${words}`,
  default: undefined,
  optional: true,
  secret: true,
  sentence,
})

/** A list of secrets, none of which may hold a comma; empty by default. */
export const secrets = ({ schema, words }: SecretForm, sentence: string): Setting<ReadonlyArray<string>> => ({
  ...plain,
  schema: ListOf(schema),
  accepts: `a list of secrets, each of ${words}`,
  default: [],
  written: "list",
  secret: true,
  sentence,
})

/** An object of a given shape; `accepts` describes the shape in words. */
export const object = <A>(schema: Schema.Codec<A>, accepts: string, byDefault: A, sentence: string): Setting<A> => ({
  ...plain,
  schema,
  accepts,
  default: byDefault,
  written: "json",
  sentence,
})
