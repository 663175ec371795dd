/** One person logs in by an account and by a console of it, over real portals (decisions, section 4, step 9). */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { logIn, outcomeOf, serveWithSandbox, startSandbox, type TestSandbox } from "../support/sandbox.ts"
import { codeOf } from "../http/samples.ts"
import type { TestServer } from "../support/server.ts"

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())

/** The bodies by which the user of a console logs in, and by which the account of the console does. */
const consoleAndAccount = async () => {
  const console = await sandbox.credential("foxtrot_switch")
  return { console, account: { grant_type: "foxtrot", portal_access_token: console["portal_parent_access_token"] } }
}

const withPlayersMax = async <A>(playersPerPersonMax: number, use: (server: TestServer) => Promise<A>): Promise<A> => {
  const server = await serveWithSandbox(sandbox, undefined, { settings: { playersPerPersonMax } })
  try {
    return await use(server)
  } finally {
    await server.stop()
  }
}

describe("the players of a person", () => {
  it("are two where two are allowed", () =>
    withPlayersMax(2, async (server) => {
      const { account, console } = await consoleAndAccount()
      const [first, second] = [await logIn(server, account), await logIn(server, console)].map(
        ({ json }) => json as Readonly<Record<string, string>>,
      )
      assert.strictEqual(first?.["person_id"], second?.["person_id"])
      assert.notStrictEqual(first?.["active_player_uuid"], second?.["active_player_uuid"])
    }))

  it("are one where one is allowed: another user of the person is too_many_users", () =>
    withPlayersMax(1, async (server) => {
      const { account, console } = await consoleAndAccount()
      assert.strictEqual(await outcomeOf(server, account), "ok")
      const refused = await logIn(server, console)
      assert.deepStrictEqual([refused.status, codeOf(refused)], [403, "too_many_users"])
      assert.strictEqual(await outcomeOf(server, account), "ok", "the first one still logs in")
    }))
})
