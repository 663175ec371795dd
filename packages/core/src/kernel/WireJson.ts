/** JSON that was encoded once, when the thing it describes was stored, and is sent as it stands ever after. */

/** The JSON text of a resource's encoded side. */
export type WireJson = string
