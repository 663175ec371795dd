/**
 * What an authored document gives: every choice of the interpreter is explored, which gives the exact probability of
 * each outcome.
 */
import { expandCatalog } from "@garrison/core/catalog/authoring/expand"
import { EMPTY_LOCK, type Lock } from "@garrison/core/catalog/authoring/lock"
import type { AuthoredFile } from "@garrison/core/catalog/authoring/places"
import { checkForPublication } from "@garrison/core/catalog/publishable"
import { link, type LinkedCatalog } from "@garrison/core/catalog/rules/linked"
import { Holdings } from "@garrison/core/order/rules/interpret/holdings"
import { fulfil } from "@garrison/core/order/rules/interpret/interpret"
import * as Effect from "effect/Effect"
import { cryptoLayer } from "../../../support/crypto.ts"
import { held, NOW } from "../../order/fulfilling.ts"

/** A probability, in lowest terms. */
export type Fraction = string

const divisor = (left: bigint, right: bigint): bigint => (right === 0n ? left : divisor(right, left % right))

/** The fraction as text, in lowest terms. */
export const fraction = (numerator: bigint, denominator: bigint): Fraction => {
  const common = divisor(numerator, denominator)
  return `${numerator / common}/${denominator / common}`
}

/** Expands one document. */
export const expanded = (value: unknown, lock: Lock = EMPTY_LOCK) =>
  expandCatalog([{ name: "catalog.yaml", value }], lock)

/** Codes and places of the findings of the forms, and of the checker about what they expand into. */
export const findingsOf = async (value: unknown, lock: Lock = EMPTY_LOCK) => {
  const made = expanded(value, lock)
  const { report } = await Effect.runPromise(Effect.provide(checkForPublication(made.document), cryptoLayer))
  return made.authored(report).findings.map(({ code, path }) => [code, path.join(".")] as const)
}

/** Findings about items that no loot gives. These worlds give their players such items by hand. */
const BY_HAND: ReadonlyArray<string> = ["condition_item_not_given", "check_always_passes"]

/** An authored document that was expanded and linked. */
export interface World {
  readonly catalog: LinkedCatalog
  /** The id of an item by its name. */
  readonly item: (name: string) => number
  /** The id of loot by its name, `vendor/loot`. */
  readonly loot: (name: string) => number
}

/** Expands, checks and links a document, which must have no finding but those of the codes `allowed`. */
export const worldOf = (value: unknown, ...allowed: ReadonlyArray<string>): Promise<World> =>
  worldOfFiles([{ name: "catalog.yaml", value }], ...allowed)

/** The same of a document in several files. */
export const worldOfFiles = async (
  files: ReadonlyArray<AuthoredFile>,
  ...allowed: ReadonlyArray<string>
): Promise<World> => {
  const made = expandCatalog(files, EMPTY_LOCK)
  const { publishable, report } = await Effect.runPromise(
    Effect.provide(checkForPublication(made.document), cryptoLayer),
  )
  const findings = made.authored(report).findings.filter(({ code }) => ![...allowed, ...BY_HAND].includes(code))
  if (publishable === undefined || findings.length > 0) throw new Error(JSON.stringify(findings))
  const idOf = (kind: "item" | "loot") => (name: string) => {
    const id = made.lock?.ids[kind][name]
    if (id === undefined) throw new Error(`no ${kind} ${name}`)
    return id
  }
  return { catalog: link(1, publishable.published), item: idOf("item"), loot: idOf("loot") }
}

/** Items by name and count that the player owns. */
export type Owned = Readonly<Record<string, number>>

type Draw = { readonly total: number; readonly weights: ReadonlyArray<number> }

/** The next path after `path`, in which the last draw that has another candidate takes that. */
const nextPath = (path: ReadonlyArray<number>, draws: ReadonlyArray<Draw>): ReadonlyArray<number> | undefined => {
  for (let last = draws.length - 1; last >= 0; last--) {
    const chosen = path[last] ?? 0
    if (chosen + 1 < (draws[last]?.weights.length ?? 0))
      return [...draws.slice(0, last).map((_, index) => path[index] ?? 0), chosen + 1]
  }
  return undefined
}

const sum = (values: ReadonlyArray<number>): number => values.reduce((total, value) => total + value, 0)

/**
 * The probability of every outcome of filling the loot, by what the player gains: `coins 3, bones 1`, or the result of
 * a failure. `names` are the items to look at.
 */
export const outcomesOf = (
  { catalog, item, loot }: World,
  lootName: string,
  { names, owned = {}, quantity = 1 }: { names: ReadonlyArray<string>; owned?: Owned; quantity?: number },
): Readonly<Record<string, Fraction>> => {
  const records = Object.entries(owned).map(([name, count]) => held(item(name), count))
  const entries = [{ type: "fill_loot", loot_id: loot(lootName), quantity }] as const
  const order = { source: "SYSTEM", isTransaction: true, entries } as const
  const circumstances = { platform: undefined, isServer: true, now: NOW }
  const shares = new Map<string, readonly [bigint, bigint]>()
  for (let path: ReadonlyArray<number> | undefined = []; path !== undefined;) {
    const draws: Array<Draw> = []
    const holdings = Holdings.complete(records)
    const taken: ReadonlyArray<number> = path
    const choose = (ask: { total: number; candidates: ReadonlyArray<{ weight: number }> | undefined }): number => {
      const weights = (ask.candidates ?? []).map(({ weight }) => weight)
      const index = taken[draws.length] ?? 0
      draws.push({ total: ask.total, weights })
      return sum(weights.slice(0, index))
    }
    const outcome = fulfil(catalog, order, circumstances, holdings, choose, () => undefined)
    const result = outcome.order.entries[0]?.result ?? ""
    const gained = names.flatMap((name) => {
      const now = Array.from(holdings.all()).filter(({ current }) => current.itemId === item(name))
      const gain = sum(now.map(({ current }) => current.count)) - (owned[name] ?? 0)
      return gain === 0 ? [] : [`${name} ${gain}`]
    })
    const key = result === "success" ? gained.join(", ") || "nothing" : result
    const [numerator, denominator] = shares.get(key) ?? [0n, 1n]
    let [part, whole] = [1n, 1n]
    for (const [index, { total, weights }] of draws.entries()) {
      part *= BigInt(weights[taken[index] ?? 0] ?? 0)
      whole *= BigInt(total)
    }
    const common = divisor(numerator * whole + part * denominator, denominator * whole)
    shares.set(key, [(numerator * whole + part * denominator) / common, (denominator * whole) / common])
    path = nextPath(taken, draws)
  }
  return Object.fromEntries(
    Array.from(shares, ([key, [numerator, denominator]]) => [key, fraction(numerator, denominator)]),
  )
}
