/**
 * What is said of single fields beyond their type: deprecated, the default of a request's field, how an unlisted value
 * is refused (interface, sections 2 and 9).
 */
import type { Json } from "./jsonSchema.ts"

/** Notes on the fields of one component schema, by field name. */
type Notes = Readonly<Record<string, Json>>

const deprecated: Json = { deprecated: true }

/**
 * What an absent field of a request counts as. Not the keyword `default`: generators take a field that has it for one
 * that is always there, and would demand it of every caller.
 */
const emptyText = (what: string): Json => ({ "x-default": "", description: `${what} Absent: empty.` })
const off = (what: string): Json => ({ "x-default": false, description: `${what} Absent: false.` })

const entry: Notes = { vendor_version: deprecated, purchase_price: deprecated }

const notes: Readonly<Record<string, Notes>> = {
  LoginRequest: {
    grant_type: {
      description: "Any text that is not listed is refused with 403 invalid_grant_type, and not with 422.",
      "x-refused-with": { status: 403, error_code: "invalid_grant_type" },
    },
    portal_access_token: emptyText("Token or secret that authenticates the grant type."),
    portal_display_name: emptyText("Name given by the client, for grant types whose portal gives none."),
    portal_parent_access_token: emptyText("Second token, for grant types with two tiers."),
    portal_parent_display_name: emptyText("Second name, for grant types with two tiers."),
    include_refresh: off("Whether a refresh token is wanted."),
    accept_eula: off("Whether the user accepts the EULA."),
    accept_tos: off("Whether the user accepts the terms of service."),
    accept_privacy_policy: off("Whether the user accepts the privacy policy."),
  },
  TokenExchangeRequest: {
    accepted_eula: off("Whether the user has accepted the EULA."),
    accepted_tos: off("Whether the user has accepted the terms of service."),
    accepted_privacy_policy: off("Whether the user has accepted the privacy policy."),
  },
  LoginResult: { active_player_id: deprecated, portal_id: deprecated },
  PortalParentAuthResult: { portal_id: deprecated },
  OrderRequest: {
    source: { description: "Absent: CLIENT from a player, UNKNOWN from a server." },
    is_transaction: off("Whether a failed entry undoes all others."),
  },
  OrderEntry: entry,
  OrderEntryRequest: entry,
  SubmittedEntry: entry,
  PurchasePrice: { price_item_id: deprecated, price: deprecated },
}

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null

const noted = (schema: unknown, own: Notes): unknown => {
  if (!isObject(schema) || !isObject(schema["properties"])) return schema
  const properties = Object.entries(schema["properties"]).map(([name, field]) => [
    name,
    isObject(field) && own[name] !== undefined ? withNote(field, own[name]) : field,
  ])
  return { ...schema, properties: Object.fromEntries(properties) }
}

/** In OpenAPI 3.1 a reference may have siblings. */
const withNote = (field: Json, note: Json): Json => ({ ...field, ...note })

/** The document with the notes on its component schemas. */
export const fieldNotes = (document: Json): Json => {
  const components = document["components"] as Readonly<Record<string, Json>>
  const schemas = Object.entries(components["schemas"] ?? {}).map(([name, schema]) => [
    name,
    notes[name] === undefined ? schema : noted(schema, notes[name]),
  ])
  return { ...document, components: { ...components, schemas: Object.fromEntries(schemas) } }
}
