/** Clients, for commands that are code. */
import { Clients } from "@garrison/core/client/Clients"
import * as Effect from "effect/Effect"
import { CommandFailure } from "../output/CommandFailure.ts"

/** The failure for a client that does not exist. */
const noSuchClient = (clientId: string): CommandFailure =>
  new CommandFailure({
    kind: "notFound",
    sentence: `There is no client ${clientId}.`,
    next: "garrison client list shows the clients of this database.",
  })

/** The client of this name. */
export const clientNamed = (clientId: string) =>
  Clients.use((clients) => clients.find(clientId)).pipe(
    Effect.catchTag("ClientNotFound", () => Effect.fail(noSuchClient(clientId))),
  )
