/** `garrison sandbox`, and `garrison serve --sandbox`: the portals played beside a server. */
import { assert, describe, it } from "@effect/vitest"
import { GRANT_TYPES } from "@garrison/core/kernel/GrantType"
import { OAUTH_PORTALS } from "@garrison/core/login/portal/OauthGateway"
import { execFileSync, spawn } from "node:child_process"
import { createHash, randomBytes } from "node:crypto"
import { once } from "node:events"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { LOOPBACK } from "../support/loopback.ts"
import { pkce } from "../support/oauth.ts"
import { bundle, cleanEnvironment, garrison, type Served, serve, temporaryDirectory } from "./support/garrison.ts"
import { demoDirectory } from "./support/inProcess.ts"

interface Credential {
  readonly grant_type: string
  readonly platform: string | null
  readonly body: { readonly portal_access_token?: string; readonly portal_parent_access_token?: string }
}

const sandboxOf = (served: Pick<Served, "stdout">): string =>
  /^sandbox on (http:\S+)$/m.exec(served.stdout())?.[1] ?? assert.fail(served.stdout())

const json = async (url: string): Promise<unknown> => (await fetch(url)).json()

const credentialsOf = async (sandbox: string) =>
  (await json(`${sandbox}/sandbox/credentials`)) as ReadonlyArray<Credential>

const logIn = async ({ url }: Pick<Served, "url">, body: object) => {
  const headers = { "content-type": "application/json" }
  return fetch(`${url}/users/v1/login`, { method: "POST", headers, body: JSON.stringify(body) })
}

/** Logs in by every credential, and answers the grants that worked. */
const logInByAll = async (served: Served): Promise<ReadonlyArray<string>> => {
  const credentials = await credentialsOf(sandboxOf(served))
  for (const { body, grant_type, platform } of credentials) {
    const answer = await logIn(served, body)
    assert.strictEqual(answer.status, 200, grant_type)
    assert.strictEqual(((await answer.json()) as { platform?: string }).platform ?? null, platform)
  }
  return credentials.map(({ grant_type }) => grant_type)
}

/** Begins a login by redirect at each portal, brings back its answer, and exchanges the code. Answers the secrets. */
const logInByRedirects = async ({ url }: Pick<Served, "url">): Promise<ReadonlyArray<string>> => {
  const secrets: Array<string> = []
  const follow = async (address: string): Promise<string> => {
    const location = (await fetch(address, { redirect: "manual" })).headers.get("location") ?? ""
    const { searchParams } = new URL(location, url)
    secrets.push(...["code", "state", "nonce", "code_challenge"].flatMap((name) => searchParams.get(name) ?? []))
    return location
  }
  for (const portal of OAUTH_PORTALS) {
    const code_verifier = randomBytes(32).toString("base64url")
    const parameters = new URLSearchParams({
      redirect_uri: "http://127.0.0.1:9/callback",
      state: `state-of-the-game-${portal}`,
      code_challenge: createHash("sha256").update(code_verifier).digest("base64url"),
    })
    const atPortal = await follow(`${url}/users/v1/oauth/login/${portal}?${parameters.toString()}`)
    const back = await follow(atPortal)
    // A portal with a fault sends nothing back.
    if (!back.startsWith(url)) continue
    await fetch(back, { method: "HEAD", redirect: "manual" })
    const { searchParams } = new URL(await follow(back))
    await follow(back)
    const exchange = { grant_type: "authorization_code", code: searchParams.get("code") ?? "no code", code_verifier }
    for (const body of [{ ...exchange, code_verifier: `${code_verifier}x` }, exchange, exchange]) {
      const headers = { "content-type": "application/json" }
      const answer = await fetch(`${url}/users/v1/oauth/token`, { method: "POST", headers, body: JSON.stringify(body) })
      const { access_token, refresh_token } = (await answer.json()) as Readonly<Record<string, string | undefined>>
      secrets.push(...[access_token?.split(".").at(-1), refresh_token].flatMap((token) => token ?? []))
    }
    secrets.push(code_verifier)
  }
  return secrets
}

