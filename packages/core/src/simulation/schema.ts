/**
 * A policy as its author writes it: kinds of players, what each does in a session, and what is measured. Items and loot
 * are named as in the catalog document, or by id.
 */
import * as Schema from "effect/Schema"
import { complaint, Enumeration, Flag, IntegerOf, ListOf, TextOf } from "../kernel/input/Field.ts"
import { PLATFORMS } from "../kernel/Platform.ts"

/** Bounds of a policy. What is kept of a simulation grows with cohorts, currencies and goals, never with players. */
const COHORTS_MAX = 8
const ACTIONS_MAX = 200
const CURRENCIES_MAX = 8
const GOALS_MAX = 50
const CONDITIONS_MAX = 10
const CHOICES_MAX = 100
/** Most sessions of a player in a day, and most orders of an action in a session. */
const SESSIONS_MAX = 24
const TIMES_MAX = 1000
/** Most units in an order. */
const QUANTITY_MAX = 1_000_000

const dictionary = complaint("dict_type", "must be an object")

const Reference = Schema.Union([IntegerOf({ minimum: 0 }), TextOf({ minimum: 1, maximum: 256 })]).annotate(
  complaint("string_type", "must be a name or an id"),
)
/** A name of the catalog, or an id. */
export type Reference = typeof Reference.Type

const Count = IntegerOf({ minimum: 0 })

const rangeTo = (maximum: number) =>
  Schema.Struct({ min: IntegerOf({ minimum: 0, maximum }), max: IntegerOf({ minimum: 0, maximum }) })

const Times = Schema.Union([IntegerOf({ minimum: 0, maximum: TIMES_MAX }), rangeTo(TIMES_MAX)]).annotate(
  complaint("int_type", `must be a whole number from 0 to ${TIMES_MAX}, or {min, max} of such`),
)
/** A number, or a range of whole numbers. */
export type Range = typeof Times.Type

/** A number for which `isFit` holds; the message says which these are. */
const numberThat = (isFit: (value: number) => boolean, message: string) =>
  Schema.Number.annotate(complaint("float_type", message)).check(
    Schema.makeFilter(isFit, complaint("float_type", message)),
  )

const sessionsMessage = `must be a number from 0 to ${SESSIONS_MAX}, or {min, max} of such`
const Sessions = Schema.Union([
  numberThat((value) => value >= 0 && value <= SESSIONS_MAX, sessionsMessage),
  rangeTo(SESSIONS_MAX),
]).annotate(complaint("float_type", sessionsMessage))

const Chance = numberThat((value) => value >= 0 && value <= 1, "must be a number from 0 to 1")

/** The largest share: any larger one would only make the others smaller. */
const SHARE_MAX = 1_000_000
const Share = numberThat((value) => value > 0 && value <= SHARE_MAX, `must be above 0, and at most ${SHARE_MAX}`)

const CountByItem = Schema.Record(Schema.String, Count).annotate(complaint("dict_type", "must be an object of counts"))

/** A condition on what the player owns. */
export const PolicyCondition = Schema.Struct({
  has: Schema.optionalKey(Reference),
  lacks: Schema.optionalKey(Reference),
  at_least: Schema.optionalKey(IntegerOf({ minimum: 1 })),
}).annotate(dictionary)
export type PolicyCondition = typeof PolicyCondition.Type

/** Something that a player does in a session: one of `play`, `claim`, `buy` and `redeem`. */
export const PolicyAction = Schema.Struct({
  /** A game server orders this loot for the player. */
  play: Schema.optionalKey(Reference),
  /** The player orders this claimable loot. */
  claim: Schema.optionalKey(Reference),
  /** The player buys this loot. */
  buy: Schema.optionalKey(Reference),
  /** The player enters this promotion code. */
  redeem: Schema.optionalKey(TextOf({ minimum: 1, maximum: 256 })),
  quantity: Schema.optionalKey(IntegerOf({ minimum: 1, maximum: QUANTITY_MAX })),
  times: Schema.optionalKey(Times),
  chance: Schema.optionalKey(Chance),
  at_most: Schema.optionalKey(IntegerOf({ minimum: 1 })),
  /** One condition, or a list of which all must hold. */
  when: Schema.optionalKey(Schema.Union([PolicyCondition, ListOf(PolicyCondition, CONDITIONS_MAX)])),
  /** The parts of a dynamic bundle that are bought. */
  choose: Schema.optionalKey(ListOf(Reference, CHOICES_MAX)),
  price_item: Schema.optionalKey(Reference),
  coupon: Schema.optionalKey(Reference),
  when_affordable: Schema.optionalKey(Flag),
  keeping: Schema.optionalKey(CountByItem),
}).annotate(dictionary)
export type PolicyAction = typeof PolicyAction.Type

/** Players who do the same. */
export const PolicyCohort = Schema.Struct({
  share: Schema.optionalKey(Share),
  sessions_per_day: Schema.optionalKey(Sessions),
  platform: Schema.optionalKey(Enumeration(PLATFORMS)),
  start: Schema.optionalKey(CountByItem),
  actions: ListOf(PolicyAction, ACTIONS_MAX),
}).annotate(dictionary)
export type PolicyCohort = typeof PolicyCohort.Type

/** An item whose time to own is measured. */
export const PolicyGoal = Schema.Struct({
  item: Reference,
  count: Schema.optionalKey(IntegerOf({ minimum: 1 })),
}).annotate(dictionary)
export type PolicyGoal = typeof PolicyGoal.Type

const tooManyCohorts = complaint("too_long", `must have at most ${COHORTS_MAX} cohorts`)

/** A policy. */
export const PolicyDocument = Schema.Struct({
  cohorts: Schema.Record(Schema.String, PolicyCohort)
    .annotate(dictionary)
    .check(Schema.isMaxProperties(COHORTS_MAX, tooManyCohorts)),
  currencies: Schema.optionalKey(ListOf(Reference, CURRENCIES_MAX)),
  goals: Schema.optionalKey(ListOf(PolicyGoal, GOALS_MAX)),
}).annotate(dictionary)
export type PolicyDocument = typeof PolicyDocument.Type

/** Currencies and goals that are measured at most where the policy names none. */
export const MEASURED_MAX = CURRENCIES_MAX
