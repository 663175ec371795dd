/**
 * Plays a scripted player from login to loot against a fresh server, and prints every request and its answer. Ends with 0
 * when every answer had the expected status, and loudly otherwise.
 */
import { execFileSync, spawn, type ChildProcess } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { styleText } from "node:util"

const root = resolve(import.meta.dirname, "..")
const main = join(root, "packages/cli/src/main.ts")
const source = ["--conditions=source", "--disable-warning=ExperimentalWarning", main]

const directory = mkdtempSync(join(tmpdir(), "garrison-tour-"))
const storage = `sqlite:${join(directory, "tour.db")}`
const environment = { ...process.env, GARRISON_STORAGE: storage, GARRISON_LOG: "off" }

const say = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

const heading = (text: string): void => say(`\n${styleText("bold", `── ${text}`)}`)

/** Long texts and lists are cut, so that the tour can be read. */
const shortened = (value: unknown, depth = 0): unknown => {
  if (typeof value === "string")
    return value.length > 72 ? `${value.slice(0, 60)}… (${value.length} characters)` : value
  if (Array.isArray(value)) {
    const shown = value.slice(0, 3).map((item) => shortened(item, depth + 1))
    return value.length > 3 ? [...shown, `… and ${value.length - 3} more`] : shown
  }
  if (typeof value !== "object" || value === null) return value
  const members = Object.entries(value)
  const kept = depth > 0 ? members.slice(0, 12) : members
  const cut = Object.fromEntries(
    kept.slice(0, 24).map(([key, member]) => [key, depth > 5 ? "…" : shortened(member, depth + 1)]),
  )
  const left = members.length - Object.keys(cut).length
  return left > 0 ? { ...cut, "…": `and ${left} more` } : cut
}

const shown = (value: unknown): string => JSON.stringify(shortened(value), undefined, 2)

/** One request of the tour. */
interface Step {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** The status without which the tour has failed. */
  readonly status: number
}

/** An answer that came as expected. */
interface Answer {
  readonly headers: Headers
  readonly body: Readonly<Record<string, unknown>>
}

const curlLine = (url: string, step: Step): string => {
  const parts = ["curl"]
  if (step.method !== undefined) parts.push("-X", step.method)
  parts.push(url)
  for (const [name, value] of Object.entries(step.headers ?? {}))
    parts.push(`-H '${name}: ${shortened(value) as string}'`)
  if (step.body !== undefined) parts.push(`-d '${JSON.stringify(step.body)}'`)
  return parts.join(" ")
}

const failWith = (text: string): never => {
  throw new Error(text)
}

const visit =
  (base: string) =>
  async (step: Step): Promise<Answer> => {
    const url = `${base}${step.path}`
    say(`\n${styleText("cyan", `$ ${curlLine(url, step)}`)}`)
    const response = await fetch(url, {
      method: step.method ?? (step.body === undefined ? "GET" : "POST"),
      headers: { ...(step.body === undefined ? {} : { "content-type": "application/json" }), ...step.headers },
      ...(step.body === undefined ? {} : { body: JSON.stringify(step.body) }),
    })
    const text = await response.text()
    const etag = response.headers.get("etag")
    say(`${response.status} ${response.statusText}${etag === null ? "" : `   ETag: ${etag}`}`)
    const body: unknown = text === "" ? {} : JSON.parse(text)
    if (text !== "") say(shown(body))
    if (response.status !== step.status) {
      failWith(`${step.method ?? ""} ${url} answered ${response.status} instead of ${step.status}: ${text}`)
    }
    return { headers: response.headers, body: body as Answer["body"] }
  }

/** Starts a server with the demo world on a free port, and answers with its address. */
const startServer = async (): Promise<{ readonly url: string; readonly child: ChildProcess }> => {
  const child = spawn(process.execPath, [...source, "serve", "--port", "0"], {
    cwd: directory,
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
  })
  let said = ""
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()))
  const url = await new Promise<string>((settle, refuse) => {
    child.stdout.on("data", (chunk: Buffer) => {
      const found = /listening on (\S+)/.exec(chunk.toString())?.[1]
      if (found !== undefined) settle(found)
    })
    child.once("exit", (code) => refuse(new Error(`the server ended with ${code}: ${said}`)))
  })
  return { url, child }
}

/** Runs a command of the operator on the same database. */
const operator = (...args: ReadonlyArray<string>): Readonly<Record<string, unknown>> => {
  say(`\n${styleText("cyan", `$ garrison ${args.join(" ")}`)}`)
  const output = execFileSync(process.execPath, [...source, ...args], {
    cwd: directory,
    env: environment,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  })
  const answer = JSON.parse(output) as Readonly<Record<string, unknown>>
  say(shown(answer))
  return answer
}

const text = (value: unknown): string =>
  typeof value === "string" ? value : failWith(`expected a text, not ${shown(value)}`)

const bearer = (answer: Answer) => ({ authorization: `Bearer ${text(answer.body["access_token"])}` })

interface TourLoot {
  readonly loot_id: number
  readonly sub_vendor_id?: number
  readonly custom_data?: Readonly<Record<string, string>>
}

interface TourVendor {
  readonly loot?: Readonly<Record<string, TourLoot>>
  readonly custom_data?: Readonly<Record<string, string>>
}
