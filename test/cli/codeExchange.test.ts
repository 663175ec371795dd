/** One authorization code at two servers of one Postgres (guarantees R12). */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { postgresUrl } from "../support/databases.ts"
import { pkce } from "../support/oauth.ts"
import { serve, type Served, temporaryDirectory } from "./support/garrison.ts"

const EXCHANGES = 20

type Answer = Readonly<Record<string, string>>

const post = async ({ url }: Served, path: string, body: object): Promise<Answer> => {
  const headers = { "content-type": "application/json" }
  const answer = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) })
  return (await answer.json()) as Answer
}

const { challenge, verifier: code_verifier } = pkce()

const exchange = (server: Served, code: string) =>
  post(server, "/users/v1/oauth/token", { grant_type: "authorization_code", code, code_verifier })

const refresh = (server: Served, token = "") =>
  post(server, "/users/v1/login", { grant_type: "refresh", portal_access_token: token })

/** A code, as a browser gets it that follows the redirects of the server and the portal. */
const codeAt = async ({ url }: Served): Promise<string> => {
  const parameters = new URLSearchParams({ redirect_uri: "http://127.0.0.1:9/callback", code_challenge: challenge })
  let address = `${url}/users/v1/oauth/login/golf?${parameters.toString()}`
  while (!address.startsWith("http://127.0.0.1:9/")) {
    address = (await fetch(address, { redirect: "manual" })).headers.get("location") ?? assert.fail(address)
  }
  return new URL(address).searchParams.get("code") ?? assert.fail(address)
}

const race = async (storage: string) => {
  const cwd = temporaryDirectory()
  const env = { GARRISON_STORAGE: storage, GARRISON_LOG: "off" }
  const here = await serve(["--sandbox"], { cwd, env })
  // The sandbox's game is the client that begins the login.
  const there = await serve(["--no-demo"], {
    cwd,
    env: { ...env, GARRISON_DEFAULT_CLIENT_ID: "sandbox-game", GARRISON_GRANTS_ENABLED: "golf,refresh" },
  })
  try {
    const usual = await exchange(there, await codeAt(here))
    assert.hasAllKeys(usual, ["access_token", "refresh_token"])
    assert.strictEqual((await refresh(there, usual["refresh_token"]))["platform"], "Golf")

    const code = await codeAt(here)
    const answers = await Promise.all(
      Array.from({ length: EXCHANGES }, (_, at) => exchange(at % 2 === 0 ? here : there, code)),
    )
    const given = answers.filter((answer) => answer["access_token"] !== undefined)
    assert.lengthOf(given, 1)
    const refusals = answers.flatMap((answer) => answer["error_code"] ?? [])
    assert.deepStrictEqual(
      refusals,
      Array.from({ length: EXCHANGES - 1 }, () => "authorization_code_not_found"),
    )
    // The others were second uses, which end the session.
    for (const server of [here, there]) {
      assert.strictEqual((await refresh(server, given[0]?.["refresh_token"]))["error_code"], "refresh_token_not_found")
    }
  } finally {
    await Promise.all([here.stop(), there.stop()])
  }
}

describe("twenty exchanges of one code at once, spread over two servers", () => {
  it.effect("give one pair of tokens", () =>
    Effect.flatMap(postgresUrl("empty"), (url) => Effect.promise(() => race(url))).pipe(Effect.scoped),
  )
})
