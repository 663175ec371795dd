/** What a start does with portal users that were stored without an environment (decisions, section 4). */
import { assert, describe, it } from "@effect/vitest"
import type { ConfiguredEnvironments } from "@garrison/core/kernel/PortalEnvironments"
import { judgeEnvironments } from "@garrison/core/login/rules/environments"

const one: ConfiguredEnvironments = { names: ["live"], isShared: false, ofEarlierUsers: undefined }
const several = { ...one, names: ["live", "test"] }
const shared = { ...several, isShared: true }

describe("the environments of a start", () => {
  it.each<readonly [string, ConfiguredEnvironments, without: boolean, within: boolean, expected: string]>([
    ["one, and earlier users", one, true, false, "assign live"],
    ["one, and earlier users beside others", one, true, true, "assign live"],
    ["one, and no earlier users", one, false, true, "settled"],
    ["several, and earlier users", several, true, false, "refused"],
    ["several, and earlier users beside others", several, true, true, "refused"],
    ["several, and no users", several, false, false, "settled"],
    ["several, and users of each", several, false, true, "settled"],
    ["several, of which one owns earlier users", { ...several, ofEarlierUsers: "test" }, true, true, "assign test"],
    ["a name space that is shared, and earlier users", shared, true, false, "settled"],
    ["one that is shared, and no users", shared, false, false, "settled"],
    ["one that is shared, and users of environments", shared, false, true, "refused"],
    ["one that is shared, and users of both sorts", shared, true, true, "refused"],
  ])("%s", (_, environments, without, within, expected) => {
    const verdict = judgeEnvironments(environments, { without, within })
    assert.strictEqual(verdict.is === "assign" ? `assign ${verdict.environment}` : verdict.is, expected)
  })

  it("say what the settings lack", () => {
    const refused = (environments: ConfiguredEnvironments, within: boolean) => {
      const verdict = judgeEnvironments(environments, { without: !within, within })
      return verdict.is === "refused" ? verdict.reason : ""
    }
    assert.include(refused(several, false), 'Add earlierUsers to it, which is "live" or "test"')
    assert.include(refused(several, false), 'add "usersShared": true')
    assert.include(refused(shared, true), "Take it out of the setting foxtrot")
  })
})
