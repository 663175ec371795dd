/** The port to portals, with portals made up for the test (decisions, section 4). */
import { assert, describe, it } from "@effect/vitest"
import { loginCodes } from "@garrison/core/login/errors"
import { type PortalCredential, type Portals, portals } from "@garrison/core/login/portal/PortalGateway"
import * as Effect from "effect/Effect"
import { codeOf, inLoginWorld, login, rowCounts, useRefresh } from "../../../support/logins.ts"

const grantsEnabled = ["foxtrot_switch", "golf", "refresh"] as const

/** A portal of two tiers that proves everybody, and one that refuses everybody; both remember what they were asked. */
const madeUp = () => {
  const asked: Array<PortalCredential> = []
  const configured: Portals = {
    foxtrot_switch: {
      prove: (credential) =>
        Effect.sync(() => {
          asked.push(credential)
          return {
            platform: "FoxtrotSwitch" as const,
            portalUserId: "user",
            displayName: " Ada\u200B ",
            parent: { platform: "FoxtrotNAID" as const, portalUserId: "account", displayName: undefined },
          }
        }),
    },
    golf: {
      prove: (credential) =>
        Effect.suspend(() => {
          asked.push(credential)
          return Effect.fail("golf_user_offline" as const)
        }),
    },
  }
  return { asked, configured }
}

describe("the table of portals", () => {
  it("has every code that the interface gives a portal with a grant, and each once in a grant", () => {
    const answers = Object.values(portals).map(({ disabled, refusals, tokenEmpty }) => [
      disabled,
      tokenEmpty,
      ...refusals,
    ])
    for (const codes of answers) assert.strictEqual(new Set(codes).size, codes.length)
    const ofPortals = Object.keys(loginCodes).filter((code) =>
      /^(?:alpha|bravo|charlie|delta|developer_api|echo\d?|foxtrot|golf)_/.test(code),
    )
    // The environment of a login by redirect, which is no grant.
    assert.sameMembers([...new Set<string>(answers.flat()), "foxtrot_oauth_env_not_found"], ofPortals)
  })
})

describe("a configured portal", () => {
  it.effect("is asked with both tokens as they came, and proves a user with its parent", () => {
    const { asked, configured } = madeUp()
    return Effect.gen(function* () {
      const result = yield* login({
        grant_type: "foxtrot_switch",
        portal_access_token: " service ",
        portal_parent_access_token: "account",
        portal_display_name: "of the client",
        portal_parent_display_name: "Ada's\u0000account",
        include_refresh: true,
      })
      assert.deepStrictEqual(asked, [{ token: " service ", parentToken: "account" }])
      assert.deepInclude(result, { platform: "FoxtrotSwitch", portal_user_id: "user", display_name: "Ada" })
      const parent = { platform: "FoxtrotNAID", portal_user_id: "account", display_name: "Ada's account" } as const
      assert.deepInclude(result.portal_parent_auth_result, parent)
      const refreshed = yield* useRefresh(result.refresh_token)
      assert.deepInclude(refreshed.portal_parent_auth_result, parent)
      assert.lengthOf(asked, 1)
    }).pipe(inLoginWorld({ settings: { grantsEnabled }, portals: configured }))
  })

  it.effect("refuses with its own code, which leaves nothing behind and does not count as a failed attempt", () => {
    const { asked, configured } = madeUp()
    return Effect.gen(function* () {
      const before = yield* rowCounts
      for (let attempt = 0; attempt < 40; attempt++) {
        const code = yield* codeOf(login({ grant_type: "golf", portal_access_token: "ticket" }))
        assert.strictEqual(code, "golf_user_offline")
      }
      assert.lengthOf(asked, 40)
      assert.deepStrictEqual(yield* rowCounts, before)
    }).pipe(inLoginWorld({ settings: { grantsEnabled }, portals: configured }))
  })

  it.effect("is not asked where an earlier check refuses", () => {
    const { asked, configured } = madeUp()
    const wrongClient = { credentials: { clientId: "game", secret: "wrong" } }
    return Effect.gen(function* () {
      const golf = { grant_type: "golf", portal_access_token: "ticket" }
      assert.strictEqual(yield* codeOf(login(golf, wrongClient)), "client_credentials_invalid")
      assert.strictEqual(yield* codeOf(login({ ...golf, portal_access_token: "" })), "golf_token_empty")
      const off = { grant_type: "foxtrot_switch", portal_access_token: "service" }
      assert.strictEqual(yield* codeOf(login(off)), "foxtrot_disabled")
      assert.deepStrictEqual(asked, [])
    }).pipe(inLoginWorld({ settings: { grantsEnabled: ["golf"] }, portals: configured }))
  })
})
