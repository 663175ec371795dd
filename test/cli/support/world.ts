/**
 * A small world for commands: a public game, a machine that may do anything, three players, and a catalog of two items.
 * Made once a run; each test has a copy, on which commands take milliseconds and not the time of the demo's catalog.
 */
import { assert } from "@effect/vitest"
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import { Clients } from "@garrison/core/client/Clients"
import * as Garrison from "@garrison/core/Garrison"
import { Logins } from "@garrison/core/login/Logins"
import { defaultSettings, settingsInForce } from "@garrison/core/settings"
import { sqlite } from "@garrison/sql/storage"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { cpSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { testAct } from "../../support/acts.ts"
import { smallCatalog } from "../../support/catalog.ts"
import { sharedFolder } from "../../support/runFolder.ts"
import { type Run, type RunOptions, temporaryDirectory } from "./garrison.ts"
import { garrison } from "./inProcess.ts"

/** A player_uuid that no database has. */
export const NOBODY = "019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f"

/** What `fill` notes of the players it has made: their player_uuid, by name. */
type PlayerUuids = Readonly<Record<"ada" | "brian" | "grace", string>>

const fill = Effect.gen(function* () {
  const clients = yield* Clients
  yield* clients.create({ clientId: "game", kind: "game", public: true, permissions: [] }, testAct)
  yield* clients.create({ clientId: "server", kind: "machine", permissions: ["*"] }, testAct)
  yield* (yield* Catalogs).publish(smallCatalog, {}, testAct)
  const logins = yield* Logins
  const logIn = (name: string) =>
    logins.login(
      {
        grant_type: "anon",
        portal_access_token: `the-device-of-${name}`,
        portal_display_name: name,
        portal_parent_access_token: "",
        portal_parent_display_name: "",
      },
      { credentials: undefined, credentialsMalformed: false, address: "192.0.2.1", userAgent: "test" },
    )
  const uuids: Record<string, string> = {}
  for (const name of ["Ada", "Brian", "Grace"]) {
    uuids[name.toLowerCase()] = (yield* logIn(name)).active_player_uuid ?? ""
  }
  return uuids
})

const made = async (): Promise<string> => {
  using shared = sharedFolder("small-world")
  if (shared.toFill === undefined) return shared.path
  const file = join(shared.toFill, "garrison.db")
  const settings = settingsInForce({ ...defaultSettings, defaultClientId: "game" })
  const services = Garrison.layer.pipe(Layer.provideMerge(sqlite(file)), Layer.provide(settings))
  const uuids = await Effect.runPromise(Effect.provide(fill, services))
  writeFileSync(join(shared.toFill, "players.json"), JSON.stringify(uuids))
  shared.finish()
  return shared.path
}

/** What a command has printed with `--json`, once it has ended well. */
export const json = ({ code, stderr, stdout }: Run): Record<string, unknown> => {
  assert.strictEqual(code, 0, stderr)
  return JSON.parse(stdout) as Record<string, unknown>
}

/** A directory with the small world, and the command in it. */
export interface World extends PlayerUuids {
  readonly cwd: string
  readonly run: (...args: ReadonlyArray<string>) => Promise<Run>
  readonly runWith: (options: RunOptions, ...args: ReadonlyArray<string>) => Promise<Run>
  /** Runs a command that ends well, with `--json`. */
  readonly json: (...args: ReadonlyArray<string>) => Promise<Record<string, unknown>>
  /** Writes a file into the directory, and answers with its name. */
  readonly file: (name: string, text: string) => string
  /** The rows of a query. */
  readonly rows: (query: string) => ReadonlyArray<Record<string, unknown>>
  /** Runs statements on the database itself. */
  readonly exec: (statements: string) => void
  /** Marks the person of a player as deleted. */
  readonly deletePlayer: (playerUuid: string) => void
}

/** A small world of its own. */
export const smallWorld = async (): Promise<World> => {
  const cwd = temporaryDirectory()
  cpSync(await made(), cwd, { recursive: true })
  const runWith = (options: RunOptions, ...args: ReadonlyArray<string>) => garrison(args, { cwd, ...options })
  const run = (...args: ReadonlyArray<string>) => runWith({}, ...args)
  const on = <A>(use: (database: DatabaseSync) => A): A => {
    const database = new DatabaseSync(join(cwd, "garrison.db"))
    try {
      return use(database)
    } finally {
      database.close()
    }
  }
  return {
    ...(JSON.parse(readFileSync(join(cwd, "players.json"), "utf8")) as PlayerUuids),
    cwd,
    run,
    runWith,
    json: async (...args) => json(await run(...args, "--json")),
    file: (name, text) => {
      writeFileSync(join(cwd, name), text)
      return name
    },
    rows: (query) => on((database) => database.prepare(query).all()),
    exec: (statements) => on((database) => database.exec(statements)),
    deletePlayer: (playerUuid) => {
      const found = `SELECT person_id FROM player WHERE player_uuid = x'${playerUuid.replaceAll("-", "")}'`
      on((database) => database.exec(`UPDATE person SET deleted_at = 1 WHERE person_id = (${found})`))
    },
  }
}

/** What is wrong with a refusal: it should say one thing on stderr, and nothing on stdout or about its insides. */
export const flaws = (result: Run, code: number, ...said: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...(result.code === code ? [] : [`ended with ${result.code}: ${result.stderr}`]),
  ...(result.stdout === "" ? [] : [`stdout: ${result.stdout}`]),
  ...(/^error: .*[.?]$/m.test(result.stderr) ? [] : [`no sentence: ${result.stderr}`]),
  ...(/^\s+at /m.test(result.stderr) ? [`a stack: ${result.stderr}`] : []),
  ...said.filter((text) => !result.stderr.includes(text)).map((text) => `does not say ${text}: ${result.stderr}`),
]

/** A refusal: the words of the command, its exit status, and what it says on stderr. */
export type Refusal = readonly [words: ReadonlyArray<string>, code: number, ...said: ReadonlyArray<string>]

/**
 * Runs commands that are to be refused, and answers with what is wrong with the refusals. Each ends with its status,
 * and prints nothing on stdout and one sentence on stderr, to people as text and to scripts as one line of JSON with
 * the same words.
 */
export const flawsIn = async (
  run: (...args: ReadonlyArray<string>) => Promise<Run>,
  refusals: ReadonlyArray<Refusal>,
): Promise<ReadonlyArray<string>> => {
  const found: Array<string> = []
  for (const [words, code, ...said] of refusals) {
    const people = flaws(await run(...words), code, ...said)
    const scripts = await run(...words, "--json")
    const { error } = JSON.parse(scripts.stderr) as { readonly error: Readonly<Record<string, unknown>> }
    const told = [error["message"], ...((error["details"] as ReadonlyArray<string> | undefined) ?? []), error["next"]]
    const asJson = [scripts.code, error["exit_code"], scripts.stdout].join() === [code, code, ""].join()
    const flawsOfBoth = [
      ...people,
      ...(asJson ? [] : [`as JSON: ${JSON.stringify(scripts)}`]),
      ...said.filter((text) => !told.join("\n").includes(text)).map((text) => `does not say ${text} as JSON`),
    ]
    found.push(...flawsOfBoth.map((flaw) => `${words.join(" ")}: ${flaw}`))
  }
  return found
}
