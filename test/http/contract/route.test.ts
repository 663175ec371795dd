/** A route must fit its operation: what does not fit does not compile, and what takes no token is open. */
import { assert, describe, it } from "@effect/vitest"
import { Text } from "@garrison/core/kernel/input/Field"
import { viewPresence } from "@garrison/core/presence/operations/viewPresence"
import { logOut } from "@garrison/core/token/operations/logOut"
import { operationsById } from "@garrison/http/contract/operations"
import { route } from "@garrison/http/contract/route"
import { content } from "@garrison/http/contract/success"

const said = { method: "GET", mounts: ["public"], lane: "storage" } as const
const presence = { ...said, id: "x", path: "/x/:player_uuid", success: content(viewPresence.answer) } as const

describe("a route", () => {
  it("takes the input of its operation from its places, or does not compile", () => {
    const { player_uuid } = viewPresence.input
    const ofAnyone = route(viewPresence, { ...presence, who: "any", session: "remembered", params: { player_uuid } })
    assert.isFalse(ofAnyone.isOwn)
    // The player of the token is the player of the input.
    assert.isTrue(route(viewPresence, { ...presence, path: "/x", who: "own", session: "remembered" }).isOwn)
    // @ts-expect-error no place gives the player
    route(viewPresence, { ...presence, who: "any", session: "remembered" })
    // @ts-expect-error the place gives another type of it
    route(viewPresence, { ...presence, who: "any", session: "remembered", params: { player_uuid: Text } })
  })

  it("of an access token says by what it knows the session, or does not compile", () => {
    const logout = { ...said, id: "y", path: "/y", success: content(logOut.answer) } as const
    assert.strictEqual(route(logOut, { ...logout, who: "any", session: "remembered" }).access.session, "remembered")
    // @ts-expect-error it does not say it
    route(logOut, { ...logout, who: "any" })
  })

  it("without an access token offers an operation that is open, and no other does", () => {
    const wrong = Object.values(operationsById).filter(
      (one) => "offers" in one && (one.offers.isOpen === true) !== (one.access.kind !== "bearer"),
    )
    assert.lengthOf(wrong, 0)
  })

  it("takes title, sentence, refusals and permissions from its operation", () => {
    const { access, description, summary } = route(logOut, {
      ...said,
      id: "y",
      path: "/y",
      success: content(logOut.answer),
      who: "any",
      session: "remembered",
    })
    assert.deepStrictEqual([summary, description], [logOut.title, logOut.sentence])
    assert.deepStrictEqual(access, { kind: "bearer", subject: "any", anyOf: [], session: "remembered" })
  })
})
