/** `garrison serve`: what it prints, the demo world, the lines to paste, and how it stops. */
import { assert, describe, it } from "@effect/vitest"
import { execFile, execFileSync } from "node:child_process"
import { chmodSync, closeSync, existsSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from "node:fs"
import { once } from "node:events"
import { type AddressInfo, createServer } from "node:net"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { promisify } from "node:util"
import { EVERY_ADDRESS, LOOPBACK, LOOPBACK_HOST } from "../support/loopback.ts"
import { bundle, cleanEnvironment, serve, temporaryDirectory, garrison as spawned } from "./support/garrison.ts"
import { demoDirectory, garrison, serveHere, type ServedHere } from "./support/inProcess.ts"
import { smallWorld } from "./support/world.ts"

const anonymous = { grant_type: "anon", portal_access_token: "a-device-secret-of-a-test" }

const DEMO_PLAYER = "demo-player-ada-01"

/** How often a server is started to see when it is ready. */
const STARTS = Number(process.env["GARRISON_TEST_STARTS"] ?? 3)

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, "close")
  return port
}

/** What is asked of a server, of another process or of this one. */
type Served = Pick<ServedHere, "url" | "stdout" | "stderr">

const login = async (served: Served, body: object): Promise<Response> =>
  fetch(`${served.url}/users/v1/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  })

const curlLines = (served: Served): ReadonlyArray<string> =>
  served
    .stderr()
    .split("\n")
    .filter((line) => line.startsWith("curl "))

/** Pastes a line into a shell, on a machine that has a shell, curl and sed. */
const paste = async (line: string, cwd: string): Promise<Record<string, unknown>> => {
  const { stdout } = await promisify(execFile)("sh", ["-c", line], { cwd, encoding: "utf8", env: cleanEnvironment() })
  return JSON.parse(stdout) as Record<string, unknown>
}

const guided = async (served: Served): Promise<ReadonlyArray<string>> => {
  while (curlLines(served).length < 3) await new Promise((settle) => setTimeout(settle, 20))
  return curlLines(served)
}

const pasteAll = async (served: Served, cwd: string): Promise<void> => {
  const [first = "", second = "", third = ""] = await guided(served)
  assert.deepInclude(await paste(first, cwd), { display_name: "Ada", platform: "Anon", client_id: "demo-game" })
  const { notifications } = (await paste(second, cwd)) as { notifications: ReadonlyArray<Record<string, unknown>> }
  assert.include(
    notifications.map((notification) => notification["message"]),
    "The shop has new stock.",
  )
  const order = (await paste(third, cwd)) as { entries: ReadonlyArray<Record<string, unknown>> }
  assert.deepInclude(order.entries[0], { type: "fill_loot", loot_id: 1_000_655, result: "success" })
}

const secretOf = (served: Served): string | undefined =>
  /secret +(gar_\S+)\n +\(shown this once\)/.exec(served.stderr())?.[1]

describe("garrison serve", () => {
  it("puts the demo world into an empty database when asked to, and the printed lines work when pasted", async () => {
    const cwd = temporaryDirectory()
    const first = await serve(["--demo"], { cwd })
    await pasteAll(first, cwd)
    assert.isDefined(secretOf(first))
    assert.strictEqual(await first.stop(), 0)
    assert.strictEqual(first.stdout(), `listening on ${first.url}\n`)

    // From the second start on, the lines work from any directory of this machine.
    const again = await serve([], { cwd, env: { GARRISON_DEMO: "true" } })
    await pasteAll(again, temporaryDirectory())
    assert.notInclude(again.stderr(), "gar_", "the secret is shown once")
    assert.strictEqual(await again.stop(), 0)
  })

  it("is ready with the demo world only when that stands: who logs in at the first 200 of /readyz gets in", async () => {
    for (let start = 0; start < STARTS; start++) {
      const port = await freePort()
      const starting = serve(["--demo", "--port", String(port)], { cwd: temporaryDirectory() })
      const url = `http://127.0.0.1:${port}`
      const said: Array<string> = []
      const status = async () => {
        const answer = await fetch(`${url}/readyz`).catch(() => undefined)
        if (answer?.status === 503) said.push(((await answer.json()) as { desc: string }).desc)
        return answer?.status
      }
      let failure: unknown
      starting.catch((error: unknown) => (failure = error))
      while ((await status()) !== 200) assert.isUndefined(failure)
      assert.include(said, "not ready: starting")
      const served = { url, stdout: () => "", stderr: () => "" }
      assert.strictEqual((await login(served, { ...anonymous, portal_access_token: DEMO_PLAYER })).status, 200)
      assert.strictEqual(await (await starting).stop(), 0)
    }
  })

  it("makes users of the grant basic when that is enabled", async () => {
    const cwd = temporaryDirectory()
    const served = await serveHere(["--demo"], {
      cwd,
      env: { GARRISON_GRANTS_ENABLED: "anon,basic,refresh,client_credentials" },
    })
    await guided(served)
    const user = /grant basic, (\S+)/.exec(served.stderr())?.[1]
    const answer = await login(served, { grant_type: "basic", portal_access_token: user })
    assert.strictEqual(answer.status, 200)
    assert.deepInclude(await answer.json(), { platform: "Basic", display_name: "Ada" })
    await served.stop()
  })

  it("makes no demo world unasked: no default client, no catalog", async () => {
    for (const [args, env] of [
      [[], {}],
      [["--no-demo"], { GARRISON_DEMO: "true" }],
    ] as const) {
      const cwd = temporaryDirectory()
      const served = await serveHere(args, { cwd, env: { GARRISON_LOG: "off", ...env } })
      assert.strictEqual((await login(served, anonymous)).status, 403)
      await served.stop()
      assert.strictEqual(served.stderr(), "")
      assert.strictEqual(served.stdout(), `listening on ${served.url}\n`)
    }
  })

  it("serves the demo world to other machines only if that is said as well, and a sandbox never", async () => {
    const cwd = temporaryDirectory()
    for (const [args, env, said] of [
      [["--demo", "--host", "0.0.0.0"], {}, "The demo world (--demo) is not served on 0.0.0.0"],
      [["--host", "::"], { GARRISON_DEMO: "yes" }, "(GARRISON_DEMO) is not served on ::"],
      [["--demo-public"], {}, "--demo-public is for the demo world"],
      [["--sandbox", "--host", "0.0.0.0"], {}, "The sandbox (--sandbox) is not served on 0.0.0.0"],
      [["--host", "::"], { GARRISON_SANDBOX: "true" }, "The sandbox (GARRISON_SANDBOX) is not served on ::"],
      [["--demo", "--demo-public", "--sandbox", "--host", "0.0.0.0"], {}, "The sandbox (--sandbox) is not served"],
    ] as const) {
      const refused = await garrison(["serve", "--port", "0", ...args], { cwd, env: { GARRISON_LOG: "text", ...env } })
      assert.strictEqual(refused.code, 2, refused.stderr)
      assert.include(refused.stderr, said)
    }
    assert.isFalse(existsSync(join(cwd, "garrison.db")), "a refusal leaves no database behind")
    const demo = await demoDirectory()
    const local = await serveHere(["--demo", "--host", "localhost"], { cwd: demo })
    assert.strictEqual((await login(local, anonymous)).status, 200)
    await local.stop()
    const allowed = await serveHere(["--host", EVERY_ADDRESS], {
      cwd: demo,
      env: { GARRISON_DEMO: "true", GARRISON_DEMO_PUBLIC: "true" },
    })
    await guided(allowed)
    assert.include(allowed.stderr(), "Other machines can reach this server")
    await allowed.stop()
  })

  it("warns at each start of clients that are exempt from PKCE, and of the setting redirectUris", async () => {
    const cwd = temporaryDirectory()
    const env = { GARRISON_KEY_SECRET: "key-secret-of-this-test-0123456789", GARRISON_DEFAULT_CLIENT_ID: "old" }
    const here = "https://game.example/login"
    const run = async (...args: ReadonlyArray<string>) => {
      const { code, stderr } = await garrison(args, { cwd, env })
      assert.strictEqual(code, 0, stderr)
    }
    const warned = async (more = {}): Promise<ReadonlyArray<string>> => {
      const served = await serveHere([], { cwd, env: { ...env, ...more } })
      await served.stop()
      return served.stderr().match(/^warning: .*$/gm) ?? []
    }
    await run("client", "create", "old", "--kind", "game", "--public", "--pkce-exempt", "--redirect-uri", here)
    await run("client", "create", "new", "--kind", "game", "--public", "--redirect-uri", here)
    await run("client", "create", "unused", "--kind", "game", "--public", "--pkce-exempt")
    for (let start = 0; start < 2; start++) {
      const [exempt = "", ...others] = await warned()
      assert.match(exempt, /^warning: Logins by redirect of old may begin without a PKCE challenge/)
      assert.deepStrictEqual(others, [])
    }
    await run("client", "edit", "old", "--pkce-required")
    assert.deepStrictEqual(await warned(), [])
    const [setting = "", ...others] = await warned({ GARRISON_REDIRECT_URIS: here })
    assert.match(setting, /^warning: The setting redirectUris gives addresses to clients of former versions alone/)
    assert.deepStrictEqual(others, [])
  })

  it("warns when no player can log in, with the commands that mend it", async () => {
    const cwd = temporaryDirectory()
    // Without one there is another warning.
    const env = { GARRISON_KEY_SECRET: "key-secret-of-this-test-0123456789" }
    const warned = async (args: ReadonlyArray<string>): Promise<string> => {
      const served = await serveHere(args, { cwd, env })
      const { status } = await login(served, anonymous)
      await served.stop()
      const said = served.stderr().replace(/^\d{4}-\S+ .*\n/gm, "")
      assert.strictEqual(status === 200, said === "", said)
      return said
    }
    const nobody = await warned([])
    assert.match(nobody, /^warning: No player can log in: there is no game client/)
    const [, create = "", id = ""] = /(garrison client create (\S+)[^,]*), then start with --set/.exec(nobody) ?? []
    assert.strictEqual((await garrison(create.split(" ").slice(1), { cwd, env })).code, 0)
    assert.include(await warned([]), `--set defaultClientId=${id}`)
    assert.strictEqual(await warned(["--set", `defaultClientId=${id}`]), "")
    assert.include(await warned(["--set", "defaultClientId=my-gmae"]), `does not exist. Did you mean ${id}?`)
    assert.strictEqual((await garrison(["client", "create", "kept", "--kind", "game"], { cwd, env })).code, 0)
    assert.include(await warned(["--set", "defaultClientId=kept"]), "has a secret")
  })

  it("does not put the demo world into a database that holds something else, nor serves logins through it", async () => {
    const cwd = temporaryDirectory()
    assert.strictEqual((await garrison(["client", "create", "own", "--kind", "game", "--public"], { cwd })).code, 0)
    const served = await serveHere(["--demo", "--storage", "sqlite:garrison.db"], { cwd })
    assert.strictEqual((await login(served, anonymous)).status, 403)
    assert.include(served.stderr(), "warning: The demo world is not served")
    await served.stop()
    const own = await serveHere([], { cwd, env: { GARRISON_DEFAULT_CLIENT_ID: "own" } })
    assert.strictEqual((await login(own, anonymous)).status, 200)
    await own.stop()
  })

  it("makes the demo world in a database in memory, too, anew at each start", async () => {
    const cwd = temporaryDirectory()
    const secrets: Array<string | undefined> = []
    for (let start = 0; start < 2; start++) {
      const served = await serveHere(["--demo", "--storage", "sqlite::memory:"], { cwd })
      await pasteAll(served, cwd)
      secrets.push(secretOf(served))
      await served.stop()
    }
    assert.lengthOf([...new Set(secrets)], 2)
    assert.isDefined(secrets[0])
  })

  it("warns of a database that other users may read, as commands do, with the line that mends it", async () => {
    const { cwd } = await smallWorld()
    const file = join(cwd, "my games.db")
    renameSync(join(cwd, "garrison.db"), file)
    const storage = ["--storage", "sqlite:my games.db"]
    const exposed = /chmod 600 (.*) takes it from them/
    assert.notMatch((await garrison(["client", "list", ...storage], { cwd })).stderr, exposed)
    chmodSync(file, 0o640)
    const told = await garrison(["client", "list", ...storage, "--json"], { cwd })
    assert.strictEqual(told.code, 0)
    const { message } = JSON.parse(told.stderr) as { readonly message: string }
    assert.match(message, exposed)
    // The log of a database has its mode, and is there as long as the database is open.
    const served = await serveHere(storage, { cwd })
    const line = exposed.exec(served.stderr())?.[1] ?? ""
    assert.strictEqual(line, "'my games.db' 'my games.db-wal' 'my games.db-shm'")
    execFileSync("sh", ["-c", `chmod 600 ${line}`], { cwd })
    assert.notMatch((await garrison(["client", "list", ...storage], { cwd })).stderr, exposed)
    await served.stop()
  })

  it("never prints the password of a database", async () => {
    const cwd = temporaryDirectory()
    const failed = await garrison(
      ["serve", "--port", "0", "--storage", `postgres://me:hunter2@${LOOPBACK_HOST}:1/none`],
      {
        cwd,
        env: { GARRISON_LOG: "text" },
      },
    )
    assert.strictEqual(failed.code, 1)
    assert.notInclude(failed.stderr, "hunter2")
  })

  it("without a log says nothing beside the address, except what is never said again", async () => {
    const cwd = temporaryDirectory()
    const first = await serveHere(["--demo", "--log", "off"], { cwd })
    await guided(first)
    assert.isDefined(secretOf(first))
    await first.stop()
    const again = await serveHere(["--demo", "--log", "off"], { cwd })
    await login(again, anonymous)
    await again.stop()
    assert.strictEqual(again.stderr(), "")
  })

  it("ends a session that garrison token opened, at the caller's own wish", async () => {
    const cwd = await demoDirectory()
    const served = await serveHere(["--demo"], { cwd })
    const player = (await (await login(served, anonymous)).json()) as { active_player_uuid: string }
    for (const subject of [
      ["--player", player.active_player_uuid],
      ["--client", "demo-server"],
    ]) {
      const authorization = `Bearer ${(await garrison(["token", ...subject], { cwd })).stdout.trim()}`
      const logout = await fetch(`${served.url}/users/v1/logout`, { method: "POST", headers: { authorization } })
      assert.deepStrictEqual(await logout.json(), { sessions_ended: 1 })
    }
    await served.stop()
  })

  it("logs to stderr in the form that is asked for, and never a token", async () => {
    const cwd = temporaryDirectory()
    for (const [form, line] of [
      ["json", /^\{"time":.*"operation":"login","status":403,"error_code":"\w+"/m],
      ["text", /^\S+ 403 \w+ POST \/users\/v1\/login /m],
    ] as const) {
      const served = await serve(["--log", form], { cwd })
      await login(served, anonymous)
      await served.stop()
      assert.match(served.stderr(), line)
      assert.notInclude(served.stderr(), anonymous.portal_access_token)
      assert.strictEqual(served.stdout(), `listening on ${served.url}\n`)
    }
  })

  it("writes nothing but JSON to stderr in JSON mode, each line with time, level and event", async () => {
    const eventsOf = (stderr: string) =>
      stderr
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
        .map(({ event, level, time, ...facts }) => {
          assert.match(String(time), /^\d{4}-.*Z$/)
          assert.include(["info", "warning", "error"], level)
          return [event, facts] as const
        })
    const cwd = await demoDirectory()
    // NODE_OPTIONS has Node itself warn; nothing but a terminal makes the form text.
    const warning = "--import=data:text/javascript,setTimeout(()=>process.emitWarning('of-node'),100)"
    for (const [args, message] of [
      [["--demo"], "demo-server"],
      [["--no-demo", "--storage", "sqlite:empty.db"], "No player can log in"],
    ] as const) {
      const served = await serve(args, { cwd, env: { GARRISON_LOG: "auto", NODE_OPTIONS: warning } })
      await login(served, anonymous)
      while (!served.stderr().includes("of-node")) await new Promise((settle) => setTimeout(settle, 20))
      assert.strictEqual(await served.stop(), 0)
      const events = eventsOf(served.stderr())
      const names = events.map(([event]) => event).filter((event) => event !== "message")
      assert.deepStrictEqual(names, ["start", "ready", "request", "stopping", "stopped"])
      const said = events.flatMap(([event, facts]) => (event === "message" ? [String(facts["message"])] : []))
      said.push(served.stdout())
      assert.lengthOf(
        said.filter((text) => text.includes(message)),
        1,
        said.join("\n"),
      )
      assert.include(said, "Warning: of-node")
      const pasted = served.stdout().split("\n")
      assert.lengthOf(
        pasted.filter((line) => line.startsWith("curl -s ")),
        args[0] === "--demo" ? 3 : 0,
        "the guide's lines are lines, also where messages are JSON",
      )
    }
    const failed = spawned(["serve", "--port", "0", "--storage", "sqlite:missing/x.db"], { cwd })
    for (const line of failed.stderr.trimEnd().split("\n")) assert.isObject(JSON.parse(line))
    assert.include(failed.stderr, '"error"')
  })

  it("says of a broken database in its log for people, too, which file to restore", async () => {
    const { cwd } = await smallWorld()
    const file = join(cwd, "garrison.db")
    const database = new DatabaseSync(file)
    const { page } = database.prepare("SELECT rootpage AS page FROM sqlite_schema WHERE name = 'client'").get() ?? {}
    database.close()
    const handle = openSync(file, "r+")
    writeSync(handle, Buffer.of(0xff), 0, 1, (Number(page) - 1) * 4096)
    closeSync(handle)
    const served = await serve([], { cwd, env: { GARRISON_LOG: "text" } })
    await login(served, anonymous)
    assert.strictEqual(await served.stop(), 0)
    const lines = served.stderr().split("\n")
    assert.lengthOf(
      lines.filter((line) => line.includes(`${file} is damaged`) && line.includes("restore a backup")),
      1,
      served.stderr(),
    )
  })

  it("says when the port is taken, and ends with 1", async () => {
    const blocker = createServer()
    const port = await new Promise<number>((settle) =>
      blocker.listen(0, LOOPBACK, () => settle((blocker.address() as { port: number }).port)),
    )
    const run = await garrison(["serve", "--host", LOOPBACK, "--port", String(port)], { env: { GARRISON_LOG: "text" } })
    blocker.close()
    assert.strictEqual(run.code, 1)
    assert.strictEqual(run.stdout, "")
    assert.include(run.stderr, `cannot listen on ${LOOPBACK}:${port}`)
    assert.include(run.stderr, "--port")
  })

  it("refuses a port that is none with 2", async () => {
    const run = await garrison(["serve", "--port", "http"])
    assert.strictEqual(run.code, 2)
    assert.include(run.stderr, '--port: port must be a whole number from 0 to 65535, not "http"')
  })

  it("ends with 0 on SIGTERM and with 130 on SIGINT", async () => {
    const cwd = temporaryDirectory()
    assert.strictEqual(await (await serve([], { cwd })).stop("SIGTERM"), 0)
    assert.strictEqual(await (await serve([], { cwd })).stop("SIGINT"), 130)
  })

  it("other commands work on the database of a running server, and it takes over what they do", async () => {
    const cwd = await demoDirectory()
    const served = await serve(["--demo"], { cwd })
    const { active_player_uuid: player, access_token: token } = (await (await login(served, anonymous)).json()) as {
      active_player_uuid: string
      access_token: string
    }
    assert.strictEqual((await garrison(["notify", player, "From the operator"], { cwd })).code, 0)
    const page = await fetch(`${served.url}/notification/v1/playerid/me/notification`, {
      headers: { authorization: `Bearer ${token}` },
    })
    assert.include(await page.text(), "From the operator")

    writeFileSync(join(cwd, "own.json"), '{"items":{"1":{}},"vendors":{}}')
    const published = await garrison(["catalog", "publish", "own.json", "--json"], { cwd })
    const { etag } = JSON.parse(published.stdout) as { etag: string }
    const headers = { authorization: `Bearer ${token}`, "accept-encoding": "identity" }
    // It looks every second; a machine under load may need longer to get there.
    const servedEtag = async () =>
      (await fetch(`${served.url}/inventory/v1/catalog/vendor`, { headers })).headers.get("etag")
    while ((await servedEtag()) !== `"${etag}"`) await new Promise((settle) => setTimeout(settle, 50))
    assert.strictEqual(await served.stop(), 0)
  })
})

describe("the process", () => {
  it("is started by its name: the bundle is executable and begins with a shebang", async () => {
    assert.match(readFileSync(bundle(), "utf8"), /^#!\/usr\/bin\/env node\n/)
  })
})
