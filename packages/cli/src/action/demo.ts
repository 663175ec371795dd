/** What `garrison demo` does, and how `garrison serve` has it done. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { execFile } from "node:child_process"
import { DEMO_GAME, DEMO_PLAYERS, DEMO_SERVER } from "../demo/names.ts"
import { prepareDemo } from "../demo/prepare.ts"
import { demoState } from "../demo/state.ts"
import { forgetful, withSettings } from "../local.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { EXIT_CODES } from "../output/exitCode.ts"
import { keepSafe } from "../output/keepSafe.ts"
import { present, whileShowing } from "../output/print.ts"
import { facts } from "../output/table.ts"
import { currentSettings } from "../settings/current.ts"
import type { SettingValues } from "../settings/definitions.ts"
import { asGiven, type ResolvedSettings } from "../settings/resolve.ts"
import { isInMemory } from "../settings/storageAddress.ts"

/** What is printed about a demo world that has just been made, and never again. */
export const DemoSecrets = Schema.Struct({
  client_id: Schema.String,
  client_secret: Schema.String,
  basic_users: Schema.Array(Schema.String),
})
export type DemoSecrets = typeof DemoSecrets.Type

const notHere = new CommandFailure({
  kind: "conflict",
  sentence: "The demo world is put only into an empty database, and this one holds something already.",
  next: "Name a new database, for example --storage sqlite:demo.db.",
})

/** The demo's players are made by logging them in, whatever the settings refuse to others. */
const demoSettings = (values: SettingValues): SettingValues => ({
  ...values,
  defaultClientId: DEMO_GAME,
  userAuthEnabled: true,
  grantsEnabled: [...values.grantsEnabled, "anon"],
  authenticationLimited: false,
  authenticationLocked: false,
  agreements: {},
})

/** Makes the demo world and prints its secret. */
export const makeDemo = Effect.fn("Demo.make")(function* (input: { readonly json: boolean }) {
  const { values } = yield* currentSettings()
  if (isInMemory(values.storage)) return yield* forgetful
  const make = Effect.gen(function* () {
    if ((yield* demoState) !== "empty") return yield* notHere
    return yield* prepareDemo(values.grantsEnabled.includes("basic"))
  })
  const made = yield* withSettings(demoSettings(values), make).pipe(whileShowing("preparing the demo world"))
  if (made === undefined) return yield* notHere
  const secrets: DemoSecrets = {
    client_id: DEMO_SERVER,
    client_secret: made.machineSecret,
    basic_users: made.basicUsers,
  }
  yield* present(input.json, secrets, () =>
    facts([
      ["game client", `${DEMO_GAME}, public`],
      ["machine client", DEMO_SERVER],
      ["client_secret", made.machineSecret],
      ...DEMO_PLAYERS.map(({ name, token }) => ["player", `${name}, grant anon, token ${token}`] as const),
      ...made.basicUsers.map((user) => ["user", `grant basic, ${user}`] as const),
    ]),
  )
  return yield* keepSafe
})

const decodeSecrets = Schema.decodeUnknownEffect(Schema.fromJsonString(DemoSecrets))

/** What the process that makes the demo world left behind. */
interface Made {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

const makeInChild = (resolved: ResolvedSettings): Effect.Effect<Made> =>
  Effect.callback<Made>((resume) => {
    const { args, environment } = asGiven(resolved)
    const child = execFile(
      process.execPath,
      [...process.execArgv, process.argv[1] ?? "", "demo", "--json", ...args],
      { env: { ...process.env, ...environment } },
      (error, stdout, stderr) => {
        const exitCode = error === null ? EXIT_CODES.ok : (child.exitCode ?? EXIT_CODES.failure)
        resume(Effect.succeed({ exitCode, stdout, stderr }))
      },
    )
    return Effect.sync(() => child.kill())
  })

/** The last thing that process said, which with `--json` is its error. */
const ToldError = Schema.fromJsonString(
  Schema.Struct({ error: Schema.Struct({ message: Schema.String, next: Schema.optionalKey(Schema.String) }) }),
)
const decodeError = Schema.decodeUnknownOption(ToldError)

const couldNot = (stderr: string): CommandFailure => {
  const said = stderr.trim().split("\n")
  const told = decodeError(said.at(-1))
  return Option.match(told, {
    onNone: () =>
      new CommandFailure({
        kind: "failure",
        sentence: "The demo world could not be made.",
        details: said,
        next: "Start without --demo to go without it.",
      }),
    onSome: ({ error: { message, next } }) =>
      new CommandFailure({
        kind: "failure",
        sentence: "The demo world could not be made.",
        details: [message],
        ...(next === undefined ? {} : { next }),
      }),
  })
}

/**
 * Has the demo world made by a process of its own: publishing the catalog takes memory that a server would keep for as
 * long as it lives. Undefined when another server made it at the same time.
 */
export const makeDemoAside = Effect.fnUntraced(function* (resolved: ResolvedSettings) {
  const { exitCode, stdout, stderr } = yield* makeInChild(resolved)
  if (exitCode === EXIT_CODES.conflict) return undefined
  if (exitCode !== EXIT_CODES.ok) return yield* couldNot(stderr)
  return yield* Effect.orDie(decodeSecrets(stdout))
})
