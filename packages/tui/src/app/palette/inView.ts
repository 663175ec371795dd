/** What is in view when the palette opens: it stands in for what a line does not say. */
import type { OperationFacts } from "../../operation.ts"
import { fieldsOf } from "@garrison/core/operation/fieldFacts"
import type { Selection } from "../../Screen.ts"

/** What is in view. */
export interface InView {
  /** Ids, by the names of the fields that take them. */
  readonly fields: Readonly<Record<string, string | number>>
  readonly playerName: string | undefined
}

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

/** Names of fields that say which one is meant; a portal user is meant with its platform and environment. */
const NAMING = /_(?:uu)?id$/
const OF_PORTAL_USER: ReadonlySet<string> = new Set(["platform", "environment"])

/** What is in view, of what is selected on the screen below. */
export const inViewOf = (selection: Selection | undefined): InView => {
  const all = { ...(isMap(selection?.row) ? selection.row : {}), ...selection?.input }
  const isPortalUser = "portal_user_id" in all
  const fields = Object.entries(all).flatMap(([name, value]) => {
    const isNaming = NAMING.test(name) || (isPortalUser && OF_PORTAL_USER.has(name))
    return isNaming && (typeof value === "string" || typeof value === "number") ? [[name, value] as const] : []
  })
  return { fields: Object.fromEntries(fields), playerName: selection?.playerName }
}

/**
 * The input with what is in view for the fields that it lacks; reads take only what they need. An input that names
 * another one is about that, and takes nothing.
 */
export const withView = (
  { input: declared, kind }: Pick<OperationFacts, "input" | "kind">,
  input: Readonly<Record<string, unknown>>,
  { fields }: InView,
): Readonly<Record<string, unknown>> => {
  if (Object.entries(fields).some(([name, value]) => input[name] !== undefined && input[name] !== value)) return input
  const taken = fieldsOf(declared, Object.keys(fields)).flatMap(({ isRequired, name }) =>
    isRequired || kind !== "read" ? [[name, fields[name]] as const] : [],
  )
  return { ...Object.fromEntries(taken), ...input }
}
