/** The contract as a typed client: what effect makes of it can talk to the server. */
import { Api } from "@garrison/http/contract/Api"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpApiClient from "effect/http-api/HttpApiClient"
import { POUCH_LOOT } from "../../support/catalog.ts"
import { useServer } from "../../support/server.ts"

const server = useServer()

const clientWith = (token: string) =>
  HttpApiClient.make(Api, {
    baseUrl: server.current.url,
    transformClient: HttpClient.mapRequest(HttpClientRequest.bearerToken(token)),
  }).pipe(Effect.provide(FetchHttpClient.layer))

describe("a typed client of the contract", () => {
  it("logs in, submits an order with an int64, and reads it back", async () => {
    const program = Effect.gen(function* () {
      const anonymous = yield* clientWith("").pipe(Effect.map((client) => client.service))
      assert.deepStrictEqual(yield* anonymous.livez({}), { status: "alive" })
      const { token } = yield* Effect.promise(() => server.current.player())
      const client = yield* clientWith(token)
      const entry = { type: "fill_loot", loot_id: POUCH_LOOT, quantity: 1, player_portal_event_id: 7n } as const
      const order = yield* client.inventory.submitOwnOrder({ payload: { entries: [entry] } })
      assert.deepInclude(order.entries[0], { result: "success", player_portal_event_id: 7n })
      const page = yield* client.notification.notificationPage({ query: { page_size: 5 }, headers: {} })
      assert.deepStrictEqual(page.body.notifications, [])
      assert.match(page.headers.etag, /^"/)
    })
    await Effect.runPromise(program)
  })

  it("gives refusals by their code", async () => {
    const program = Effect.gen(function* () {
      const client = yield* clientWith("broken")
      return yield* Effect.flip(client.inventory.vendors({ headers: {} }))
    })
    const refusal = await Effect.runPromise(program)
    assert.propertyVal(refusal, "error_code", "auth_not_jwt")
  })
})
