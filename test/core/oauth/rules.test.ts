/** The decisions of logins by redirect (decisions, section 5; guarantees R12 to R14). */
import { assert, describe, it } from "@effect/vitest"
import { SWITCHES } from "@garrison/core/kernel/GrantType"
import { defaultsOf } from "@garrison/core/kernel/Setting"
import { OAUTH_PORTALS, oauthPortals } from "@garrison/core/login/portal/OauthGateway"
import { LoginSettings } from "@garrison/core/login/settings"
import type { AuthorizationCode } from "@garrison/core/oauth/AuthorizationCodeStore"
import {
  codeText,
  isCodeText,
  judgeCode,
  mayRegenerate,
  redirectCode,
  REGENERATIONS_MAX,
  switchedOffCode,
  verifierVerdict,
  withParameters,
} from "@garrison/core/oauth/rules"
import { stateBytes, stateText } from "@garrison/core/oauth/stateText"
import { newClientUuid, newPersonId, newPlayerUuid, newSessionId } from "../../support/identities.ts"

const clientUuid = newClientUuid()
const code: AuthorizationCode = {
  hash: new Uint8Array(32),
  clientUuid,
  sealed: new Uint8Array(1),
  createdAt: 1000,
  expiresAt: 2000,
  loginEndsAt: 9000,
  regenerations: 0,
  used: undefined,
}
const session = { personId: newPersonId(), playerUuid: newPlayerUuid(), sessionId: newSessionId() }

describe("the switch of a portal", () => {
  it("is that of the grant which its users have, or its own name", () => {
    const settings = { ...defaultsOf(LoginSettings.settings), grantsEnabled: [] }
    const platforms = OAUTH_PORTALS.flatMap((name) => oauthPortals[name].platforms.map((each) => [each, name] as const))
    assert.strictEqual(new Map(platforms).size, platforms.length, "no platform is of two portals")
    for (const [platform, name] of platforms) {
      const { disabled, grant } = oauthPortals[name]
      assert.strictEqual(switchedOffCode(settings, platform), disabled)
      assert.isUndefined(switchedOffCode({ ...settings, grantsEnabled: [grant] }, platform))
      const others = SWITCHES.filter((each) => each !== grant)
      assert.strictEqual(switchedOffCode({ ...settings, grantsEnabled: others }, platform), disabled)
    }
    assert.strictEqual(oauthPortals.echo.grant, "echo5_v3")
    assert.deepStrictEqual([oauthPortals.hotel.grant, oauthPortals.india.grant], ["hotel", "india"])
  })
})

describe("the address to return to", () => {
  it("is one of those configured, letter by letter", () => {
    const configured = ["https://game.example/in", "game://in"]
    for (const one of configured) assert.isUndefined(redirectCode(one, configured))
    for (const other of [
      "",
      "https://game.example/in/",
      "https://game.example/in?x=1",
      "https://game.example/i",
      "https://GAME.example/in",
      "http://game.example/in",
      "https://game.example/%69n",
      "game://in#x",
    ]) {
      assert.strictEqual(redirectCode(other, configured), "redirect_uri_does_not_match", other)
      assert.strictEqual(redirectCode(other, []), "no_redirects_configured")
    }
  })

  it("keeps its own parameters, and encodes those that are added", () => {
    assert.strictEqual(withParameters("https://a/b", { code: "x", state: undefined }), "https://a/b?code=x")
    assert.strictEqual(
      withParameters("game://in?x=1", { code: "a&b", state: "ä #\r\n" }),
      "game://in?x=1&code=a%26b&state=%C3%A4%20%23%0D%0A",
    )
  })
})

describe("the verifier", () => {
  it("is asked for if a challenge was sent, and refused otherwise", () => {
    const verifier = "v".repeat(43)
    assert.strictEqual(verifierVerdict(undefined, undefined), "fits")
    assert.strictEqual(verifierVerdict(undefined, verifier), "does_not_fit")
    assert.strictEqual(verifierVerdict(undefined, ""), "does_not_fit")
    assert.strictEqual(verifierVerdict("challenge", undefined), "does_not_fit")
    assert.strictEqual(verifierVerdict("challenge", verifier), "hash")
    for (const broken of ["", "v".repeat(42), "v".repeat(129), `${verifier}+`, `${verifier}\n`]) {
      assert.strictEqual(verifierVerdict("challenge", broken), "does_not_fit", broken)
    }
  })
})

describe("the verdict on a code", () => {
  const presented = { clientUuid, now: 1500, accepts: {} }

  it("is live for its client until it expires", () => {
    assert.deepStrictEqual(judgeCode(code, { ...presented, now: 1999 }), { is: "live" })
    assert.deepStrictEqual(judgeCode(code, { ...presented, now: 2000 }), { is: "not_found" })
    assert.deepStrictEqual(judgeCode(undefined, presented), { is: "not_found" })
    for (const used of [undefined, session]) {
      const other = judgeCode({ ...code, used }, { ...presented, clientUuid: newClientUuid() })
      assert.deepStrictEqual(other, { is: "not_found" })
    }
  })

  it("is spent after a session was opened, however late", () => {
    for (const now of [1500, 2000, 9000]) {
      assert.deepStrictEqual(judgeCode({ ...code, used: session }, { ...presented, now }), {
        is: "spent",
        used: session,
      })
    }
  })

  it("is repeated for the same exchange, and for no other, until the login ends", () => {
    const used = { seed: new Uint8Array(32), missing: ["eula"], accepted: ["tos"] } as const
    const regenerated = { ...code, used }
    const same = { clientUuid, now: 8999, accepts: { tos: true, eula: false } }
    assert.deepStrictEqual(judgeCode(regenerated, same), { is: "repeated", regeneration: used })
    assert.deepStrictEqual(judgeCode(regenerated, { ...same, now: 9000 }), { is: "spent", used })
    assert.deepStrictEqual(judgeCode(regenerated, { ...same, accepts: { tos: true, eula: true } }), {
      is: "spent",
      used,
    })
  })

  it("lets a code be replaced five times", () => {
    assert.strictEqual(REGENERATIONS_MAX, 5)
    assert.isTrue(mayRegenerate({ ...code, regenerations: 4 }))
    assert.isFalse(mayRegenerate({ ...code, regenerations: 5 }))
  })
})

describe("texts", () => {
  it("of states and codes are told apart, and from everything else, without a read of storage", () => {
    const random = Uint8Array.from({ length: 32 }, (_, at) => at)
    const [state, text] = [stateText(random), codeText(random)]
    assert.deepStrictEqual([stateBytes(state), stateBytes(text)], [random, new Uint8Array()])
    assert.deepStrictEqual([isCodeText(text), isCodeText(state)], [true, false])
    assert.isFalse(isCodeText(`${text.slice(0, -1)}${text.endsWith("x") ? "y" : "x"}`))
  })
})
