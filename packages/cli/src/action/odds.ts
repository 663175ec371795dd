/** What `garrison odds` does. */
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import { type LinkedCatalog, link, lookup } from "@garrison/core/catalog/rules/linked"
import { activeLoot, lootOdds, vendorOdds } from "@garrison/core/odds/computeOdds"
import type { OddsState } from "@garrison/core/odds/expectedOf"
import { heldBy } from "@garrison/core/odds/heldBy"
import { QUANTITY_MAX } from "@garrison/core/odds/schema"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { readCatalog } from "../document/catalogFile.ts"
import { type CatalogNames, catalogNames } from "../document/catalogNames.ts"
import { checkedFrom } from "../document/checkedCatalog.ts"
import { withDatabase } from "../local.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { noSuchPlayer, nothingPublished } from "../output/explain.ts"
import { oddsCsv, oddsMarkdown, oddsTable } from "../output/oddsForms.ts"
import { present, printData, whileShowing } from "../output/print.ts"
import { playerUuid } from "./identifiers.ts"

interface OddsInput {
  readonly file: Option.Option<string>
  readonly published: boolean
  readonly loot: Option.Option<string>
  readonly vendor: Option.Option<number>
  readonly quantity: number
  readonly player: Option.Option<string>
  readonly csv: boolean
  readonly markdown: boolean
  readonly json: boolean
}

interface NamedCatalog {
  readonly linked: LinkedCatalog
  readonly names: CatalogNames
}

const usage = (sentence: string): CommandFailure =>
  new CommandFailure({ kind: "usage", sentence, next: "Run `garrison odds --help` for examples." })

/** What contradicts itself on the command line. */
const contradiction = (input: OddsInput): CommandFailure | undefined => {
  if (Option.isSome(input.file) === input.published) return usage("Name either a file or --published.")
  if (Option.isSome(input.loot) === Option.isSome(input.vendor)) return usage("Name either --loot or --vendor.")
  if ([input.csv, input.markdown, input.json].filter(Boolean).length > 1) {
    return usage("Choose one of --json, --csv and --markdown.")
  }
  return input.quantity >= 1 && input.quantity <= QUANTITY_MAX
    ? undefined
    : usage(`--quantity must be from 1 to ${QUANTITY_MAX}.`)
}

const refused = new CommandFailure({
  kind: "usage",
  sentence: "The catalog has errors, so that it has no odds.",
  next: "garrison catalog check lists the errors.",
})

const catalogOfFile = Effect.fnUntraced(function* (name: string) {
  const { publishable } = yield* checkedFrom(yield* readCatalog([name], Option.none()))
  if (publishable === undefined) return yield* refused
  return { linked: link(0, publishable.published), names: catalogNames(publishable.document) }
})

const catalogPublished = Effect.gen(function* () {
  const catalogs = yield* Catalogs
  const { linked, version } = yield* catalogs.current
  const { document } = yield* catalogs.version(version)
  return { linked, names: catalogNames(document) }
}).pipe(Effect.catchTag("CatalogNotFound", () => Effect.fail(nothingPublished)))

/** The loot with this id or name. */
const lootNamed = ({ linked, names }: NamedCatalog, wanted: string) => {
  if (linked.loot.has(Number(wanted))) return Effect.succeed(Number(wanted))
  const named = Array.from(names.loot).filter(([, name]) => name.toLowerCase() === wanted.toLowerCase())
  const [only] = named
  if (named.length === 1 && only !== undefined) return Effect.succeed(only[0])
  return Effect.fail(
    only === undefined
      ? new CommandFailure({ kind: "notFound", sentence: `The catalog has no loot ${wanted}.` })
      : usage(`Several loot have the name ${wanted}: ${named.map(([id]) => id).join(", ")}. Give the id.`),
  )
}

/** The odds that were asked for, and the name of what they are of. */
const oddsIn = Effect.fnUntraced(function* (catalog: NamedCatalog, state: OddsState, input: OddsInput) {
  const { linked, names } = catalog
  if (Option.isSome(input.vendor)) {
    const vendor = lookup(linked.vendors, input.vendor.value)
    if (vendor === undefined) {
      return yield* new CommandFailure({
        kind: "notFound",
        sentence: `The catalog has no vendor ${input.vendor.value}.`,
      })
    }
    return { odds: yield* vendorOdds(linked, vendor, input.quantity, state), title: undefined }
  }
  const id = yield* lootNamed(
    catalog,
    Option.getOrElse(input.loot, () => ""),
  )
  const loot = activeLoot(linked, id, state.now)
  if (loot === undefined) {
    return yield* new CommandFailure({
      kind: "failure",
      sentence: `Loot ${id} is not active now, so that nobody can get anything of it.`,
    })
  }
  return { odds: yield* lootOdds(linked, loot, input.quantity, state), title: names.loot.get(id) }
})

/** The catalog, and the records of the player that the odds are for. */
const stateOf = Effect.fnUntraced(function* (input: OddsInput) {
  const player = Option.isSome(input.player) ? yield* playerUuid(input.player.value) : undefined
  const records =
    player === undefined
      ? Effect.succeed([])
      : Effect.catchTag(heldBy(player), "PlayerNotFound", () => Effect.fail(noSuchPlayer(player)))
  if (Option.isNone(input.file)) {
    return yield* withDatabase("read", Effect.all({ catalog: catalogPublished, records }))
  }
  const catalog = yield* catalogOfFile(input.file.value)
  return { catalog, records: player === undefined ? [] : yield* withDatabase("read", records) }
})

/** Prints the odds of a loot or a vendor. */
export const showOdds = Effect.fn("Odds.show")(function* (input: OddsInput) {
  const wrong = contradiction(input)
  if (wrong !== undefined) return yield* wrong
  const { catalog, records } = yield* stateOf(input)
  const now = yield* Clock.currentTimeMillis
  const state: OddsState = { now, records, platform: undefined }
  const { odds, title } = yield* oddsIn(catalog, state, input).pipe(whileShowing("computing the odds"))
  if (input.csv) return yield* printData(oddsCsv(odds, catalog.names.items))
  if (input.markdown) return yield* printData(oddsMarkdown(odds, title, catalog.names.items))
  return yield* present(input.json, odds, () => oddsTable(odds, title, catalog.names.items))
})
