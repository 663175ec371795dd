/** Secrets as an operator handles them: the key secret of a database, and a machine secret that leaked (R44, R47). */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { postgresUrl } from "../support/databases.ts"
import { serve, temporaryDirectory } from "./support/garrison.ts"
import { garrison } from "./support/inProcess.ts"

const first = "first-key-secret-0123456789-0123456789"
const second = "second-key-secret-0123456789-012345678"
const third = "third-key-secret-0123456789-0123456789"

/** Nothing that a run prints shows a secret. */
const silent = ({ stderr, stdout }: { readonly stdout: string; readonly stderr: string }): string => {
  for (const secret of [first, second, third]) assert.notInclude(stdout + stderr, secret)
  return stdout + stderr
}

const create = ["client", "create", "server", "--kind", "machine"]
const list = ["client", "list"]

/** How many of the stored secrets are encrypted, and how many are not. */
const stored = (cwd: string): ReadonlyArray<number> => {
  const database = new DatabaseSync(join(cwd, "garrison.db"), { readOnly: true })
  const keys = database.prepare("SELECT private_jwk AS secret FROM signing_key").all()
  const environment = database.prepare("SELECT cursor_secret AS a, anon_secret AS b FROM environment").get() ?? {}
  database.close()
  const secrets = [...keys.map(({ secret }) => secret), ...Object.values(environment)]
  const encrypted = secrets.filter((secret) =>
    Buffer.from(secret as string)
      .toString()
      .startsWith("eyJ"),
  )
  return [encrypted.length, secrets.length - encrypted.length]
}

describe("the key secret", () => {
  it("is shown masked, from wherever it comes, and not at all where it is refused", async () => {
    const cwd = temporaryDirectory()
    const env = { GARRISON_KEY_SECRET: first, GARRISON_KEY_SECRET_PREVIOUS: `${second},${third}` }
    const table = silent(await garrison(["config"], { cwd, env }))
    assert.match(table, /keySecret +\*\*\*\* +GARRISON_KEY_SECRET\n/)
    assert.match(table, /keySecretPrevious +\*\*\*\*,\*\*\*\* +GARRISON_KEY_SECRET_PREVIOUS\n/)
    writeFileSync(join(cwd, "garrison.json"), JSON.stringify({ keySecret: first, keySecretPrevious: [second] }))
    assert.match(silent(await garrison(["config", "--json"], { cwd })), /"\*\*\*\*"/)
    writeFileSync(join(cwd, "secret"), `${first}\n${second}\n`)
    const both = await garrison(["config"], { cwd, env: { GARRISON_KEY_SECRET_FILE: "secret" } })
    assert.strictEqual(both.code, 2)
    assert.match(silent(both), /keySecretFile and keySecret are given/)
    for (const wrong of [first.slice(0, 31), `${first} ${first}`]) {
      const run = await garrison(["config"], { cwd, env: { GARRISON_KEY_SECRET: wrong } })
      assert.strictEqual(run.code, 2)
      assert.include(run.stderr, "GARRISON_KEY_SECRET: keySecret must be a secret of 32 to 1024 printable characters")
      assert.notInclude(run.stdout + run.stderr, wrong)
    }
    writeFileSync(join(cwd, "secret"), "too short\n")
    writeFileSync(join(cwd, "garrison.json"), "{}")
    const short = await garrison(["config"], { cwd, env: { GARRISON_KEY_SECRET_FILE: "secret" } })
    assert.strictEqual(short.code, 2)
    assert.notInclude(short.stderr, "too short")
  })

  it("encrypts what is there, gives way to another, and is needed from then on", async () => {
    const cwd = temporaryDirectory()
    const run = (args: ReadonlyArray<string>, env = {}) =>
      garrison(args, { cwd, env: { GARRISON_LOG: "text", ...env } })
    const change = ["client", "enable", create[2] ?? ""]
    assert.strictEqual((await run(create)).code, 0)
    assert.deepStrictEqual(stored(cwd), [0, 4])
    // A command that reads encrypts nothing.
    assert.strictEqual((await run(list, { GARRISON_KEY_SECRET: first })).code, 0)
    assert.deepStrictEqual(stored(cwd), [0, 4])
    assert.strictEqual((await run(change, { GARRISON_KEY_SECRET: first })).code, 0)
    assert.deepStrictEqual(stored(cwd), [4, 0])
    for (const [env, said] of [
      [{}, "are encrypted, and keySecret is not set"],
      [{ GARRISON_KEY_SECRET: second }, "are encrypted with another secret"],
      [{ GARRISON_KEY_SECRET_PREVIOUS: first }, "is given without keySecret"],
    ] as const) {
      for (const args of [list, ["serve", "--port", "0"]]) {
        const refused = await run(args, env)
        assert.strictEqual(refused.code, 2, args[0])
        assert.include(silent(refused), said)
        assert.strictEqual(refused.stdout, "")
      }
    }
    const both = { GARRISON_KEY_SECRET: second, GARRISON_KEY_SECRET_PREVIOUS: first }
    assert.strictEqual((await run(change, both)).code, 0)
    assert.strictEqual((await run(list, { GARRISON_KEY_SECRET: first })).code, 2)
    writeFileSync(join(cwd, "secret"), `${third}\n${second}\n`)
    assert.strictEqual((await run(change, { GARRISON_KEY_SECRET_FILE: "secret" })).code, 0)
    assert.strictEqual((await run(list, { GARRISON_KEY_SECRET: third })).code, 0)
  })

  it("is asked for by a server that has none, and by no other", async () => {
    const cwd = temporaryDirectory()
    const warning = /warning: the keys that sign tokens are stored unencrypted: .*\nSet GARRISON_KEY_SECRET/
    const without = await serve(["--no-demo", "--log", "text"], { cwd })
    await without.stop()
    assert.match(without.stderr(), warning)
    const env = { GARRISON_KEY_SECRET: first }
    const given = await serve(["--no-demo", "--log", "text"], { cwd, env })
    await given.stop()
    assert.notMatch(silent({ stdout: given.stdout(), stderr: given.stderr() }), warning)
  })
})

