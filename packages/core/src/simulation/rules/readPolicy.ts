/**
 * Reads a policy document against a catalog: decodes it, finds every name, and makes the order of each action. All
 * mistakes are reported, each with its place in the document.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { isCondition, type LinkedCatalog, type LinkedLoot, lookup } from "../../catalog/rules/linked.ts"
import type { FindingPath } from "../../catalog/rules/findings.ts"
import { type DetailType } from "../../kernel/input/Field.ts"
import { invalidDetails } from "../../kernel/input/Invalid.ts"
import { nearest } from "../../kernel/input/nearest.ts"
import { priceIn, tierOf } from "../../order/rules/interpret/price.ts"
import type { SubmittedEntry } from "../../order/schema.ts"
import {
  PolicyAction,
  PolicyCohort,
  PolicyCondition,
  PolicyDocument,
  PolicyGoal,
  type Reference,
  type Range,
} from "../schema.ts"
import { measuredCurrencies, measuredGoals } from "./measured.ts"
import { type CatalogNames, indexCatalog, POLICY_MISTAKES, type PolicyCode, type PolicyNames } from "./names.ts"
import {
  type Action,
  type Cohort,
  type Condition,
  type FlowSource,
  type ItemCount,
  OWN_SOURCES,
  type Policy,
  type WholeRange,
} from "./policy.ts"

/** A mistake in a policy. */
export interface PolicyFinding {
  readonly code: PolicyCode | DetailType
  readonly path: FindingPath
  readonly message: string
}

const decode = Schema.decodeUnknownResult(PolicyDocument, { errors: "all", reportInput: true })

const mistake = (code: PolicyCode, path: FindingPath, detail?: string): PolicyFinding => ({
  code,
  path,
  message: detail === undefined ? POLICY_MISTAKES[code] : `${POLICY_MISTAKES[code]}: ${detail}`,
})

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Fields of an object that its schema does not have. */
const unknownFields = (
  { fields }: { readonly fields: object },
  value: unknown,
  path: FindingPath,
): ReadonlyArray<PolicyFinding> => {
  const known = Object.keys(fields)
  const given = isObject(value) ? Object.keys(value) : []
  return given.flatMap((name) => {
    if (known.includes(name)) return []
    const guess = nearest(name, known)
    return [mistake("unknown_field", [...path, name], guess === undefined ? undefined : `did you mean ${guess}?`)]
  })
}

const listAt = (value: unknown, name: string): ReadonlyArray<unknown> => {
  const list = isObject(value) ? value[name] : undefined
  return Array.isArray(list) ? list : []
}

/** Unknown fields at every depth of a document, which may have any shape. */
const everyUnknownField = (input: unknown): ReadonlyArray<PolicyFinding> => {
  const cohorts = isObject(input) && isObject(input["cohorts"]) ? Object.entries(input["cohorts"]) : []
  return [
    ...unknownFields(PolicyDocument, input, []),
    ...listAt(input, "goals").flatMap((goal, index) => unknownFields(PolicyGoal, goal, ["goals", index])),
    ...cohorts.flatMap(([name, cohort]) => {
      const at = ["cohorts", name]
      const ofActions = listAt(cohort, "actions").flatMap((action, index) => {
        const path = [...at, "actions", index]
        const when = isObject(action) ? action["when"] : undefined
        const ofConditions = Array.isArray(when)
          ? when.flatMap((condition, place) => unknownFields(PolicyCondition, condition, [...path, "when", place]))
          : unknownFields(PolicyCondition, when, [...path, "when"])
        return [...unknownFields(PolicyAction, action, path), ...ofConditions]
      })
      return [...unknownFields(PolicyCohort, cohort, at), ...ofActions]
    }),
  ]
}

const isList = (when: NonNullable<PolicyAction["when"]>): when is ReadonlyArray<PolicyCondition> => Array.isArray(when)

const ONCE: WholeRange = { min: 1, max: 1 }

const KINDS = ["play", "claim", "buy", "redeem"] as const

/** Fields that only purchases have. */
const OF_PURCHASES = ["choose", "price_item", "coupon", "when_affordable"] as const

/** One reading of a document. What cannot be resolved is reported, and has a value that is never used. */
class Reading {
  readonly findings: Array<PolicyFinding> = []
  readonly sources: Array<FlowSource> = OWN_SOURCES.map((kind) => ({ kind }))
  private readonly sourceOf = new Map<string, number>()
  private readonly catalog: LinkedCatalog
  private readonly items: PolicyNames
  private readonly loot: PolicyNames

