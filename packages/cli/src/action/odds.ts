/** What `garrison odds` does. */
import {
  type LinkedCatalog,
  type LinkedLoot,
  link,
  lookup,
  labelsOf,
  levelAt,
  nameIndexOf,
} from "@garrison/core/catalog/authoring"
import {
  activeLoot,
  buyingLoot,
  entryOdds,
  givingLoot,
  longRun,
  type UnitPrice,
  vendorOdds,
  type OddsState,
  heldBy,
  type OwnedCount,
  ownedIn,
  recordsOf,
  ODDS_LIMITS,
} from "@garrison/core/odds/rules"
import { QUANTITY_MAX } from "@garrison/core/odds/schema"
import { PLATFORMS, type Platform } from "@garrison/core/kernel/Platform"
import { priceIn, tierOf } from "@garrison/core/order/rules/interpret/price"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { type CatalogNames, catalogNames } from "../document/catalogNames.ts"
import { PUBLISHED, wantedCatalog } from "../document/wantedCatalog.ts"
import { withDatabase } from "../local.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { noSuchPlayer } from "../output/explain.ts"
import { oddsCsvHeading, oddsCsvLines, oddsMarkdown, oddsTable } from "../output/oddsForms.ts"
import { present, printData, whileShowing } from "../output/print.ts"
import { idIn } from "./catalogIds.ts"
import { playerMeant } from "./identifiers.ts"
import { printAllOdds } from "./oddsOfAll.ts"

/** Most steps that the command may be asked for: it holds up no server. */
const STEPS_MAX = 1_000_000_000_000

interface OddsInput {
  readonly files: ReadonlyArray<string>
  readonly allowUnknown: boolean
  readonly published: boolean
  readonly loot?: string
  readonly vendor?: string
  readonly purchase?: string
  readonly choose: ReadonlyArray<string>
  readonly quantity: number
  readonly player?: string
  readonly owning: ReadonlyArray<string>
  readonly xp: ReadonlyArray<string>
  readonly platform?: string
  readonly longRun: boolean
  readonly steps: number
  readonly csv: boolean
  readonly markdown: boolean
  readonly json: boolean
}

interface NamedCatalog {
  readonly linked: LinkedCatalog
  readonly names: CatalogNames
}

const namedCatalog = (linked: LinkedCatalog): NamedCatalog => ({ linked, names: catalogNames(linked) })

const usage = (sentence: string): CommandFailure =>
  new CommandFailure({ kind: "usage", sentence, next: "Run `garrison odds --help` for examples." })

const isPlatform = (name: string): name is Platform => (PLATFORMS as ReadonlyArray<string>).includes(name)

/** What contradicts itself on the command line. */
const contradiction = (input: OddsInput): CommandFailure | undefined => {
  if (input.files.length > 0 === input.published) return usage("Name either a file or --published.")
  if (input.longRun && input.loot === undefined) return usage("--long-run needs --loot.")
  if (input.loot !== undefined && input.vendor !== undefined) return usage("Name either --loot or --vendor.")
  if (input.purchase !== undefined && input.loot === undefined) return usage("--purchase needs --loot.")
  if (input.choose.length > 0 && input.purchase === undefined) return usage("--choose needs --purchase.")
  if (input.player !== undefined && input.owning.length + input.xp.length > 0) {
    return usage("Give either --player, or --owning and --xp, which make a player up.")
  }
  if (input.platform !== undefined && !isPlatform(input.platform)) {
    return usage(`--platform must be one of ${PLATFORMS.join(", ")}.`)
  }
  if ([input.csv, input.markdown, input.json].filter(Boolean).length > 1) {
    return usage("Choose one of --json, --csv and --markdown.")
  }
  if (input.steps < 1 || input.steps > STEPS_MAX) return usage(`--steps must be from 1 to ${STEPS_MAX}.`)
  return input.quantity >= 1 && input.quantity <= QUANTITY_MAX
    ? undefined
    : usage(`--quantity must be from 1 to ${QUANTITY_MAX}.`)
}

/** The loot with this id or name. */
const lootNamed = ({ linked }: NamedCatalog, wanted: string) => idIn(linked, "loot", wanted)

/** The price of a unit of the loot in the item with this id or name. */
const priceOf = ({ linked }: NamedCatalog, loot: LinkedLoot, quantity: number, wanted: string) => {
  const tier = tierOf(loot, quantity)
  const priced = (id: number): UnitPrice | undefined => {
    const found = "_tag" in tier ? undefined : priceIn(tier, id)
    return found && { price_item_id: id, price: found.price }
  }
  const found = nameIndexOf(linked, "item").find(wanted)
  const items = "id" in found ? [found.id] : found.problem === "ambiguous" ? found.ids : []
  const price = items.map(priced).find((one) => one !== undefined)
  return price === undefined
    ? Effect.fail(usage(`${quantity} of loot ${loot.loot_id} cannot be bought for ${wanted}.`))
    : Effect.succeed(price)
}

/**
 * The parts that are bought of a dynamic bundle, by id; undefined: the loot is no such bundle, and is bought whole. A
 * part that cannot be chosen is a result of the entry.
 */
const chosenOf = Effect.fnUntraced(function* (
  catalog: NamedCatalog,
  { item, loot_id }: LinkedLoot,
  choose: OddsInput["choose"],
) {
  if (item?.type !== "dynamic_bundle") {
    return choose.length === 0
      ? undefined
      : yield* usage(`Loot ${loot_id} is no dynamic bundle, so that nothing is chosen of it.`)
  }
  if (choose.length === 0) return yield* usage(`Loot ${loot_id} is a dynamic bundle: name each part with --choose.`)
  return yield* Effect.forEach(choose, (part) => lootNamed(catalog, part))
})

