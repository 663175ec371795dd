/** The pictures of a simulation's report, as SVG. Colours come from the style sheet of the page. */
import type { CurrencyResult, GoalResult } from "@garrison/core/simulation"
import { type Child, element, type Markup } from "./html.ts"

const WIDTH = 720
const LEFT = 70
const RIGHT = 20
/** A name, and below it what is drawn of it. On narrow screens texts are larger, so names have a line of their own. */
const ROW = 58
const NAME = 26

/** A picture with a title and a description for people who do not see it. */
const picture = (id: string, title: string, description: string, height: number, ...children: ReadonlyArray<Child>) =>
  element(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      viewBox: `0 0 ${WIDTH} ${height}`,
      role: "img",
      "aria-labelledby": `${id}-title ${id}-desc`,
    },
    element("title", { id: `${id}-title` }, title),
    element("desc", { id: `${id}-desc` }, description),
    children,
  )

const text = (x: number, y: number, anchor: "start" | "middle" | "end", words: string): Markup =>
  element("text", { x, y, "text-anchor": anchor }, words)

const line = (x1: number, y1: number, x2: number, y2: number, kind: string): Markup =>
  element("line", { x1, y1, x2, y2, class: kind })

const short = (value: number): string =>
  value.toLocaleString("en", { notation: "compact", maximumSignificantDigits: 3 })

/** A round step such that at most five of them reach `top`. */
const stepTo = (top: number): number => {
  const rough = Math.max(top, 1) / 5
  const unit = 10 ** Math.floor(Math.log10(rough))
  const factor = [1, 2, 5, 10].find((candidate) => candidate * unit >= rough) ?? 10
  return Math.max(1, factor * unit)
}

const ticksTo = (top: number): ReadonlyArray<number> => {
  const step = stepTo(top)
  return Array.from({ length: Math.ceil(Math.max(top, 1) / step) + 1 }, (_, index) => index * step)
}

type Point = readonly [x: number, y: number]

const pointsOf = (points: ReadonlyArray<Point>): string =>
  points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ")

const TOP = 14
const PLOT = 200

/** The balance of players over the days: the median, the mean, and the band that 80 % of the players are in. */
export const balanceChart = ({ by_day: days }: CurrencyResult, id: string, title: string): Markup => {
  const ticks = ticksTo(Math.max(...days.map(({ mean, p90 }) => Math.max(mean, p90))))
  const top = ticks.at(-1) ?? 1
  const last = days.at(-1)?.day ?? 1
  const x = (day: number): number => LEFT + ((day - 1) / Math.max(1, last - 1)) * (WIDTH - LEFT - RIGHT)
  const y = (value: number): number => TOP + PLOT * (1 - value / top)
  const along = (name: "mean" | "p10" | "p50" | "p90"): ReadonlyArray<Point> =>
    days.map((day) => [x(day.day), y(day[name])])
  const end = days.at(-1)
  const description =
    end === undefined
      ? "No day was simulated."
      : `On day ${end.day} the mean is ${short(end.mean)}, the median ${short(end.p50)}; 80 % of players have ${short(end.p10)} to ${short(end.p90)}.`
  const dayTicks = ticksTo(last).filter((day) => day >= 1 && day <= last)
  return picture(
    id,
    title,
    description,
    TOP + PLOT + 60,
    ticks.map((value) => [
      line(LEFT, y(value), WIDTH - RIGHT, y(value), "grid"),
      text(LEFT - 8, y(value) + 4, "end", short(value)),
    ]),
    dayTicks.map((day) => text(x(day), TOP + PLOT + 24, "middle", String(day))),
    text(WIDTH - RIGHT, TOP + PLOT + 52, "end", "day"),
    element("polygon", { class: "band", points: pointsOf([...along("p90"), ...along("p10").toReversed()]) }),
    element("polyline", { class: "mean", points: pointsOf(along("mean")) }),
    element("polyline", { class: "median", points: pointsOf(along("p50")) }),
    end === undefined ? undefined : element("circle", { class: "dot", cx: x(end.day), cy: y(end.p50), r: 4 }),
  )
}

/** An amount with its name. */
export interface NamedAmount {
  readonly name: string
  readonly amount: number
}

/** The place for the amount behind the longest bar. */
const AMOUNTS = 110

const clipped = (name: string): string => (name.length > 32 ? `${name.slice(0, 31)}…` : name)

/** Amounts as bars, from the top. */
export const amountChart = (amounts: ReadonlyArray<NamedAmount>, id: string, title: string, kind: string): Markup => {
  const top = Math.max(1, ...amounts.map(({ amount }) => amount))
  const width = WIDTH - AMOUNTS
  return picture(
    id,
    title,
    amounts.map(({ amount, name }) => `${name}: ${short(amount)}`).join("; "),
    amounts.length * ROW + 8,
    amounts.map(({ amount, name }, index) => {
      const y = index * ROW
      const length = (amount / top) * width
      return [
        text(0, y + NAME, "start", clipped(name)),
        element("rect", { class: kind, x: 0, y: y + NAME + 6, width: length.toFixed(1), height: 18, rx: 2 }),
        text(length + 6, y + NAME + 21, "start", short(amount)),
      ]
    }),
  )
}

const said = (day: number | null): string => (day === null ? "never" : `day ${day}`)

/** When players come to own each goal: the days from the best 10 % to the 90 %, and the day of half of them. */
export const goalChart = (
  goals: ReadonlyArray<{ readonly name: string; readonly goal: GoalResult }>,
  days: number,
  id: string,
  title: string,
): Markup => {
  const x = (day: number): number => RIGHT + (day / days) * (WIDTH - 2 * RIGHT)
  const bottom = goals.length * ROW + 8
  return picture(
    id,
    title,
    goals.map(({ goal, name }) => `${name}: half of the players by ${said(goal.days.p50)}`).join("; "),
    bottom + 60,
    ticksTo(days)
      .filter((day) => day <= days)
      .map((day) => [line(x(day), 0, x(day), bottom, "grid"), text(x(day), bottom + 24, "middle", String(day))]),
    text(WIDTH - RIGHT, bottom + 52, "end", "day"),
    goals.map(({ goal: { days: owned }, name }, index) => {
      const y = index * ROW + NAME + 14
      const never = owned.p10 === null ? ": fewer than 10 % of players ever own it" : ""
      const label = text(0, index * ROW + NAME, "start", `${clipped(name)}${never}`)
      if (owned.p10 === null) return label
      return [
        label,
        // Where fewer than 90 % own it, the line goes on beyond the last day.
        line(x(owned.p10), y, x(owned.p90 ?? days), y, owned.p90 === null ? "range open" : "range"),
        element("circle", { class: "dot", cx: x(owned.p10), cy: y, r: 3 }),
        owned.p50 === null ? undefined : element("circle", { class: "dot", cx: x(owned.p50), cy: y, r: 6 }),
        owned.p90 === null ? undefined : element("circle", { class: "dot", cx: x(owned.p90), cy: y, r: 3 }),
      ]
    }),
  )
}