  constructor(catalog: LinkedCatalog, names: CatalogNames) {
    const { items, loot } = indexCatalog(catalog, names)
    this.catalog = catalog
    this.items = items
    this.loot = loot
  }

  private report(code: PolicyCode, path: FindingPath, detail?: string): void {
    this.findings.push(mistake(code, path, detail))
  }

  private find(index: PolicyNames, reference: Reference, path: FindingPath): number | undefined {
    const found = index.find(reference)
    if ("id" in found) return found.id
    this.report(found.code, path, found.detail)
    return undefined
  }

  item(reference: Reference, path: FindingPath): number {
    return this.find(this.items, reference, path) ?? 0
  }

  private counts(counts: Readonly<Record<string, number>> | undefined, path: FindingPath): ReadonlyArray<ItemCount> {
    return Object.entries(counts ?? {}).map(([name, count]) => ({ itemId: this.item(name, [...path, name]), count }))
  }

  private range(given: Range, path: FindingPath): Range {
    if (typeof given !== "number" && given.min > given.max) this.report("range_empty", path)
    return given
  }

  private source(source: FlowSource): number {
    const key = JSON.stringify(source)
    const known = this.sourceOf.get(key)
    if (known !== undefined) return known
    this.sourceOf.set(key, this.sources.length)
    return this.sources.push(source) - 1
  }

  private condition({ at_least = 1, has, lacks }: PolicyCondition, path: FindingPath): Condition {
    const name = has === undefined ? "lacks" : "has"
    const reference = has ?? lacks
    if (reference === undefined || (has !== undefined && lacks !== undefined)) {
      this.report("condition_unclear", path)
      return { itemId: 0, count: 0, isOwned: true }
    }
    return { itemId: this.item(reference, [...path, name]), count: at_least, isOwned: name === "has" }
  }

  private conditions(when: NonNullable<PolicyAction["when"]>, path: FindingPath): ReadonlyArray<Condition> {
    return isList(when)
      ? when.map((condition, index) => this.condition(condition, [...path, index]))
      : [this.condition(when, path)]
  }

  /** The entry that buys the loot at its present price. */
  private purchase(action: PolicyAction, loot: LinkedLoot, path: FindingPath): Partial<SubmittedEntry> {
    const { coupon, price_item: asked, quantity = 1 } = action
    const tier = tierOf(loot, quantity)
    if ("_tag" in tier) {
      this.report("not_for_sale", [...path, "buy"])
      return {}
    }
    const priceItem = asked === undefined ? undefined : this.item(asked, [...path, "price_item"])
    const currency = priceItem === undefined ? tier.currencies[0] : priceIn(tier, priceItem)
    if (currency === undefined) {
      this.report("not_sold_for", [...path, asked === undefined ? "buy" : "price_item"])
      return {}
    }
    const { price, price_item_id } = currency
    const discount = coupon === undefined ? undefined : { price_coupon_item_id: this.item(coupon, [...path, "coupon"]) }
    return { purchase_price: { currencies: [{ price_item_id, price }], ...discount } }
  }

  /** The parts that the action chooses of a dynamic bundle; undefined: the loot is no such bundle. */
  private chosen({ choose = [] }: PolicyAction, loot: LinkedLoot, path: FindingPath) {
    if (loot.item?.type !== "dynamic_bundle") {
      if (choose.length > 0) this.report("field_unfit", [...path, "choose"])
      return undefined
    }
    if (choose.length === 0) this.report("dynamic_bundle", [...path, "buy"])
    const chosen = new Set<number>()
    return choose.map((reference, index) => {
      const at = [...path, "choose", index]
      const id = this.find(this.loot, reference, at)
      const part = lookup(this.catalog.loot, id)
      const isPart = part !== undefined && part.vendor === loot.subVendor && !isCondition(part)
      if (id === undefined) return 0
      if (!isPart) this.report("not_a_part", at)
      else if (chosen.has(id)) this.report("part_repeated", at)
      chosen.add(id)
      return id
    })
  }

  /** The source and the entry of an action of loot. */
  private lootAction(kind: "play" | "claim" | "buy", action: PolicyAction, path: FindingPath) {
    const lootId = this.find(this.loot, action[kind] ?? "", [...path, kind]) ?? 0
    const loot = lookup(this.catalog.loot, lootId)
    const source = this.source({ kind, lootId })
    const asked = { loot_id: lootId, quantity: action.quantity ?? 1 }
    if (kind !== "buy") {
      if (kind === "claim" && loot?.is_claimable_by_client === false) this.report("not_claimable", [...path, kind])
      return { source, entry: { type: "fill_loot", ...asked } as const }
    }
    const price = loot === undefined ? {} : this.purchase(action, loot, path)
    const chosen = loot && this.chosen(action, loot, path)
    if (chosen === undefined) return { source, entry: { type: "purchase_loot", ...asked, ...price } as const }
    const parts = { dynamic_bundle_loot_ids: chosen }
    return { source, entry: { type: "purchase_dynamic_bundle", ...asked, ...price, ...parts } as const }
  }

