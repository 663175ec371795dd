/** Configured portals that `grantsEnabled` does not switch on (decisions, section 4). */
import { assert, describe, it } from "@effect/vitest"
import { SWITCHES } from "@garrison/core/kernel/GrantType"
import type { Portals } from "@garrison/core/login/portal/PortalGateway"
import { switchedOff } from "@garrison/core/login/portal/switchedOff"
import * as Effect from "effect/Effect"
import { plainPortals } from "../../../support/oauth.ts"

const portals: Portals = { alpha: { prove: () => Effect.die("not asked") } }
const grantsEnabled = ["anon", "refresh"] as const

describe("the portals that are switched off", () => {
  it("are those of grants and of logins by redirect that are configured and not named", () => {
    const configured = { portals, byRedirect: plainPortals("echo", "hotel") }
    assert.deepStrictEqual(switchedOff({ ...configured, settings: { grantsEnabled } }), {
      names: ["alpha", "echo5_v3", "hotel"],
      wanted: ["anon", "refresh", "alpha", "echo5_v3", "hotel"],
    })
    assert.isUndefined(switchedOff({ ...configured, settings: { grantsEnabled: SWITCHES } }))
    assert.isUndefined(switchedOff({ portals: {}, byRedirect: {}, settings: { grantsEnabled } }))
  })
})