describe("garrison serve --sandbox", () => {
  it("logs in by every credential of its sandbox, at every start on the same database", async () => {
    const cwd = temporaryDirectory()
    const first = await serve(["--sandbox", "--log", "off"], { cwd })
    assert.match(first.stdout(), /^listening on http:\S+\nsandbox on http:\S+\n$/)
    const grants = await logInByAll(first)
    assert.sameMembers([...new Set(grants)], [...GRANT_TYPES])
    assert.strictEqual(await first.stop(), 0)
    const second = await serve(["--sandbox", "--demo", "--log", "off"], { cwd })
    assert.deepStrictEqual(await logInByAll(second), grants)
    assert.strictEqual(await second.stop(), 0)
  })

  it("logs a player in by redirect, as a browser and then a game would", async () => {
    const served = await serve(["--sandbox", "--log", "off"], { cwd: temporaryDirectory() })
    const follow = async (address: string) =>
      (await fetch(address, { redirect: "manual" })).headers.get("location") ?? assert.fail(address)
    for (const portal of OAUTH_PORTALS) {
      const redirect = encodeURIComponent("http://127.0.0.1:9/callback")
      const { challenge, verifier: code_verifier } = pkce()
      const parameters = `redirect_uri=${redirect}&state=mine&code_challenge=${challenge}`
      const atPortal = await follow(`${served.url}/users/v1/oauth/login/${portal}?${parameters}`)
      const atGame = new URL(await follow(await follow(atPortal)))
      assert.strictEqual(atGame.searchParams.get("state"), "mine")
      const code = atGame.searchParams.get("code")
      const body = JSON.stringify({ grant_type: "authorization_code", code, code_verifier })
      const headers = { "content-type": "application/json" }
      const answer = await fetch(`${served.url}/users/v1/oauth/token`, { method: "POST", headers, body })
      assert.hasAllKeys(await answer.json(), ["access_token", "refresh_token"])
    }
    assert.strictEqual(await served.stop(), 0)
  })

  it("leaves no credential in the database, its journal or the log, whether the login succeeds or not", async () => {
    const cwd = temporaryDirectory()
    const served = await serve(["--sandbox", "--log", "json"], { cwd })
    const sandbox = sandboxOf(served)
    const used: Array<string> = []
    for (const fault of ["none", "junk", "expired"]) {
      for (const portal of ["alpha", "deltalive", "echo", "foxtrot", "golf", "juliet"]) {
        const set = await fetch(`${sandbox}/sandbox/faults/${portal}`, {
          method: "PUT",
          body: JSON.stringify({ fault }),
        })
        assert.strictEqual(set.status, 200, portal)
      }
      used.push(...(await logInByRedirects(served)))
      for (const { body } of await credentialsOf(sandbox)) {
        const { portal_access_token = "", portal_parent_access_token } = body
        await logIn(served, body)
        await logIn(served, { ...body, portal_access_token: `${portal_access_token}x` })
        // The name in USERNAME:PASSWORD is stored, and the claims of a token are what a login is about.
        used.push(portal_access_token.split(/[:.]/).at(-1) ?? "")
        if (portal_parent_access_token !== undefined) used.push(portal_parent_access_token.split(".").at(-1) ?? "")
      }
    }
    const open = readdirSync(cwd).map((file) => readFileSync(join(cwd, file), "latin1"))
    assert.strictEqual(await served.stop(), 0)
    const closed = readdirSync(cwd).map((file) => readFileSync(join(cwd, file), "latin1"))
    const kept = [...open, ...closed, served.stderr(), served.stdout()].join("\n")
    // What a login leaves is there to be found.
    assert.include(kept, "juliet-joan")
    assert.isAbove(used.length, 200)
    assert.deepStrictEqual(
      used.filter((secret) => secret.length < 16 || kept.includes(secret)),
      [],
    )
  })

  it("shows lines on its page that log in when pasted", async () => {
    const served = await serve(["--sandbox", "--demo"], { cwd: await demoDirectory() })
    const page = await (await fetch(sandboxOf(served))).text()
    const lines = Array.from(page.matchAll(/<pre class="line"[^>]*>(.*?)<\/pre>/g), ([, line = ""]) =>
      line.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code))),
    )
    const byRedirect = lines.filter((line) => line.includes("/users/v1/oauth/login/"))
    assert.lengthOf(byRedirect, OAUTH_PORTALS.length)
    assert.isAbove(lines.length, 10 + byRedirect.length)
    // One shell takes them all, each for itself, and says after each what ends its answer.
    const script = lines.map((line) => `(\n${line}\n) || exit\nprintf '\\036'\n`).join("")
    const said = execFileSync("sh", ["-c", script], { encoding: "utf8", env: cleanEnvironment() })
    const answers = said.split("\u001e")
    assert.strictEqual(answers.pop(), "")
    assert.lengthOf(answers, lines.length)
    for (const [place, answer] of answers.entries()) assert.include(answer, '"access_token"', lines[place])
    assert.strictEqual(await served.stop(), 0)
  })

  it("has the grants that the settings name, and asks no portal of the settings that the sandbox plays", async () => {
    const alpha = { issuer: "https://alpha.test", audiences: ["game"], jwksUrl: "https://alpha.test/jwks" }
    const env = { GARRISON_GRANTS_ENABLED: "anon,alpha", GARRISON_ALPHA: JSON.stringify(alpha) }
    const served = await serve(["--sandbox"], { env })
    assert.match(served.stderr(), /the sandbox plays alpha: the portals of these names in the settings are not asked/)
    const credentials = await credentialsOf(sandboxOf(served))
    const statusOf = async (grant: string) =>
      (await logIn(served, credentials.find(({ grant_type }) => grant_type === grant)?.body ?? {})).status
    assert.deepStrictEqual([await statusOf("alpha"), await statusOf("bravo")], [200, 403])
    assert.strictEqual(await served.stop(), 0)
  })

  it("stops at once, also while a portal is slow", async () => {
    const served = await serve(["--sandbox", "--log", "off"])
    const sandbox = sandboxOf(served)
    await fetch(`${sandbox}/sandbox/faults/juliet`, { method: "PUT", body: '{"fault":"slow"}' })
    const asked = fetch(`${sandbox}/juliet/introspect`, { method: "POST" }).catch(() => "cut off")
    // The sandbox has the request before it answers this one.
    await json(`${sandbox}/sandbox/faults`)
    assert.strictEqual(await served.stop(), 0)
    assert.strictEqual(await asked, "cut off")
  })
})

