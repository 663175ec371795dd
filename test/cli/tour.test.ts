/** `npm run tour` plays its player to the end. */
import { assert, it } from "@effect/vitest"
import { GRANT_TYPES } from "@garrison/core/kernel/GrantType"
import { spawnSync } from "node:child_process"
import { resolve } from "node:path"
import { LOOPBACK } from "../support/loopback.ts"
import { cleanEnvironment, PROCESS_MILLIS_MAX } from "./support/garrison.ts"

it("the tour ends well, and shows every request with its answer", () => {
  const tour = spawnSync(process.execPath, ["scripts/tour.ts"], {
    cwd: resolve(import.meta.dirname, "../.."),
    encoding: "utf8",
    env: cleanEnvironment({ GARRISON_HOST: LOOPBACK }),
    timeout: PROCESS_MILLIS_MAX,
  })
  assert.strictEqual(tour.status, 0, tour.stderr)
  const requests = tour.stdout.match(/^\$ curl /gm) ?? []
  const answers = tour.stdout.match(/^(200 OK|304 Not Modified)/gm) ?? []
  assert.isTrue(requests.length >= 20)
  assert.strictEqual(answers.length, requests.length)
  for (const grant of GRANT_TYPES) assert.include(tour.stdout, `A login by ${grant}:`)
  assert.include(tour.stdout, "every one answered as expected")
})
