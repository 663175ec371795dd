/** A login whose rows others change at every attempt gives up with its own code (decisions, section 4, step 13). */
import { assert, describe, it } from "@effect/vitest"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { LoginStore } from "@garrison/core/login/storing/LoginStore"
import { Players } from "@garrison/core/player/Players"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { testAct } from "../support/acts.ts"
import { onEachDatabase } from "../support/databases.ts"
import { useServer } from "../support/server.ts"
import { codeOf } from "./samples.ts"

onEachDatabase((name, database) => {
  describe(`a login that is overtaken on ${name}`, () => {
    /** Runs after a login has read what is stored, and before it stores. */
    let meanwhile = () => Promise.resolve()
    const interrupted = Layer.effect(
      LoginStore,
      Effect.map(LoginStore, (store) => ({
        ...store,
        recall: () => undefined,
        read: (question) => Effect.tap(store.read(question), () => Effect.promise(() => meanwhile())),
      })),
    )
    const server = useServer({ database, disturb: (services) => Layer.provide(services, interrupted as never) })

    /** Logs a device in, while at each of the first attempts its player is made by another login, or deleted. */
    const loginOvertaken = async (secret: string, attemptsOvertaken: number) => {
      const { call, player, run } = server.current
      let attempts = 0
      let made: PlayerUuid | undefined
      const overtake = async () => {
        if (made === undefined) return void (made = (await player(secret)).playerUuid as PlayerUuid)
        const uuid = made
        made = undefined
        await run(Effect.flatMap(Players, (players) => players.deletePerson(uuid, testAct)))
      }
      const count = async () => {
        attempts++
        // The other login is not interrupted itself.
        meanwhile = () => Promise.resolve()
        if (attempts <= attemptsOvertaken) await overtake()
        meanwhile = count
      }
      meanwhile = count
      const body = { grant_type: "anon", portal_access_token: secret }
      const reply = await call("POST", "/users/v1/login", { body })
      meanwhile = () => Promise.resolve()
      return { attempts, reply, status: reply.status, code: codeOf(reply) }
    }

    it("is let in at the attempt that is not overtaken", async () => {
      for (const overtaken of [0, 1, 2, 3]) {
        const { attempts, code, status } = await loginOvertaken(crypto.randomUUID(), overtaken)
        assert.deepStrictEqual([status, code, attempts], [200, undefined, overtaken + 1])
      }
    })

    it("is internal_error after the fourth attempt, and may be tried again", async () => {
      const secret = crypto.randomUUID()
      const { attempts, code, reply, status } = await loginOvertaken(secret, Infinity)
      assert.deepStrictEqual([status, code, attempts], [403, "internal_error", 4])
      assert.notProperty(reply.json, "access_token")
      const again = await loginOvertaken(secret, 0)
      assert.deepStrictEqual([again.status, again.code], [200, undefined])
    })
  })
})
