/** A database that goes away under the bundled console in a real terminal. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { temporaryDirectory } from "../../cli/support/garrison.ts"
import { proxiedPostgres } from "../../support/proxiedPostgres.ts"
import { openConsoleIn } from "../../support/tui/consoleTerminal.ts"
import { noTerminal, terminalKind, until } from "../../support/tui/pseudoTerminal.ts"

describe.skipIf(noTerminal !== "")(`a console in ${terminalKind}`, () => {
  it.live("keeps what it shows while Postgres is away, and goes on when it is back", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { proxy, url } = yield* proxiedPostgres("migrated")
        const terminal = openConsoleIn(temporaryDirectory(), { args: ["--storage", url], columns: 140 })
        const shows = (...what: ReadonlyArray<string | RegExp>) => Effect.promise(() => until(terminal, ...what))
        yield* shows("Needs attention", "never verified")
        proxy.refuse()
        terminal.press("ctrl+r")
        yield* shows("STALE: the database does not answer", "never verified")
        proxy.pass()
        yield* shows(/^(?!.*STALE).*postgres/, "never verified")
        terminal.press("q")
        assert.notInclude(yield* shows("ended with 0", "terminal as before"), "STALE")
      }),
    ),
  )

  it.live("waits for a Postgres that is not there yet, and says what to do", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { proxy, url } = yield* proxiedPostgres("migrated")
        proxy.refuse()
        const terminal = openConsoleIn(temporaryDirectory(), { args: ["--storage", url], columns: 140 })
        const shows = (...what: ReadonlyArray<string | RegExp>) => Effect.promise(() => until(terminal, ...what))
        yield* shows("cannot be used", "tries again every second")
        proxy.pass()
        assert.notInclude(yield* shows("Needs attention", "never verified"), "STALE")
      }),
    ),
  )
})
