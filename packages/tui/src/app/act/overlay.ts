/** The dialog of acts as an overlay. */
import type { OperationFacts } from "../../operation.ts"
import type { WantAct } from "../../Screen.ts"
import type { OpenedOverlay, Overlay, OverlayStep, World } from "../overlay.ts"
import { actBindings } from "./keys.ts"
import { type ActAction, type ActState, commandLines, isTypingAct, openActState, updateAct } from "./state.ts"
import { ActDialog, type ActView } from "./view.tsx"

/** Command lines that are drawn: no more of them are made at each key. */
const LINES_SHOWN = 3

const withLine = (
  { requests, state }: OverlayStep<ActState>,
  { commandLine }: World,
  place: string,
): OverlayStep<ActView> => ({
  requests,
  state: { act: state, place, lines: commandLines(state, commandLine).slice(0, LINES_SHOWN) },
})

/** The dialog of acts. */
export const actOverlay: Overlay<ActView, ActAction> = {
  name: "act",
  bindings: actBindings,
  update: ({ act, place }, event, world) => withLine(updateAct(act, event, world), world, place),
  crumb: ({ act }) => act.facts.title,
  isTyping: ({ act }) => isTypingAct(act),
  view: ActDialog,
}

/** The dialog of the act that a screen wants, in the environment that it would happen in. */
export const openAct = (facts: OperationFacts, want: WantAct, world: World, place: string): OpenedOverlay<ActView> => ({
  overlay: actOverlay,
  step: withLine(openActState(facts, want), world, place),
})
