/** The keys of the screen of the catalog. */
import { actKeys } from "../../actKeys.ts"
import type { Binding } from "../../binding.ts"
import { sheetsBindings } from "../../part/sheets/keys.ts"
import { lineAtCursor } from "../../part/sheets/state.ts"
import { markBindings } from "../../part/table/keys.ts"
import { catalogSheets, VERSIONS } from "./lines.ts"
import { type CatalogAction, type CatalogState, comparedBy, NOT_HERE, republishedBy, tabOf } from "./state.ts"

const why = (said: object | string): string | undefined => (typeof said === "string" ? said : undefined)

const ofVersions = (state: CatalogState): string | undefined => (tabOf(state) === VERSIONS ? undefined : NOT_HERE)

const withoutLine = ({ sheets }: CatalogState): string | undefined =>
  lineAtCursor(sheets) === undefined ? "There is no row at the cursor." : undefined

/** The bindings of the screen of the catalog. */
export const catalogBindings: ReadonlyArray<Binding<CatalogState, CatalogAction>> = [
  {
    action: "open",
    keys: ["enter"],
    sentence: "Show the entry, or look at the catalog of the version",
    word: "show",
    unusable: withoutLine,
  },
  ...sheetsBindings(catalogSheets.map(({ title }) => title)),
  {
    action: "compare",
    keys: ["c"],
    sentence: "Compare the two marked versions, or the current one with that at the cursor",
    word: "compare",
    operation: "catalog.diff",
    unusable: (state) => why(comparedBy(state)),
  },
  {
    action: "useCurrent",
    keys: ["V"],
    sentence: "Look at the current version again",
    unusable: ({ version }) => (version === undefined ? "It is the current version already." : undefined),
  },
  {
    action: "republish",
    keys: [actKeys.republish],
    sentence: "Serve the version at the cursor again; compare it first to see what changes",
    operation: "catalog.republish",
    unusable: (state) => why(republishedBy(state)),
  },
  {
    action: "publish",
    keys: [actKeys.publish],
    sentence: "Publish a document of up to 4096 characters that is pasted; `garrison catalog publish` takes a file",
    operation: "catalog.publish",
    unusable: ofVersions,
  },
  ...markBindings.filter(({ action }) => action !== "markAll").map((binding) => ({ ...binding, unusable: ofVersions })),
  { action: "reload", keys: ["ctrl+r"], sentence: "Ask again", operation: "catalog.browse" },
]
