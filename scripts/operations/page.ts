/** The reference page of the operations, made of their table. */
import { sentenceOf } from "@garrison/core/kernel/Field"
import type { AnyOperation } from "@garrison/core/operation/Operation"
import { operations } from "@garrison/core/operations"
import * as SchemaAST from "effect/SchemaAST"

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
    isOpen === true ? "Needs no permission." : `Permission: ${names(permissions)}.`,
    ownPermissions === undefined ? "" : `For oneself: ${names(ownPermissions)}.`,
    revision === undefined ? "" : `Counts up the revision of the ${revision}.`,
    refusals.length === 0 ? "" : `Refusals: ${names(refusals)}.`,
  ]
    .filter((fact) => fact !== "")
    .join(" ")

const sectionOf = (operation: AnyOperation): string =>
  [`## ${operation.name}`, "", operation.sentence, "", factsOf(operation), "", ...fieldsOf(operation), ""].join("\n")

const OPENING = `# Operations

Every operation of Garrison, by its name. HTTP, the methods of \`open()\` and the command offer them.

\`npm run operations\` writes this page from the declarations in the code; do not edit it by hand.

`

/** The whole page. */
export const operationsPage = (): string => OPENING + operations.map(sectionOf).join("\n")
