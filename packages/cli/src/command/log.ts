/** `garrison log`: what happened, and what happens. */
import { HAPPENING_KINDS } from "@garrison/core/happening/kinds"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { json, ndjson } from "./globalFlags.ts"
import { given, lazily } from "./lazily.ts"

const marker = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withMetavar("MARKER"), Flag.withDescription(description), Flag.optional)

/** Lists and follows what happened. */
export const log = Command.make(
  "log",
  {
    kinds: Flag.Literals("kind", HAPPENING_KINDS).pipe(
      Flag.withMetavar("KIND"),
      Flag.withDescription("login, login_refused, order, act or another kind; may be repeated (default: all)"),
      Flag.atLeast(0),
    ),
    before: marker("before", "What is older: `next` of the page before"),
    after: marker("after", "What came since, the oldest first: `follow` of the page before"),
    limit: Flag.Int("limit").pipe(
      Flag.withMetavar("N"),
      Flag.withDescription("Rows on a page, 1 to 1000 (default: 100)"),
      Flag.optional,
    ),
    follow: Flag.Boolean("follow").pipe(
      Flag.withAlias("f"),
      Flag.withoutNegation,
      Flag.withDescription("Go on with what happens, until Ctrl-C"),
      Flag.withDefault(false),
    ),
    json,
    ndjson,
  },
  (input) =>
    lazily(
      () => import("../action/log.ts"),
      (action) => action.showLog(given(input)),
    ),
).pipe(
  Command.withDescription(
    "List logins, refused logins, orders and acts of all players by time, the newest at the end, and go on with what happens when asked to. It is read from the database, three seconds late, so that nothing is left out.",
  ),
  Command.withShortDescription("List logins, orders, refusals and acts as they happen"),
  Command.withExamples([
    { command: "garrison log" },
    { command: "garrison log --kind login_refused --kind act_refused", description: "Refusals alone" },
    { command: "garrison log --limit 1000 --ndjson", description: "For scripts; add --follow to go on" },
  ]),
)
