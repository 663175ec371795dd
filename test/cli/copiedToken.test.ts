/**
 * A token that a server remembers, while the command ends its power from another process: it changes no way to log in
 * (guarantees R61).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { postgresUrl } from "../support/databases.ts"
import { garrison, serve, type Served, temporaryDirectory } from "./support/garrison.ts"

const device = (number: number) => ({ grant_type: "anon", portal_access_token: `device ${number}`.padEnd(24, "x") })

interface Answer {
  readonly access_token: string
  readonly active_player_uuid: string
  readonly error_code?: string
  readonly portal_users?: ReadonlyArray<{ readonly portal_user_id: string }>
}

const call = async ({ url }: Served, method: string, path: string, token: string, body?: object): Promise<Answer> => {
  const headers = { "content-type": "application/json", ...(token !== "" && { authorization: `Bearer ${token}` }) }
  const answer = await fetch(`${url}/users/v1${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return (await answer.json()) as Answer
}

/** The codes of a link and of an unlink by a token whose power the command has ended. */
const after = async (server: Served, number: number, end: (player: string) => void) => {
  const { access_token: token, active_player_uuid: player } = await call(server, "POST", "/login", "", device(number))
  const { portal_users = [] } = await call(server, "POST", "/me/link", token, device(number + 1))
  end(player)
  const listed = await call(server, "GET", "/me/link", token)
  assert.deepStrictEqual(listed.portal_users, portal_users, "the control: the server remembers the token")
  const linked = await call(server, "POST", "/me/link", token, device(number + 2))
  const unlinked = await call(server, "DELETE", `/me/link/Anon/${portal_users[1]?.portal_user_id}`, token)
  return [linked.error_code, unlinked.error_code]
}

const trial = async (storage: string) => {
  const options = { cwd: temporaryDirectory(), env: { GARRISON_STORAGE: storage, GARRISON_LOG: "off" } }
  const server = await serve(["--demo"], options)
  const act = (...args: ReadonlyArray<string>) => {
    const { code, stderr } = garrison(args, options)
    assert.strictEqual(code, 0, stderr)
  }
  try {
    const ended = await after(server, 1, (player) => act("session", "end", player, "--reason", "copied token"))
    assert.deepStrictEqual(ended, ["auth_token_expired", "auth_token_expired"])
    const banned = await after(server, 11, (player) => act("player", "ban", player, "--yes", "--reason", "cheating"))
    assert.deepStrictEqual(banned, ["user_auth_restricted", "user_auth_restricted"])
    const again = await call(server, "POST", "/login", "", device(12))
    assert.strictEqual(again.error_code, "user_auth_restricted", "nobody walked out of the ban")
  } finally {
    await server.stop()
  }
}

describe("a token whose session another process ended", () => {
  it.effect("links and unlinks nothing on SQLite", () => Effect.promise(() => trial("sqlite:copied.db")))

  it.effect("links and unlinks nothing on Postgres", () =>
    Effect.flatMap(postgresUrl("empty"), (url) => Effect.promise(() => trial(url))).pipe(Effect.scoped),
  )
})
