/** `garrison key`: the keys that sign access tokens. */
import * as Command from "effect/cli/Command"
import { changeFlags } from "./actFlags.ts"
import { json, ndjson } from "./globalFlags.ts"
import { lazily } from "./lazily.ts"

const load = () => import("../action/key.ts")

const list = Command.make("list", { json, ndjson }, (input) => lazily(load, (action) => action.listKeys(input))).pipe(
  Command.withDescription(
    "List the published signing keys, in the order in which they sign, with the time from which each signs, its age, when the next key signs in its place, and when its last tokens are refused. Private parts are never shown.",
  ),
  Command.withShortDescription("List the signing keys"),
  Command.withExamples([
    { command: "garrison key list" },
    { command: "garrison key list --json", description: "For scripts" },
  ]),
)

const rotate = Command.make("rotate", { ...changeFlags, json }, (input) =>
  lazily(load, (action) => action.rotateKeys(input)),
).pipe(
  Command.withDescription(
    "Let the next signing key sign as soon as it has been published for keyPublicationSeconds. Tokens of the current key stay valid until they expire. Keys rotate by themselves; this does it earlier.",
  ),
  Command.withShortDescription("Rotate the signing keys now"),
  Command.withExamples([
    { command: "garrison key rotate --dry-run", description: "Which key would sign, and from when" },
    { command: 'garrison key rotate --reason "the backup was lost"' },
  ]),
)

/** Signing keys. */
export const key = Command.make("key").pipe(
  Command.withDescription("List and rotate the keys that sign access tokens."),
  Command.withShortDescription("List and rotate the signing keys"),
  Command.withSubcommands([list, rotate]),
  Command.withExamples([{ command: "garrison key list" }]),
)
