/** What a server counts of itself, on a clock that the tests turn. */
import { assert, describe, it } from "@effect/vitest"
import { Figures } from "@garrison/http/figures/Figures"
import type { Answered } from "@garrison/http/server/Observer"

const answered = (given: Partial<Answered>): Answered => ({
  id: "id",
  method: "GET",
  path: "/a/secret/path",
  operation: "ownInventory",
  status: 200,
  errorCode: undefined,
  limit: undefined,
  milliseconds: 1,
  address: "192.0.2.1",
  player: "0f0f0f0f-0000-4000-8000-000000000000",
  client: "my-client",
  userAgent: "agent",
  ...given,
})

const world = () => {
  let now = 12_345
  const figures = new Figures(() => now)
  const pass = (seconds: number) => {
    now += seconds * 1000
  }
  const show = () => figures.show({ version: "1.2.3", started: 1, time: 2, unready: [], lanes: [] })
  const answer = (given: Partial<Answered> = {}) => figures.observer.answered?.(answered(given))
  return { figures, pass, show, answer }
}

describe("the figures of a server", () => {
  it("count answers by second, operation, status and code", () => {
    const { answer, pass, show } = world()
    answer()
    answer({ milliseconds: 100 })
    pass(1)
    answer({ operation: "login", status: 403, errorCode: "user_auth_restricted" })
    answer({ operation: undefined, status: 404, errorCode: "resource_not_found" })
    answer({ operation: "login", status: 503, errorCode: "service_unavailable" })
    pass(1)
    const { codes, operations, per_second: series, seconds, statuses } = show()
    assert.strictEqual(seconds, 2)
    assert.deepInclude(series, { requests: [2, 3], refused: [0, 2], failed: [0, 1] })
    assert.deepStrictEqual(series.p95_ms, [102, 1.01])
    assert.deepStrictEqual(
      operations.map(({ failed, operation, refused, requests }) => [operation, requests, refused, failed]),
      [
        ["ownInventory", 2, 0, 0],
        ["login", 2, 1, 1],
        ["none", 1, 1, 0],
      ],
    )
    assert.sameMembers(
      statuses.map(({ count, name }) => `${name} ${count}`),
      ["200 2", "403 1", "404 1", "503 1"],
    )
    assert.sameMembers(
      codes.map(({ name }) => name),
      ["user_auth_restricted", "resource_not_found", "service_unavailable"],
    )
  })

  it("count logins, orders, portals and delays as they are told", () => {
    const { figures, pass, show } = world()
    const { tally } = figures
    tally.loggedIn("anon", true)
    tally.loggedIn("anon", false)
    tally.loggedIn("bravo", false)
    tally.ordered('{"entries":[{"result":"success"},{"result":"success"},{"result":"unknown_loot"}]}')
    tally.askedPortal("bravo", true, 200)
    tally.askedPortal("bravo", false, 503)
    tally.portalDown("bravo", "keys", true)
    tally.portalDown("bravo", "tokens", true)
    tally.portalDown("bravo", "keys", false)
    figures.delayed(12.34)
    figures.delayed(3)
    pass(1)
    const shown = show()
    assert.deepStrictEqual(shown.logins, [
      { grant: "anon", done: 1, refused: 1 },
      { grant: "bravo", done: 0, refused: 1 },
    ])
    assert.deepInclude(shown.per_second, { logins: [1], logins_refused: [2], orders: [1], event_loop_ms: [12.3] })
    assert.deepStrictEqual(
      shown.order_results.map(({ count, name }) => `${name} ${count}`),
      ["success 1", "unknown_loot 1"],
    )
    const bravo = { portal: "bravo", calls: 2, failures: 1, failures_last_minute: 1, last_status: 503, down: true }
    assert.deepStrictEqual(shown.portals, [bravo])
    pass(120)
    tally.portalDown("bravo", "tokens", false)
    assert.deepStrictEqual(show().portals, [{ ...bravo, failures_last_minute: 0, down: false }])
  })

  it("forget what is older than 15 minutes", () => {
    const { answer, pass, show } = world()
    answer({ status: 500, errorCode: "internal_error" })
    pass(900)
    assert.strictEqual(show().per_second.requests[0], 1)
    pass(1)
    const { codes, operations, per_second: series, seconds } = show()
    assert.strictEqual(seconds, 900)
    assert.lengthOf(series.requests, 900)
    assert.notInclude(series.requests, 1)
    assert.deepStrictEqual([codes, operations], [[], []])
  })

  it("have a limit on names, whatever comes in, and name no player, client, path or address", () => {
    const { answer, show } = world()
    for (let number = 0; number < 500; number++) {
      answer({ operation: `operation${number}`, errorCode: `code${number}`, status: 400 })
    }
    const { codes, operations } = show()
    assert.lengthOf(codes, 101)
    assert.lengthOf(operations, 101)
    assert.deepInclude(codes[0], { name: "others", count: 400 })
    assert.notMatch(JSON.stringify(show()), /0f0f0f0f|my-client|secret|192\.0\.2|agent/)
  })
})
