/** The whole command: every noun and verb, joined under `garrison`. Only declarations; handlers are loaded lazily. */
import * as Command from "effect/cli/Command"
import { audit } from "./command/audit.ts"
import { backup, restore } from "./command/backup.ts"
import { catalog } from "./command/catalog.ts"
import { client } from "./command/client.ts"
import { console } from "./command/console.ts"
import { complete } from "./command/complete.ts"
import { config } from "./command/config.ts"
import { demo } from "./command/demo.ts"
import { globalFlags } from "./command/globalFlags.ts"
import { key } from "./command/key.ts"
import { log } from "./command/log.ts"
import { migrate } from "./command/migrate.ts"
import { notify } from "./command/notify.ts"
import { odds } from "./command/odds.ts"
import { ledger } from "./command/ledger.ts"
import { order } from "./command/order.ts"
import { player } from "./command/player.ts"
import { role } from "./command/role.ts"
import { sandbox } from "./command/sandbox.ts"
import { serve } from "./command/serve.ts"
import { session } from "./command/session.ts"
import { simulate } from "./command/simulate.ts"
import { status } from "./command/status.ts"
import { token } from "./command/token.ts"

/** `garrison`. */
export const garrison = Command.make("garrison").pipe(
  Command.withDescription("Garrison: the player backend that any Node game server can embed."),
  Command.withSubcommands([
    serve,
    console,
    catalog,
    odds,
    simulate,
    client,
    player,
    role,
    session,
    order,
    ledger,
    notify,
    token,
    key,
    status,
    log,
    audit,
    backup,
    restore,
    migrate,
    demo,
    sandbox,
    config,
    complete,
  ]),
  Command.withGlobalFlags(globalFlags),
  Command.withExamples([
    { command: "garrison serve --demo", description: "Start the server with a demo world to try things on" },
    { command: "garrison catalog publish catalog.json", description: "Check a catalog and make it the current one" },
    {
      command: "garrison client create match-server --kind machine --permission inv:create_order:player:any",
      description: "Let a game server give loot",
    },
  ]),
)
