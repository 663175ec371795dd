/** `garrison serve` with a portal: the page's settings log its users in, and wrong ones are refused by name. */
import { assert, describe, it } from "@effect/vitest"
import { open } from "@garrison/core"
import { portals } from "@garrison/portals"
import { sqlite } from "@garrison/sql"
import { readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { json, keySetOf, makePortalKey, signed, startKeyServer } from "../support/keyServer.ts"
import { serve, type Served, temporaryDirectory } from "./support/garrison.ts"
import { demoDirectory, garrison } from "./support/inProcess.ts"

interface Shown {
  readonly grantsEnabled: ReadonlyArray<string>
  readonly alpha: { readonly issuer: string; readonly audiences: ReadonlyArray<string>; readonly jwksUrl: string }
}

/** The settings that docs/portals.md shows. */
const shown = (): Shown => {
  const page = readFileSync(resolve(import.meta.dirname, "../../docs/portals.md"), "utf8")
  const [, block = ""] = /```json\n(\{\n {2}"grantsEnabled"[^`]+)```/.exec(page) ?? []
  return JSON.parse(block) as Shown
}

const login = async ({ url }: Served, token: string): Promise<unknown> => {
  const body = JSON.stringify({ grant_type: "alpha", portal_access_token: token })
  const headers = { "content-type": "application/json" }
  return (await fetch(`${url}/users/v1/login`, { method: "POST", headers, body })).json()
}

describe("the portal alpha", () => {
  it("logs its users in with the settings of docs/portals.md, in a file or in a variable", async () => {
    const key = await makePortalKey("first")
    const keys = await startKeyServer(json(keySetOf(key)))
    const { grantsEnabled, alpha } = shown()
    const settings = { grantsEnabled, alpha: { ...alpha, jwksUrl: keys.url } }
    const seconds = Math.floor(Date.now() / 1000)
    const claims = { iss: alpha.issuer, aud: alpha.audiences[0], sub: "user-1", iat: seconds, exp: seconds + 600 }
    const token = await signed(key, claims)

    const cwd = await demoDirectory()
    writeFileSync(join(cwd, "garrison.json"), JSON.stringify(settings))
    const fromFile = await serve(["--demo"], { cwd })
    const first = await login(fromFile, token)
    assert.deepInclude(first, { platform: "Alpha", portal_user_id: "user-1" })
    assert.strictEqual(await fromFile.stop(), 0)
    assert.notInclude(fromFile.stderr(), token)

    const env = {
      GARRISON_CONFIG: join(temporaryDirectory(), "none.json"),
      GARRISON_GRANTS_ENABLED: grantsEnabled.join(","),
      GARRISON_ALPHA: JSON.stringify(settings.alpha),
    }
    writeFileSync(env.GARRISON_CONFIG, "{}")
    const fromVariable = await serve(["--demo"], { cwd, env })
    const { active_player_uuid } = first as Record<string, unknown>
    assert.deepInclude(await login(fromVariable, token), { active_player_uuid })
    assert.strictEqual(await fromVariable.stop(), 0)
    await keys.stop()
  })

  it("that grantsEnabled does not name is warned of at each start, with the setting that switches it on", async () => {
    const cwd = await demoDirectory()
    const there = "http://127.0.0.1:9/"
    const client = { clientId: "game", clientSecret: "secret-of-hotel" }
    const hotel = { ...client, authorizeUrl: there, tokenUrl: there, userInfoUrl: there }
    const env = {
      GARRISON_ALPHA: JSON.stringify({ ...shown().alpha, jwksUrl: there }),
      GARRISON_HOTEL: JSON.stringify(hotel),
    }
    const warned = async (...args: ReadonlyArray<string>): Promise<string> => {
      const served = await serve(["--demo", ...args], { cwd, env })
      assert.strictEqual(await served.stop(), 0)
      return served.stderr()
    }
    const said = await warned()
    assert.match(said, /warning: Every login by alpha, hotel is refused: the portal is configured/)
    const [, setting = ""] = /start with (--set grantsEnabled=\S+) \(GARRISON_GRANTS_ENABLED\)/.exec(said) ?? []
    assert.strictEqual(setting, "--set grantsEnabled=anon,refresh,client_credentials,alpha,hotel")
    assert.notInclude(await warned(...setting.split(" ")), "is refused")
    assert.notInclude(said, client.clientSecret)
  })

  it("is refused by name where its settings are wrong, and nothing is served", async () => {
    const alpha = { ...shown().alpha, jwksUrl: "http://accounts.alpha.example/jwks" }
    const refused = await garrison(["serve", "--port", "0"], { env: { GARRISON_ALPHA: JSON.stringify(alpha) } })
    assert.strictEqual(refused.code, 2)
    assert.match(
      refused.stderr,
      /GARRISON_ALPHA: alpha must be an object \{issuer, audiences, jwksUrl\} with an https url/,
    )
    assert.strictEqual(refused.stdout, "")
  })
})

describe("the portal foxtrot", () => {
  it("with several environments is served beside earlier users once the settings say whose they are", async () => {
    const key = await makePortalKey("first")
    const keys = await startKeyServer(json(keySetOf(key)))
    const environment = { issuer: "https://foxtrot.test", audiences: ["game"], jwksUrl: keys.url }
    const environments = ["live", "test"].map((env) => ({ ...environment, env }))
    const folder = temporaryDirectory()
    const storage = `sqlite:${join(folder, "foxtrot.db")}`
    const seconds = Math.floor(Date.now() / 1000)
    const tokenOf = (env: string) =>
      signed(key, { iss: environment.issuer, aud: "game", sub: "user-1", iat: seconds, exp: seconds + 600, env })
    /** The player of a user of this environment, at a host that embeds Garrison. */
    const playerIn = async (env: string, users: object) => {
      const settings = { grantsEnabled: ["foxtrot"] } as const
      const garrison = await open(
        sqlite(join(folder, "foxtrot.db")),
        settings,
        portals({ foxtrot: { environments, ...users } }),
      )
      const { active_player_uuid } = await garrison.login({
        grant_type: "foxtrot",
        portal_access_token: await tokenOf(env),
      })
      await garrison.close()
      return active_player_uuid
    }
    // As a version before environments stored it.
    const earlier = await playerIn("live", { usersShared: true })

    const env = { GARRISON_FOXTROT: JSON.stringify({ environments }), GARRISON_STORAGE: storage, GARRISON_LOG: "text" }
    const refused = await garrison(["serve", "--port", "0"], { env })
    assert.strictEqual(refused.code, 2)
    assert.match(refused.stderr, /The database cannot be served: users of foxtrot are stored without an environment/)
    assert.match(refused.stderr, /Add earlierUsers to it, which is "live" or "test"/)
    assert.strictEqual(refused.stdout, "")
    const failure: unknown = await playerIn("live", {}).catch((error: unknown) => error)
    assert.match(String(failure), /invalid_settings: The environments of foxtrot cannot be used/)

    assert.strictEqual(await playerIn("live", { earlierUsers: "live" }), earlier)
    assert.notStrictEqual(await playerIn("test", {}), earlier)
    const back = await garrison(["serve", "--port", "0"], {
      env: { ...env, GARRISON_FOXTROT: JSON.stringify({ environments, usersShared: true }) },
    })
    assert.strictEqual(back.code, 2)
    assert.match(back.stderr, /would not be found by usersShared/)
    const served = await serve([], { cwd: folder, env })
    assert.strictEqual(await served.stop(), 0)
    await keys.stop()
  })
})
