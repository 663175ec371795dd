/** Drives one server with one kind of request for a while, and says how fast it answered. */
import autocannon from "autocannon"

/** A request as the load generator sends it. */
export interface LoadRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH"
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** What one run gave: requests per second, the 99th percentile of the latency in milliseconds, wrong answers. */
export interface LoadResult {
  readonly rate: number
  readonly p99Milliseconds: number
  readonly wrong: number
}

const CONNECTIONS = 16

/**
 * Sends `requests` in turn over 16 connections for `seconds`. An answer with another status than `expectedStatus` counts
 * as wrong, and so does a broken connection.
 */
export const load = async (
  url: string,
  requests: ReadonlyArray<LoadRequest>,
  expectedStatus: number,
  seconds: number,
): Promise<LoadResult> => {
  let wrong = 0
  let next = 0
  const first = requests[0]
  if (first === undefined) throw new Error("a load needs at least one request")
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    requests: [
      {
        ...first,
        setupRequest: (request: object) => {
          const chosen = requests[next++ % requests.length]
          return { ...request, ...chosen }
        },
        onResponse: (status: number) => {
          if (status !== expectedStatus) wrong++
        },
      },
    ],
  })
  return {
    rate: result.requests.total / result.duration,
    p99Milliseconds: result.latency.p99,
    wrong: wrong + result.errors + result.timeouts,
  }
}