describe("garrison sandbox", () => {
  it("plays the portals for a server that is configured to ask them, until it is stopped", async () => {
    const child = spawn(process.execPath, [bundle(), "sandbox"], {
      cwd: temporaryDirectory(),
      env: cleanEnvironment({
        GARRISON_HOST: LOOPBACK,
        GARRISON_PORT: "8099",
        GARRISON_PUBLIC_URL: "https://play.test",
      }),
    })
    let stdout = ""
    child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()))
    while (!stdout.includes("\n")) await once(child.stdout, "data")
    const sandbox = sandboxOf({ stdout: () => stdout })
    assert.strictEqual(stdout, `sandbox on ${sandbox}\n`)

    const settings = (await json(`${sandbox}/sandbox/settings`)) as Record<string, unknown>
    const { india } = settings as { readonly india: { readonly authorizeUrl: string; readonly clientId: string } }
    const statusAt = async (origin: string) => {
      const parameters = new URLSearchParams({
        client_id: india.clientId,
        response_type: "code",
        redirect_uri: `${origin}/users/v1/oauth/response/india`,
        state: "s",
        code_challenge: "c",
        code_challenge_method: "S256",
      })
      return (await fetch(`${india.authorizeUrl}?${parameters.toString()}`, { redirect: "manual" })).status
    }
    for (const origin of ["http://127.0.0.1:8099", "http://localhost:8099", "http://[::1]:8099", "https://play.test"]) {
      assert.strictEqual(await statusAt(origin), 302, origin)
    }
    for (const origin of ["http://127.0.0.1:8098", "https://127.0.0.1:8099", "https://evil.test"]) {
      assert.strictEqual(await statusAt(origin), 400, origin)
    }
    const env = Object.fromEntries(
      Object.entries(settings).map(([name, value]) => [`GARRISON_${name.toUpperCase()}`, JSON.stringify(value)]),
    )
    const served = await serve(["--demo"], {
      cwd: await demoDirectory(),
      env: { ...env, GARRISON_GRANTS_ENABLED: GRANT_TYPES.join(",") },
    })
    const credentials = await credentialsOf(sandbox)
    for (const { body, grant_type } of credentials) {
      assert.strictEqual((await logIn(served, body)).status, 200, grant_type)
    }
    assert.strictEqual(await served.stop(), 0)
    child.kill("SIGTERM")
    assert.deepStrictEqual(await once(child, "close"), [0, null])
  })

  it("says when it cannot listen, and where", async () => {
    const served = await serve([])
    const { port } = new URL(served.url)
    const refused = garrison(["sandbox", "--sandbox-port", port], { env: { GARRISON_HOST: LOOPBACK } })
    assert.notStrictEqual(refused.code, 0)
    assert.match(refused.stderr, new RegExp(`The sandbox cannot listen on ${LOOPBACK}:${port}`))
    assert.include(refused.stderr, "--sandbox-port")
    await served.stop()
  })
})
