/**
 * The pictures and the page of keys are those of the screens as they are. The console is driven over a world of its
 * own, on SQLite, with frozen time and randomness. `npm run pictures` makes them again.
 */
import { assert, describe, it } from "@effect/vitest"
import type { RefusalJson } from "@garrison/core/operation/refusal"
import { actOverlay } from "@garrison/tui/app/act/overlay"
import { appBindings } from "@garrison/tui/app/keys"
import { filterBindings, markBindings, sortBindings, walkBindings } from "@garrison/tui/part/table/keys"
import { textInputBindings } from "@garrison/tui/part/textInput/keys"
import type { Params } from "@garrison/tui/Screen"
import { screens } from "@garrison/tui/screens"
import * as Effect from "effect/Effect"
import { existsSync, readdirSync } from "node:fs"
import { resolve } from "node:path"
import { commandLineOf } from "../../packages/cli/src/commandLine.ts"
import { commandWords } from "../../packages/cli/src/commandWords.ts"
import { keysPage } from "../../scripts/keys/page.ts"
import { svgOf } from "../../scripts/pictures/svg.ts"
import { copyOverlay } from "../../packages/tui/src/app/copy/overlay.tsx"
import { helpOverlay } from "../../packages/tui/src/app/help/overlay.tsx"
import { paletteOverlay } from "../../packages/tui/src/app/palette/overlay.tsx"
import { placesOverlay } from "../../packages/tui/src/app/places/overlay.tsx"
import { colouredFrame } from "../support/tui/coloured.ts"
import { type Acts, Driven, Refused } from "../support/tui/driven.ts"
import { assertKept, isRecording } from "../support/tui/kept.ts"
import { inkWidth } from "../support/tui/width.ts"
import { makeWorld } from "../support/tui/world.ts"

const docs = resolve(import.meta.dirname, "../../docs")
const folder = resolve(docs, "images/console")

type World = Effect.Success<typeof makeWorld>

/** A picture: a screen, and what was done on it. */
interface Picture {
  readonly name: string
  /** What it shows, for those who do not see it. */
  readonly title: string
  readonly screen: string
  readonly params?: (world: World) => Params
  /** Keys by their names, one after the other; a text with a space in front is typed. */
  readonly keys?: ReadonlyArray<string>
  readonly kind?: "production" | "development"
}

const pictures: ReadonlyArray<Picture> = [
  { name: "start", title: "The first screen: figures and what needs attention", screen: "start" },
  { name: "players", title: "Players, found as their name is typed", screen: "players", keys: ["/", " e"] },
  {
    name: "player",
    title: "One player, with tabs for everything that is known",
    screen: "player",
    params: ({ players }) => ({ player_uuid: players[4] ?? "" }),
  },
  {
    name: "act",
    title: "A ban that was rehearsed: what it would store, the command that does the same, and the question",
    screen: "players",
    keys: ["j", "j", "j", "b", "space", "shift+tab", " Sold gold in chat", "enter"],
  },
  {
    name: "undo",
    title: "The ban is done, and undo is offered for a minute",
    screen: "players",
    keys: ["j", "j", "j", "b", "space", "shift+tab", " Sold gold in chat", "enter", "y"],
  },
  {
    name: "order",
    title: "An order as a tree: what it did, and which rules applied",
    screen: "order",
    params: ({ order }) => order,
  },
  { name: "restrictions", title: "Restrictions in force, by their end", screen: "restrictions" },
  { name: "audit", title: "The audit: who did what, to whom, and why", screen: "audit" },
  {
    name: "clients",
    title: "Clients, their secrets, and whether one is safe to retire",
    screen: "clients",
    keys: ["G"],
  },
  {
    name: "loot",
    title: "Loot of the catalog: what it costs, its odds, and who leads to it",
    screen: "entry",
    params: () => ({ id: "53", kind: "loot" }),
  },
  { name: "help", title: "Help: the keys of the screen", screen: "players", keys: ["?"] },
  {
    name: "palette",
    title: "The palette takes the words of the command line",
    screen: "start",
    keys: [":", " player"],
  },
  { name: "log", title: "The log of logins, orders and acts", screen: "log" },
  { name: "settings", title: "The settings in force, with where each comes from", screen: "settings" },
  {
    name: "production",
    title: "The bar of a production environment",
    screen: "roles",
    kind: "production",
    keys: ["j"],
  },
]

const size = { columns: 110, rows: 30 }

const frameOfPicture = async (world: World, { keys = [], kind, params, screen }: Picture): Promise<string> => {
  const ask: Acts = (operation, input, conditions) =>
    Effect.runPromise(
      Effect.match(world.run(operation, input, conditions), {
        onSuccess: (answer) => answer,
        onFailure: (refusal: RefusalJson) => new Refused(refusal),
      }),
    )
  const driven = new Driven({
    screens,
    screen,
    size,
    ...(params !== undefined && { params: params(world) }),
    ...(kind !== undefined && { kind }),
    answers: (operation, input) => ask(operation, input, {}),
    acts: ask,
    commandLine: { commands: commandWords(), lineOf: commandLineOf },
  })
  await driven.settled()
  for (const key of keys) {
    if (key.startsWith(" ")) driven.type(key.slice(1))
    else driven.press(key)
    await driven.settled()
  }
  return colouredFrame(driven)
}

describe("the pictures of the console", () => {
  it("are those of its screens", async () => {
    await makeWorld.pipe(
      Effect.flatMap((world) =>
        Effect.promise(async () => {
          for (const picture of pictures) {
            const svg = svgOf(await frameOfPicture(world, picture), {
              ...size,
              title: picture.title,
              widthOf: inkWidth,
            })
            assertKept(svg, resolve(folder, `${picture.name}.svg`))
            assert.isAbove(svg.split("\n").length, 12, picture.name)
          }
        }),
      ),
      Effect.scoped,
      Effect.runPromise,
    )
  })

  it("are all made here", () => {
    const kept = existsSync(folder) ? readdirSync(folder) : []
    assert.sameMembers(
      kept.filter((name) => !isRecording || pictures.some((one) => `${one.name}.svg` === name)),
      pictures.map(({ name }) => `${name}.svg`),
    )
  })
})

const listBindings = [
  ...walkBindings,
  ...markBindings,
  ...sortBindings,
  ...filterBindings.filter((one) => !textInputBindings.some(({ action }) => action === one.action)),
]

const shared = [
  { title: "Everywhere (`everywhere`)", sentence: "On every screen", bindings: appBindings },
  {
    title: "Lists and tables",
    sentence: "On every screen with rows. A screen has those of them that it can use",
    bindings: listBindings,
  },
  { title: "Lines of text", sentence: "Wherever a text is typed", bindings: textInputBindings },
]

const dialogs = [
  { overlay: actOverlay, sentence: "The dialog of acts" },
  { overlay: paletteOverlay, sentence: "The palette" },
  { overlay: helpOverlay, sentence: "Help" },
  { overlay: placesOverlay, sentence: "The places that were visited before" },
  { overlay: copyOverlay, sentence: "What can be copied" },
]

describe("the page of keys", () => {
  it("is made of the bindings", () => {
    const groups = [
      ...screens.map(({ bindings, name, sentence }) => ({ title: `The screen \`${name}\``, sentence, bindings })),
      ...dialogs.map(({ overlay, sentence }) => ({
        title: `The dialog \`${overlay.name}\``,
        sentence,
        bindings: overlay.bindings,
      })),
    ]
    const page = keysPage(shared, groups)
    assertKept(page, resolve(docs, "keys.md"))
    assert.include(page, "Go down a row")
  })
})