/** The odds of buying the loot, by default for a player who owns exactly the price. */
const bought = Effect.fnUntraced(function* (
  catalog: NamedCatalog,
  loot: LinkedLoot,
  state: OddsState,
  input: OddsInput,
  owned: ReadonlyArray<OwnedCount>,
) {
  const { choose, player, purchase, quantity } = input
  const of = input.longRun ? longRun : entryOdds
  if (purchase === undefined) return yield* of(catalog.linked, givingLoot(loot, quantity), state)
  const price = yield* priceOf(catalog, loot, quantity, purchase)
  const chosen = yield* chosenOf(catalog, loot, choose)
  const own = player !== undefined || owned.some(({ itemId }) => itemId === price.price_item_id)
  const paying = { itemId: price.price_item_id, count: price.price * quantity }
  const records = own ? state.records : recordsOf([...owned, paying], state.platform)
  return yield* of(catalog.linked, buyingLoot(loot, quantity, price, chosen), { ...state, records })
})

/** The odds, with the name of the loot or vendor. */
const oddsIn = Effect.fnUntraced(function* (
  catalog: NamedCatalog,
  state: OddsState,
  input: OddsInput,
  owned: ReadonlyArray<OwnedCount>,
) {
  const { linked, names } = catalog
  if (input.vendor !== undefined) {
    const vendor = lookup(linked.vendors, yield* idIn(linked, "vendor", input.vendor))
    if (vendor === undefined) return yield* Effect.die(new Error("a vendor that was found is in the catalog"))
    return {
      odds: yield* vendorOdds(linked, vendor, input.quantity, state),
      name: names.vendors.get(vendor.vendor_id),
    }
  }
  const id = yield* lootNamed(catalog, input.loot ?? "")
  const loot = activeLoot(linked, id, state.now)
  if (loot === undefined) {
    return yield* new CommandFailure({
      kind: "failure",
      sentence: `Loot ${id} is not active now, so that nobody can get anything of it.`,
    })
  }
  return { odds: yield* bought(catalog, loot, state, input, owned), name: names.loot.get(id) }
})

/** The catalog, and the records of the player that the odds are for. */
const stateOf = Effect.fnUntraced(function* (input: OddsInput) {
  const player = input.player !== undefined ? yield* playerMeant(input.player) : undefined
  const records =
    player === undefined
      ? Effect.succeed([])
      : Effect.catchTag(heldBy(player), "PlayerNotFound", () => Effect.fail(noSuchPlayer(player)))
  const names = input.published ? [PUBLISHED] : input.files
  const { published } = yield* wantedCatalog({ names, allowUnknown: input.allowUnknown, so: "it has no odds" })
  const catalog = namedCatalog(link(0, published))
  return { catalog, records: player === undefined ? [] : yield* withDatabase("read", records) }
})

const listText = (texts: ReadonlyArray<string>): string | undefined =>
  texts.length === 0 ? undefined : texts.join(",")

/** What the flags make the player own. */
const ownedOf = ({ linked }: NamedCatalog, { owning, xp }: OddsInput) => {
  const read = ownedIn(linked, { owning: listText(owning), xp: listText(xp) })
  if ("owned" in read) return Effect.succeed(read.owned)
  const sentences = read.wrong.map(
    ({ field, sentence }) => `--${field}: ${sentence}${sentence.endsWith("?") ? "" : "."}`,
  )
  const kind = read.wrong.every(({ isUnknown }) => isUnknown) ? "notFound" : "usage"
  return Effect.fail(new CommandFailure({ kind, sentence: sentences.join(" ") }))
}

/** The same in words: "3 of item key (5), 300 of item xp (2) (level 3)"; undefined: nothing. */
const ownedText = ({ linked }: NamedCatalog, owned: ReadonlyArray<OwnedCount>): string | undefined => {
  const { item } = labelsOf(linked)
  const each = owned.map(({ count, itemId }) => {
    const levels = linked.items.get(itemId)?.levels
    return `${count} of ${item(itemId)}${levels === undefined ? "" : ` (level ${levelAt(levels, count)})`}`
  })
  return each.length === 0 ? undefined : each.join(", ")
}

/** Prints the odds of a loot or a vendor, or of all loot. */
export const showOdds = Effect.fn("Odds.show")(function* (input: OddsInput) {
  const wrong = contradiction(input)
  if (wrong !== undefined) return yield* wrong
  const { catalog, records } = yield* stateOf(input)
  const now = yield* Clock.currentTimeMillis
  const platform = input.platform !== undefined && isPlatform(input.platform) ? input.platform : undefined
  const own = yield* ownedOf(catalog, input)
  const state: OddsState = {
    now,
    records: [...records, ...recordsOf(own, platform)],
    platform,
    limits: { ...ODDS_LIMITS, steps: input.steps },
  }
  const owned = input.player !== undefined ? `what the player ${input.player} owns` : ownedText(catalog, own)
  if (input.loot === undefined && input.vendor === undefined) {
    return yield* printAllOdds(catalog.linked, catalog.names, input.quantity, state, input, owned)
  }
  const { name, odds } = yield* oddsIn(catalog, state, input, own).pipe(whileShowing("computing the odds"))
  const { items } = catalog.names
  if ("none" in odds) {
    return yield* new CommandFailure({ kind: "failure", sentence: odds.none })
  }
  const of = { name, owned, isLongRun: input.longRun }
  if (input.csv) return yield* printData([oddsCsvHeading, ...oddsCsvLines(odds, items)].join("\n"))
  if (input.markdown) return yield* printData(oddsMarkdown(odds, of, items))
  return yield* present(input.json, odds, () => oddsTable(odds, of, items))
})
