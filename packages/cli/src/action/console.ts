/** What `garrison console` does: the console on the database of the settings. */
import type { Environment } from "@garrison/tui/app/AppState"
import { runConsole } from "@garrison/tui/console"
import { themeOf } from "@garrison/tui/theme"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { commandLineOf } from "../commandLine.ts"
import { commandWords } from "../commandWords.ts"
import { consoleKeys } from "../document/consoleKeys.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { printMessage } from "../output/print.ts"
import { currentSettings } from "../settings/current.ts"
import type { SettingValues } from "../settings/definitions.ts"
import { withoutPassword } from "../settings/storageAddress.ts"

const noTerminal = new CommandFailure({
  kind: "usage",
  sentence: "The console needs a terminal for its keys and its screen.",
  next: "In a script use the commands, such as garrison player list --json.",
})

const dumbTerminal = new CommandFailure({
  kind: "usage",
  sentence: "This terminal says that it draws nothing but lines (TERM=dumb), and the console draws a screen.",
  next: "Set TERM to what the terminal is, such as xterm-256color, or use the commands, such as garrison player list.",
})

/** Flags of the command. */
interface ConsoleInput {
  readonly readOnly: boolean
  readonly environment: Option.Option<string>
  readonly environmentKind: Option.Option<string>
  readonly role: Option.Option<string>
}

/** A demo world or a sandbox is for development. An environment without a declared kind counts as production. */
const kindOf = ({
  demo,
  environmentKind: kind,
  sandbox,
}: SettingValues): Pick<Environment, "kind" | "isUndeclared"> => {
  if (kind !== "undeclared") return { kind }
  return demo || sandbox ? { kind: "development" } : { kind: "production", isUndeclared: true }
}

const environmentOf = (values: SettingValues, isReadOnly: boolean): Environment => ({
  ...kindOf(values),
  name: values.environment ?? withoutPassword(values.storage),
  isReadOnly,
})

/** The way to the database is loaded when the first frame is drawn. */
const connecting = (role: string | undefined) =>
  Effect.flatMap(
    Effect.promise(() => import("./consoleConnection.ts")),
    ({ connected }) => connected(role),
  )

/** Opens the console, and waits until the operator leaves it. */
export const openConsole = Effect.fn("Console.open")(function* (input: ConsoleInput) {
  const { stderr, stdin, stdout } = process
  if (!stdin.isTTY || !stdout.isTTY) return yield* noTerminal
  if (process.env["TERM"] === "dumb") return yield* dumbTerminal
  const { values } = yield* currentSettings({
    environment: Option.getOrUndefined(input.environment),
    environmentKind: Option.getOrUndefined(input.environmentKind),
  })
  const rebound = yield* consoleKeys
  const services = yield* Effect.context()
  const connect = connecting(Option.getOrUndefined(input.role))
  const invocation = yield* Effect.context<Exclude<Effect.Services<typeof connect>, Scope.Scope>>()
  const lines = yield* Effect.promise((signal) =>
    runConsole({
      environment: environmentOf(values, input.readOnly),
      theme: themeOf(process.env),
      connect: Effect.provideContext(connect, invocation),
      commandLine: { commands: commandWords(), lineOf: commandLineOf },
      rebound,
      services,
      stdin,
      stdout,
      stderr,
      signal,
    }),
  )
  yield* Effect.forEach(new Set(lines), printMessage, { discard: true })
})
