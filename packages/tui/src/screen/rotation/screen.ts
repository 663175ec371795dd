/** The screen of a rotation. */
import type { Screen } from "../../Screen.ts"
import { rotationBindings } from "./keys.ts"
import { openRotation, type RotationAction, type RotationState, updateRotation } from "./state.ts"
import { RotationView } from "./view.tsx"

/** The secrets of one client, and how they are rotated. */
export const rotationScreen: Screen<RotationState, RotationAction> = {
  name: "rotation",
  sentence: "The secrets of one client, and their rotation step by step",
  needs: ["client_id"],
  operations: ["client.show"],
  bindings: rotationBindings,
  open: openRotation,
  update: updateRotation,
  crumb: ({ clientId }) => `secrets of ${clientId}`,
  selected: ({ client, clientId }) => ({
    id: clientId,
    operation: "client.show",
    input: { client_id: clientId },
    ...(client !== undefined && { row: client }),
  }),
  view: RotationView,
}
