/**
 * Walks through the console on a real terminal, and writes what it showed to docs/console-walk.md: `npm run walk`. The
 * database is a demo world of its own. Ends with 1 when the console does not show what the walk waits for, or when the
 * audit does not have what was done.
 */
import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { type Cast, type Part, story } from "./walk/story.ts"
import { Terminal } from "./walk/Terminal.ts"

const root = resolve(import.meta.dirname, "..")
const command = join(root, "packages/cli/dist/garrison.js")
const size = { columns: 100, rows: 30 }

const environment = ["--storage", "sqlite:demo.db", "--environment", "night shift", "--environment-kind", "staging"]

/** What the walk must leave in the audit, oldest first. */
const acts = ["restriction.add", "restriction.lift", "client.rotate", "order.refund"]

const covered = (screen: string): string => screen.replaceAll(/gar_[\w-]+/g, (secret) => "▒".repeat(secret.length))

/** A screen in the page, without most of its empty lines. */
const pictured = (screen: string): ReadonlyArray<string> => [
  "",
  "```text",
  ...covered(screen)
    .replaceAll(/\n{4,}/g, "\n\n\n")
    .split("\n"),
  "```",
  "",
]

const walked = async (terminal: Terminal, { scenes, title }: Part): Promise<ReadonlyArray<string>> => {
  const lines = [`## ${title}`, ""]
  for (const { does, says, until } of scenes) {
    for (const one of does) {
      if ("type" in one) terminal.type(one.type)
      else terminal.press(one.press)
    }
    lines.push(says, ...pictured(await terminal.until(until)))
  }
  return lines
}

const walk = async (folder: string): Promise<string> => {
  const garrison = (...args: ReadonlyArray<string>): string =>
    execFileSync(process.execPath, [command, ...args, "--storage", "sqlite:demo.db"], { cwd: folder, encoding: "utf8" })
  garrison("demo", "--json")
  const { players } = JSON.parse(garrison("player", "list", "--json")) as {
    readonly players: ReadonlyArray<{ readonly player_uuid: string }>
  }
  const playerUuid = players[0]?.player_uuid ?? ""
  const { data } = JSON.parse(garrison("player", "orders", playerUuid, "--json")) as {
    readonly data: ReadonlyArray<{ readonly order_id: string }>
  }
  const cast: Cast = { playerUuid, orderId: data[0]?.order_id ?? "", clientId: "demo-server" }
  const socket = `garrison-walk-${process.pid}`
  const terminal = Terminal.start([process.execPath, command, "console", ...environment], {
    ...size,
    folder,
    socket,
  })
  try {
    const first = await terminal.until("Needs attention")
    const parts: Array<string> = ["The first screen.", ...pictured(first)]
    for (const part of story(cast)) parts.push(...(await walked(terminal, part)))
    terminal.type("q")
    const audit = garrison("audit", "list")
    const lacking = acts.filter((act) => !audit.includes(act))
    if (lacking.length > 0) throw new Error(`The audit lacks ${lacking.join(", ")}:\n${audit}`)
    return [...parts, "## What the audit has", "", "```text", ...audit.trimEnd().split("\n"), "```", ""].join("\n")
  } finally {
    terminal.close()
  }
}

if (!Terminal.isThere()) {
  console.error("The walk needs tmux: apt-get install tmux")
  process.exit(2)
}
const folder = mkdtempSync(join(tmpdir(), "garrison-walk-"))
try {
  const head = [
    "# A walk through the console",
    "",
    "For operators who have not seen the console yet. Recorded by `npm run walk`: the console itself, in a terminal of 100 columns and 30 rows, on a demo world. Empty lines are",
    "left out. [operator.md](operator.md) explains what is seen.",
    "",
    "",
  ].join("\n")
  writeFileSync(join(root, "docs/console-walk.md"), head + (await walk(folder)))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
