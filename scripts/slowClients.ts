/**
 * Lets slowhttptest, where it is installed (Debian: `apt-get install slowhttptest`), stall three hundred connections
 * of a server in each of its ways, while a healthy client asks: `npm run slow-clients`. Ends with 1 where the client
 * was not served.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const CONNECTIONS = 300
const SECONDS = 15
/** A healthy client waits no longer for an answer. */
const ANSWER_MILLIS_MAX = 2000

/** The ways to stall: the path that is asked for, and the options of slowhttptest. */
const ways = {
  "slow heads": { path: "/.well-known/jwks.json", options: ["-H"] },
  "slow bodies": { path: "/users/v1/login", options: ["-B", "-t", "POST", "-s", "60000"] },
  "slow readers": { path: "/openapi.json", options: ["-X", "-w", "1", "-y", "2", "-n", "5", "-z", "1", "-k", "3"] },
} as const

if (spawnSync("slowhttptest", ["-h"]).error !== undefined) {
  console.error(
    "slowhttptest is not installed: apt-get install slowhttptest. The suite has test/http/server/stalled.test.ts",
  )
  process.exit(1)
}

const folder = mkdtempSync(join(tmpdir(), "garrison-slow-"))
const garrison = join(import.meta.dirname, "../packages/cli/dist/garrison.js")

/** Starts the server, and answers with its address. */
const start = (): Promise<readonly [ChildProcess, string]> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [garrison, "serve", "--port", "0"], {
      env: { ...process.env, GARRISON_STORAGE: `sqlite:${join(folder, "slow.db")}`, GARRISON_LOG: "off" },
      stdio: ["ignore", "pipe", "inherit"],
    })
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}`)))
    child.stdout.on("data", (text: Buffer) => {
      const url = /listening on (\S+)/.exec(text.toString())?.[1]
      if (url !== undefined) resolve([child, url])
    })
  })

/** Asks again and again until `isOver`, and answers with the longest wait in milliseconds. */
const longestWait = async (url: string, isOver: () => boolean): Promise<number> => {
  let longest = 0
  while (!isOver()) {
    const asked = performance.now()
    const { status } = await fetch(`${url}/.well-known/jwks.json`)
    if (status !== 200) throw new Error(`a healthy client got ${status}`)
    longest = Math.max(longest, performance.now() - asked)
  }
  return longest
}

const [server, url] = await start()
for (const [name, { options, path }] of Object.entries(ways)) {
  const load = ["-c", `${CONNECTIONS}`, "-r", `${CONNECTIONS}`, "-l", `${SECONDS}`, "-i", "1", "-p", "3"]
  const attack = spawn("slowhttptest", [...load, ...options, "-u", url + path], { stdio: "ignore" })
  let isOver = false
  attack.once("exit", () => {
    isOver = true
  })
  const longest = await longestWait(url, () => isOver)
  console.log(
    `${name}: ${CONNECTIONS} connections for ${SECONDS} s; a healthy client waited ${longest.toFixed(0)} ms at most`,
  )
  if (longest > ANSWER_MILLIS_MAX) process.exitCode = 1
}
server.removeAllListeners("exit").kill("SIGTERM")
rmSync(folder, { recursive: true, force: true })
