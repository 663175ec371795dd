/** The reference page of the grants is what `npm run grants` makes of the code, and names what exists. */
import { assert, describe, it } from "@effect/vitest"
import { GRANT_TYPES } from "@garrison/core/kernel/GrantType"
import { loginBusyCodes, loginCodes } from "@garrison/core/login/errors"
import { grants } from "@garrison/core/login/grant/grants"
import { loginBusyRemedies, loginRemedies, type Remedy } from "@garrison/core/login/remedies"
import { LoginRequest } from "@garrison/core/login/schema"
import { portalSettings } from "@garrison/portals/settings"
import * as Schema from "effect/Schema"
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { garrison } from "../../packages/cli/src/commandTree.ts"
import { settingNames } from "../../packages/cli/src/settings/definitions.ts"
import { exampleOf, grantsPage } from "../../scripts/grants/page.ts"
import type { JsonSchema } from "../support/jsonSchema.ts"
import { portalFields } from "../../scripts/grants/portalFields.ts"

const page = readFileSync(resolve(import.meta.dirname, "../../docs/grants.md"), "utf8")

const linesOf = (start: string): ReadonlyArray<string> => page.split("\n").filter((line) => line.startsWith(start))

/** The members that a schema takes, with what leads to them; `?` after one that may be left out. */
const membersOf = (schema: JsonSchema, before = ""): ReadonlyArray<string> => {
  const object = schema.anyOf?.[0] ?? schema
  return Object.entries(object.properties ?? {}).flatMap(([name, member]) => {
    const isOptional = object.required?.includes(name) !== true
    // The keys of charlie are JSON Web Keys, whose members are those of RFC 7517.
    const inner =
      name === "keys" ? [] : membersOf(member.items ?? member, `${before}${name}${member.items ? "[]" : ""}.`)
    return [`${before}${name}${isOptional ? "?" : ""}`, ...inner]
  })
}

describe("docs/grants.md", () => {
  it("says what the code says", () => {
    assert.strictEqual(page, grantsPage(), "npm run grants writes it")
  })

  it("has a section for each grant, in the order of the interface", () => {
    const headings = linesOf("## ").map((line) => line.slice(3))
    assert.deepStrictEqual(headings, ["Every login", ...GRANT_TYPES, "Logins by redirect"])
  })

  it.each(Object.entries({ ...loginCodes, ...loginBusyCodes }))(
    "says what %s means, and what to do",
    (code, meaning) => {
      const rows = linesOf(`| \`${code}\` | ${meaning} | `)
      assert.isNotEmpty(rows)
      for (const line of rows) assert.match(line, /^(?:\| [^|]{4,} ){4}\|$/)
    },
  )

  it.each(GRANT_TYPES)("has a body for %s that is a login request", (grantType) => {
    const example = exampleOf(grantType)
    const decoded = Schema.decodeUnknownSync(LoginRequest)(example)
    assert.strictEqual(decoded.grant_type, grantType)
    assert.isNotEmpty(decoded.portal_access_token)
    const grant = grants[grantType]
    if (grant.kind === "user") assert.deepStrictEqual(grant.invalid(decoded), [])
    assert.include(page, `\n${JSON.stringify(example)}\n`)
  })

  it.each(Object.entries(portalSettings))("has the members that the setting %s takes", (name, { schema }) => {
    const taken = membersOf(Schema.toJsonSchemaDocument(schema).schema)
    const said = portalFields(name).map(({ optional, path }) => (optional ? `${path}?` : path))
    assert.sameMembers(said, [...taken])
    for (const { path, sentence } of portalFields(name)) assert.include(page, `| \`${path}\` | `, sentence)
  })
})

const commands = new Set(
  garrison.subcommands.flatMap(({ commands: group }) =>
    group.flatMap(({ name, subcommands }) => [
      name,
      ...subcommands.flatMap((inner) => inner.commands.map((command) => `${name} ${command.name}`)),
    ]),
  ),
)

const members = Object.keys(portalSettings).flatMap((name) =>
  portalFields(name).flatMap(({ path }) => [path, `${name}.${path}`]),
)

/** The words of a remedy that look like a setting or a command, and name none. */
const unknownIn = ({ game, operator = "" }: Remedy): ReadonlyArray<string> =>
  Array.from(`${game} ${operator}`.matchAll(/`([^`]+)`/g), ([, word = ""]) => word).filter((word) =>
    word.startsWith("garrison ")
      ? !commands.has(word.slice("garrison ".length))
      : /[a-z][A-Z]/.test(word) &&
        !settingNames.some((name) => name === word) &&
        !members.some((path) => path === word || path.endsWith(`.${word}`)),
  )

describe("what to do about a code", () => {
  it.each(Object.entries({ ...loginRemedies, ...loginBusyRemedies }))("%s names settings and commands", (_, remedy) => {
    assert.deepStrictEqual(unknownIn(remedy), [])
  })

  it("is compared with settings and commands that exist", () => {
    const remedy = { game: "`madeUp` and `portal_access_token`", operator: "`garrison fly`, `garrison player unban`" }
    assert.deepStrictEqual(unknownIn(remedy), ["madeUp", "garrison fly"])
  })
})
