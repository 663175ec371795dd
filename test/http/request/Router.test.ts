/** Finding the operation behind a path. */
import { operations } from "@garrison/http/contract/operations"
import { router } from "@garrison/http/request/Router"
import { prefixLoc } from "@garrison/http/request/refusal"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"

const run = () => Effect.die("not run here")
const find = router(operations.map((operation) => ({ ...operation, run, locate: prefixLoc("body"), bodyBytesMax: 0 })))

describe("router", () => {
  it("finds every operation of the contract under its path", () => {
    for (const { id, method, path } of operations) {
      const found = find(path.replaceAll(/(?<=\/):\w+/g, "0190"))
      assert.strictEqual(found?.operations.get(method)?.id, id)
    }
  })

  it("gives path parameters as they were sent", () => {
    const found = find("/presence/v1/player/uuid/a%2Fb/presence")
    assert.deepStrictEqual(found?.parameters, { player_uuid: "a%2Fb" })
  })

  it("names the methods of a path, HEAD with GET", () => {
    assert.strictEqual(find("/inventory/v1/player/me/order")?.allow, "GET, HEAD, POST")
    assert.strictEqual(find("/users/v1/login")?.allow, "POST")
  })

  it("knows nothing under any other path", () => {
    for (const path of [
      "",
      "//",
      "/livez/",
      "//livez",
      "/LIVEZ",
      "/users/v1",
      "/users/v1/login/x",
      "/users%2Fv1/login",
      "/presence/v1/player/uuid//presence",
      "/presence/v1/player/uuid/a/b/presence",
      "/__proto__",
      "/constructor",
      "/../livez",
    ]) {
      assert.isUndefined(find(path), path)
    }
  })
})
