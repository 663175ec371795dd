/** The fresh server that the tour visits, and the operator who works on its database. */
import { type ChildProcess, execFile, spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { promisify } from "node:util"
import { say, sayCommand, shown } from "./show.ts"

const main = resolve(import.meta.dirname, "../../packages/cli/src/main.ts")
const command = ["--conditions=source", "--disable-warning=ExperimentalWarning", main]

/** Where the tour goes. */
interface Addresses {
  readonly url: string
  readonly sandboxUrl: string
}

/** A server with a directory of its own. */
export interface TourServer {
  /** Its address and that of its sandbox, once it listens. */
  readonly addresses: Promise<Addresses>
  /** Runs a command of the operator on the same database, and answers with its JSON. */
  readonly operator: (...args: ReadonlyArray<string>) => Promise<Readonly<Record<string, unknown>>>
  /** Stops the server and leaves nothing behind. */
  readonly stop: () => Promise<void>
}

/** The addresses that the server prints when it listens. */
const addressesOf = (child: ChildProcess): Promise<Addresses> => {
  let errors = ""
  let said = ""
  child.stderr?.on("data", (chunk: Buffer) => (errors += chunk.toString()))
  return new Promise((settle, refuse) => {
    child.stdout?.on("data", (chunk: Buffer) => {
      said += chunk.toString()
      const [, url, sandboxUrl] = /^listening on (\S+)\nsandbox on (\S+)\n/.exec(said) ?? []
      if (url !== undefined && sandboxUrl !== undefined) settle({ url, sandboxUrl })
    })
    child.once("exit", (code) => refuse(new Error(`the server ended with ${code}: ${errors}`)))
  })
}

/** Starts a server with the demo world and the sandbox on free ports: in a file of its own, or on this storage. */
export const startServer = (storage?: string): TourServer => {
  const directory = mkdtempSync(join(tmpdir(), "garrison-tour-"))
  const environment = {
    ...process.env,
    GARRISON_STORAGE: storage ?? `sqlite:${join(directory, "tour.db")}`,
    GARRISON_LOG: "off",
    // No balancer is in front that would have to notice that the server stops.
    GARRISON_UNREADY_SECONDS: "0",
  }
  const child = spawn(process.execPath, [...command, "serve", "--demo", "--sandbox", "--port", "0"], {
    cwd: directory,
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
  })
  const exited = new Promise((settle) => child.once("exit", settle))
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM")
    await exited
    rmSync(directory, { recursive: true, force: true })
  }
  const operator = async (...args: ReadonlyArray<string>) => {
    sayCommand(`garrison ${args.map((arg) => (arg === "*" ? "'*'" : arg)).join(" ")}`)
    // This process goes on meanwhile, and sees when the server closes a connection that was idle for too long.
    const running = promisify(execFile)(process.execPath, [...command, ...args], { cwd: directory, env: environment })
    running.child.stdin?.end()
    const answer = JSON.parse((await running).stdout) as Readonly<Record<string, unknown>>
    say(shown(answer))
    return answer
  }
  return { addresses: addressesOf(child), operator, stop }
}
