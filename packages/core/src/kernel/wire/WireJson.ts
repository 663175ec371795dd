/** JSON that was encoded once, when its row was stored, and is sent unchanged from then on. */

/** The JSON text of a resource's encoded side. */
export type WireJson = string
