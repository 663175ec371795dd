/** Whose sessions are looked up when somebody says that some have ended (decisions, section 9). */
import { assert, describe, it } from "@effect/vitest"
import type { ByKind } from "@garrison/core/agreement/schema"
import { type AgreementDocument, AgreementSettings } from "@garrison/core/agreement/settings"
import type { Caller } from "@garrison/core/kernel/Caller"
import type { PlayerUuid, SessionId } from "@garrison/core/kernel/Identifier"
import { ANYBODY } from "@garrison/core/kernel/work/Signals"
import { Attendance } from "@garrison/core/notification/delivery/Attendance"
import { SessionLook } from "@garrison/core/notification/delivery/SessionLook"
import { makeSessionWatch } from "@garrison/core/notification/delivery/SessionWatch"
import type { FeedEnd } from "@garrison/core/operation/Feed"
import { AccessTokens } from "@garrison/core/token/AccessTokens"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { onEachDatabase } from "../../../support/databases.ts"
import { inLoginWorld, loginAnon } from "../../../support/logins.ts"

const callerOf = (name: string): Caller => ({
  kind: "player",
  subject: `player ${name}` as PlayerUuid,
  clientId: "game",
  permissions: [],
  sessionId: `session ${name}` as SessionId,
  platform: "Anon",
  portalUserId: name,
  tokenId: `token ${name}`,
  expiresAt: Number.POSITIVE_INFINITY,
})

/** Listeners with these names, a program that needs no token, and what is looked up of them. */
const listening = Effect.fnUntraced(function* (names: ReadonlyArray<string>, watch?: () => Effect.Effect<void>) {
  const asked: Array<ReadonlyArray<string>> = []
  const ended: Array<string> = []
  const gone = new Set<string>()
  const work: Array<Fiber.Fiber<void>> = []
  const attendance = new Attendance({
    listeners: { enter: () => undefined, leave: () => undefined },
    onFirst: () => undefined,
    onLast: () => undefined,
    onReady: () => undefined,
    onThrown: () => assert.fail("nothing throws"),
  })
  for (const caller of [undefined, ...names.map(callerOf)]) {
    const listener = yield* attendance.attend(
      { player: (caller?.subject ?? "host") as PlayerUuid, caller, face: attendance, kind: "stream" },
      { opensBy: Number.POSITIVE_INFINITY, stays: true },
      Effect.succeed,
    )
    listener.open({
      take: () => true,
      settled: () => undefined,
      beat: () => true,
      ended: () => void ended.push(caller?.portalUserId ?? "host"),
      queuedBytes: 0,
    })
  }
  const look = new SessionLook({
    attendance,
    watch: (callers) => {
      const told = callers.map(({ portalUserId }) => portalUserId)
      asked.push(told.toSorted())
      const verdicts = told.map((name): FeedEnd | undefined => (gone.has(name) ? "ended" : undefined))
      return Effect.as(watch?.() ?? Effect.void, verdicts)
    },
    fork: (one) => void work.push(Effect.runFork(one)),
  })
  const settled = Effect.suspend(() => Effect.forEach(work.splice(0), (fiber) => Fiber.await(fiber)))
  return { asked, attendance, ended, gone, look, settled }
})

describe("a look at sessions", () => {
  it.effect("is at those who are named, by session, player or token, in one search for all of a turn", () =>
    Effect.gen(function* () {
      const { asked, ended, gone, look, settled } = yield* listening(["ada", "ben", "cy", "dee"])
      for (const name of ["ada", "ben", "dee"]) gone.add(name)
      for (const one of ["session ada", "player ben", "token cy", "session stranger", "ada"]) look.about(one)
      yield* settled
      assert.deepStrictEqual([asked, ended.toSorted()], [[["ada", "ben", "cy"]], ["ada", "ben"]])
      look.about("session stranger")
      yield* settled
      assert.strictEqual(asked.length, 1)
    }),
  )

  it.effect("is at all with a token when it may be anybody, 200 at a time, and at none twice", () =>
    Effect.gen(function* () {
      const names = Array.from({ length: 450 }, (_, index) => `p${index}`)
      const { asked, ended, gone, look, settled } = yield* listening(names)
      gone.add("p449")
      look.about("session p1")
      look.about(ANYBODY)
      yield* settled
      assert.deepStrictEqual(
        asked.map(({ length }) => length),
        [200, 200, 50],
      )
      assert.deepStrictEqual(asked.flat().toSorted(), names.toSorted())
      assert.deepStrictEqual(ended, ["p449"])
    }),
  )

  it.effect("takes what is said while it runs, and one that fails keeps no later one from running", () =>
    Effect.gen(function* () {
      const during: Array<() => Effect.Effect<void>> = []
      const { asked, attendance, ended, gone, look, settled } = yield* listening(["ada", "ben"], () => {
        return during.shift()?.() ?? Effect.void
      })
      during.push(() => Effect.sync(() => look.about("player ben")))
      look.about("player ada")
      yield* settled
      assert.deepStrictEqual(asked, [["ada"], ["ben"]])
      during.push(() => Effect.die(new Error("storage is away")))
      look.about("player ada")
      yield* settled
      gone.add("ada")
      look.at(attendance.audience.everyone)
      yield* settled
      assert.deepStrictEqual([asked.at(-1), ended], [["ada", "ben"], ["ada"]])
    }),
  )
})

onEachDatabase((name, database) => {
  describe(`a look at a session on ${name}`, () => {
    it.effect("ends the stream of a player who has not accepted what is required now, alone or among others", () =>
      Effect.gen(function* () {
        const tokens = yield* AccessTokens
        const callers = yield* Effect.forEach([1, 2], (number) =>
          Effect.flatMap(loginAnon(number), ({ access_token }) => tokens.authenticate(`Bearer ${access_token}`)),
        )
        const asked = (agreements: ByKind<AgreementDocument | undefined>) =>
          Effect.gen(function* () {
            const settings = { ...(yield* AgreementSettings), agreements }
            const watch = yield* Effect.provideService(makeSessionWatch, AgreementSettings, settings)
            return [...(yield* watch(callers)), ...(yield* watch(callers.slice(0, 1)))]
          })
        const { agreements } = yield* AgreementSettings
        assert.deepStrictEqual(yield* asked(agreements), [undefined, undefined, undefined])
        const eula = { version: 1, url: "https://game.example/eula", sha256: "0".repeat(64), required: true }
        assert.deepStrictEqual(yield* asked({ ...agreements, eula }), ["ended", "ended", "ended"])
        assert.deepStrictEqual(yield* asked({ ...agreements, eula: { ...eula, required: false } }), [
          undefined,
          undefined,
          undefined,
        ])
      }).pipe(inLoginWorld({ database })),
    )
  })
})
