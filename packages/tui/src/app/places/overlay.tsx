/** The list of places: screens that were visited before, the last one first. */
import type { Binding } from "../../binding.ts"
import type { ScreenEvent, ViewProps } from "../../Screen.ts"
import { lets, type MenuAction, menuBindings, type MenuState, openMenu, typedInMenu, updateMenu } from "../menu.ts"
import { Menu } from "../menuView.tsx"
import { type OpenedOverlay, type Overlay, type OverlayStep, type Visited, want, type World } from "../overlay.ts"

/** The list of places. */
export interface PlacesState {
  readonly visited: ReadonlyArray<Visited>
  readonly menu: MenuState
}

const bindings: ReadonlyArray<Binding<unknown, MenuAction>> = [
  { action: "choose", keys: ["enter"], sentence: "Go to the place at the cursor", word: "go", whileTyping: true },
  ...menuBindings,
]

const shownPlaces = ({ menu, visited }: PlacesState): ReadonlyArray<Visited> =>
  visited.filter(({ crumb, screen }) => lets(menu.line.text, `${screen} ${crumb}`))

const updatePlaces = (state: PlacesState, event: ScreenEvent<MenuAction>): OverlayStep<PlacesState> => {
  if (event.type === "text") return want({ ...state, menu: typedInMenu(state.menu, event.text) })
  if (event.type !== "action") return want(state)
  if (event.action === "close") return want(state, { type: "close" })
  const places = shownPlaces(state)
  if (event.action !== "choose") return want({ ...state, menu: updateMenu(state.menu, event.action, places.length) })
  const place = places[state.menu.at]
  return place === undefined
    ? want(state)
    : want(state, { type: "close" }, { type: "open", screen: place.screen, params: place.params })
}

const Places = ({ size, state, theme }: ViewProps<PlacesState>) => (
  <Menu
    label="Go to: "
    menu={state.menu}
    lines={shownPlaces(state).map(({ crumb, screen }) => ({ name: screen, sentence: crumb }))}
    size={size}
    theme={theme}
    empty="No place was visited before."
  />
)

/** The list of places as an overlay. */
export const placesOverlay: Overlay<PlacesState, MenuAction> = {
  name: "places",
  bindings,
  update: updatePlaces,
  crumb: () => "places",
  isTyping: () => true,
  view: Places,
}

/** The list of places as it opens. */
export const openPlaces = ({ visited }: World): OpenedOverlay<PlacesState> => ({
  overlay: placesOverlay,
  step: want({ visited, menu: openMenu() }),
})
