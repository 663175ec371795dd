/** What the typed client knows of the contract is what `npm run client` makes of it. */
import { assert, describe, it } from "@effect/vitest"
import { routes as declared } from "@garrison/http/contract/routes"
import { routes } from "@garrison/http/client/routes"
import { routeOf as readRoute } from "@garrison/http/client/Route"
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { clientFiles } from "../../scripts/client/files.ts"
import { asked, routeOf, rowOf } from "../../scripts/client/routes.ts"

const root = resolve(import.meta.dirname, "../..")

describe("the table of the client", () => {
  it("is made of the contract, and so are its types", async () => {
    for (const [path, text] of await clientFiles()) {
      assert.strictEqual(readFileSync(resolve(root, path), "utf8"), text, "run npm run client")
    }
  })

  it("reads every row as it was written", () => {
    for (const operation of asked) {
      const route = routeOf(operation)
      assert.deepStrictEqual(readRoute(rowOf(route)), route)
    }
  })

  it("has every operation but the form that a portal's page sends", () => {
    const missing = declared.map(({ id }) => id).filter((id) => !(id in routes))
    assert.deepStrictEqual(missing, ["oauthResponseForm"])
  })

  // By hand, so that an operation which would do its work twice is not repeated because a generator slips.
  it("repeats nothing that would do its work twice", () => {
    const changing = Object.entries(routes).flatMap(([id, { again = "never", method }]) =>
      method === "GET" ? [] : [[id, again] as const],
    )
    assert.deepInclude(Object.fromEntries(changing), {
      login: "credential",
      exchangeToken: "never",
      logout: "harmless",
      linkPortalUser: "never",
      unlinkPortalUser: "never",
      updateCredentials: "keyed",
      createNotification: "keyed",
      submitOwnOrder: "referenced",
      submitOrder: "referenced",
      submitOrders: "referenced",
      quoteOwnOrder: "harmless",
      quoteOrder: "harmless",
      startSession: "referenced",
      reportPresence: "harmless",
    })
  })
})
