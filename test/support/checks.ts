/** Checks of the sources, each of which is also shown to fail on a planted violation. */
import { assert, it } from "@effect/vitest"
import type { Sources } from "./imports.ts"

/** A rule of the house, as a function over the sources. */
export interface Check {
  readonly rule: string
  /** What breaks the rule, in words. */
  readonly check: (sources: Sources) => ReadonlyArray<string>
  /** Files that break it. */
  readonly planted: Readonly<Record<string, string>>
}

/** Declares two tests for each check: nothing in `sources` breaks the rule, and what is planted does. */
export const declareChecks = (sources: Sources, checks: ReadonlyArray<Check>): void => {
  it.each(checks)("$rule", ({ check }) => {
    assert.deepStrictEqual(check(sources), [])
  })

  it.each(checks)("notices a violation: $rule", ({ check, planted }) => {
    assert.isNotEmpty(check(new Map(Object.entries(planted))))
  })
}
