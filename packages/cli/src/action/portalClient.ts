/**
 * The client for HTTP that portals are asked with. Undici itself costs a third of the `fetch` that Node builds upon it.
 * Its connections belong to the server and close with it.
 */
export { layerUndici as portalClient } from "@effect/platform-node/NodeHttpClient"
