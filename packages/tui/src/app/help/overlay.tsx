/** Help: the keys of what is shown, from the same data as the bindings, and a line that searches them. */
import type { Binding } from "../../binding.ts"
import type { ScreenEvent, ViewProps } from "../../Screen.ts"
import { lets, type MenuAction, menuBindings, type MenuState, openMenu, typedInMenu, updateMenu } from "../menu.ts"
import { Menu, type MenuLine } from "../menuView.tsx"
import { type OpenedOverlay, type Overlay, type OverlayStep, want } from "../overlay.ts"

/** Keys under a heading. */
export interface HelpSection {
  readonly heading: string
  readonly bindings: ReadonlyArray<Binding<unknown>>
}

/** Help. */
export interface HelpState {
  /** What the screen is for, and how it is left. */
  readonly about: string
  readonly sections: ReadonlyArray<HelpSection>
  readonly menu: MenuState
}

const bindings: ReadonlyArray<Binding<unknown, MenuAction>> = menuBindings

const lineOf = ({ keys, sentence, whileTyping }: Binding<unknown>): MenuLine => ({
  name: keys.join(" · "),
  sentence: whileTyping === true ? `${sentence}, while typing.` : `${sentence}.`,
})

/** The lines of help that the search lets through. */
export const helpLines = ({ about, menu, sections }: HelpState): ReadonlyArray<MenuLine> => [
  ...(menu.line.text === "" ? [{ name: about, sentence: "", isHeading: true as const }] : []),
  ...sections.flatMap(({ bindings: all, heading }) => {
    const lines = all.map(lineOf).filter(({ name, sentence }) => lets(menu.line.text, `${name} ${sentence}`))
    return lines.length === 0 ? [] : [{ name: heading, sentence: "", isHeading: true as const }, ...lines]
  }),
]

const updateHelp = (state: HelpState, event: ScreenEvent<MenuAction>): OverlayStep<HelpState> => {
  if (event.type === "text") return want({ ...state, menu: typedInMenu(state.menu, event.text) })
  if (event.type !== "action") return want(state)
  if (event.action === "close") return want(state, { type: "close" })
  return want({ ...state, menu: updateMenu(state.menu, event.action, helpLines(state).length) })
}

const Help = ({ size, state, theme }: ViewProps<HelpState>) => (
  <Menu
    label="Search: "
    menu={state.menu}
    lines={helpLines(state)}
    size={size}
    theme={theme}
    empty="No key does that here."
    below="Escape leaves."
  />
)

/** Help over what is shown. */
export const helpOverlay: Overlay<HelpState, MenuAction> = {
  name: "help",
  bindings,
  update: updateHelp,
  crumb: () => "help",
  isTyping: () => true,
  view: Help,
}

/** Help on these keys. */
export const openHelp = (about: string, sections: ReadonlyArray<HelpSection>): OpenedOverlay<HelpState> => ({
  overlay: helpOverlay,
  step: want({ about, sections, menu: openMenu() }),
})
