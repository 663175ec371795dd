/** What `garrison simulate` does. */
import { type Lock, type LinkedCatalog, link } from "@garrison/core/catalog/authoring"
import { formatTimestamp, HOUR_MILLIS, parseTimestamp } from "@garrison/core/kernel/time/Timestamp"
import {
  defaultPolicy,
  type CatalogNames,
  type Policy,
  type PolicyFinding,
  readPolicy,
  type World,
  type SimulationResult,
  summaryOf,
  type Sums,
  cohortsOf,
  DAYS_MAX,
  emptySums,
  PLAYERS_MAX,
  simulatePlayers,
  worldOf,
} from "@garrison/core/simulation"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as Result from "effect/Result"
import { writeFile } from "node:fs/promises"
import { shownName } from "../document/catalogFile.ts"
import { catalogNames } from "../document/catalogNames.ts"
import { readDocumentText, type ReadText } from "../document/documentText.ts"
import { readInput } from "../document/textFile.ts"
import { wantedCatalog } from "../document/wantedCatalog.ts"
import { Invocation, pathIn } from "../Invocation.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { counted } from "@garrison/core/operation/show/counted"
import { present, printData, printMessage, whileProgressing } from "../output/print.ts"
import { bar, grouped, simulationJson, type SimulationNames, simulationText } from "../output/simulationForms.ts"

interface SimulateInput {
  readonly files: ReadonlyArray<string>
  readonly allowUnknown: boolean
  readonly policy?: string
  readonly printPolicy?: string
  readonly players: number
  readonly days: number
  readonly seed?: number
  readonly start?: string
  readonly report?: string
  readonly json: boolean
}

const usage = (sentence: string): CommandFailure =>
  new CommandFailure({ kind: "usage", sentence, next: "Run `garrison simulate --help` for examples." })

const DAY_MILLIS = 24 * HOUR_MILLIS
const SEED_MAX = 2 ** 32 - 1

/** What contradicts itself on the command line, or is out of bounds. */
const contradiction = ({ days, players, policy, printPolicy, seed = 0 }: SimulateInput): CommandFailure | undefined => {
  if (policy !== undefined && printPolicy !== undefined) return usage("Give --policy or --print-policy, not both.")
  if (players < 1 || players > PLAYERS_MAX) return usage(`--players must be from 1 to ${PLAYERS_MAX}.`)
  if (days < 1 || days > DAYS_MAX) return usage(`--days must be from 1 to ${DAYS_MAX}.`)
  return seed >= 0 && seed <= SEED_MAX ? undefined : usage(`--seed must be from 0 to ${SEED_MAX}.`)
}

/** The first moment: the day that was asked for, or today. */
const startOf = Effect.fnUntraced(function* ({ start }: SimulateInput) {
  if (start === undefined) return Math.floor((yield* Clock.currentTimeMillis) / DAY_MILLIS) * DAY_MILLIS
  const parsed = parseTimestamp(`${start}T00:00:00Z`)
  if (typeof parsed === "number") return parsed
  return yield* usage(`--start: "${start}" is not a day. A day looks like 2026-11-21.`)
})

interface NamedCatalog {
  readonly linked: LinkedCatalog
  readonly names: CatalogNames
}

/** The ids of the names that authors gave, as far as the catalog itself says them. */
const authoredIn = ({ items, loot }: LinkedCatalog): Pick<Lock["ids"], "item" | "loot"> => ({
  item: Object.fromEntries(
    Array.from(items.values(), (item) => [item.authored_name ?? item.custom_data["name"] ?? "", item.item_id]),
  ),
  loot: Object.fromEntries(
    Array.from(loot.values(), (one) => {
      const vendor = one.vendor.authored_name ?? one.vendor.name ?? ""
      return [`${vendor}/${one.authored_name ?? one.name ?? ""}`, one.loot_id]
    }),
  ),
})

const catalogOf = Effect.fnUntraced(function* ({ allowUnknown, files }: SimulateInput) {
  const { ids, published } = yield* wantedCatalog({ names: files, allowUnknown, so: "no order can be simulated" })
  const linked = link(0, published)
  const { items, loot } = catalogNames(linked)
  const authored = ids ?? authoredIn(linked)
  const names: CatalogNames = {
    items: { authored: authored.item, shown: items },
    loot: { authored: authored.loot, shown: loot },
  }
  return { linked, names } satisfies NamedCatalog
})

/** Findings of a policy that are shown. */
const FINDINGS_SHOWN_MAX = 50

const policyRefused = (file: string, read: ReadText, findings: ReadonlyArray<PolicyFinding>): CommandFailure => {
  const shown = findings.slice(0, FINDINGS_SHOWN_MAX)
  const places = read.placesOf(shown.map(({ path }) => path))
  const lines = shown.map(({ code, message, path }, index) => {
    const { column, line } = places[index] ?? { line: 1, column: 1 }
    return `${file}:${line}:${column}: error: ${path.join(".")}: ${message} (${code})`
  })
  const more = findings.length - shown.length
  return new CommandFailure({
    kind: "usage",
    sentence: `The policy has ${counted(findings.length, "error")}.`,
    details: more === 0 ? lines : [...lines, `… and ${more} more`],
  })
}

/** A policy, and the document that it was read from. */
interface GivenPolicy {
  readonly policy: Policy
  readonly document: unknown
}

