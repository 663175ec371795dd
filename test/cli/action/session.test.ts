/** `garrison session`, `garrison player history` and `garrison audit list`: what an operator needs at night. */
import { assert, describe, it } from "@effect/vitest"
import * as jose from "jose"
import { flawsIn, NOBODY, smallWorld } from "../support/world.ts"

interface Session extends Readonly<Record<string, unknown>> {
  readonly session_id: string
  readonly open: boolean
  readonly ended_for: string | null
}

/** A small world, in which Ada has a session of a minted token, too. */
const world = async () => {
  const given = await smallWorld()
  const minted = await given.run("token", "--player", given.ada)
  const { jti = "", sid = "" } = jose.decodeJwt(minted.stdout.trim()) as {
    readonly jti?: string
    readonly sid?: string
  }
  const sessions = async (player = given.ada) =>
    (await given.json("session", "list", player))["sessions"] as ReadonlyArray<Session>
  return { ...given, minted: { jti, sid }, sessions }
}

describe("garrison session list", () => {
  it("shows the sessions, the newest first, without any token", async () => {
    const { ada, minted, run, sessions } = await world()
    const listed = await sessions()
    assert.lengthOf(listed, 2)
    assert.deepInclude(listed[0], { session_id: minted.sid, open: true, ended_for: null })
    assert.hasAllKeys(
      listed[1],
      "session_id player_uuid platform client_uuid client_id open refreshable created expires ended ended_for".split(
        " ",
      ),
    )
    assert.deepInclude(listed[1], { player_uuid: ada, platform: "Anon", client_id: "game", refreshable: false })
    const { stdout } = await run("session", "list", ada)
    assert.match(stdout, /^SESSION_ID +STATE +PLATFORM +CLIENT +BEGAN +ENDS$/m)
    assert.match(stdout, new RegExp(`^${minted.sid} +open +Anon `, "m"))
  })
})

describe("garrison session end", () => {
  it("ends all sessions of the person, once, and says how many", async () => {
    const { ada, brian, run, sessions } = await world()
    const dry = await run("session", "end", ada, "--dry-run")
    assert.match(dry.stdout, /^ended +2 sessions$/m)
    assert.include(dry.stderr, "This was a dry run: nothing was changed.")
    assert.deepStrictEqual(
      (await sessions()).map(({ open }) => open),
      [true, true],
    )
    assert.match((await run("session", "end", ada, "--reason", "stolen phone")).stdout, /^ended +2 sessions$/m)
    assert.deepStrictEqual(
      (await sessions()).map(({ ended_for, open }) => [open, ended_for]),
      [
        [false, "operator"],
        [false, "operator"],
      ],
    )
    assert.isTrue((await sessions(brian))[0]?.open)
    const again = await run("session", "end", ada)
    assert.deepStrictEqual([again.code, again.stdout], [3, ""])
    assert.include(again.stderr, "has no open session.")
    assert.strictEqual((await run("token", "--player", ada)).code, 0, "the player may log in again")
  })

  it("ends one session, or one access token", async () => {
    const { ada, json, minted, rows, sessions } = await world()
    assert.deepInclude(await json("session", "end", ada, "--token", minted.jti), { ended_sessions: 0, ended_tokens: 1 })
    assert.lengthOf(rows(`SELECT 1 FROM revoked_token WHERE token_id = x'${minted.jti.replaceAll("-", "")}'`), 1)
    assert.deepInclude(await json("session", "end", ada, "--session", minted.sid), { ended_sessions: 1 })
    assert.deepStrictEqual(
      (await sessions()).map(({ open }) => open),
      [false, true],
    )
    const audited = rows(
      "SELECT operation, after_json FROM audit WHERE operation = 'player.endSessions' ORDER BY sequence",
    )
    assert.deepStrictEqual(
      audited.map((row) => JSON.parse(String(row["after_json"])) as unknown),
      [{ ended_token: minted.jti }, { ended_session: minted.sid }],
    )
  })

  it("refuses what is wrong, and a revision that has changed", async () => {
    const { ada, brian, minted, run } = await world()
    assert.deepStrictEqual(
      await flawsIn(run, [
        [["session", "end", NOBODY], 3, `There is no player ${NOBODY}.`],
        [["session", "list", NOBODY], 3, `There is no player ${NOBODY}.`],
        [["session", "end", ada, "--session", "42"], 2, "--session: must be a UUID"],
        [["session", "end", ada, "--token", "42"], 2, "--token: must be a UUID"],
        [["session", "end", ada, "--session", minted.sid, "--token", minted.jti], 2, "not both"],
        [["session", "end", brian, "--session", minted.sid], 3, `has no open session ${minted.sid}.`],
        [["session", "end", ada, "--if-revision", "7"], 5, "has revision 0 now"],
      ]),
      [],
    )
  })
})

