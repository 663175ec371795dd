/** Whose address counts at a login: the connection's, unless a configured proxy names another (guarantees R25). */
import { assert, describe, it } from "@effect/vitest"
import { PersonId } from "@garrison/core/kernel/Identifier"
import { LoginHistoryStore } from "@garrison/core/login/storing/LoginHistoryStore"
import * as Effect from "effect/Effect"
import { LOOPBACK } from "../support/loopback.ts"
import { type TestServer, useServer } from "../support/server.ts"
import { codeOf } from "./samples.ts"

/** A login with a wrong client secret, which counts against the address, as if it came from this address. */
const guessFrom = async (server: TestServer, address: string): Promise<string | undefined> => {
  const authorization = `Basic ${Buffer.from("test-game:wrong").toString("base64")}`
  const body = { grant_type: "anon", portal_access_token: "d".repeat(32) }
  const headers = { authorization, "x-forwarded-for": address }
  return codeOf(await server.call("POST", "/users/v1/login", { body, headers }))
}

/** The codes of forty such logins, each as if it came from an address of its own. */
const guesses = async (server: TestServer): Promise<ReadonlySet<string | undefined>> => {
  const codes = new Set<string | undefined>()
  for (let host = 1; host <= 40; host++) codes.add(await guessFrom(server, `203.0.113.${host}`))
  return codes
}

/** The address that the history has of a login with this header. */
const addressOf = async (server: TestServer, forwarded: string): Promise<string | undefined> => {
  const body = { grant_type: "anon", portal_access_token: crypto.randomUUID() }
  const reply = await server.call("POST", "/users/v1/login", { body, headers: { "x-forwarded-for": forwarded } })
  const person = PersonId.make((reply.json as { readonly person_id: string }).person_id)
  const [login] = await server.run(Effect.flatMap(LoginHistoryStore, (history) => history.ofPerson(person, 1)))
  return login?.address
}

describe("X-Forwarded-For", () => {
  const direct = useServer({ catalog: false })
  const proxied = useServer({ catalog: false, server: { trustedProxies: [LOOPBACK] } })

  it("of a peer that is no configured proxy changes no address, so that guesses cannot come from many", async () => {
    assert.strictEqual(await addressOf(direct.current, "203.0.113.7"), LOOPBACK)
    assert.deepStrictEqual(await guesses(direct.current), new Set(["client_credentials_invalid", "too_many_attempts"]))
  })

  it("of a configured proxy names the sender; of what senders write in front, nothing counts", async () => {
    assert.strictEqual(await addressOf(proxied.current, "203.0.113.7"), "203.0.113.7")
    assert.strictEqual(await addressOf(proxied.current, "192.0.2.1, 203.0.113.7"), "203.0.113.7")
    assert.deepStrictEqual(await guesses(proxied.current), new Set(["client_credentials_invalid"]))
    const one = Array.from({ length: 40 }, (_, index) => guessFrom(proxied.current, `192.0.2.${index}, 198.51.100.9`))
    assert.include(await Promise.all(one), "too_many_attempts")
  })
})
