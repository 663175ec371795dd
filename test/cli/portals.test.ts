/** `garrison serve` with a portal: the README's settings log its users in, and wrong ones are refused by name. */
import { assert, describe, it } from "@effect/vitest"
import { readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { json, keySetOf, makePortalKey, signed, startKeyServer } from "../support/keyServer.ts"
import { serve, type Served, temporaryDirectory } from "./support/garrison.ts"
import { demoDirectory, garrison } from "./support/inProcess.ts"

interface Shown {
  readonly grantsEnabled: ReadonlyArray<string>
  readonly alpha: { readonly issuer: string; readonly audiences: ReadonlyArray<string>; readonly jwksUrl: string }
}

/** The settings that the README shows. */
const shown = (): Shown => {
  const readme = readFileSync(resolve(import.meta.dirname, "../../README.md"), "utf8")
  const [, block = ""] = /```json\n(\{\n {2}"grantsEnabled"[^`]+)```/.exec(readme) ?? []
  return JSON.parse(block) as Shown
}

const login = async ({ url }: Served, token: string): Promise<unknown> => {
  const body = JSON.stringify({ grant_type: "alpha", portal_access_token: token })
  const headers = { "content-type": "application/json" }
  return (await fetch(`${url}/users/v1/login`, { method: "POST", headers, body })).json()
}

describe("the portal alpha", () => {
  it("logs its users in with the settings of the README, in a file or in a variable", async () => {
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
