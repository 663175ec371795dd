/** `garrison catalog`: check, compare, publish and list catalogs. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Option from "effect/Option"
import { changeFlags } from "./actFlags.ts"
import { allowUnknown } from "./documentFlags.ts"
import { json, ndjson, yes } from "./globalFlags.ts"
import { lazily } from "./lazily.ts"

const load = () => import("../action/catalog.ts")
const loadPublish = () => import("../action/catalogPublish.ts")
const loadPromotions = () => import("../action/promotions.ts")
const loadBrowse = () => import("../action/catalogBrowse.ts")

const documents = Argument.String("file").pipe(
  Argument.withDescription(
    "The catalog document, JSON or YAML; several files or 'catalog*.yaml' are joined; - reads stdin",
  ),
)

const files = documents.pipe(Argument.variadic({ min: 1 }))

const lock = Flag.String("lock").pipe(
  Flag.withMetavar("FILE"),
  Flag.withDescription("The lock file with the ids of names (default: catalog.lock.json beside the first file)"),
  Flag.optional,
)

const checkLock = Flag.Boolean("check-lock").pipe(
  Flag.withoutNegation,
  Flag.withDescription("Refuse a lock file that does not have every name of the document"),
  Flag.withDefault(false),
)

const strict = Flag.Boolean("strict").pipe(
  Flag.withoutNegation,
  Flag.withDescription("Refuse a document with warnings, too"),
  Flag.withDefault(false),
)

const witness = Flag.String("witness").pipe(
  Flag.withMetavar("CODE"),
  Flag.withDescription(
    "Print the orders that show the findings of this code (money_pump, claimable_without_end, claim_multiplied, session_gives_again, windows_gain_again), and what a player owns after each round",
  ),
  Flag.optional,
)

const check = Command.make("check", { files, lock, checkLock, strict, allowUnknown, witness, json }, (input) =>
  lazily(load, (action) => action.checkCatalog(input)),
).pipe(
  Command.withDescription(
    "Check a catalog document and print every finding with its line. Needs no database. Ends with 2 when the document would be refused.",
  ),
  Command.withShortDescription("Check a catalog document"),
  Command.withExamples([
    { command: "garrison catalog check catalog.json" },
    { command: "garrison catalog check catalog.yaml --json", description: "Findings for an editor or a build" },
    {
      command: "garrison catalog check catalog.yaml --witness money_pump",
      description: "The orders of each money pump, and what they make",
    },
  ]),
)

const expand = Command.make(
  "expand",
  {
    files,
    lock,
    checkLock,
    writeLock: Flag.Boolean("write-lock").pipe(
      Flag.withoutNegation,
      Flag.withDescription("Write the ids of new names into the lock file"),
      Flag.withDefault(false),
    ),
    yaml: Flag.Boolean("yaml").pipe(
      Flag.withoutNegation,
      Flag.withDescription("Print YAML instead of JSON"),
      Flag.withDefault(false),
    ),
    json,
  },
  (input) => lazily(load, (action) => action.expandCatalog(input)),
).pipe(
  Command.withDescription(
    "Print the document that names and authoring forms expand into, as check and publish see it. Needs no database.",
  ),
  Command.withShortDescription("Print what the forms of a document expand into"),
  Command.withExamples([
    { command: "garrison catalog expand catalog.yaml --yaml" },
    { command: "garrison catalog expand 'catalog*.yaml' --check-lock", description: "In a build" },
  ]),
)

const publish = Command.make(
  "publish",
  {
    files: documents.pipe(Argument.variadic({ min: 0 })),
    lock,
    version: Flag.Int("version").pipe(
      Flag.withMetavar("N"),
      Flag.withDescription("Publish this earlier version again instead of a file"),
      Flag.optional,
    ),
    ifMatch: Flag.String("if-match").pipe(
      Flag.withMetavar("ETAG"),
      Flag.withDescription("Only if the current catalog still has this etag"),
      Flag.optional,
    ),
    strict,
    allowUnknown,
    ...changeFlags,
    yes,
    json,
  },
  (input) => lazily(loadPublish, (action) => action.publishCatalog(input)),
).pipe(
  Command.withDescription(
    "Check a catalog document and publish it as a new version, which running servers serve within a second. Prints what changes for players; at a terminal it asks before anything changes, and elsewhere it does not. The document that is current already makes no new version, and a refused one changes nothing.",
  ),
  Command.withShortDescription("Publish a catalog, or an earlier version again"),
  Command.withExamples([
    { command: "garrison catalog publish catalog.json" },
    { command: "garrison catalog publish --version 3 --yes", description: "Go back to version 3" },
    {
      command: 'garrison catalog publish catalog.json --if-match "$ETAG"',
      description: "Only if the current catalog still has this etag",
    },
  ]),
)

const republish = Command.make(
  "republish",
  {
    version: Argument.Int("version").pipe(
      Argument.withDescription("Publish this earlier version again instead of a file"),
    ),
    ifMatch: Flag.String("if-match").pipe(
      Flag.withMetavar("ETAG"),
      Flag.withDescription("Only if the current catalog still has this etag"),
      Flag.optional,
    ),
    ...changeFlags,
    yes,
    json,
  },
  (input) => lazily(loadPublish, (action) => action.publishVersion(input.version, input)),
).pipe(
  Command.withDescription(
    "Make an earlier version of the catalog the current one, unchanged and under its own number. Running servers serve it within a second. It says by which command the version before comes back.",
  ),
  Command.withShortDescription("Go back to an earlier catalog version"),
  Command.withExamples([
    { command: "garrison catalog republish 3 --dry-run", description: "What would change" },
    { command: 'garrison catalog republish 3 --reason "version 4 sells swords for nothing" --yes' },
  ]),
)

const schema = Command.make("schema", {}, () => lazily(load, (action) => action.printSchema)).pipe(
  Command.withDescription(
    "Print the JSON Schema of a catalog document. Editors complete fields by it and show what each means. Needs no database.",
  ),
  Command.withShortDescription("Print the JSON Schema of a document"),
  Command.withExamples([
    { command: "garrison catalog schema > catalog.schema.json", description: "For a line at the top of the document" },
  ]),
)

const list = Command.make("list", { json, ndjson }, (input) =>
  lazily(load, (action) => action.listCatalogs(input)),
).pipe(
  Command.withDescription("List the published catalog versions, newest first."),
  Command.withShortDescription("List catalog versions"),
  Command.withExamples([
    { command: "garrison catalog list" },
    { command: "garrison catalog list --json", description: "For scripts" },
  ]),
)

const ofVersion = Flag.Int("version").pipe(
  Flag.withMetavar("N"),
  Flag.withDescription("This version (default: the current one)"),
  Flag.optional,
)

const browseFlags = {
  version: ofVersion,
  find: Flag.String("find").pipe(
    Flag.withMetavar("TEXT"),
    Flag.withDescription("A part of the name or id; accents and case do not count"),
    Flag.optional,
  ),
  limit: Flag.Int("limit").pipe(
    Flag.withMetavar("N"),
    Flag.withDescription("Entries on a page, 1 to 1000 (default: 100)"),
    Flag.optional,
  ),
  after: Flag.String("after").pipe(
    Flag.withMetavar("MARKER"),
    Flag.withDescription("The page after the one that ended with this marker"),
    Flag.optional,
  ),
  json,
  ndjson,
} as const

/** A command that lists entries of one kind. */
const browse = (name: string, kind: "item" | "vendor" | "loot" | "price_point", what: string, find: string) =>
  Command.make(name, browseFlags, (input) =>
    lazily(loadBrowse, (action) => action.browseEntries({ ...input, kind })),
  ).pipe(
    Command.withDescription(
      `List ${what} of a version of the catalog by id, a page at a time, with names and how many entries lead to each. Each page but the last ends with the marker of the next.`,
    ),
    Command.withShortDescription(`List ${what} of the catalog`),
    Command.withExamples([
      { command: `garrison catalog ${name} --find ${find}` },
      { command: `garrison catalog ${name} --version 1 --limit 1000 --json`, description: "For scripts" },
    ]),
  )

