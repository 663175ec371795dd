/** Tokens that an operator mints: they belong to a session, and end with it. */
import { assert, it } from "@effect/vitest"
import * as Garrison from "@garrison/core/Garrison"
import { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Players } from "@garrison/core/player/Players"
import { Restrictions } from "@garrison/core/restriction/Restrictions"
import { defaultSettings, settingsInForce } from "@garrison/core/settings"
import { AccessTokens } from "@garrison/core/token/AccessTokens"
import { sqlite } from "@garrison/sql/storage"
import { uuid } from "@garrison/sql/uuid"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { join } from "node:path"
import { demoDirectory, garrison } from "./support/inProcess.ts"
import { testAct } from "../support/acts.ts"

it("a ban ends the token that an operator minted for the player, and no other is minted", async () => {
  const cwd = await demoDirectory()
  const file = join(cwd, "garrison.db")
  const { DatabaseSync } = process.getBuiltinModule("node:sqlite")
  const database = new DatabaseSync(file, { readOnly: true })
  const player = uuid(database.prepare("SELECT player_uuid FROM player LIMIT 1").get()?.["player_uuid"])
  database.close()
  const authorization = `Bearer ${(await garrison(["token", "--player", player], { cwd })).stdout.trim()}`
  // Looks again at every use, so that the test need not wait for the minute within which a ban reaches everybody.
  const settings = { ...defaultSettings, verificationCacheSeconds: 0 }
  const services = Garrison.layer.pipe(Layer.provideMerge(sqlite(file)), Layer.provide(settingsInForce(settings)))
  const used = Effect.gen(function* () {
    const tokens = yield* AccessTokens
    const caller = yield* tokens.authenticate(authorization)
    assert.strictEqual(caller.subject, player)
    assert.strictEqual(caller.clientId, "garrison-cli")
    const { personId } = yield* (yield* Players).find(PlayerUuid.make(player))
    yield* (yield* Restrictions).add({ personId, type: "account_ban" }, testAct)
    const refused = yield* Effect.flip(tokens.authenticate(authorization))
    assert.strictEqual(refused.code, "auth_token_expired")
  })
  await Effect.runPromise(Effect.provide(used, services))
  const run = await garrison(["token", "--player", player], { cwd })
  assert.strictEqual(run.code, 4, run.stderr)
  assert.include(run.stderr, "account_ban is in force")
})
