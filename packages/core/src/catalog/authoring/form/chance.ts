/**
 * `chance: 1/128` or `chance: 0.0083`: the loot is given with this probability, otherwise nothing. Expands into a draw
 * among the loot and nothing, with the weights of the exact fraction.
 */
import * as Schema from "effect/Schema"
import { complaint, Text } from "../../../kernel/input/Field.ts"
import type { Expansion } from "../Expansion.ts"
import type { Fields } from "../Fields.ts"
import { within } from "../names.ts"
import { inside } from "../places.ts"
import { candidateIf } from "./conditions.ts"
import { type Form, giving, moveIntoVendor, type Row } from "./Form.ts"

/** A chance as authored: a fraction as text, or a decimal. */
export const Chance = Schema.Union([Schema.Finite, Text]).annotate(
  complaint("value_error", "must be a fraction, such as 1/128, or a decimal, such as 0.0083"),
)

const decode = Schema.decodeUnknownResult(Chance, { errors: "all", reportInput: true })

const fraction = /^(\d{1,16})\s*\/\s*(\d{1,16})$/
const decimal = /^(\d{0,16})(?:\.(\d{1,20}))?(?:e([+-]?\d{1,2}))?$/i

const divisor = (left: bigint, right: bigint): bigint => (right === 0n ? left : divisor(right, left % right))

/** A probability: `wins` of `of`, in lowest terms. */
export interface Odds {
  readonly wins: number
  readonly of: number
}

const lowest = (wins: bigint, of: bigint): Odds | undefined => {
  if (wins <= 0n || of <= 0n || wins > of) return undefined
  const common = divisor(wins, of)
  const odds = { wins: Number(wins / common), of: Number(of / common) }
  return Number.isSafeInteger(odds.of) ? odds : undefined
}

/** The exact probability; undefined: it is not above 0 and at most 1, or has too many digits. */
const oddsOf = (chance: number | string): Odds | undefined => {
  const text = String(chance).trim()
  const [, wins, of] = fraction.exec(text) ?? []
  if (wins !== undefined && of !== undefined) return lowest(BigInt(wins), BigInt(of))
  const [match, whole = "", digits = "", exponent = "0"] = decimal.exec(text) ?? []
  if (match === undefined || whole + digits === "") return undefined
  const power = digits.length - Number(exponent)
  const scale = 10n ** BigInt(Math.abs(power))
  return power >= 0 ? lowest(BigInt(whole + digits), scale) : lowest(BigInt(whole + digits) * scale, 1n)
}

const asFraction = (chance: string): string | undefined => {
  const odds = oddsOf(chance)
  return odds === undefined ? undefined : `write ${odds.wins}/${odds.of}`
}

const percentage = /^(\d+(?:[.,]\d+)?)\s*(%?)$/
const oneIn = /^(\d+)\s*(?:in|of|out of|:)\s*(\d+)$/i

const EXAMPLES = "write a fraction such as 1/128, or a decimal such as 0.0083"

/** What to write instead of a chance that is none. */
const chanceFix = (chance: number | string): string => {
  const text = String(chance).trim()
  if (Number(text) === 0) return "take the row away: a chance of 0 never gives it"
  const [, number, sign] = percentage.exec(text) ?? []
  const point = number?.replace(",", ".")
  if (point !== undefined && sign === "" && Number(point) < 1) return `write ${point}`
  const ofHundred = point === undefined ? undefined : asFraction(`${point}e-2`)
  if (ofHundred !== undefined) return sign === "%" ? ofHundred : `${ofHundred} for ${text} %`
  const [, wins, of] = oneIn.exec(text) ?? []
  return (wins === undefined ? undefined : asFraction(`${wins}/${of}`)) ?? EXAMPLES
}

const drawOnce = (expansion: Expansion, row: Row, loot: Fields, { of, wins }: Odds): number => {
  const weights = [wins, of - wins].map((weight) => (weight === 1 ? {} : { drop_weight: weight }))
  return expansion.vendor(within(row.name, "~", "chance"), "randomly_sampled", row.place, [
    { name: "win", fields: { ...loot, ...weights[0] } },
    { name: "nothing", fields: { ...weights[1] } },
  ])
}

/** A chance. */
export const chance: Form = {
  fields: ["chance"],
  expand: (expansion, row, draft) => {
    const place = inside(row.place, "chance")
    const written = expansion.read(decode, [], row.fields["chance"], place)
    if (written === undefined) return draft
    if (row.list === "always" || row.list === "one_of") {
      const isAlways = row.list === "always"
      const detail = isAlways ? "a chance belongs to a row of sometimes" : "rows of one_of have a weight"
      const fix = isAlways ? "move the row to sometimes" : "write weight in place of chance"
      expansion.report("form_conflict", place, detail, { fix })
      return draft
    }
    const odds = oddsOf(written)
    if (odds === undefined) {
      const detail = `${written} is not a chance above 0 and at most 1`
      expansion.report("form_malformed", place, detail, { fix: chanceFix(written) })
      return draft
    }
    if (odds.wins === odds.of) return draft
    const { conditions, loot } = draft
    // If a condition fails, only nothing is left to draw.
    const winner = candidateIf(expansion, row, giving(loot), conditions)
    return { conditions: [], loot: moveIntoVendor(expansion, row, loot, drawOnce(expansion, row, winner, odds)) }
  },
}
