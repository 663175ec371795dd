/** The lines of docs/presence.md work when pasted, and answer what the page shows. */
import { assert, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { promisify } from "node:util"
import { presence } from "@garrison/http/contract/presence"
import { useServer } from "../support/server.ts"

const page = readFileSync(resolve(import.meta.dirname, "../../docs/presence.md"), "utf8")

/** What a shell prints for these lines, a line for each curl. */
const printed = async (lines: string, url: string): Promise<ReadonlyArray<string>> => {
  // What curl prints ends without a line break.
  const script = lines.replaceAll("http://127.0.0.1:8080", url).replaceAll(/^(curl .*)$/gm, "$1; echo")
  const { stdout } = await promisify(execFile)("sh", ["-ec", script], { encoding: "utf8" })
  return stdout.split("\n").filter((line) => line !== "")
}

/** Fails unless all that is shown is in the answer. A list is shown whole. */
const assertShown = (shown: unknown, answer: unknown, place: string): void => {
  if (Array.isArray(shown)) assert.lengthOf(answer as ReadonlyArray<unknown>, shown.length, place)
  if (typeof shown !== "object" || shown === null) return assert.strictEqual(answer, shown, place)
  for (const [key, value] of Object.entries(shown)) {
    assertShown(value, (answer as Readonly<Record<string, unknown>> | undefined)?.[key], `${place}.${key}`)
  }
}

describe("docs/presence.md", () => {
  const server = useServer({ catalog: false })

  it("shows lines that work when pasted, and what they answer", async () => {
    const lines = Array.from(page.matchAll(/```sh\n([^`]*)```/g), ([, block]) => block ?? "").join("\n")
    const shown = Array.from(lines.matchAll(/^# => (.*)$/gm), ([, json = ""]): unknown => JSON.parse(json))
    const answers = await printed(lines, server.current.url)
    assert.lengthOf(answers, shown.length)
    assert.isAbove(shown.length, 6)
    for (const [at, answer] of answers.entries()) assertShown(shown[at], JSON.parse(answer), `answer ${at + 1}`)
    // The page leaves fields out where nothing is hidden; here something is.
    const hidden = JSON.parse(answers.at(-1) ?? "") as object
    assert.doesNotHaveAnyKeys(hidden, ["message", "custom_data", "do_not_disturb", "last_seen"])
  })

  it("names the route of the settings", () => assert.include(page, `GET ${presence.routes.presenceSettings.path}`))
})
