/** The keys of the screen of a rotation. */
import { actKeys } from "../../actKeys.ts"
import type { Binding } from "../../binding.ts"
import { type RotationAction, type RotationState, whyNoRetire, whyNoRotate } from "./state.ts"

/** The bindings of the screen of a rotation. */
export const rotationBindings: ReadonlyArray<Binding<RotationState, RotationAction>> = [
  {
    action: "rotate",
    keys: [actKeys.rotate],
    sentence: "Give the client a new secret, which is shown once",
    word: "new secret",
    operation: "client.rotate",
    unusable: whyNoRotate,
  },
  {
    action: "retire",
    keys: [actKeys.end],
    sentence: "End the former secret now",
    word: "end the former",
    operation: "client.retireSecret",
    unusable: whyNoRetire,
  },
  { action: "reload", keys: ["ctrl+r"], sentence: "Ask again", operation: "client.show" },
]
