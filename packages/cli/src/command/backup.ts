/** `garrison backup` and `garrison restore`. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { json } from "./globalFlags.ts"
import { lazily } from "./lazily.ts"

const load = () => import("../action/backup.ts")

/** Takes a copy of the database. */
export const backup = Command.make(
  "backup",
  {
    file: Argument.String("file").pipe(Argument.withDescription("The file to write")),
    replace: Flag.Boolean("replace").pipe(
      Flag.withoutNegation,
      Flag.withDescription("Write over FILE if it exists"),
      Flag.withDefault(false),
    ),
    json,
  },
  (input) => lazily(load, (action) => action.takeBackup(input)),
).pipe(
  Command.withDescription(
    "Copy the SQLite database to FILE, also while servers run on it, and read the copy back: pages, references, schema, and the ledger of every player. Everything that was answered before the command began is in the copy. FILE is written whole or not at all. Keep the key secret apart from it. For Postgres it says which program to run.",
  ),
  Command.withShortDescription("Copy the database to a file, beside a running server"),
  Command.withExamples([
    { command: "garrison backup /backups/garrison-2026-01-31.db" },
    { command: "garrison backup latest.db --replace --json", description: "From a timer" },
  ]),
)

/** Puts a copy in the place of the database. */
export const restore = Command.make(
  "restore",
  {
    file: Argument.String("file").pipe(Argument.withDescription("A file that garrison backup has written")),
    replace: Flag.Boolean("replace").pipe(
      Flag.withoutNegation,
      Flag.withDescription("Take the place of a database that holds data; it is kept beside, under another name"),
      Flag.withDefault(false),
    ),
    json,
  },
  (input) => lazily(load, (action) => action.restoreBackup(input)),
).pipe(
  Command.withDescription(
    "Put a backup in the place of the SQLite database of the settings. FILE is read and verified first, and stays as it is. A database that another process uses is refused, and one that holds data unless --replace is given; then it is kept under another name. For Postgres it says which program to run.",
  ),
  Command.withShortDescription("Put a backup in the place of the database"),
  Command.withExamples([
    { command: "garrison restore /backups/garrison-2026-01-31.db --storage sqlite:garrison.db" },
    { command: "garrison restore latest.db --replace", description: "In the place of a database that holds data" },
  ]),
)
