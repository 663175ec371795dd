/** The report of the login codes finds a code that no test reaches, and an exception that is none any more. */
import { assert, describe, it } from "@effect/vitest"
import { loginCodes } from "./interface.ts"
import { ofLogins, problemsWith, tableOf, unreachable } from "./loginCodeReport.ts"
import type { ReachedCode } from "./reachedCodes.ts"

const reachedBy = (code: string, test: string, other: Partial<ReachedCode> = {}): ReachedCode => ({
  code,
  test,
  status: 403,
  operation: "POST /users/v1/login",
  times: 1,
  ...other,
})

const reached = ofLogins([
  reachedBy("anon_disabled", "b.test.ts > later", { times: 2 }),
  reachedBy("anon_disabled", "a.test.ts > first"),
  reachedBy("no_redirects_configured", "o.test.ts", { status: 307, operation: "GET /users/v1/oauth/alpha/login" }),
  reachedBy("internal_error", "f.test.ts > breaks", { status: 500 }),
  reachedBy("client_credentials_invalid", "u.test.ts > no login", { operation: "PUT /v2/account/me/m2m-credentials" }),
])

describe("the report of the login codes", () => {
  it("counts what refuses a login, and neither another operation nor a breakdown", () => {
    assert.sameMembers([...reached.keys()], ["anon_disabled", "no_redirects_configured"])
  })

  it("prints for each code how often it was reached, and the first test by name", () => {
    const lines = tableOf(reached, ["anon_disabled", "bravo_disabled", "india_disabled"], { india_disabled: "soon" })
    assert.deepStrictEqual(lines.split("\n"), [
      "code           | times | first test",
      "anon_disabled  |     3 | a.test.ts > first",
      "bravo_disabled |     0 | none",
      "india_disabled |     0 | none: soon",
    ])
  })

  it("accepts codes that are reached, and exceptions that are not", () => {
    const codes = ["anon_disabled", "no_redirects_configured", "india_disabled"]
    assert.deepStrictEqual(problemsWith(reached, codes, { india_disabled: "soon" }), [])
  })

  it("names a code that no test reaches, an exception that a test reaches, and an exception that is no code", () => {
    const problems = problemsWith(reached, ["anon_disabled", "bravo_disabled"], { anon_disabled: "soon", made_up: "x" })
    assert.deepStrictEqual(
      problems.map((problem) => problem.slice(0, problem.indexOf(":"))),
      ["bravo_disabled", "anon_disabled", "made_up"],
    )
  })

  it("has no exception but for codes of the interface", () => {
    assert.includeMembers([...loginCodes], Object.keys(unreachable))
  })
})
