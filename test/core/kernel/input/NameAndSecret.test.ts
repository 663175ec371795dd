/** `NAME:SECRET` is read in one way everywhere. */
import { nameAndSecret } from "@garrison/core/kernel/input/NameAndSecret"
import { assert, it } from "@effect/vitest"

it("a pair is split at its first colon, and either half may be empty", () => {
  assert.deepStrictEqual(nameAndSecret("a:b:c"), { name: "a", secret: "b:c" })
  assert.deepStrictEqual(nameAndSecret(":"), { name: "", secret: "" })
  assert.deepStrictEqual(nameAndSecret("a:"), { name: "a", secret: "" })
  for (const text of ["", "a"]) assert.isUndefined(nameAndSecret(text))
})
