/**
 * A recorded corpus: requests of every operation, each answered byte for byte as it was when it was recorded. The
 * record is in the JSON files of the folder corpus. `GARRISON_RECORD=1 npx vitest run test/http/corpus.test.ts`
 * records again; otherwise an answer that differs fails. Random values are placeholders in the record
 * (corpus/placeholders.ts).
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { beginPlay, type Play } from "./corpus/play.ts"
import { type Exchange, written } from "./corpus/recorder.ts"
import { areas } from "./corpus/script.ts"

const folder = join(import.meta.dirname, "corpus")
const isRecording = process.env["GARRISON_RECORD"] === "1"

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
  let play: Play

  beforeAll(async () => {
    play = await beginPlay()
  })
  afterAll(() => play.stop())

  it.each(Object.keys(areas))("%s", async (name) => {
    const exchanges = await play.area(name)
    assert.isNotEmpty(exchanges)
    assertSame(`${name}.json`, exchanges)
  })

  it("the OpenAPI document, whole", async () => {
    // The page of it is two megabytes; its hash is in the record of the service.
    const { text } = await play.recorder.send(play.server, "GET", "/openapi.json")
    const pretty = `${JSON.stringify(JSON.parse(text), undefined, 1)}\n`
    assert.strictEqual(pretty, recordOf("openapi.json", pretty))
  })

  it("logged no defect for any of this, only the overload that was asked for", () => {
    const events = play.servers.flatMap(({ log }) =>
      (log.defects.match(/.+/g) ?? []).map((line) => (JSON.parse(line) as { readonly event: string }).event),
    )
    // When an overload ends depends on when it is looked at.
    assert.deepStrictEqual(
      events.filter((event) => event !== "overload_ended"),
      ["overload_began"],
    )
  })
})