const policyOfFile = Effect.fnUntraced(function* (path: string, { linked, names }: NamedCatalog) {
  const text = yield* readInput(path, "policy")
  const file = shownName(path)
  const read = yield* readDocumentText(file, text)
  if (Result.isFailure(read)) {
    const { message, place } = read.failure
    return yield* usage(`${file}:${place.line}:${place.column}: the policy cannot be read: ${message}.`)
  }
  const document = read.success.value
  const policy = readPolicy(document, linked, names)
  if (Result.isFailure(policy)) return yield* policyRefused(file, read.success, policy.failure)
  return { policy: policy.success, document } satisfies GivenPolicy
})

/** The policy made from the catalog. */
const ownPolicy = ({ linked, names }: NamedCatalog): Effect.Effect<GivenPolicy> => {
  const document = defaultPolicy(linked, names.loot.shown)
  const policy = readPolicy(document, linked, names)
  return Result.isSuccess(policy)
    ? Effect.succeed({ policy: policy.success, document })
    : Effect.die(new Error(`the policy made from the catalog is not one: ${JSON.stringify(policy.failure)}`))
}

const writePolicy = Effect.fnUntraced(function* (path: string, { linked, names }: NamedCatalog) {
  const document = defaultPolicy(linked, names.loot.shown)
  const { yamlTextOf } = yield* Effect.promise(() => import("../document/yamlText.ts"))
  const text = /\.json$/i.test(path) ? JSON.stringify(document, undefined, 2) : yamlTextOf(document)
  if (path === "-") return yield* printData(text)
  const target = pathIn(yield* Invocation, path)
  yield* Effect.tryPromise({
    try: () => writeFile(target, `${text}\n`, { flag: "wx" }),
    catch: (error) =>
      usage(
        (error as NodeJS.ErrnoException).code === "EEXIST"
          ? `${path} exists already. The policy is written into a new file only.`
          : `The policy cannot be written into ${path}: ${(error as Error).message}.`,
      ),
  })
  return yield* printMessage(`Wrote ${path}. Use it with --policy ${path}.`)
})

const writeReport = Effect.fnUntraced(function* (
  path: string,
  result: SimulationResult,
  names: SimulationNames,
  document: unknown,
) {
  const { simulationReport } = yield* Effect.promise(() => import("../output/simulationReport.ts"))
  const { yamlTextOf } = yield* Effect.promise(() => import("../document/yamlText.ts"))
  const target = pathIn(yield* Invocation, path)
  yield* Effect.tryPromise({
    try: () => writeFile(target, simulationReport(result, names, yamlTextOf(document))),
    catch: (error) => usage(`The report cannot be written into ${path}: ${(error as Error).message}.`),
  })
  yield* printMessage(`Wrote ${path}.`)
})

/** Players that are simulated between two looks at the clock. */
const PLAYERS_AT_ONCE = 20
/** How often the progress is shown, in ms. */
const PROGRESS_MILLIS = 100
const BAR_WIDTH = 30

const ordersOf = (sums: ReadonlyArray<Sums>): number => sums.reduce((total, { orders }) => total + orders, 0)

/** Simulates all players. `sums` has those so far at any moment. */
const run = (world: World, seed: number, players: number, sums: ReadonlyArray<Sums>) =>
  whileProgressing(
    Effect.fnUntraced(function* (show) {
      const cohorts = cohortsOf(world.policy, players)
      let shown = 0
      for (let first = 0; first < players; first += PLAYERS_AT_ONCE) {
        const now = yield* Clock.currentTimeMillis
        if (now - shown >= PROGRESS_MILLIS) {
          show(`${bar(first / players, BAR_WIDTH)} ${grouped(first)} players, ${grouped(ordersOf(sums))} orders`)
          shown = now
        }
        const range = { first, before: Math.min(players, first + PLAYERS_AT_ONCE) }
        yield* simulatePlayers(world, seed, cohorts, range, sums)
      }
    }),
  )

const speedText = ({ orders }: SimulationResult, millis: number): string =>
  `${grouped(orders)} orders in ${(millis / 1000).toFixed(1)} s, ` +
  `${grouped(Math.round((orders * 1000) / Math.max(1, millis)))} a second.`

/** Simulates players and prints what came of it. */
export const simulate = Effect.fn("Simulation.run")(function* (input: SimulateInput) {
  const wrong = contradiction(input)
  if (wrong !== undefined) return yield* wrong
  const start = yield* startOf(input)
  const catalog = yield* catalogOf(input)
  if (input.printPolicy !== undefined) return yield* writePolicy(input.printPolicy, catalog)
  const { document, policy } = yield* input.policy !== undefined
    ? policyOfFile(input.policy, catalog)
    : ownPolicy(catalog)
  const seed = input.seed ?? (yield* Random.nextIntBetween(0, SEED_MAX))
  const world = worldOf(catalog.linked, policy, start, input.days)
  const sums = emptySums(world)
  const began = yield* Clock.currentTimeMillis
  const report = Effect.fnUntraced(function* () {
    const result = summaryOf(world, { players: input.players, seed }, sums)
    const millis = (yield* Clock.currentTimeMillis) - began
    const names = { items: catalog.names.items.shown, loot: catalog.names.loot.shown }
    yield* present(input.json, simulationJson(result, names, document), () => simulationText(result, names))
    if (input.report !== undefined) yield* writeReport(input.report, result, names, document)
    yield* printMessage(
      `${speedText(result, millis)} Repeat it with --seed ${seed} --start ${formatTimestamp(start).slice(0, 10)}.`,
    )
  })
  yield* run(world, seed, input.players, sums).pipe(Effect.onInterrupt(report))
  return yield* report()
})
