/** A route must fit its operation: what does not fit does not compile, and what takes no token is open. */
import { assert, describe, it } from "@effect/vitest"
import { Text } from "@garrison/core/kernel/input/Field"
import { viewPresence } from "@garrison/core/presence/operations/viewPresence"
import { logOut } from "@garrison/core/token/operations/logOut"
import { routesById } from "@garrison/http/contract/routes"
import { route } from "@garrison/http/contract/route"

describe("a route", () => {
  it("takes the input of its operation from its places, or does not compile", () => {
    const ofAnyone = route("GET /x/:player_uuid", viewPresence, { who: "any remembered" })
    assert.isFalse(ofAnyone.isOwn)
    assert.deepStrictEqual(ofAnyone.params, { player_uuid: viewPresence.input.player_uuid })
    assert.deepStrictEqual(
      route("GET /x?player_uuid", viewPresence, { who: "any remembered" }).query,
      viewPresence.input,
    )
    // The player of the token is the player of the input.
    assert.isTrue(route("GET /x", viewPresence, { who: "own remembered" }).isOwn)
    // @ts-expect-error no place gives the player
    route("GET /x", viewPresence, { who: "any remembered" })
    // @ts-expect-error the place gives another type of it
    route("GET /x/:player_uuid", viewPresence, { who: "any remembered", fields: { player_uuid: Text } })
    // @ts-expect-error the operation has no such input
    route("GET /x/:player_uuid?colour", viewPresence, { who: "any remembered" })
  })

  it("of an access token says by what it knows the session, or does not compile", () => {
    assert.strictEqual(route("GET /y", logOut, { who: "any remembered" }).access.session, "remembered")
    // @ts-expect-error it does not say it
    route("GET /y", logOut, { who: "any" })
  })

  it("without an access token offers an operation that is open, and no other does", () => {
    const wrong = Object.values(routesById).filter(
      (one) => (one.offers.isOpen === true) !== (one.access.kind !== "bearer"),
    )
    assert.lengthOf(wrong, 0)
  })

  it("takes title, sentence, refusals and permissions from its operation", () => {
    const { access, description, summary } = route("GET /y", logOut, { who: "any remembered" })
    assert.deepStrictEqual([summary, description], [logOut.title, logOut.sentence])
    assert.deepStrictEqual(access, { kind: "bearer", subject: "any", anyOf: [], session: "remembered" })
  })
})
