/** Plays the script of the corpus to a server, or to a handler in a server of a host. */
import { vi } from "vitest"
import type { MountName } from "../../support/mounted.ts"
import type { TestServer } from "../../support/server.ts"
import { catalog } from "./catalog.ts"
import { Placeholders } from "./placeholders.ts"
import { type Exchange, Recorder } from "./recorder.ts"
import { areas } from "./script.ts"
import { publish, randomness, settings, START } from "./world.ts"

/** Another value makes other ids and secrets, which must come to the same record. */
const seed = process.env["GARRISON_SEED"] ?? "corpus"

/** The script on its way: areas share a server, and build on what came before. */
export interface Play {
  readonly server: TestServer
  readonly recorder: Recorder
  /** Plays an area. Answers with its exchanges. */
  readonly area: (name: string) => Promise<ReadonlyArray<Exchange>>
  /** Every server that was started. */
  readonly servers: ReadonlyArray<TestServer>
  readonly stop: () => Promise<void>
}

/** Begins a play. The clock of the process stands until it stops. */
export const beginPlay = async (mount?: MountName): Promise<Play> => {
  const { reseed, start } = randomness(seed)
  const servers: Array<TestServer> = []
  const another: typeof start = async (options) => {
    const server = await start({ ...options, mount })
    servers.push(server)
    return server
  }
  vi.useFakeTimers({ toFake: ["Date"], now: START })
  const server = await another({ settings })
  await publish(server, catalog)
  const { token } = await server.player()
  const { text } = await server.call("GET", "/inventory/v1/catalog/vendor", { token })
  // Ids that rules make of the catalog are the same in every run.
  const known = text.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? []
  const recorder = new Recorder(new Placeholders(known), reseed)
  return {
    server,
    recorder,
    servers,
    area: async (name) => {
      server.advanceSeconds(3600)
      recorder.enter(name)
      await areas[name]?.({ recorder, server, another })
      return recorder.take()
    },
    stop: async () => {
      for (const one of servers) await one.stop()
      vi.useRealTimers()
    },
  }
}
