/** `garrison player`: look players up, and create users. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { json } from "./globalFlags.ts"
import { lazily } from "./lazily.ts"

const load = () => import("../action/player.ts")

const show = Command.make(
  "show",
  {
    player: Argument.String("player_uuid").pipe(Argument.withDescription("The player's player_uuid")),
    json,
  },
  (input) => lazily(load, (action) => action.showPlayer(input)),
).pipe(
  Command.withDescription("Show one player: identity, role, permissions and restrictions."),
  Command.withShortDescription("Show one player"),
  Command.withExamples([
    { command: "garrison player show 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f" },
    { command: "garrison player show 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f --json", description: "For scripts" },
  ]),
)

const create = Command.make(
  "create",
  {
    username: Argument.String("username").pipe(Argument.withDescription("The name to log in with")),
    displayName: Flag.String("display-name").pipe(
      Flag.withDescription("The name that others see (default: Player)"),
      Flag.optional,
    ),
    json,
  },
  (input) => lazily(load, (action) => action.createPlayer(input)),
).pipe(
  Command.withDescription(
    "Create a password account for the grant basic. The command asks for the password, or reads it from stdin. The player is created at the first login.",
  ),
  Command.withShortDescription("Create a user with a password"),
  Command.withExamples([
    { command: "garrison player create ada", description: "Asks for the password" },
    { command: "garrison player create ada --display-name Ada --json < password.txt", description: "For scripts" },
  ]),
)

const inventory = Command.make(
  "inventory",
  {
    player: Argument.String("player_uuid").pipe(Argument.withDescription("The player's player_uuid")),
    json,
  },
  (input) =>
    lazily(
      () => import("../action/inventory.ts"),
      (action) => action.showInventory(input),
    ),
).pipe(
  Command.withDescription(
    "Show what one player owns: every record that has not expired, by item, with the name that the catalog gives the item in custom_data.name.",
  ),
  Command.withShortDescription("Show what one player owns"),
  Command.withExamples([
    { command: "garrison player inventory 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f" },
    { command: "garrison player inventory 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f --json", description: "For scripts" },
  ]),
)

/** Players. */
export const player = Command.make("player").pipe(
  Command.withDescription("Look up players and what they own, and create users with a password."),
  Command.withShortDescription("Show players, and create users"),
  Command.withSubcommands([show, inventory, create]),
  Command.withExamples([{ command: "garrison player show 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f" }]),
)
