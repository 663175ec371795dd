/** `garrison catalog …` as rows. */
import { isMatch } from "@garrison/core/catalog/authoring"
import type { CatalogVersion } from "@garrison/core/catalog/schema"
import {
  entryList,
  pricePointList,
  promotionList,
  publishedFacts,
  versionFacts,
  versionList,
} from "@garrison/core/catalog/show"
import { differenceText } from "../output/catalogDifference.ts"
import { entryText } from "../output/catalogEntry.ts"
import { missingVersion } from "../row/missing.ts"
import { command } from "../row/Row.ts"
import { factsText, momentText } from "../row/show.ts"

const listVersions = () =>
  import("@garrison/core/catalog/operations/listVersions").then((module) => module.listVersions)
const browseCatalog = () =>
  import("@garrison/core/catalog/operations/browseCatalog").then((module) => module.browseCatalog)

const diffVersions = () => import("@garrison/core/odds/operations/diffVersions").then((module) => module.diffVersions)

const ofPage = { version: { metavar: "N" }, find: { metavar: "TEXT" }, after: { metavar: "MARKER" } } as const

/** A command that lists entries of one kind. */
const browse = (kind: "item" | "vendor" | "loot" | "price_point", what: string, find: string) =>
  command(browseCatalog, {
    title: `List ${what} of the catalog`,
    flags: ofPage,
    fixed: { kind },
    show: entryList(kind),
    examples: [[`--find ${find}`], ["--version 1 --limit 1000 --json", "For scripts"]],
  })

type Version = typeof CatalogVersion.Encoded

/** What is said of a catalog that someone else has published. */
export const conflicting = {
  sentence: "The current catalog does not have the etag of --if-match; nothing was changed.",
  next: "garrison catalog list shows the current version and its etag.",
} as const

/** Which version becomes the current one, behind what changes for players. */
const askToRepublish = (
  { if_match: ifMatch, version: number }: { readonly version: number; readonly if_match?: string },
  versions: ReadonlyArray<Version>,
) => {
  const [wanted, current] = [versions.find(({ version }) => version === number), versions.find((one) => one.current)]
  if (wanted === undefined) return missingVersion
  // What is refused, or changes nothing, is no question.
  if (wanted.current || !isMatch(ifMatch, current && { ...current, documentEtag: current.document_etag })) return
  const question = `Catalog version ${number} of ${momentText(wanted.created)} becomes the current one.`
  if (current === undefined) return question
  const given = { from: current.version, to: number, odds: true }
  return { read: diffVersions, given, question, text: differenceText }
}

/** Catalogs. */
export const rows = {
  "catalog list": command(listVersions, {
    show: versionList,
    examples: [[""], ["--json", "For scripts"]],
  }),
  "catalog show": command(
    () => import("@garrison/core/catalog/operations/showVersion").then((module) => module.showVersion),
    {
      title: "Show one catalog version, or one entry of it",
      flags: { version: { metavar: "N" } },
      show: versionFacts,
      examples: [
        [""],
        ["995 --kind item", "Who gives, takes and asks for this item"],
        ['"goblin drop" --odds', "With what it gives to a fresh player"],
        ["--version 1 --json", "With its document"],
      ],
      or: command(() => import("@garrison/core/odds/operations/showEntry").then((module) => module.showEntry), {
        arguments: ["id"],
        flags: {
          id: { name: "entry" },
          version: { metavar: "N" },
          player_uuid: "player",
          owning: { metavar: "ITEM=N" },
          xp: { metavar: "ITEM=N" },
        },
        refusals: {
          EntryNotFound: {
            sentence: "This version of the catalog has nothing with this id or name.",
            next: "garrison catalog items --find TEXT looks for a part of a name; so do vendors, loot and prices.",
          },
        },
        show: { text: entryText },
        examples: [],
      }),
    },
  ),
  "catalog items": browse("item", "items", "gold"),
  "catalog vendors": browse("vendor", "vendors", "shop"),
  "catalog loot": browse("loot", "loot", "sword"),
  "catalog prices": browse("price_point", "price points", "coins"),
  "catalog promotions": command(
    () => import("@garrison/core/order/operations/listPromotions").then((module) => module.listPromotions),
    {
      show: promotionList,
      names: true,
      examples: [[""], ["--json", "For scripts"]],
      or: command(browseCatalog, {
        flags: ofPage,
        fixed: { kind: "promotion" },
        show: entryList("promotion"),
        examples: [],
      }),
    },
  ),
  "catalog price-points": command(
    () => import("@garrison/core/catalog/operations/listPricePoints").then((module) => module.listPricePoints),
    {
      title: "Show what game clients are told of prices",
      sentence:
        "Show what game clients are told of prices: the price points that loot of the current catalog names, with tiers, " +
        "prices of before a sale, and loot.",
      show: pricePointList,
      names: true,
      examples: [[""], ["shop/sword --json", "One, as clients get it"]],
      or: command(
        () => import("@garrison/core/catalog/operations/findPricePoint").then((module) => module.findPricePoint),
        {
          arguments: ["price_point_guid"],
          flags: { price_point_guid: { name: "guid" } },
          refusals: {
            PricePointNotFound: {
              sentence: "No loot of the catalog names such a price point.",
              next: "garrison catalog price-points lists those that loot names.",
            },
          },
          show: pricePointList,
          names: true,
          examples: [],
        },
      ),
    },
  ),
  "catalog republish": command(
    () => import("@garrison/core/catalog/operations/republishVersion").then((module) => module.republishVersion),
    {
      arguments: ["version"],
      flags: { if_match: { metavar: "ETAG" } },
      omitted: ["if-revision"],
      first: listVersions,
      ask: (given, { versions }: { readonly versions: ReadonlyArray<Version> }) => askToRepublish(given, versions),
      refusals: { CatalogConflict: conflicting },
      show: { text: (answer, _given, isRehearsed) => factsText(publishedFacts(isRehearsed), answer) },
      examples: [["3 --dry-run", "What would change"], ['3 --reason "version 4 sells swords for nothing" --yes']],
    },
  ),
}
