/** When the secret before the current one can be ended early. */
import { assert, describe, it } from "@effect/vitest"
import { retirementOf } from "@garrison/core/client/rules"
import type { ClientSecret } from "@garrison/core/client/schema"

const NOW = 1_000_000
const QUIET = 10_000

const secret = (lastUsed: number | undefined, expires?: number): ClientSecret => ({
  secretId: "",
  hash: new Uint8Array(32),
  lastFour: "last",
  created: 0,
  expires,
  lastUsed,
})

describe("retirementOf", () => {
  it.each([
    ["nobody has used either", secret(undefined), secret(undefined, NOW + 1), "new_secret_unused", undefined],
    [
      "the new one is unused, the former one quiet",
      secret(undefined),
      secret(1, NOW + 1),
      "new_secret_unused",
      undefined,
    ],
    [
      "the new one is unused, the former one in use",
      secret(undefined),
      secret(NOW, NOW + 1),
      "new_secret_unused",
      NOW + QUIET,
    ],
    ["the former one was never used", secret(NOW), secret(undefined, NOW + 1), null, undefined],
    ["the former one is quiet to the millisecond", secret(NOW), secret(NOW - QUIET, NOW + 1), null, undefined],
    [
      "the former one was used a millisecond later",
      secret(NOW),
      secret(NOW - QUIET + 1, NOW + 1),
      "used_lately",
      NOW + 1,
    ],
  ])("%s", (_, current, former, stillNeeded, safeFrom) => {
    assert.deepStrictEqual(retirementOf([current, former], NOW, QUIET), { stillNeeded, safeFrom })
  })

  it("has nothing to say without a former secret, or of one that has ended", () => {
    assert.isUndefined(retirementOf([], NOW, QUIET))
    assert.isUndefined(retirementOf([secret(NOW)], NOW, QUIET))
    assert.isUndefined(retirementOf([secret(NOW), secret(1, NOW)], NOW, QUIET))
  })
})
