/**
 * The commands that `garrison backup` and `garrison restore` print for Postgres, run as printed by Debian's programs
 * where the machine has them (guarantees R70).
 */
import { assert, describe, it } from "@effect/vitest"
import { open } from "@garrison/core"
import { postgres } from "@garrison/sql"
import { execFile, execFileSync } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { DEVICE, play } from "../../scripts/landed/play.ts"
import { debianPostgres, startDebianPostgres } from "../support/debianPostgres.ts"
import { temporaryDirectory } from "./support/garrison.ts"
import { garrison } from "./support/inProcess.ts"

const credential = { grant_type: "anon", portal_access_token: DEVICE }
const more = { entries: [{ type: "fill_loot", loot_id: 1, quantity: 1 }] } as const

/** The program and its arguments that the command prints, with the real url. */
const printed = async (what: "backup" | "restore", file: string, url: string): Promise<ReadonlyArray<string>> => {
  const { code, stderr } = await garrison([what, file, "--storage", url], { cwd: temporaryDirectory() })
  assert.strictEqual(code, 2)
  const [, command = ""] = /Run (pg_\w+ .*) with the real password/.exec(stderr) ?? assert.fail(stderr)
  return command.split(" ")
}

const run = async ([program = "", ...args]: ReadonlyArray<string>) => {
  await promisify(execFile)(join(debianPostgres ?? "", program), args)
}

describe.skipIf(debianPostgres === undefined)("Debian's Postgres, where the machine has it", () => {
  it("restores what pg_dump took beside a working host: every order that was answered before", async () => {
    const server = await startDebianPostgres()
    const file = join(temporaryDirectory(), "kept.dump")
    const restoredUrl = server.url.replace(/[^/]*$/, "restored")
    try {
      await play(postgres(server.url))
      const garrisonHere = await open(postgres(server.url))
      const { active_player_uuid: player } = await garrisonHere.login(credential)
      const before = (await garrisonHere.orders(player, { limit: 50 })).data.map(({ order_id }) => order_id)
      const dumped = run(await printed("backup", file, server.url))
      for (let count = 0; count < 10; count++) await garrisonHere.submitOrder(player, more)
      await dumped
      await garrisonHere.close()

      execFileSync(join(debianPostgres ?? "", "psql"), [server.url, "-c", "CREATE DATABASE restored"], {
        stdio: "pipe",
      })
      await run(await printed("restore", file, restoredUrl))
      await using restored = await open(postgres(restoredUrl))
      assert.strictEqual((await restored.login(credential)).active_player_uuid, player)
      const after = (await restored.orders(player, { limit: 50 })).data.map(({ order_id }) => order_id)
      assert.includeMembers(after, before)
      assert.strictEqual((await restored.submitOrder(player, more)).entries[0]?.result, "success")
      const verified = await garrison(["ledger", "verify", "--storage", restoredUrl], { cwd: temporaryDirectory() })
      assert.strictEqual(verified.code, 0, verified.stderr)
    } finally {
      await server.stop()
    }
  })
})
