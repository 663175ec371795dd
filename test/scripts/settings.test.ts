/** The reference page of the settings is what `npm run settings` makes of their declarations. */
import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { settingNames } from "../../packages/cli/src/settings/definitions.ts"
import { settingsPage } from "../../scripts/settings/tables.ts"

const page = readFileSync(resolve(import.meta.dirname, "../../docs/settings.md"), "utf8")

describe("docs/settings.md", () => {
  it("says of each setting what its declaration says", () => {
    assert.strictEqual(page, settingsPage(), "npm run settings writes it")
  })

  it("has every setting once", () => {
    const names = Array.from(page.matchAll(/^\| `(\w+)` \| `GARRISON_/gm), ([, name]) => name)
    assert.deepStrictEqual(names, [...settingNames])
  })

  it("says what a setting is called, what it may be and what it counts", () => {
    const line = (name: string) => page.split("\n").find((row) => row.startsWith(`| \`${name}\` `))
    assert.strictEqual(
      line("port"),
      "| `port` | `GARRISON_PORT` | `--port` `-p` | `8080` |  | a whole number from 0 to 65535 | port to listen on; 0 picks a free one |",
    )
    assert.strictEqual(
      line("keyRotationSeconds"),
      "| `keyRotationSeconds` | `GARRISON_KEY_ROTATION_SECONDS` |  | `2592000` | seconds | a whole number from 60 to 315360000 | age at which a signing key is replaced |",
    )
    assert.include(line("defaultClientId"), "| a text (or nothing) |")
  })
})
