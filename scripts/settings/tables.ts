/** What the documentation says of the settings, made of their declarations. */
import type { Setting, Settings } from "@garrison/core/kernel/Setting"
import { settingsParts } from "@garrison/core/settings"
import { serverSettings } from "@garrison/http/server/settings"
import { portalSettings } from "@garrison/portals/settings"
import { commandSettings } from "../../packages/cli/src/settings/commandSettings.ts"
import { environmentName, flagName, textOf } from "../../packages/cli/src/settings/written.ts"

const code = (text: string): string => (text === "" ? "" : `\`${text}\``)

const row = (cells: ReadonlyArray<string>): string => `| ${cells.join(" | ")} |`

const table = (headings: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [row(headings), `|${"---|".repeat(headings.length)}`, ...rows.map(row)].join("\n")

const flagOf = (name: string, { flag }: Setting<unknown>): string =>
  flag === undefined
    ? ""
    : [`--${flagName(name)}`, ...(flag.alias === undefined ? [] : [`-${flag.alias}`])].map(code).join(" ")

const section = (heading: string, settings: Settings): string =>
  [
    `## ${heading}`,
    "",
    table(
      ["setting", "variable", "flag", "default", "unit", "must be", "what it is"],
      Object.entries(settings).map(([name, setting]) => [
        code(name),
        code(environmentName(name)),
        flagOf(name, setting),
        code(textOf(setting.default)),
        setting.unit ?? "",
        setting.optional ? `${setting.accepts} (or nothing)` : setting.accepts,
        setting.sentence,
      ]),
    ),
  ].join("\n")

const introduction = `# Settings

For those who configure a server or a host: every setting of Garrison. \`npm run settings\` writes this page from the declarations in the
\`settings.ts\` of each area; do not edit it by hand.

- **Where they come from**: flags over environment over \`garrison.json\` over defaults. \`garrison config\` shows the value of every
  setting and where it comes from. \`garrison.json\` is read in the working directory, or the file that \`--config\` or
  \`GARRISON_CONFIG\` names. A wrong value is refused with its file and line, variable or flag.
- **Flags**: \`--set NAME=VALUE\` gives any setting, and may be repeated. Some have a flag of their own as well: \`--storage\` on every
  command, the others on \`garrison serve\`.
- **In flags and variables** lists are separated by commas, objects are JSON, and \`true\`, \`yes\`, \`on\` and \`1\` mean true. An empty
  variable counts as not set. An empty flag clears a list or a setting that may be left empty.
- **In \`garrison.json\`** a value is a number, text, list or object of JSON; \`null\` counts as not given.
- **Programs that embed Garrison** give the settings from [token](#token) downwards to \`open\` or \`settingsLayer\`, those of the
  portals to \`portals\`, and those of the server to \`HttpServer.layer\`.
`

/** The area that declares a slice, of its key. */
const areaOf = (key: string): string => key.split("/").at(-2) ?? key

/** The reference page, whole. */
export const settingsPage = (): string =>
  [
    introduction,
    section("command", commandSettings),
    "",
    section("server", serverSettings),
    "",
    section("portals", portalSettings),
    ...settingsParts.flatMap(({ key, settings }) => ["", section(areaOf(key), settings)]),
    "",
  ].join("\n")