const promotions = Command.make("promotions", browseFlags, (input) =>
  lazily(loadPromotions, (action) => action.showPromotions(input)),
).pipe(
  Command.withDescription(
    "List the promotion codes of the current catalog: what each gives, how often it was used and may be, and when and where it works. Uses are counted of codes with a limit. With --version, --find, --limit or --after it lists those of any version by code, a page at a time, without uses.",
  ),
  Command.withShortDescription("List promotion codes with their uses"),
  Command.withExamples([
    { command: "garrison catalog promotions" },
    { command: "garrison catalog promotions --json", description: "For scripts" },
  ]),
)

const pricePoints = Command.make(
  "price-points",
  {
    guid: Argument.String("guid").pipe(
      Argument.withDescription("Guid of the price point, as loot names it"),
      Argument.optional,
    ),
    json,
  },
  (input) =>
    lazily(
      () => import("../action/pricePoints.ts"),
      (action) => action.showPricePoints(input),
    ),
).pipe(
  Command.withDescription(
    "Show what game clients are told of prices: the price points that loot of the current catalog names, with tiers, prices of before a sale, and loot.",
  ),
  Command.withShortDescription("Show what game clients are told of prices"),
  Command.withExamples([
    { command: "garrison catalog price-points" },
    { command: "garrison catalog price-points shop/sword --json", description: "One, as clients get it" },
  ]),
)

