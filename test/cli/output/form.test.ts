/** Whether a run speaks JSON is known before its arguments are understood. */
import { assert, it } from "@effect/vitest"
import { wantsJson } from "../../../packages/cli/src/output/form.ts"

it("JSON is asked for by --json before --, and by nothing else", () => {
  assert.isTrue(wantsJson(["client", "list", "--json"]))
  assert.isTrue(wantsJson(["--json=true", "client"]))
  assert.isFalse(wantsJson(["--json=false", "client"]))
  assert.isFalse(wantsJson(["notify", "x", "--", "--json"]))
  assert.isFalse(wantsJson(["client", "list", "--jsonx"]))
})
