/**
 * The client for HTTP that portals are asked with. Undici itself takes less than half of the processor time of the
 * `fetch` that Node builds upon it.
 * Its connections belong to the server and close with it.
 */
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import Undici from "@effect/platform-node/Undici"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

// `layerUndici` makes its agent from the named exports of undici, which a bundle of the command does not have: undici
// is CommonJS, and its names are known only when it runs. Its default export is the same in both.
const connections = Layer.effect(NodeHttpClient.Dispatcher)(
  Effect.acquireRelease(
    Effect.sync(() => new Undici.Agent()),
    (agent) => Effect.promise(() => agent.destroy()),
  ),
)

/** Asks over connections that are kept, and closed with the layer. */
export const portalClient = Layer.provide(NodeHttpClient.layerUndiciNoDispatcher, connections)
