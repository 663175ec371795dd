/** Client credentials in the Authorization header (decisions, section 3). */
import { presentedCredentials } from "@garrison/http/handlers/clientCredentials"
import { assert, describe, it } from "@effect/vitest"

const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`

describe("presentedCredentials", () => {
  it("has none without a header", () => {
    assert.deepStrictEqual(presentedCredentials(undefined), { credentials: undefined, credentialsMalformed: false })
  })

  it.each([
    [basic("game:secret"), "game", "secret"],
    [basic("game:"), "game", ""],
    [basic("game:a:b"), "game", "a:b"],
    [basic("g%3Aame:se%20cret"), "g:ame", "se cret"],
    [basic("game:50%+x"), "game", "50%+x"],
    [basic("gäme:ß"), "gäme", "ß"],
    [basic("game:secret").replace("Basic", "bAsIc"), "game", "secret"],
  ])("reads %s", (header, clientId, secret) => {
    assert.deepStrictEqual(presentedCredentials(header).credentials, { clientId, secret })
  })

  it.each([
    "",
    "Basic",
    "Basic !!!",
    "Bearer abc",
    basic("no colon"),
    `Basic ${Buffer.from([0xff, 0x3a]).toString("base64")}`,
    basic("a\0:b"),
    basic("a:%00"),
  ])("calls %j malformed", (header) => {
    assert.deepStrictEqual(presentedCredentials(header), { credentials: undefined, credentialsMalformed: true })
  })
})
