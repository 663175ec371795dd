/** What players are delivered: each area of it has a file in the folder `delivery`. */
import { measureCatalog } from "./delivery/catalog.ts"
import { measureClient } from "./delivery/client.ts"
import { measureMounting } from "./delivery/mounting.ts"
import { measurePresence } from "./delivery/presence.ts"
import { measurePresencePostgres } from "./delivery/presencePostgres.ts"
import { measureProcesses } from "./delivery/processes.ts"
import { measureStreams } from "./delivery/streams.ts"
import type { Figure } from "./report.ts"

/** Measures all areas; `onFigures` sees the figures of each as they come. */
export const measureDelivery = async (
  plan: { readonly rounds: number; readonly seconds: number },
  onFigures: (figures: ReadonlyArray<Figure>) => void,
): Promise<void> => {
  onFigures(await measureCatalog(plan))
  onFigures(await measurePresence(plan))
  onFigures(await measurePresencePostgres(plan))
  onFigures(await measureClient(plan))
  onFigures(await measureMounting(plan))
  onFigures(await measureProcesses())
  onFigures(await measureStreams(plan))
}
