/** What is said of single fields beyond their type: deprecated, default (interface, sections 2 and 9). */
import type { Json } from "./jsonSchema.ts"

/** Notes on the fields of one component schema, by field name. */
type Notes = Readonly<Record<string, Json>>

const deprecated: Json = { deprecated: true }
const emptyText: Json = { default: "" }
const emptyList: Json = { default: [] }

const entry: Notes = { vendor_version: deprecated, purchase_price: deprecated }

const notes: Readonly<Record<string, Notes>> = {
  LoginRequest: {
    portal_access_token: emptyText,
    portal_display_name: emptyText,
    portal_parent_access_token: emptyText,
    portal_parent_display_name: emptyText,
  },
  LoginResult: {
    active_player_id: deprecated,
    portal_id: deprecated,
    access_token: emptyText,
    permissions: emptyList,
    restrictions: emptyList,
  },
  PortalParentAuthResult: { portal_id: deprecated, permissions: emptyList, restrictions: emptyList },
  NotificationPage: { notifications: emptyList },
  OrderPage: { data: emptyList },
  OrderEntry: { ...entry, details: emptyList },
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
