/** Presence. */
import { area } from "./area.ts"
import { ownPresence } from "./presence/ownPresence.ts"
import { playerPresence } from "./presence/playerPresence.ts"
import { playerPresences } from "./presence/playerPresences.ts"
import { presenceSettings } from "./presence/presenceSettings.ts"
import { reportPresence } from "./presence/reportPresence.ts"

/** They are under `/presence/v1`. */
export const presence = area("presence", "Who is online.", [
  playerPresence,
  playerPresences,
  ownPresence,
  reportPresence,
  presenceSettings,
])
