/** `garrison complete`, which completion scripts call: what a shell offers in the place of an id. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { lazily } from "./lazily.ts"

/** What begins with a text. No list of commands has it: people press the tab key. */
export const complete = Command.make(
  "complete",
  {
    kind: Argument.String("kind").pipe(
      Argument.withDescription("What is named: player, client, role, item, loot or vendor"),
    ),
    text: Argument.String("text").pipe(Argument.withDescription("How its name begins"), Argument.withDefault("")),
  },
  (input) =>
    lazily(
      () => import("../action/complete.ts"),
      (action) => action.printCandidates(input),
    ),
).pipe(
  Command.withDescription(
    "Print the names that begin with a text, a line each. Completion scripts call it. It reads the database for at most 100 ms, and prints nothing where it cannot.",
  ),
  Command.withShortDescription("Print names for a completion script"),
  Command.withExamples([{ command: "garrison complete player Ad" }]),
  Command.unlisted,
)