interface Reply {
  readonly status: number
  readonly json: Readonly<Record<string, string>>
}

/** Requests of a machine client to one server. */
const requestsTo = (url: string) => {
  const send = async (method: string, path: string, body?: object, token?: string): Promise<Reply> => {
    const response = await fetch(url + path, {
      method,
      headers: {
        "content-type": "application/json",
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, json: (await response.json()) as Reply["json"] }
  }
  return {
    login: (secret: string) =>
      send("POST", "/users/v1/login", { grant_type: "client_credentials", portal_access_token: `server:${secret}` }),
    /** 404 for a caller that may ask: no catalog has been published. */
    read: (token: string) => send("GET", "/inventory/v1/catalog/vendor", undefined, token),
    set: (token: string, secret: string) =>
      send("PUT", "/v2/account/me/m2m-credentials", { client_secret: secret }, token),
  }
}

const leak = async (storage: string) => {
  const cwd = temporaryDirectory()
  const env = { GARRISON_STORAGE: storage, GARRISON_LOG: "off" }
  const json = async (args: ReadonlyArray<string>) => {
    const { code, stderr, stdout } = await garrison([...args, "--json"], { cwd, env })
    assert.strictEqual(code, 0, stderr)
    return JSON.parse(stdout) as Readonly<Record<string, string>>
  }
  const permissions = ["-p", "account:config:edit", "-p", "catalog:read"]
  const { client_secret: leaked = "" } = await json([...create, ...permissions])
  const [here, strict] = await Promise.all([
    serve(["--no-demo"], { cwd, env }),
    serve(["--no-demo"], { cwd, env: { ...env, GARRISON_VERIFICATION_CACHE_SECONDS: "0" } }),
  ])
  try {
    const [server, other] = [requestsTo(here.url), requestsTo(strict.url)]
    const { access_token: stolen = "" } = (await server.login(leaked)).json
    const { access_token: minted = "" } = await json(["token", "--client", "server"])
    for (const token of [stolen, minted]) {
      assert.deepStrictEqual([(await server.read(token)).status, (await other.read(token)).status], [404, 404])
    }

    const { client_secret: next = "" } = await json(["client", "rotate", "server", "--overlap", "0", "--yes"])
    const answers: Array<Reply> = []
    for (const token of [stolen, minted]) {
      for (const one of [server, other]) answers.push(await one.set(token, "x".repeat(40)))
      answers.push(await other.read(token))
    }
    assert.strictEqual((await server.login(leaked)).json["error_code"], "client_credentials_invalid")
    const { access_token: good = "" } = (await server.login(next)).json
    assert.strictEqual((await other.read(good)).status, 404)
    assert.strictEqual((await server.set(good, "y".repeat(40))).status, 200)
    assert.strictEqual((await server.read(good)).json["error_code"], "auth_token_expired", "at once where it was done")
    answers.push(await server.read(stolen))
    return answers.map(({ json, status }) => `${status} ${json["error_code"]}`)
  } finally {
    await Promise.all([here.stop(), strict.stop()])
  }
}

describe("a machine secret that leaked, replaced without an overlap by an operator beside two servers", () => {
  const allRefused = Array.from({ length: 7 }, () => "403 auth_token_expired")

  it("gives no token that reads or sets the next secret, on SQLite", async () => {
    assert.deepStrictEqual(await leak(`sqlite:${join(temporaryDirectory(), "leak.db")}`), allRefused)
  })

  it.effect("gives none on Postgres", () =>
    Effect.gen(function* () {
      const url = yield* postgresUrl("empty")
      assert.deepStrictEqual(yield* Effect.promise(() => leak(url)), allRefused)
    }).pipe(Effect.scoped),
  )
})
