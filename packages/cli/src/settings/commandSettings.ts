/** The settings of the command itself: where it keeps things, its log and the demo world (decisions, section 15). */
import {
  choice,
  optionalText,
  type Setting,
  type Settings,
  text,
  toggle,
  wholeNumber,
  withFlag,
} from "@garrison/core/kernel/Setting"
import * as Schema from "effect/Schema"
import { isStorageAddress } from "./storageAddress.ts"

const ADDRESSES = "sqlite:FILE or postgres://…"

const address: Setting<string> = {
  ...text("sqlite:garrison.db", `database: ${ADDRESSES}`),
  schema: Schema.String.check(Schema.makeFilter(isStorageAddress)),
  accepts: "sqlite:FILE or postgres://USER:PASSWORD@HOST/DATABASE",
}

/** What the setting `log` may be. */
export const LOG_FORMS = ["json", "text", "off", "auto"] as const

/** What the setting `migrate` may be. */
const MIGRATE_FORMS = ["auto", "manual"] as const

/** What an environment may be. */
const ENVIRONMENT_KINDS = ["production", "staging", "development", "undeclared"] as const

/** Every setting of the command itself, by name. */
export const commandSettings = {
  storage: withFlag({ metavar: "URL", alias: "s", help: `Database: ${ADDRESSES}` }, address),
  log: withFlag(
    {
      metavar: "FORM",
      help: "Access log on stderr: json, text, off or auto (default: text on a terminal, json elsewhere)",
    },
    choice(LOG_FORMS, "auto", "access log on stderr; auto is text on a terminal and json elsewhere"),
  ),
  migrate: choice(
    MIGRATE_FORMS,
    "auto",
    "whether a start brings the schema of the database up to date; manual: garrison migrate --apply does, and a start " +
      "on an earlier schema is refused",
  ),
  demo: withFlag({}, toggle(false, "serve the demo world, and put it into an empty database")),
  demoPublic: withFlag(
    { help: "With --demo: also on an address that other machines can reach" },
    toggle(false, "allow the demo world on an address that other machines can reach"),
  ),
  sandbox: withFlag(
    { help: "Play every third-party portal on this machine, and log in by them" },
    toggle(false, "play every third-party portal on this machine, and log in by them; for development"),
  ),
  sandboxPort: withFlag(
    { metavar: "PORT", help: "Port of the sandbox; 0 picks a free one (default 0)" },
    wholeNumber(
      { default: 0, unit: undefined, minimum: 0, maximum: 65_535 },
      "port of the sandbox; 0 picks a free one",
    ),
  ),
  environment: withFlag(
    { metavar: "NAME", help: "What the console calls the environment (default: the address of the database)" },
    optionalText("name of the environment, which the console shows; absent: the address of the database"),
  ),
  environmentKind: withFlag(
    { metavar: "KIND", help: "Kind of the environment: production, staging or development" },
    choice(
      ENVIRONMENT_KINDS,
      "undeclared",
      "kind of the environment, which the console shows; undeclared counts as production",
    ),
  ),
  keySecretFile: optionalText("file with keySecret in its first line, and keySecretPrevious in further ones"),
} satisfies Settings
