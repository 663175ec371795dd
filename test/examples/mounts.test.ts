/** Garrison in servers of hosts, as each example mounts it: `node:http` and real frameworks, over real sockets. */
import type { EmbeddedGarrison } from "@garrison/core"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { text } from "node:stream/consumers"
import { pathToFileURL } from "node:url"
import { vi } from "vitest"
import { withCompiled } from "../support/bundled.ts"
import { answersOnlyBelow, type Ask, seedCatalog, plays, playsBelow } from "../support/mountedGame.ts"
import { closedPort } from "../support/loopback.ts"

const root = resolve(import.meta.dirname, "../..")
const folder = mkdtempSync(join(tmpdir(), "garrison-mounts-"))
const seed = join(folder, "seed.db")
beforeAll(() => seedCatalog(seed))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A database of its own, with the catalog of the game. */
const database = (name: string): string => {
  const file = join(folder, `${name}.db`)
  copyFileSync(seed, file)
  return file
}

/** Starts an example on a database with a catalog. */
const started = async (name: string, file: string) => {
  const port = await closedPort()
  const args = ["--conditions=source", join(root, "examples", `${name}.mjs`), file, String(port)]
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: withCompiled(process.env),
    stdio: ["ignore", "pipe", "pipe"],
  })
  if (child.stdout === null || child.stderr === null) assert.fail()
  const said = text(child.stderr)
  const [first] = await Promise.race([once(child.stdout, "data"), said.then((error) => [error])])
  assert.match(String(first), /^listening on port \d+\n$/)
  return { child, url: `http://127.0.0.1:${port}` }
}

const WHAT = "lets a player log in, read, order, and be refused as the server refuses"

/** The example beside the frameworks: Garrison at the root of `node:http`, but for the page of the game. */
const playsAtRoot = async (url: string, file: string): Promise<true> => {
  const ask: Ask = (path, init) => fetch(url + path, init)
  assert.strictEqual(await (await ask("/")).text(), "the game's own page\n")
  return playsBelow(ask, "", file)
}

describe("Garrison in the server of a host", () => {
  const examples = readdirSync(join(root, "examples")).filter((file) => /^mount.*\.mjs$/.test(file))

  it.concurrent.each(examples)(`of %s ${WHAT}`, async (example) => {
    const name = example.replace(".mjs", "")
    const file = database(name)
    const { child, url } = await started(name, file)
    try {
      assert.isTrue(await (name === "mount" ? playsAtRoot : plays)(url, file))
      const ended = once(child, "close")
      child.kill("SIGTERM")
      assert.deepStrictEqual(await ended, [0, null])
    } finally {
      child.kill("SIGKILL")
    }
  })

  it(`of a route of Next ${WHAT}`, async () => {
    const game = database("next")
    vi.stubEnv("GAME_DATABASE", game)
    const file = join(root, "examples/next/app/garrison/[...path]/route.js")
    const route = (await import(pathToFileURL(file).href)) as Record<string, (request: Request) => Promise<Response>>
    const ask: Ask = async (path, init) => {
      const request = new Request(`http://game.example${path}`, init)
      return route[request.method]?.(request) ?? new Response(null, { status: 405 })
    }
    assert.isTrue(await playsBelow(ask, "/garrison", game))
    assert.isTrue(await answersOnlyBelow(ask, "/garrison"))
    vi.unstubAllEnvs()
    const state = globalThis as { game?: Promise<{ readonly garrison: EmbeddedGarrison }> }
    await (await state.game)?.garrison.close()
    delete state.game
  })
})
