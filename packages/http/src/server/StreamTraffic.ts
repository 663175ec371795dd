/** What streams send, counted between two reports, and the report that observers get of those who listen. */
import type { DeliveryFigures } from "@garrison/core/notification/delivery/Attendance"
import type { Observers } from "./Observer.ts"

/** Counts until it is read. */
export class StreamTraffic {
  #events = 0
  #bytes = 0
  #cut = 0

  /** An event of so many bytes was written. */
  readonly sent = (bytes: number): void => {
    this.#events++
    this.#bytes += bytes
  }

  /** A stream was cut off, because its reader took nothing. */
  readonly cut = (): void => {
    this.#cut++
  }

  /** The counts since the last time. */
  take() {
    const counts = { eventsSent: this.#events, bytesSent: this.#bytes, streamsCutOff: this.#cut }
    this.#events = 0
    this.#bytes = 0
    this.#cut = 0
    return counts
  }
}

/** Makes the function that tells observers of those who listen: while there are any, and once when there are none. */
export const listeningTeller = (
  { listening }: Pick<Observers, "listening">,
  traffic: StreamTraffic,
  figuresNow: () => DeliveryFigures,
) => {
  let isTold = false
  return (): void => {
    const [figures, counts] = [figuresNow(), traffic.take()]
    const isAny = figures.streams > 0 || figures.polls > 0
    if (isAny || isTold || counts.eventsSent > 0) listening({ ...figures, ...counts })
    isTold = isAny
  }
}
