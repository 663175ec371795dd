/** What `garrison console` does: the console on the database of the settings. */
import type { RefusalJson } from "@garrison/core/operation/refusal"
import { makeLocalLayer } from "@garrison/core/operation/local"
import { operations } from "@garrison/core/operations"
import { runConsole } from "@garrison/tui/console"
import type { Operations } from "@garrison/tui/operation"
import { themeOf } from "@garrison/tui/theme"
import type { OperationName } from "@garrison/tui/operation"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { type DatabaseServices, withDatabase } from "../local.ts"
import { commandLineOf } from "../commandLine.ts"
import { commandWords } from "../commandWords.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { operatorAct } from "./operator.ts"

const noTerminal = new CommandFailure({
  kind: "usage",
  sentence: "The console needs a terminal for its keys and its screen.",
  next: "In a script use the commands, such as garrison player list --json.",
})

const unavailable = (error: unknown): RefusalJson => ({
  code: "service_unavailable",
  message: error instanceof Error ? error.message : String(error),
})

/** Flags of the command. */
interface ConsoleInput {
  readonly readOnly: boolean
  readonly role: Option.Option<string>
}

/** Runs operations on the database until the scope ends. */
const connected = Effect.fnUntraced(function* (role: string | undefined) {
  const { actor } = operatorAct()
  const opened = yield* Deferred.make<Operations, RefusalJson>()
  const layer = makeLocalLayer<DatabaseServices, OperationName>(operations, actor, role)
  const staysOpen = Effect.flatMap(layer, (made) =>
    Effect.andThen(Deferred.succeed(opened, { ...made, actor: actor.name, table: operations }), Effect.never),
  )
  yield* withDatabase("read", staysOpen).pipe(
    Effect.catch((error) => Deferred.fail(opened, unavailable(error))),
    Effect.forkScoped,
  )
  return yield* Deferred.await(opened)
})

/** Opens the console, and waits until the operator leaves it. */
export const openConsole = Effect.fn("Console.open")(function* ({ readOnly, role }: ConsoleInput) {
  const { stdin, stdout } = process
  if (!stdin.isTTY || !stdout.isTTY) return yield* noTerminal
  const services = yield* Effect.context<never>()
  const connect = connected(Option.getOrUndefined(role))
  const invocation = yield* Effect.context<Exclude<Effect.Services<typeof connect>, Scope.Scope>>()
  yield* Effect.promise(() =>
    runConsole({
      environment: { name: "local", kind: "development", isReadOnly: readOnly },
      theme: themeOf(process.env),
      connect: Effect.provideContext(connect, invocation),
      commandLine: { commands: commandWords(), lineOf: commandLineOf },
      services,
      stdin,
      stdout,
    }),
  )
})
