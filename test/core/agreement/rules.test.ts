/** Which agreements are missing, and which acceptances make a receipt (decisions, section 6). */
import { assert, describe, it } from "@effect/vitest"
import { assessAgreements } from "@garrison/core/agreement/rules"

const document = (version: number, required = true) => ({ version, url: "u", sha256: "s", required })

describe("assessAgreements", () => {
  const assess = (
    required: boolean,
    latest: number | undefined,
    accepts: boolean | undefined,
  ): readonly [missing: number, accepted: number] => {
    const { missing, accepted } = assessAgreements(
      { eula: document(3, required) },
      latest === undefined ? {} : { eula: latest },
      accepts === undefined ? {} : { eula: accepts },
    )
    return [missing.length, accepted.length]
  }

  it("a required version without a receipt for it or a later one is missing unless accepted now", () => {
    assert.deepStrictEqual(assess(true, undefined, undefined), [1, 0])
    assert.deepStrictEqual(assess(true, 2, false), [1, 0])
    assert.deepStrictEqual(assess(true, 2, true), [0, 1])
    assert.deepStrictEqual(assess(true, 3, undefined), [0, 0])
    assert.deepStrictEqual(assess(true, 4, undefined), [0, 0])
  })

  it("an acceptance is recorded only if the version is new, required or not", () => {
    assert.deepStrictEqual(assess(false, 2, true), [0, 1])
    assert.deepStrictEqual(assess(false, 3, true), [0, 0])
    assert.deepStrictEqual(assess(false, undefined, false), [0, 0])
  })

  it("accepting what has no document says nothing", () => {
    assert.deepStrictEqual(assessAgreements({}, {}, { eula: true, tos: true, privacy_policy: true }), {
      missing: [],
      accepted: [],
    })
  })
})
