/**
 * A recorded corpus: requests of every operation, each answered byte for byte as it was when it was recorded. The
 * record is in the JSON files of the folder corpus. `GARRISON_RECORD=1 npx vitest run test/http/corpus.test.ts`
 * records again; otherwise an answer that differs fails. Random values are placeholders in the record
 * (corpus/placeholders.ts).
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { vi } from "vitest"
import type { TestServer } from "../support/server.ts"
import { catalog } from "./corpus/catalog.ts"
import { Placeholders } from "./corpus/placeholders.ts"
import { type Exchange, Recorder, written } from "./corpus/recorder.ts"
import { areas } from "./corpus/script.ts"
import { publish, randomness, settings, START } from "./corpus/world.ts"

const folder = join(import.meta.dirname, "corpus")
const isRecording = process.env["GARRISON_RECORD"] === "1"
/** Another value makes other ids and secrets, which must come to the same record. */
const seed = process.env["GARRISON_SEED"] ?? "corpus"

const recordOf = (file: string, content: string): string => {
  const path = join(folder, file)
  if (isRecording) writeFileSync(path, content)
  return existsSync(path) ? readFileSync(path, "utf8") : ""
}

/** Throws with the first exchange that is not as it was. */
const assertSame = (file: string, exchanges: ReadonlyArray<Exchange>): void => {
  const recorded = JSON.parse(recordOf(file, written(exchanges)) || "[]") as ReadonlyArray<Exchange>
  const sent = JSON.parse(written(exchanges)) as ReadonlyArray<Exchange>
  for (const [at, exchange] of sent.entries()) {
    const what = `${file}, exchange ${at}: ${String(exchange["request"])}`
    assert.deepStrictEqual(exchange, recorded[at], what)
    // The order of members is part of the bytes.
    assert.strictEqual(JSON.stringify(exchange), JSON.stringify(recorded[at]), what)
  }
  assert.strictEqual(recorded.length, sent.length, file)
}

describe("the recorded corpus", () => {
  const { reseed, start } = randomness(seed)
  const servers: Array<TestServer> = []
  const another: typeof start = async (options) => {
    const server = await start(options)
    servers.push(server)
    return server
  }
  let server: TestServer
  let recorder: Recorder

  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: START })
    server = await another({ settings })
    await publish(server, catalog)
    const { token } = await server.player()
    const { text } = await server.call("GET", "/inventory/v1/catalog/vendor", { token })
    // Ids that rules make of the catalog are the same in every run.
    recorder = new Recorder(new Placeholders(text.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? []), reseed)
  })
  afterAll(async () => {
    for (const one of servers) await one.stop()
    vi.useRealTimers()
  })

  it.each(Object.entries(areas))("%s", async (name, area) => {
    server.advanceSeconds(3600)
    recorder.enter(name)
    await area({ recorder, server, another })
    const exchanges = recorder.take()
    assert.isNotEmpty(exchanges)
    assertSame(`${name}.json`, exchanges)
  })

  it("the OpenAPI document, whole", async () => {
    // The page of it is two megabytes; its hash is in the record of the service.
    const { text } = await recorder.send(server, "GET", "/openapi.json")
    const pretty = `${JSON.stringify(JSON.parse(text), undefined, 1)}\n`
    assert.strictEqual(pretty, recordOf("openapi.json", pretty))
  })

  it("logged no defect for any of this, only the overload that was asked for", () => {
    const events = servers.flatMap(({ log }) =>
      (log.defects.match(/.+/g) ?? []).map((line) => (JSON.parse(line) as { readonly event: string }).event),
    )
    // When an overload ends depends on when it is looked at.
    assert.deepStrictEqual(
      events.filter((event) => event !== "overload_ended"),
      ["overload_began"],
    )
  })
})
