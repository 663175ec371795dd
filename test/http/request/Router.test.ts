/** Finding the operation behind a path. */
import { routes } from "@garrison/http/contract/routes"
import { router } from "@garrison/http/request/Router"
import { prefixLoc } from "@garrison/http/request/refusal"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"

const run = () => Effect.die("not run here")
const find = router(routes.map((operation) => ({ ...operation, run, locate: prefixLoc("body"), bodyBytesMax: 0 })))

describe("router", () => {
  it("finds every operation of the contract under its path", () => {
    for (const { id, method, path } of routes) {
      const found = find(path.replaceAll(/(?<=\/):\w+/g, "0190"))
      assert.strictEqual(found?.routes.get(method)?.id, id)
    }
  })

  it("gives path parameters as they were sent", () => {
    const found = find("/presence/v1/player/uuid/a%2Fb/presence")
    assert.deepStrictEqual(found?.parameters, { player_uuid: "a%2Fb" })
  })

  it("finds what comparing all segments of all templates finds, and the same parameters", () => {
    const paths = [...new Set(routes.map(({ path }) => path))].map((path) => path.split("/"))
    /** The parameters of the path by one template; undefined: it is not of the template. */
    const parametersBy = (template: ReadonlyArray<string>, given: ReadonlyArray<string>) =>
      template.length === given.length &&
      template.every((segment, at) => (segment.startsWith(":") ? given[at] !== "" : segment === given[at]))
        ? Object.fromEntries(
            template.flatMap((segment, at) => (segment.startsWith(":") ? [[segment.slice(1), given[at]]] : [])),
          )
        : undefined
    const words = [...new Set(paths.flat()), "", "x", "0190", "%2F"]
    /** A path of which one segment is another one, or goes on, or has more behind it. */
    const nearly = fc
      .tuple(
        fc.constantFrom(...paths),
        fc.nat(),
        fc.constantFrom("", ...words),
        fc.constantFrom("instead", "on", "more", "spelt"),
      )
      .map(([path, index, word, how]) => {
        const at = index % path.length
        if (how === "spelt") return path.with(at, path[at]?.replace(/.$/, "~") ?? "")
        if (how === "more") return path.toSpliced(at + 1, 0, word)
        return path.with(at, how === "on" ? `${path[at]}${word}` : word)
      })
    fc.assert(
      fc.property(nearly, (given) => {
        const found = paths.map((path) => parametersBy(path, given)).filter((parameters) => parameters !== undefined)
        const fewest = found.toSorted((one, other) => Object.keys(one).length - Object.keys(other).length)
        assert.deepEqual(find(given.join("/"))?.parameters, fewest[0])
      }),
    )
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
