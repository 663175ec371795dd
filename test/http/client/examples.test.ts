/** What docs/client.md shows is what runs: its examples are files in `examples/`, which work against a server. */
import { assert, describe, it } from "@effect/vitest"
import { Clients } from "@garrison/core/client/Clients"
import { createClient } from "@garrison/http/client"
import * as Effect from "effect/Effect"
import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { promisify } from "node:util"
import { gzipSync } from "node:zlib"
import { bundleClient } from "../../../scripts/client/bundle.ts"
import { testAct } from "../../support/acts.ts"
import { withCompiled } from "../../support/bundled.ts"
import { POUCH_LOOT } from "../../support/catalog.ts"
import { useServer } from "../../support/server.ts"

const root = resolve(import.meta.dirname, "../../..")
const page = readFileSync(join(root, "docs/client.md"), "utf8")
const blocks = Array.from(page.matchAll(/```js\n(.*?)```/gs), ([, block = ""]) => block)
const example = (name: string) => readFileSync(join(root, "examples", name), "utf8")

describe("docs/client.md", () => {
  const server = useServer()

  const env = withCompiled(process.env)

  const run = async (name: string, ...args: ReadonlyArray<string>): Promise<string> => {
    const file = join(root, "examples", name)
    return (await promisify(execFile)(process.execPath, ["--conditions=source", file, ...args], { env })).stdout
  }

  it("shows the examples as they are", () => {
    const whole = ["client.mjs", "client-machine.mjs", "client-browser.mjs", "client-in-process.mjs"].map(example)
    assert.sameMembers(
      blocks.filter((block) => block.includes("import ")),
      whole,
    )
  })

  it("has a loop over notifications that runs", async () => {
    const [loop = "", ...others] = blocks.filter((block) => !block.includes("import "))
    assert.lengthOf(others, 0)
    const asked: Array<unknown> = []
    const client = {
      notifications: async function* (options: unknown) {
        asked.push(options)
        yield { message: "hello" }
      },
    }
    const said: Array<unknown> = []
    const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor as FunctionConstructor
    await AsyncFunction("client", "last", "console", loop)(client, "7", { log: (text: unknown) => said.push(text) })
    assert.deepStrictEqual([asked, said], [[{ after: "7" }], ["hello"]])
  })

  it("has a first example that claims a gift", async () => {
    assert.strictEqual(await run("client.mjs", server.current.url), "success\n")
  })

  it("has an example of a game server that rewards a player", async () => {
    const { client, secret } = await server.current.run(
      Effect.flatMap(Clients, (clients) => clients.create({ kind: "machine", permissions: ["*"] }, testAct)),
    )
    const { playerUuid } = await server.current.player()
    const credentials = `${client.clientId}:${secret}`
    const said = await run("client-machine.mjs", server.current.url, credentials, playerUuid, String(POUCH_LOOT))
    assert.strictEqual(said, "A reward: success\n")
  })

  it("has an example of a test, which needs no socket and ends by itself", async () => {
    assert.strictEqual(await run("client-in-process.mjs"), "hello\n")
  })

  it("has the example that the README of the package has, too", async () => {
    const readme = readFileSync(join(root, "packages/http/README.md"), "utf8")
    const shown = Array.from(readme.matchAll(/```js\n(.*?)```/gs), ([, block = ""]) => block)
    const block = shown.find((one) => one.includes("@garrison/http/client")) ?? ""
    const address = '"http://127.0.0.1:8080"'
    assert.include(block, address)
    const code = block.replace(address, JSON.stringify(server.current.url))
    const args = ["--conditions=source", "--input-type=module", "-e", code]
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env })
    assert.match(stdout, /^(?:online|offline)\n$/)
  })

  it("says how large the client is", async () => {
    const { code } = await bundleClient()
    assert.include(page, "less than 20 kB (minified, before any compression)")
    assert.include(page, `about ${Math.round(gzipSync(code).length / 1000)} kB with gzip`)
  })

  it("names every option and every member of a client", () => {
    const client = createClient({ baseUrl: server.current.url })
    for (const name of Object.keys(client)) assert.match(page, new RegExp(`\`${name}[(\`]`), name)
    const options = readFileSync(join(root, "packages/http/src/client/options.ts"), "utf8")
    const reading = readFileSync(join(root, "packages/http/src/client/notifications.ts"), "utf8")
    const names = `${options}${reading}`.matchAll(/^ {2}readonly (\w+)\?: /gm)
    for (const [, name = ""] of names) assert.match(page, new RegExp(`\\b${name}\\b`), name)
  })
})
