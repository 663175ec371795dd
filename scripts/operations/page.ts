/** The reference page of the operations, made of their table. */
import { notHosted } from "@garrison/core/hostRows"
import { sentenceOf } from "@garrison/core/kernel/input/Field"
import type { AnyOperation } from "@garrison/core/operation/Operation"
import { operations } from "@garrison/core/operations"
import { routes } from "@garrison/http/contract/routes"
import type { AccessRule } from "@garrison/http/contract/route"
import * as SchemaAST from "effect/SchemaAST"
import { callsOf } from "../hostTypes/methods.ts"

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ")

const names = (list: ReadonlyArray<string>): string => list.map((name) => `\`${name}\``).join(" ")

const fieldsOf = ({ input }: AnyOperation): ReadonlyArray<string> => {
  const fields = Object.entries(input)
  if (fields.length === 0) return ["No input."]
  const rows = fields.map(([name, field]) => {
    const optional = SchemaAST.isOptional(field.ast) ? " (optional)" : ""
    return `| \`${name}\`${optional} | ${cell(sentenceOf(field) ?? "")} |`
  })
  return ["| input | meaning |", "|---|---|", ...rows]
}

const factsOf = ({ isAudited, isOpen, kind, ownPermissions, permissions, refusals, revision }: AnyOperation) =>
  [
    kind === "read" ? "Changes nothing." : isAudited ? "An act: it leaves an audit row." : "A change of play.",
    isOpen === true
      ? "Open to everyone."
      : permissions.length === 0
        ? "Open to whoever has an access token."
        : `Permission: ${names(permissions)}.`,
    ownPermissions === undefined ? "" : `For oneself: ${names(ownPermissions) || "none"}.`,
    revision === undefined ? "" : `Counts up the revision of the ${revision}.`,
    refusals.length === 0 ? "" : `Refusals: ${names(refusals)}.`,
  ]
    .filter((fact) => fact !== "")
    .join(" ")

/** By what a route knows that the session of the access token is open (decisions, section 3). */
const sessionOf = (access: AccessRule): string => (access.kind === "bearer" ? `, session ${access.session}` : "")

const routesOf = ({ name }: AnyOperation): ReadonlyArray<string> => {
  const offering = routes.filter((route) => route.offers.name === name)
  const lines = offering.map(({ access, id, method, path }) => `\`${method} ${path}\` (${id}${sessionOf(access)})`)
  return lines.length === 0 ? [] : [`Over HTTP: ${lines.join(", ")}.`, ""]
}

/** How hosts call it, or why they do not. */
const hostedAs = ({ name }: AnyOperation): ReadonlyArray<string> => {
  const why = Object.entries(notHosted).find(([one]) => one === name)?.[1]
  const calls = callsOf(name).map((call) => `\`${call}\``)
  return [why === undefined ? `For hosts: ${calls.join(", ")}.` : `Not for hosts: ${why}.`, ""]
}

const sectionOf = (operation: AnyOperation): string =>
  [
    `## ${operation.name}`,
    "",
    operation.sentence,
    "",
    factsOf(operation),
    "",
    ...routesOf(operation),
    ...hostedAs(operation),
    ...fieldsOf(operation),
    "",
  ].join("\n")

const OPENING = `# Operations

For engineers who call Garrison: every operation, by its name. HTTP, the methods of \`open()\` and the command offer them.
A route of an access token says by what it knows that the session of the token is open: by what the process remembers,
or by what is stored.

\`npm run operations\` writes this page from the declarations in the code; do not edit it by hand.

`

/** The whole page. */
export const operationsPage = (): string => OPENING + operations.map(sectionOf).join("\n")
