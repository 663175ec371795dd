/** Tells the observers once in a while how full the server is. */
import type { Admission } from "./Admission.ts"
import type { ArrivingBodies } from "./ArrivingBodies.ts"
import type { Connections } from "./Connections.ts"
import type { Observers } from "./Observer.ts"

/** What can be full. */
interface Places {
  readonly connections: Pick<Connections, "count" | "takeCounts">
  readonly arriving: Pick<ArrivingBodies, "count" | "takeCounts">
  readonly admission: Pick<Admission, "lanes">
}

/** Makes the function that tells, while there are connections and once when there are none. */
export const occupancyTeller = (
  { occupied }: Pick<Observers, "occupied">,
  { admission, arriving, connections }: Places,
) => {
  let isTold = false
  const tell = (): void => {
    const counts = { ...connections.takeCounts(), ...arriving.takeCounts() }
    const isAny = connections.count > 0 || counts.connectionsOpened > 0 || counts.connectionsRefused > 0
    if (isAny || isTold) {
      occupied?.({
        connections: connections.count,
        bodiesArriving: arriving.count,
        ...counts,
        lanes: admission.lanes.map(({ in_flight: inFlight, lane, places, queued }) => ({
          lane,
          inFlight,
          places,
          queued,
        })),
      })
    }
    isTold = isAny
  }
  return tell
}
