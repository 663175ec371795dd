/** What the client knows of an operation over HTTP, and how its row in the table is read. */

/** An operation over HTTP: where its input stands, and what may be done with its request and answer. */
export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** Parameters are whole segments, as `:name`. */
  readonly path: string
  /** Members of the input that stand in the query. What is neither there nor in the path stands in the body. */
  readonly query?: ReadonlyArray<string>
  /** What the request has as its body. */
  readonly sends?: "json"
  /** Who asks, where it is not the holder of an access token: the game's client itself, or anyone. */
  readonly asks?: "client" | "open"
  /**
   * What a repeated request does. `harmless`: nothing further, as every GET. `keyed`: the first answer comes again, by
   * an `Idempotency-Key`. `referenced`: the same, by the `client_order_ref_id` of each order. `credential`: it depends
   * on the grant, because some credentials can be used once. Absent of other methods: perhaps its work twice, so that
   * it is never repeated.
   */
  readonly again?: "harmless" | "keyed" | "referenced" | "credential"
  /** Of `referenced`: the member of the input that lists the orders. Absent: the input is the order. */
  readonly orders?: string
  /** What of the answer is kept, so that it can be asked for again: its tag. */
  readonly keeps?: "etag"
  /** Of a request that waits at the server: for how many seconds where it says no `deadline`. */
  readonly waits?: `${number}`
  /** What is answered, where it is not JSON: an address for a browser to go to, or a stream of events. */
  readonly answers?: "address" | "stream"
}

/**
 * Reads a row of the table: method, path with the names in the query, and the other facts. As text the table is
 * smaller, and easier to look at. Its generator writes what this reads, and nothing else.
 */
export const routeOf = (row: string): Route => {
  const [method = "", place = "", ...facts] = row.split(" ")
  const [path = "", query] = place.split("?")
  const route = {
    method,
    path,
    ...(query !== undefined && { query: query.split("&") }),
    ...Object.fromEntries(facts.map((fact) => fact.split("="))),
  }
  return route as Route
}