  private codeAction(code: string, path: FindingPath) {
    const codes = this.catalog.promotions
    const guess = codes.has(code) ? undefined : (nearest(code, [...codes.keys()]) ?? "")
    if (guess !== undefined) {
      this.report("code_unknown", [...path, "redeem"], guess === "" ? undefined : `did you mean ${guess}?`)
    }
    const entry = { type: "promotion_code", external_tran_id: code, quantity: 1 } as const
    return { source: this.source({ kind: "redeem", code }), entry }
  }

  private action(action: PolicyAction, path: FindingPath): Action | undefined {
    const kinds = KINDS.filter((kind) => action[kind] !== undefined)
    const [kind] = kinds
    if (kind === undefined || kinds.length > 1) {
      this.report("action_unclear", path)
      return undefined
    }
    const unfit: ReadonlyArray<keyof PolicyAction> =
      kind === "buy" ? [] : [...OF_PURCHASES, ...(kind === "redeem" ? (["quantity"] as const) : [])]
    for (const name of unfit) if (action[name] !== undefined) this.report("field_unfit", [...path, name])
    const { entry, source } =
      kind === "redeem" ? this.codeAction(action.redeem ?? "", path) : this.lootAction(kind, action, path)
    const isServer = kind === "play"
    const times = this.range(action.times ?? ONCE, [...path, "times"])
    return {
      source,
      order: { source: isServer ? "IN_GAME" : "CLIENT", isTransaction: false, entries: [entry] },
      isServer,
      times: typeof times === "number" ? { min: times, max: times } : times,
      chance: action.chance ?? 1,
      atMost: action.at_most ?? Number.POSITIVE_INFINITY,
      when: this.conditions(action.when ?? [], [...path, "when"]),
      isWhenAffordable: kind === "buy" && (action.when_affordable ?? true),
      keeping: this.counts(action.keeping, [...path, "keeping"]),
    }
  }

  cohort(name: string, cohort: PolicyCohort): Cohort {
    const path = ["cohorts", name]
    return {
      name,
      share: cohort.share ?? 1,
      sessions: this.range(cohort.sessions_per_day ?? 1, [...path, "sessions_per_day"]),
      platform: cohort.platform ?? "Anon",
      start: this.counts(cohort.start, [...path, "start"]),
      actions: cohort.actions.flatMap((action, index) => {
        const read = this.action(action, [...path, "actions", index])
        return read === undefined ? [] : [read]
      }),
    }
  }
}

const shapeFindings = (error: Schema.SchemaError): ReadonlyArray<PolicyFinding> =>
  invalidDetails(error.issue).map(({ loc, msg, type }) => ({ code: type, path: loc, message: msg }))

/** The policy that a parsed document describes, or every mistake in the document. */
export const readPolicy = (
  input: unknown,
  catalog: LinkedCatalog,
  names: CatalogNames,
): Result.Result<Policy, ReadonlyArray<PolicyFinding>> => {
  const unknown = everyUnknownField(input)
  const decoded = decode(input)
  if (Result.isFailure(decoded)) return Result.fail([...unknown, ...shapeFindings(decoded.failure)])
  const document = decoded.success
  const reading = new Reading(catalog, names)
  const cohorts = Object.entries(document.cohorts).map(([name, cohort]) => reading.cohort(name, cohort))
  const currencies = document.currencies?.map((reference, index) => reading.item(reference, ["currencies", index]))
  const goals = document.goals?.map(({ count = 1, item }, index) => ({
    itemId: reading.item(item, ["goals", index, "item"]),
    count,
  }))
  const missing = cohorts.length === 0 ? [mistake("cohorts_missing", ["cohorts"])] : []
  const findings = [...unknown, ...missing, ...reading.findings]
  if (findings.length > 0) return Result.fail(findings)
  return Result.succeed({
    cohorts,
    sources: reading.sources,
    currencies: Array.from(new Set(currencies ?? measuredCurrencies(catalog, cohorts))),
    goals: goals ?? measuredGoals(catalog, cohorts),
  })
}
