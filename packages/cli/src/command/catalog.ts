/** `garrison catalog`: check, compare, publish and list catalogs. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { rowCommand } from "../row/parser.ts"
import { changeFlags } from "./actFlags.ts"
import { allowUnknown } from "./documentFlags.ts"
import { json, yes } from "./globalFlags.ts"
import { given, lazily } from "./lazily.ts"

const load = () => import("../action/catalog.ts")
const loadPublish = () => import("../action/catalogPublish.ts")

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
  lazily(load, (action) => action.checkCatalog(given(input))),
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
  (input) => lazily(load, (action) => action.expandCatalog(given(input))),
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

const schema = Command.make("schema", {}, () => lazily(load, (action) => action.printSchema)).pipe(
  Command.withDescription(
    "Print the JSON Schema of a catalog document. Editors complete fields by it and show what each means. Needs no database.",
  ),
  Command.withShortDescription("Print the JSON Schema of a document"),
  Command.withExamples([
    { command: "garrison catalog schema > catalog.schema.json", description: "For a line at the top of the document" },
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
    ...["republish", "list", "items", "vendors", "loot", "prices", "promotions", "price-points", "show"].map((name) =>
      rowCommand(`catalog ${name}`),
    ),
  ]),
  Command.withExamples([{ command: "garrison catalog check catalog.json" }]),
)
