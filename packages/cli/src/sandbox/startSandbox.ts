/** Starts the sandbox of the third-party portals on an address that only this machine reaches. */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Sandbox, sandboxLayer } from "@garrison/portals/sandbox/Sandbox"
import * as Context from "effect/Context"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { createServer } from "node:http"
import { CommandFailure } from "../output/CommandFailure.ts"
import type { SettingValues } from "../settings/definitions.ts"
import { isReachable } from "../settings/loopback.ts"

const unlistenable = (host: string, port: number, cause: unknown): CommandFailure =>
  new CommandFailure({
    kind: "failure",
    sentence: `The sandbox cannot listen on ${host}:${port}: ${cause instanceof Error ? cause.message : "unknown"}.`,
    next: "Choose another port with --sandbox-port; 0 picks a free one.",
  })

/** Starts a sandbox until the scope ends. It listens on the host of the settings if no other machine reaches that. */
export const startSandbox = Effect.fnUntraced(function* ({
  host: wanted,
  sandboxPort: port,
}: Pick<SettingValues, "host" | "sandboxPort">) {
  const host = (yield* isReachable(wanted)) ? "127.0.0.1" : wanted
  const server = createServer()
  const listening = NodeHttpServer.layerServer(() => server, { host, port, disablePreemptiveShutdown: true })
  const context = yield* Layer.build(
    sandboxLayer.pipe(Layer.provide(listening), Layer.provide(SecureRandom.layerWebCrypto)),
  ).pipe(Effect.catchTag("ServeError", ({ cause }) => Effect.fail(unlistenable(host, port, cause))))
  // The command stops at once, also while a slow portal is about to answer.
  yield* Effect.addFinalizer(() => Effect.sync(() => server.closeAllConnections()))
  return Context.get(context, Sandbox)
})
