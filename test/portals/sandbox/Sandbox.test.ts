/** What the sandbox serves of its own: credentials, faults, settings and a page. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { FAULTS } from "@garrison/portals/sandbox/faults"
import { request } from "node:http"
import { outcomeOf, serveWithSandbox, sleeplessClock, startSandbox, type TestSandbox } from "../../support/sandbox.ts"
import type { TestServer } from "../../support/server.ts"

let sandbox: TestSandbox
let server: TestServer

beforeAll(async () => {
  sandbox = await startSandbox()
  server = await serveWithSandbox(sandbox)
})
afterAll(async () => {
  await server.stop()
  await sandbox.stop()
})

type Faults = Record<string, { readonly fault: string; readonly faults: ReadonlyArray<string> }>

const faultsNow = async () => (await (await fetch(`${sandbox.url}/sandbox/faults`)).json()) as Faults

const put = (portal: string, body: string) => fetch(`${sandbox.url}/sandbox/faults/${portal}`, { method: "PUT", body })

describe("credentials", () => {
  it("log in, all of them", async () => {
    for (const { body } of await sandbox.credentials()) assert.strictEqual(await outcomeOf(server, body), "ok")
  })

  it("are new at each request, of the same users", async () => {
    const [first, second] = [await sandbox.credentials(), await sandbox.credentials()]
    assert.deepStrictEqual(
      first.map(({ grant_type, platform }) => [grant_type, platform]),
      second.map(({ grant_type, platform }) => [grant_type, platform]),
    )
    const tokens = [...first, ...second].map(({ body }) => body["portal_access_token"])
    assert.strictEqual(new Set(tokens).size, tokens.length)
  })

  it("are there for every portal of the settings that has a grant", async () => {
    const grants = (await sandbox.credentials()).map(({ grant_type }) => grant_type)
    for (const portal of Object.keys(sandbox.settings)) {
      // Players log in there by redirect alone.
      if (portal === "hotel" || portal === "india") continue
      assert.isTrue(
        grants.some((grant) => grant.startsWith(portal)),
        portal,
      )
    }
  })

  it("are not for a page of another name that leads here", async () => {
    const status = await new Promise((resolve, reject) => {
      const headers = { host: "page.test" }
      request(`${sandbox.url}/sandbox/credentials`, { headers }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
        .on("error", reject)
        .end()
    })
    assert.strictEqual(status, 403)
  })
})

describe("faults", () => {
  it("are none at first, and are set and ended one portal at a time", async () => {
    assert.deepStrictEqual([...new Set(Object.values(await faultsNow()).map(({ fault }) => fault))], ["none"])
    assert.strictEqual((await put("alpha", '{"fault":"expired"}')).status, 200)
    const { alpha, bravo } = await faultsNow()
    assert.deepStrictEqual([alpha?.fault, bravo?.fault], ["expired", "none"])
    assert.strictEqual((await put("alpha", '{"fault":"none"}')).status, 200)
    assert.strictEqual((await faultsNow())["alpha"]?.fault, "none")
  })

  it("are set by a body that says it is a form, as curl sends it", async () => {
    const headers = { "content-type": "application/x-www-form-urlencoded" }
    const set = (body: string) => fetch(`${sandbox.url}/sandbox/faults/golf`, { method: "PUT", headers, body })
    assert.strictEqual((await set('{"fault":"offline"}')).status, 200)
    assert.strictEqual((await faultsNow())["golf"]?.fault, "offline")
    assert.strictEqual((await set('{"fault":"none"}')).status, 200)
  })

  it("that a portal cannot have are 422, with those that it can have", async () => {
    for (const [portal, { faults }] of Object.entries(await faultsNow())) {
      for (const fault of [...FAULTS.filter((name) => !faults.includes(name)), "made_up"]) {
        const refused = await put(portal, JSON.stringify({ fault }))
        assert.strictEqual(refused.status, 422)
        assert.deepInclude(await refused.json(), { faults })
      }
    }
  })

  it.each(["", "[]", "{}", '{"fault":1}', "{", '"none"'])("of the body %j are 422", async (body) => {
    assert.strictEqual((await put("alpha", body)).status, 422)
  })

  it.each([
    ["echo4_v1", "echo"],
    ["foxtrot_switch", "foxtrot"],
    ["delta", "deltalive"],
  ])("are set by the name %s for the portal %s", async (name, portal) => {
    assert.strictEqual((await put(name, '{"fault":"expired"}')).status, 200)
    assert.strictEqual((await faultsNow())[portal]?.fault, "expired")
    assert.strictEqual((await put(name, '{"fault":"none"}')).status, 200)
    assert.strictEqual((await faultsNow())[portal]?.fault, "none")
  })

  it("of a portal that there is not are 404", async () => {
    assert.strictEqual((await put("zulu", '{"fault":"none"}')).status, 404)
    assert.strictEqual((await fetch(`${sandbox.url}/zulu/jwks`)).status, 404)
    assert.strictEqual((await fetch(`${sandbox.url}/alpha/made-up`)).status, 404)
    assert.strictEqual((await fetch(`${sandbox.url}/sandbox/made-up`)).status, 404)
  })
})

describe("a stop", () => {
  it("does not wait for a portal that is slow", async () => {
    const stopping = await startSandbox(sleeplessClock())
    await stopping.setFault("juliet", "slow")
    const asked = fetch(`${stopping.url}/juliet/introspect`, { method: "POST" }).catch(() => "cut off")
    // The sandbox has the request before it answers this one.
    await fetch(`${stopping.url}/sandbox/faults`)
    await stopping.stop()
    assert.strictEqual(await asked, "cut off")
  })
})

describe("the page", () => {
  it("has a line for each credential, and a switch for each fault", async () => {
    const response = await fetch(sandbox.url)
    assert.match(response.headers.get("content-type") ?? "", /^text\/html/)
    const page = await response.text()
    assert.lengthOf(page.match(/curl -s /g) ?? [], (await sandbox.credentials()).length)
    for (const [portal, { faults }] of Object.entries(await faultsNow())) {
      for (const fault of faults.filter((name) => name !== "none")) {
        assert.include(page, `data-portal="${portal}" data-fault="${fault}"`)
      }
    }
  })
})

describe("the settings", () => {
  it("are those by which a server asks the portals", async () => {
    assert.deepStrictEqual(await (await fetch(`${sandbox.url}/sandbox/settings`)).json(), sandbox.settings)
  })
})