describe("garrison player history", () => {
  it("has logins, refused logins, and what operators did, in one order", async () => {
    const { ada, exec, json, rows, run } = await smallWorld()
    await json("player", "ban", ada, "--reason", "ticket 7", "--yes")
    const [person] = rows("SELECT hex(person_id) AS id, hex(client_uuid) AS client FROM login_history")
    const owner = rows(`SELECT hex(person_id) AS id FROM player WHERE player_uuid = x'${ada.replaceAll("-", "")}'`)[0]
    const refused = Date.UTC(2099, 0, 1)
    exec(`INSERT INTO security_event (person_id, event_id, at, kind, client_uuid, address, grant_type, code)
      VALUES (x'${String(owner?.["id"])}', x'0190a000000070008000000000000001', ${refused}, 'login_refused',
        x'${String(person?.["client"])}', '203.0.113.9', 'anon', 'user_auth_restricted')`)
    const shown = await json("player", "history", ada)
    const [login] = shown["logins"] as ReadonlyArray<Record<string, unknown>>
    assert.deepInclude(login, { grant_type: "anon", client_id: "game", address: "192.0.2.1", user_agent: "test" })
    assert.deepInclude((shown["events"] as ReadonlyArray<object>)[0], {
      kind: "login_refused",
      grant_type: "anon",
      error_code: "user_auth_restricted",
      client_id: "game",
      address: "203.0.113.9",
      time: "2099-01-01T00:00:00.000Z",
    })
    assert.deepInclude((shown["acts"] as ReadonlyArray<object>)[0], {
      operation: "restriction.add",
      reason: "ticket 7",
    })
    const { stdout } = await run("player", "history", ada)
    assert.match(
      stdout,
      /^TIME +WHAT +ADDRESS +BY +DETAIL\n2099-01-01 00:00:00 UTC +login_refused +203\.0\.113\.9 +game +anon: user_auth_restricted\n.+ restriction\.add +- .+ ticket 7\n.+ login +192\.0\.2\.1 +game +anon$/m,
    )
    // A linked portal user is in the history of logins, and is shown as what it is.
    exec("UPDATE login_history SET grant_type = 'link'")
    assert.match((await run("player", "history", ada)).stdout, /^.+ link +192\.0\.2\.1 +game +Anon$/m)
    const newest = await run("player", "history", ada, "--limit", "1")
    assert.lengthOf(newest.stdout.trim().split("\n"), 2)
    assert.deepStrictEqual(
      await flawsIn(run, [
        [["player", "history", NOBODY], 3, `There is no player ${NOBODY}.`],
        [["player", "history", ada, "--limit", "0"], 2, "--limit must be 1 to 1000, not 0."],
      ]),
      [],
    )
  })
})

describe("garrison client history", () => {
  it("has the logins of a machine as itself, and the changes of its secret", async () => {
    const { exec, json, rows, run } = await smallWorld()
    await json("client", "rotate", "server", "--reason", "ticket 8", "--yes")
    const [client] = rows("SELECT hex(client_uuid) AS id FROM client WHERE client_id = 'server'")
    exec(`INSERT INTO machine_login (client_uuid, login_id, at, session_id, grant_type, address, agent)
      VALUES (x'${String(client?.["id"])}', x'0190a000000070008000000000000001', ${Date.UTC(2099, 0, 1)},
        x'0190a000000070008000000000000002', 'client_credentials', '203.0.113.9', 'match')`)
    const shown = await json("client", "history", "server")
    assert.deepInclude((shown["logins"] as ReadonlyArray<object>)[0], {
      grant_type: "client_credentials",
      client_id: "server",
      address: "203.0.113.9",
    })
    assert.deepStrictEqual(
      (shown["acts"] as ReadonlyArray<Record<string, unknown>>).map(({ operation, reason }) => [operation, reason]),
      [
        ["client.rotate", "ticket 8"],
        ["client.create", undefined],
      ],
    )
    const { stdout } = await run("client", "history", "server", "--limit", "2")
    assert.match(
      stdout,
      /^TIME .+\n2099-01-01 00:00:00 UTC +login +203\.0\.113\.9 +server +client_credentials\n.+ client\.rotate +- .+ ticket 8$/m,
    )
  })
})

describe("garrison audit list", () => {
  it("has the newest rows, the replacement of keys and secrets among them", async () => {
    const { json, run } = await smallWorld()
    await json("client", "rotate", "server", "--yes")
    await json("key", "rotate", "--reason", "the backup was lost")
    const { rows } = (await json("audit", "list")) as { readonly rows: ReadonlyArray<Record<string, unknown>> }
    const byOperator = rows.filter(({ actor_kind: kind }) => kind === "local")
    assert.deepStrictEqual(
      byOperator.slice(0, 2).map(({ operation, reason, subject_id: subject }) => [operation, subject, reason]),
      [
        ["signingKey.rotate", "environment", "the backup was lost"],
        ["client.rotate", "server", undefined],
      ],
    )
    assert.deepStrictEqual(
      rows.map(({ sequence }) => sequence),
      rows.map((_, index) => rows.length - index),
    )
    assert.notMatch(JSON.stringify(rows), /gar_|"d":/)
    const { stdout } = await run("audit", "list", "--limit", "2")
    assert.match(stdout, /^TIME +OPERATION +OUTCOME +ACTOR +SUBJECT +REASON$/m)
    assert.lengthOf(stdout.trim().split("\n"), 3)
  })

  it("makes no database", async () => {
    const { run } = await smallWorld()
    assert.strictEqual((await run("audit", "list", "--storage", "sqlite:typo.db")).code, 3)
  })
})
