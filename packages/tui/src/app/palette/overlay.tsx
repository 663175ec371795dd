/** The palette as an overlay. */
import type { Binding } from "../../binding.ts"
import type { Selection, ViewProps } from "../../Screen.ts"
import { menuBindings } from "../menu.ts"
import { Menu } from "../menuView.tsx"
import { type OpenedOverlay, type Overlay, want, type World } from "../overlay.ts"
import { inViewOf } from "./inView.ts"
import { openPaletteState, type PaletteAction, type PaletteState, updatePalette } from "./state.ts"

const bindings: ReadonlyArray<Binding<unknown, PaletteAction>> = [
  {
    action: "choose",
    keys: ["enter"],
    sentence: "Run the line, or the one at the cursor",
    word: "run",
    whileTyping: true,
  },
  { action: "complete", keys: ["tab"], sentence: "Complete the line", word: "complete", whileTyping: true },
  ...menuBindings,
]

const belowOf = ({ inView }: PaletteState): string => {
  const known = Object.entries(inView.fields).map(([name, value]) => `${name} ${value}`)
  return known.length === 0
    ? "Screens, the words of the command line, and every operation by its name."
    : `In view: ${known.join(", ")}`
}

const Palette = ({ size, state, theme }: ViewProps<PaletteState>) => (
  <Menu
    label=": "
    menu={state.menu}
    lines={state.offers}
    size={size}
    theme={theme}
    empty="There is no such screen, command or operation."
    below={state.complaint ?? belowOf(state)}
  />
)

/** The palette. */
export const paletteOverlay: Overlay<PaletteState, PaletteAction> = {
  name: "palette",
  bindings,
  update: updatePalette,
  crumb: () => ":",
  isTyping: () => true,
  view: Palette,
}

/** The palette as it opens. */
export const openPalette = (world: World, selection: Selection | undefined): OpenedOverlay<PaletteState> => ({
  overlay: paletteOverlay,
  step: want(openPaletteState(world, inViewOf(selection))),
})
