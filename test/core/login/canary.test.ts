/** No secret reaches the disk, and no error tells one (guarantees R22, R32). */
import { assert, describe, it } from "@effect/vitest"
import { Clients } from "@garrison/core/client/Clients"
import { Passwords } from "@garrison/core/login/password/Passwords"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { freshSqliteLayer } from "../../support/databases.ts"
import { createGameClient, deviceSecret, inLoginWorld, login, loginAnon, useRefresh } from "../../support/logins.ts"
import { testAct } from "../../support/acts.ts"
import { onDisk } from "../../support/onDisk.ts"

describe("secrets", () => {
  it.effect("of every kind of login leave no text in the database file or its log", () =>
    Effect.gen(function* () {
      const { credentials } = yield* createGameClient("studio")
      const machine = yield* (yield* Clients).create({ clientId: "server", kind: "machine", permissions: [] }, testAct)
      yield* (yield* Passwords).create({ username: "ada", password: "canary-password-1" }, testAct)
      yield* (yield* Passwords).change("ada", "canary-password-2", testAct)
      const include_refresh = true
      const anon = yield* loginAnon(1, { include_refresh, portal_display_name: "visible-name" }, { credentials })
      const basic = yield* login({
        grant_type: "basic",
        portal_access_token: "ada:canary-password-2",
        include_refresh,
      })
      const first = yield* useRefresh(anon.refresh_token, {}, { credentials })
      const second = yield* useRefresh(first.refresh_token, {}, { credentials })
      yield* TestClock.adjust("1 minute")
      const results = [anon, basic, first, second]
      yield* login({ grant_type: "client_credentials", portal_access_token: `server:${machine.secret}` })
      const wrong = ["ada:canary-password-3", "eve:canary-password-4"]
      const failures = yield* Effect.forEach(
        [
          ...wrong.map((token) => login({ grant_type: "basic", portal_access_token: token })),
          loginAnon(1, {}, { credentials: { clientId: "studio", secret: "canary-client-secret" } }),
          useRefresh(anon.refresh_token, {}, { credentials }),
          loginAnon(1, { portal_access_token: "canary-short" }),
        ],
        (attempt) => Effect.map(Effect.exit(attempt), (exit) => (exit._tag === "Failure" ? exit.cause : undefined)),
      )

      const secrets = [
        deviceSecret(1),
        "canary",
        credentials.secret,
        machine.secret ?? "",
        ...results.map((result) => result.access_token),
        ...results.map((result) => result.refresh_token ?? ""),
      ]
      for (const secret of secrets) assert.isAbove(secret.length, 5)
      const disk = yield* onDisk
      assert.isAbove(disk.length, 1)
      // What is no secret is found, so the search would find a secret too.
      assert.isTrue(disk.some((bytes) => bytes.includes("visible-name")))
      for (const secret of secrets) {
        assert.isFalse(
          disk.some((bytes) => bytes.includes(secret)),
          secret,
        )
      }
      for (const cause of failures) {
        assert.isDefined(cause)
        const told = `${JSON.stringify(cause)}${cause === undefined ? "" : Cause.pretty(cause)}`
        for (const secret of secrets) assert.notInclude(told, secret)
      }
    }).pipe(inLoginWorld({ database: freshSqliteLayer })),
  )
})
