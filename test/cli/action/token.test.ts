/** `garrison token`: whom a token stands for, which session it opens, and who gets none. */
import { assert, describe, it } from "@effect/vitest"
import { flawsIn, NOBODY, smallWorld } from "../support/world.ts"

/** What a token says of itself. */
const claimsOf = (token: unknown): Record<string, unknown> =>
  JSON.parse(Buffer.from(String(token).split(".")[1] ?? "", "base64url").toString()) as Record<string, unknown>

describe("garrison token", () => {
  it("of a player has the permissions of the role, and a session that is stored", async () => {
    const { ada, json, rows } = await smallWorld()
    const { permissions } = await json("player", "show", ada)
    const token = await json("token", "--player", ada)
    assert.deepInclude(token, { kind: "player", subject: ada, token_type: "Bearer", client_id: "garrison-cli" })
    assert.deepStrictEqual(token["permissions"], permissions)
    assert.deepInclude(claimsOf(token["access_token"]), { sub: ada })
    const id = String(token["session_id"]).replaceAll("-", "").toUpperCase()
    // No credential opened it, so it links no portal user.
    assert.lengthOf(rows(`SELECT 1 FROM login_session WHERE hex(session_id) = '${id}' AND is_issued = 1`), 1)
  })

  it("of a player names the game client that it is said to come by", async () => {
    const { ada, json } = await smallWorld()
    assert.deepInclude(await json("token", "--player", ada, "--client", "game"), { kind: "player", client_id: "game" })
  })

  it("of a machine has the permissions of the client", async () => {
    const { json } = await smallWorld()
    const { client_uuid: subject } = await json("client", "create", "arena", "--kind", "machine", "-p", "catalog:read")
    const token = await json("token", "--client", "arena")
    assert.deepInclude(token, { kind: "machine", subject, client_id: "arena", permissions: ["catalog:read"] })
  })

  it("is alone on stdout, and stderr says for how long it is valid", async () => {
    const { run } = await smallWorld()
    const hour = await run("token", "--client", "server")
    assert.match(hour.stdout, /^eyJ\S+\n$/)
    assert.strictEqual(hour.stderr, "Valid for 1 hour. POST /users/v1/logout with this token ends it sooner.\n")
    const short = await run("token", "--client", "server", "--set", "accessSecondsMachine=120")
    assert.match(short.stderr, /^Valid for 2 minutes\./)
    const scripted = await run("token", "--client", "server", "--json", "--set", "accessSecondsMachine=120")
    assert.strictEqual(scripted.stderr, "")
    assert.deepInclude(JSON.parse(scripted.stdout), { expires_in: 120 })
  })

  it("is refused while a required agreement is not accepted, because no server would take it", async () => {
    const { ada, exec, file, rows, run } = await smallWorld()
    const eula = { version: 2, url: "https://example.org/eula", sha256: "0".repeat(64), required: true }
    file("garrison.json", JSON.stringify({ agreements: { eula, tos: { ...eula, required: false } } }))
    const refusal = "The player may not use a token: the agreement eula is required, and not accepted."
    assert.deepStrictEqual(await flawsIn(run, [[["token", "--player", ada], 4, refusal]]), [])
    const person = rows(`SELECT hex(person_id) AS id FROM player WHERE player_uuid = x'${ada.replaceAll("-", "")}'`)[0]
    const accept = (version: number) =>
      exec(`INSERT INTO agreement_receipt (person_id, kind, version, sha256, accepted_at, client_uuid, address)
        VALUES (x'${String(person?.["id"])}', 'eula', ${version}, '00', 0, x'${"00".repeat(16)}', '192.0.2.1')`)
    accept(1)
    assert.strictEqual((await run("token", "--player", ada)).code, 4)
    accept(2)
    assert.strictEqual((await run("token", "--player", ada)).code, 0)
    assert.match(
      (await run("player", "show", ada)).stdout,
      /^ACCEPTED +VERSION +TIME +ADDRESS\neula +1 .+\neula +2 .+ 192\.0\.2\.1$/m,
    )
  })

  it("is refused to those who could not log in", async () => {
    const { ada, brian, deletePlayer, grace, json, run } = await smallWorld()
    await json("player", "ban", ada, "--yes")
    deletePlayer(grace)
    await json("client", "create", "off", "--kind", "game", "--public")
    await json("client", "disable", "off", "--yes")
    await json("client", "disable", "server", "--yes")
    assert.deepStrictEqual(
      await flawsIn(run, [
        [["token"], 2, "Name the player or client of the token: --player or --client.", "garrison token --help"],
        [["token", "--player", "nobody"], 3, "There is no player called nobody."],
        [["token", "--player", NOBODY], 3, `There is no player ${NOBODY}.`],
        [["token", "--player", grace], 3, `The player ${grace} was deleted.`],
        [["token", "--player", ada], 4, "The player may not log in: account_ban is in force.", "garrison player show"],
        [["token", "--player", brian, "--client", "off"], 4, "No player logs in through off: it is disabled."],
        [["token", "--player", brian, "--client", "server"], 4, "No player logs in through server: "],
        [["token", "--player", brian, "--client", "none"], 3, "There is no client none."],
        [["token", "--client", "game"], 4, "game has no tokens of its own: only machine clients do."],
        [["token", "--client", "server"], 4, "server has no tokens of its own: it is disabled."],
        [["token", "--client", "none"], 3, "There is no client none.", "garrison client list"],
      ]),
      [],
    )
  })
})
