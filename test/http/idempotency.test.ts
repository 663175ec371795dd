/**
 * Repeated requests over a real socket: PUT /v2/account/me/m2m-credentials and POST …/notification with an
 * Idempotency-Key do their work once, however often and however broken off they arrive (guarantees R5).
 */
import { Clients } from "@garrison/core/client/Clients"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { connect } from "node:net"
import { onEachDatabase } from "../support/databases.ts"
import { LOOPBACK } from "../support/loopback.ts"
import type { Reply } from "../support/httpCaller.ts"
import { useServer } from "../support/server.ts"
import { codeOf, detailsOf } from "./samples.ts"
import { testAct } from "../support/acts.ts"

const credentials = "/v2/account/me/m2m-credentials"
const rotation = `${credentials}?rotate_secret=true`

interface Account {
  readonly client_secret: string
}

onEachDatabase((name, database) => {
  describe(`an Idempotency-Key on ${name}`, () => {
    const server = useServer({ database })

    /** A machine client, and a token that it got by logging in. */
    const account = async () => {
      const { client, secret = "" } = await server.current.run(
        Effect.flatMap(Clients, (clients) =>
          clients.create({ kind: "machine", permissions: ["account:config:edit"] }, testAct),
        ),
      )
      const login = (presented: string) =>
        server.current.call("POST", "/users/v1/login", {
          body: { grant_type: "client_credentials", portal_access_token: `${client.clientId}:${presented}` },
        })
      const tokenBy = async (presented: string) =>
        ((await login(presented)).json as { readonly access_token: string }).access_token
      const token = await tokenBy(secret)
      const rotate = (key: string | undefined, path = rotation, body?: unknown, as = token) =>
        server.current.call("PUT", path, {
          token: as,
          headers: key === undefined ? {} : { "idempotency-key": key },
          ...(body !== undefined && { body }),
        })
      return { client, login, rotate, secret, token, tokenBy }
    }

    const notifier = async () => {
      const { playerUuid, token } = await server.current.player()
      const machine = await server.current.machine("notification:playerid:write")
      const path = `/notification/v1/playerid/${playerUuid}/notification`
      const send = (key: string | undefined, message = "hello", from = machine) =>
        server.current.call("POST", path, {
          token: from,
          headers: key === undefined ? {} : { "idempotency-key": key },
          body: { message, custom_data: { b: "\u{1F600}", a: "1" } },
        })
      const received = async () => {
        const page = await server.current.call("GET", "/notification/v1/playerid/me/notification?page_size=100", {
          token,
        })
        return (page.json as { readonly notifications: ReadonlyArray<unknown> }).notifications
      }
      return { machine, path, received, send }
    }

    const twenty = <A>(one: () => Promise<A>): Promise<ReadonlyArray<A>> =>
      Promise.all(Array.from({ length: 20 }, () => one()))

    it("makes one rotation of twenty at once, and every answer has its secret", async () => {
      const { login, rotate, secret } = await account()
      const key = randomUUID()
      const replies = await twenty(() => rotate(key))
      assert.deepStrictEqual([...new Set(replies.map(({ status }) => status))], [200])
      assert.strictEqual(new Set(replies.map(({ text }) => text)).size, 1)
      const [first] = replies
      const { client_secret: made } = (first as Reply).json as Account
      assert.strictEqual((await login(made)).status, 200)
      // Two rotations would have pushed it out.
      assert.strictEqual((await login(secret)).status, 200)
    })

    it("(control) is needed for that: twenty at once without one do not get one answer", async () => {
      const { rotate } = await account()
      const replies = await twenty(() => rotate(undefined))
      assert.isAbove(new Set(replies.map(({ text }) => text)).size, 1)
    })

    it("makes one notification of twenty at once, and twenty get it", async () => {
      const { received, send } = await notifier()
      const key = randomUUID()
      const replies = await twenty(() => send(key))
      assert.strictEqual(new Set(replies.map(({ text }) => text)).size, 1)
      assert.deepStrictEqual(await received(), [replies[0]?.json])
    })

    it("(control) is needed for that: twenty at once without one are twenty notifications", async () => {
      const { received, send } = await notifier()
      await twenty(() => send(undefined))
      assert.lengthOf(await received(), 20)
    })

    /** Sends a request and destroys the connection: before, while or after the answer is on its way. */
    const breakOff = async (request: string, isPatient: boolean) => {
      const socket = connect(server.current.port, LOOPBACK)
      await once(socket, "connect")
      socket.write(request)
      // Until the first bytes of the answer, which is nowhere when nobody has read it.
      if (isPatient) await once(socket, "data")
      socket.destroy()
    }

    const rawRequest = (method: string, path: string, token: string, key: string, body: string) =>
      [
        `${method} ${path} HTTP/1.1`,
        "Host: localhost",
        `Authorization: Bearer ${token}`,
        `Idempotency-Key: ${key}`,
        "Content-Type: application/json",
        `Content-Length: ${Buffer.byteLength(body)}`,
        "",
        body,
      ].join("\r\n")

    it("gives the secret of a rotation whose answer was lost, also after the next rotation", async () => {
      const { login, rotate, secret, token, tokenBy } = await account()
      let [current, as] = [secret, token]
      const answers: Array<readonly [key: string, text: string]> = []
      for (const isPatient of [true, false]) {
        const key = randomUUID()
        await breakOff(rawRequest("PUT", rotation, as, key, "{}"), isPatient)
        const first = await rotate(key, rotation, {}, as)
        assert.strictEqual(first.status, 200, first.text)
        assert.strictEqual(first.headers["cache-control"], "no-store")
        answers.push([key, first.text])
        const { client_secret: made } = first.json as Account
        assert.match(made, /^gar_/)
        // One rotation for both requests: a second one would have ended the secret before.
        assert.strictEqual((await login(current)).status, 200)
        current = made
        as = await tokenBy(made)
        const [[earlier, text] = ["", ""]] = answers
        assert.strictEqual((await rotate(earlier, rotation, {}, as)).text, text)
      }
      assert.strictEqual(codeOf(await rotate(randomUUID(), rotation, {}, token)), "auth_token_expired")
    })

    it("gives that secret neither to another session of an older secret nor to an ended session", async () => {
      const { client, rotate, secret, token, tokenBy } = await account()
      const stolen = await tokenBy(secret)
      const key = "guessable"
      const first = await rotate(key)
      assert.strictEqual(first.status, 200, first.text)
      assert.strictEqual((await rotate(key)).text, first.text)
      assert.strictEqual(codeOf(await rotate(key, rotation, undefined, stolen)), "insufficient_permissions")
      const next = await tokenBy((first.json as Account).client_secret)
      assert.strictEqual((await rotate(key, rotation, undefined, next)).text, first.text)
      // By another process, so that this one remembers the token.
      await server.current.run(
        Effect.flatMap(SqlClient.SqlClient, (sql) =>
          sql.withTransaction(sql`UPDATE client SET generation = generation + 2 WHERE client_id = ${client.clientId}`),
        ).pipe(Effect.orDie),
      )
      assert.strictEqual(codeOf(await rotate(key, rotation, undefined, token)), "auth_token_expired")
    })

    it("answers with the notification whose answer was lost, and sends no second one", async () => {
      const { machine, path, received, send } = await notifier()
      const body = JSON.stringify({ message: "hello", custom_data: { b: "\u{1F600}", a: "1" } })
      for (const isPatient of [true, false, true]) {
        const key = randomUUID()
        await breakOff(rawRequest("POST", path, machine, key, body), isPatient)
        const reply = await send(key)
        assert.strictEqual(reply.status, 200, reply.text)
        assert.deepStrictEqual((await received())[0], reply.json)
      }
      assert.lengthOf(await received(), 3)
    })

    it("of another request is refused with 409, and changes nothing", async () => {
      const { received, send } = await notifier()
      const key = randomUUID()
      const first = await send(key)
      const other = await send(key, "something else")
      assert.deepStrictEqual([other.status, codeOf(other)], [409, "idempotency_key_conflict"])
      assert.propertyVal(other.json, "auth_success", true)
      assert.strictEqual((await send(key)).text, first.text)
      assert.lengthOf(await received(), 1)
      const { login, rotate, secret } = await account()
      assert.strictEqual((await rotate(key, credentials, { description: "a" })).status, 200)
      for (const [path, body] of [
        [credentials, { description: "b" }],
        [rotation, { description: "a" }],
        [credentials, {}],
      ] as const) {
        assert.strictEqual(codeOf(await rotate(key, path, body)), "idempotency_key_conflict")
      }
      assert.strictEqual((await rotate(key, `${credentials}?rotate_secret=false`, { description: "a" })).status, 200)
      assert.strictEqual((await login(secret)).status, 200)
    })

    it("is the caller's own: the same one of another is another request", async () => {
      const { received, send } = await notifier()
      const key = randomUUID()
      await send(key)
      await send(key, "hello", await server.current.machine("notification:playerid:write"))
      assert.lengthOf(await received(), 2)
    })

    it("has 1 to 255 visible ASCII characters; any other is 422, listed with other mistakes", async () => {
      const { received, send } = await notifier()
      const place = "header.idempotency-key"
      for (const [key, type] of [
        ["", "string_too_short"],
        ["x".repeat(256), "string_too_long"],
        ["a b", "value_error"],
        ["caf\u00e9", "value_error"],
      ] as const) {
        assert.deepStrictEqual(detailsOf(await send(key)), [[place, type]], key)
      }
      assert.deepStrictEqual(detailsOf(await send("a b", "x".repeat(4097))), [
        [place, "value_error"],
        ["body.message", "string_too_long"],
      ])
      assert.lengthOf(await received(), 0)
      for (const key of ["1", "x".repeat(255), '"quoted"', "~!@#$%^&*()_+"])
        assert.strictEqual((await send(key)).status, 200)
      assert.lengthOf(await received(), 4)
    })

    it("does not open an answer to a client that has been disabled since", async () => {
      const { client, rotate } = await account()
      const key = randomUUID()
      const first = await rotate(key)
      const setDisabled = (disabled: boolean) =>
        server.current.run(
          Effect.flatMap(Clients, (clients) => clients.setDisabled(client.clientId, disabled, testAct)),
        )
      await setDisabled(true)
      const refused = await rotate(key)
      assert.strictEqual(refused.status, 403, refused.text)
      assert.notInclude(refused.text, (first.json as Account).client_secret)
    })

    it("keeps no refusal: the next request with the key is carried out", async () => {
      const key = randomUUID()
      const machine = await server.current.machine("notification:playerid:write")
      const unknown = `/notification/v1/playerid/${randomUUID()}/notification`
      const headers = { "idempotency-key": key }
      const missing = await server.current.call("POST", unknown, { token: machine, headers, body: { message: "m" } })
      assert.strictEqual(missing.status, 404)
      const { path, received } = await notifier()
      const sent = await server.current.call("POST", path, { token: machine, headers, body: { message: "m" } })
      assert.strictEqual(sent.status, 200)
      assert.lengthOf(await received(), 1)
    })

    it("and the secret that it was answered with are nowhere in the database", async () => {
      const { rotate, token, tokenBy } = await account()
      const key = randomUUID()
      const { client_secret: made } = (await rotate(key)).json as Account
      const chosen = `chosen-${randomUUID()}-${randomUUID()}`
      const choice = await rotate(`${key}-2`, credentials, { client_secret: chosen }, await tokenBy(made))
      assert.strictEqual(choice.status, 200)
      const rows = await server.current.run(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const found: Array<Readonly<Record<string, unknown>>> = []
          for (const table of ["idempotent_answer", "client_secret", "client"]) {
            found.push(...(yield* sql`SELECT * FROM ${sql(table)}`))
          }
          return found
        }),
      )
      const stored = rows
        .flatMap((row) => Object.values(row))
        .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : String(value)))
        .join("\n")
      assert.isAbove(rows.length, 4)
      for (const secret of [made, made.slice(4, 40), key, chosen, token]) assert.notInclude(stored, secret)
    })
  })
})