const show = Command.make(
  "show",
  {
    entry: Argument.String("entry").pipe(
      Argument.withDescription("The id of the entry, or its name; accents and case do not count"),
      Argument.optional,
    ),
    kind: Flag.Literals("kind", ["item", "vendor", "loot", "price_point", "promotion"]).pipe(
      Flag.withDescription("What it is (default: whatever has this id or name)"),
      Flag.optional,
    ),
    version: ofVersion,
    odds: Flag.Boolean("odds").pipe(
      Flag.withoutNegation,
      Flag.withDescription("Whether the odds of loot are computed, which can take seconds"),
      Flag.withDefault(false),
    ),
    player: Flag.String("player").pipe(
      Flag.withMetavar("UUID"),
      Flag.withDescription("The player whose inventory counts for the odds (default: a player without items)"),
      Flag.optional,
    ),
    owning: Flag.String("owning").pipe(
      Flag.withMetavar("ITEM=N"),
      Flag.withDescription(
        "What the player owns, and nothing else, as ITEM=N with commas between: 995=10,key=1; items by id or name",
      ),
      Flag.optional,
    ),
    xp: Flag.String("xp").pipe(
      Flag.withMetavar("ITEM=N"),
      Flag.withDescription(
        "XP that the player has, as ITEM=N with commas between, of items with levels; owned as all else",
      ),
      Flag.optional,
    ),
    json,
  },
  (input) =>
    Option.isSome(input.entry)
      ? lazily(loadBrowse, (action) => action.showOneEntry(input))
      : lazily(load, (action) => action.showCatalog(input)),
).pipe(
  Command.withDescription(
    "Show one published catalog version; with --json also its document, as it was published. With an entry: what it is, what it costs and gives, and who leads to it.",
  ),
  Command.withShortDescription("Show one catalog version, or one entry of it"),
  Command.withExamples([
    { command: "garrison catalog show" },
    { command: "garrison catalog show 995 --kind item", description: "Who gives, takes and asks for this item" },
    { command: 'garrison catalog show "goblin drop" --odds', description: "With what it gives to a fresh player" },
    { command: "garrison catalog show --version 1 --json", description: "With its document" },
  ]),
)

const side = (name: string, what: string) =>
  Argument.String(name).pipe(
    Argument.withDescription(`${what}: a file, the number of a published version, or "published" for the current one`),
  )

const diff = Command.make(
  "diff",
  {
    before: side("before", "The earlier catalog"),
    after: side("after", "The later catalog").pipe(Argument.withDefault("published")),
    allowUnknown,
    json,
  },
  (input) =>
    lazily(
      () => import("../action/catalogDiff.ts"),
      (action) => action.diffCatalogs(input),
    ),
).pipe(
  Command.withDescription(
    "Compare two catalogs: items, vendors and loot that are new, gone or changed, prices, odds, what loot gives on average, vendors that clients fetch again, and items that can no longer be obtained. Needs a database only for published versions.",
  ),
  Command.withShortDescription("Compare two catalogs"),
  Command.withExamples([
    { command: "garrison catalog diff published catalog.yaml", description: "What publishing the file would change" },
    { command: "garrison catalog diff 3 4 --json", description: "For scripts" },
  ]),
)

/** Catalogs. */
export const catalog = Command.make("catalog").pipe(
  Command.withDescription(
    "Check, compare, expand, publish, list and look into catalogs: items, vendors and their loot, prices and promotions.",
  ),
  Command.withShortDescription("Check, compare, publish, list and show catalogs"),
  Command.withSubcommands([
    check,
    diff,
    expand,
    schema,
    publish,
    republish,
    list,
    browse("items", "item", "items", "gold"),
    browse("vendors", "vendor", "vendors", "shop"),
    browse("loot", "loot", "loot", "sword"),
    browse("prices", "price_point", "price points", "coins"),
    promotions,
    pricePoints,
    show,
  ]),
  Command.withExamples([{ command: "garrison catalog check catalog.json" }]),
)
