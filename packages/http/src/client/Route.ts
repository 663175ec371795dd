/** What the client knows of an operation over HTTP. `routes.ts` has one for each; the generator makes them. */

/**
 * What a repeated request does. `harmless`: nothing further, as a read. `keyed`: the first answer comes again, by an
 * `Idempotency-Key`. `referenced`: the same, by the `client_order_ref_id` of each order. `credential`: it depends on
 * the grant, because some credentials can be used once. Absent: perhaps its work twice, so that it is never repeated.
 */
type Repetition = "harmless" | "keyed" | "referenced" | "credential"

/** An operation over HTTP: where its input stands, and what may be done with its request and answer. */
export interface Route {
  /** Absent: POST with a body, GET without one. */
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** Parameters are whole segments, as `:name`. */
  readonly path: string
  /** Members of the input that stand in the query. What is neither there nor in the path stands in the body. */
  readonly query?: ReadonlyArray<string>
  /** Whether the request has a body. */
  readonly hasBody?: true
  /** Who asks, where it is not the holder of an access token: the game's client itself, or anyone. */
  readonly asks?: "client" | "open"
  /** Absent of a GET: harmless. */
  readonly repetition?: Repetition
  /** Of `referenced`: the member of the input that lists the orders. Absent: the input is the order. */
  readonly orders?: string
  /** Whether the answer has a tag by which it can be asked for again. */
  readonly isRevalidated?: true
  /** Of a request that waits at the server: for how long where it says no `deadline`, in seconds. */
  readonly waitSeconds?: number
  /** What is answered, where it is not JSON: an address for a browser to go to, or a stream of events. */
  readonly answers?: "address" | "stream"
}
