/** The fresh server that the tour visits, and the operator who works on its database. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { say, sayCommand, shown } from "./show.ts"

const main = resolve(import.meta.dirname, "../../packages/cli/src/main.ts")
const command = ["--conditions=source", "--disable-warning=ExperimentalWarning", main]

/** A server with a directory of its own. */
export interface TourServer {
  /** Its address, once it listens. */
  readonly url: Promise<string>
  /** Runs a command of the operator on the same database, and answers with its JSON. */
  readonly operator: (...args: ReadonlyArray<string>) => Readonly<Record<string, unknown>>
  /** Stops the server and leaves nothing behind. */
  readonly stop: () => Promise<void>
}

/** The address that the server prints when it listens. */
const addressOf = (child: ChildProcess): Promise<string> => {
  let said = ""
  child.stderr?.on("data", (chunk: Buffer) => (said += chunk.toString()))
  return new Promise((settle, refuse) => {
    child.stdout?.on("data", (chunk: Buffer) => {
      const found = /listening on (\S+)/.exec(chunk.toString())?.[1]
      if (found !== undefined) settle(found)
    })
    child.once("exit", (code) => refuse(new Error(`the server ended with ${code}: ${said}`)))
  })
}

/** Starts a server with the demo world on a free port. */
export const startServer = (): TourServer => {
  const directory = mkdtempSync(join(tmpdir(), "garrison-tour-"))
  const environment = {
    ...process.env,
    GARRISON_STORAGE: `sqlite:${join(directory, "tour.db")}`,
    GARRISON_LOG: "off",
  }
  const child = spawn(process.execPath, [...command, "serve", "--demo", "--port", "0"], {
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
  const operator = (...args: ReadonlyArray<string>) => {
    sayCommand(`garrison ${args.map((arg) => (arg === "*" ? "'*'" : arg)).join(" ")}`)
    const output = execFileSync(process.execPath, [...command, ...args], {
      cwd: directory,
      env: environment,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    })
    const answer = JSON.parse(output) as Readonly<Record<string, unknown>>
    say(shown(answer))
    return answer
  }
  return { url: addressOf(child), operator, stop }
}
