/**
 * What cuts off a thief of a secret or a token: a new secret of a machine client, disabling or removing a client, the
 * end of a session (decisions, sections 3 and 8; guarantees R27 and R44). Two nodes over one database.
 */
import { actorOf } from "@garrison/core/operation/Act"
import { assert, describe, it } from "@effect/vitest"
import { Clients } from "@garrison/core/client/Clients"
import { Players } from "@garrison/core/player/Players"
import { Restrictions } from "@garrison/core/restriction/Restrictions"
import { AccessTokens } from "@garrison/core/token/AccessTokens"
import { Sessions } from "@garrison/core/token/Sessions"
import { SessionStore } from "@garrison/core/token/SessionStore"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { onEachDatabase } from "../../support/databases.ts"
import { codeOf, inLoginWorld, login, loginAnon, secondNode, useRefresh, whoIs } from "../../support/logins.ts"
import { testAct } from "../../support/acts.ts"

const createMachine = Effect.flatMap(Clients, (clients) =>
  clients.create(
    { clientId: "server", kind: "machine", permissions: ["account:config:edit", "catalog:edit"] },
    testAct,
  ),
).pipe(
  Effect.orDie,
  Effect.map(({ secret }) => secret ?? ""),
)

/** The access token that a secret of the machine client gets. */
const tokenBy = (secret: string) =>
  Effect.map(
    login({ grant_type: "client_credentials", portal_access_token: `server:${secret}` }),
    ({ access_token }) => access_token,
  )

const authenticate = (token: string) => Effect.flatMap(AccessTokens, (tokens) => tokens.authenticate(`Bearer ${token}`))

/** The answer to a token that is presented to read. */
const read = (token: string) => codeOf(authenticate(token))

const setSecret = Effect.fnUntraced(function* (token: string, query: { readonly rotate_secret?: boolean } = {}) {
  const caller = yield* authenticate(token)
  const body = query.rotate_secret === true ? {} : { client_secret: "a secret of more than thirty-two characters" }
  return (yield* (yield* Clients).updateOwn(caller, body, query, { actor: actorOf(caller, "") })).client_secret
})

/** The answer to a token that is presented to set the next secret. */
const set = (token: string, query?: { readonly rotate_secret?: boolean }) => codeOf(setSecret(token, query))

const rotate = (overlapSeconds: number) =>
  Effect.flatMap(Clients, (clients) => clients.rotate("server", { overlapSeconds }, testAct)).pipe(
    Effect.map(({ secret = "" }) => secret),
  )

const expired = "auth_token_expired"
const denied = "insufficient_permissions"

/** Another node, and a function that runs an effect on it. */
const elsewhere = Effect.map(
  Layer.build(secondNode),
  (node) =>
    <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      Effect.provideContext(effect, node as Context.Context<R>),
)

onEachDatabase((name, database) => {
  const world = <A, E, R>(test: Effect.Effect<A, E, R>) => Effect.scoped(test).pipe(inLoginWorld({ database }))

  describe(`a leaked machine secret on ${name}`, () => {
    it.effect("that another node replaces without an overlap: its token neither sets the next secret nor reads", () =>
      Effect.gen(function* () {
        const there = yield* elsewhere
        const leaked = yield* createMachine
        const token = yield* tokenBy(leaked)
        assert.strictEqual(yield* read(token), "ok")
        const next = yield* there(rotate(0))
        assert.strictEqual(yield* codeOf(tokenBy(leaked)), "client_credentials_invalid")
        assert.strictEqual(yield* read(token), "ok", "this node has looked it up less than a minute ago")
        assert.strictEqual(yield* set(token), expired)
        assert.strictEqual(yield* set(token, { rotate_secret: true }), expired)
        yield* TestClock.adjust("60 seconds")
        assert.strictEqual(yield* read(token), expired)
        assert.strictEqual(yield* set(yield* tokenBy(next)), "ok")
      }).pipe(world),
    )

    it.effect("whose session another node ends after the check: its token does not set the next secret", () =>
      Effect.gen(function* () {
        const there = yield* elsewhere
        const token = yield* tokenBy(yield* createMachine)
        const caller = yield* authenticate(token)
        const end = there(Sessions.use((sessions) => sessions.end(caller, "operator")))
        let checks = 0
        const overtaken = Layer.effect(
          SessionStore,
          Effect.map(SessionStore, (store) => ({
            ...store,
            standing: (...asked: Parameters<typeof store.standing>) =>
              Effect.tap(store.standing(...asked), () => (checks++ === 0 ? end : Effect.void)),
          })),
        )
        const clients = Layer.fresh(Clients.layer).pipe(Layer.provide(overtaken))
        assert.strictEqual(yield* Effect.provide(set(token), clients), expired)
      }).pipe(world),
    )

    it.effect("that this node replaces without an overlap: its tokens are refused at once", () =>
      Effect.gen(function* () {
        const leaked = yield* createMachine
        const tokens = [yield* tokenBy(leaked), yield* tokenBy(leaked)]
        for (const token of tokens) assert.strictEqual(yield* read(token), "ok")
        yield* rotate(0)
        for (const token of tokens) assert.strictEqual(yield* read(token), expired)
      }).pipe(world),
    )

    it.effect("that its owner replaces with a chosen secret: every token is refused, also the owner's", () =>
      Effect.gen(function* () {
        const leaked = yield* createMachine
        const [stolen, own] = [yield* tokenBy(leaked), yield* tokenBy(leaked)]
        assert.strictEqual(yield* read(stolen), "ok")
        const next = yield* setSecret(own)
        assert.deepStrictEqual([yield* read(stolen), yield* read(own)], [expired, expired])
        assert.strictEqual(yield* read(yield* tokenBy(next)), "ok")
      }).pipe(world),
    )

    it.effect("stays valid for its overlap, but sets no secret any more, also with a later token", () =>
      Effect.gen(function* () {
        const leaked = yield* createMachine
        const early = yield* tokenBy(leaked)
        const next = yield* rotate(600)
        const late = yield* tokenBy(leaked)
        for (const token of [early, late]) {
          assert.strictEqual(yield* set(token), denied)
          assert.strictEqual(yield* set(token, { rotate_secret: true }), denied)
          assert.strictEqual(yield* read(token), "ok")
        }
        yield* TestClock.adjust("10 minutes")
        for (const token of [early, late]) assert.strictEqual(yield* read(token), expired, "with its secret")
        assert.strictEqual(yield* set(yield* tokenBy(next)), "ok")
      }).pipe(world),
    )

    it.effect("that a third secret drops takes its tokens with it, and leaves the tokens of the second", () =>
      Effect.gen(function* () {
        const first = yield* createMachine
        const ofFirst = yield* tokenBy(first)
        const second = yield* setSecret(ofFirst, { rotate_secret: true })
        const ofSecond = yield* tokenBy(second)
        assert.deepStrictEqual([yield* read(ofFirst), yield* read(ofSecond)], ["ok", "ok"])
        yield* setSecret(ofSecond, { rotate_secret: true })
        assert.deepStrictEqual([yield* read(ofFirst), yield* read(ofSecond)], [expired, "ok"])
        assert.strictEqual(yield* set(ofFirst), expired)
      }).pipe(world),
    )
  })

  describe(`a client on ${name}`, () => {
    it.effect("that is disabled is refused at once here and within a minute elsewhere; enabling revives no token", () =>
      Effect.gen(function* () {
        const there = yield* elsewhere
        const clients = yield* Clients
        const secret = yield* createMachine
        const token = yield* tokenBy(secret)
        assert.deepStrictEqual([yield* read(token), yield* there(read(token))], ["ok", "ok"])
        yield* clients.setDisabled("server", true, testAct)
        assert.deepStrictEqual([yield* read(token), yield* there(read(token))], [expired, "ok"])
        assert.strictEqual(yield* there(set(token)), expired, "where it is remembered it may set no secret")
        yield* clients.setDisabled("server", false, testAct)
        yield* TestClock.adjust("60 seconds")
        assert.deepStrictEqual([yield* read(token), yield* there(read(token))], [expired, expired])
        assert.strictEqual(yield* read(yield* tokenBy(secret)), "ok")
      }).pipe(world),
    )

    it.effect("that is removed is refused at once here and within a minute elsewhere", () =>
      Effect.gen(function* () {
        const there = yield* elsewhere
        const token = yield* tokenBy(yield* createMachine)
        assert.deepStrictEqual([yield* read(token), yield* there(read(token))], ["ok", "ok"])
        yield* (yield* Clients).remove("server", testAct)
        assert.strictEqual(yield* read(token), expired)
        yield* TestClock.adjust("60 seconds")
        assert.strictEqual(yield* there(read(token)), expired)
        assert.strictEqual(yield* codeOf((yield* Clients).remove("server", testAct)), "resource_not_found")
      }).pipe(world),
    )

    it.effect("also ends the sessions of players who logged in through it, and their refresh tokens", () =>
      Effect.gen(function* () {
        const clients = yield* Clients
        const { access_token: token, refresh_token } = yield* loginAnon(1, { include_refresh: true })
        assert.strictEqual(yield* read(token), "ok")
        yield* clients.setDisabled("game", true, testAct)
        assert.strictEqual(yield* read(token), expired)
        yield* clients.setDisabled("game", false, testAct)
        assert.strictEqual(yield* codeOf(useRefresh(refresh_token)), "refresh_token_not_found")
        assert.strictEqual(yield* read((yield* loginAnon(1)).access_token), "ok")
      }).pipe(world),
    )
  })

  describe(`a session on ${name}`, () => {
    const loggedIn = Effect.map(loginAnon(1, { include_refresh: true }), (result) => ({
      ...whoIs(result),
      token: result.access_token,
      refreshToken: result.refresh_token,
    }))
    type LoggedIn = Effect.Success<typeof loggedIn>

    const endings = {
      "a logout": ({ token }: LoggedIn) =>
        Effect.gen(function* () {
          yield* (yield* Sessions).end(yield* authenticate(token), "logout")
        }),
      "the end of its one token": ({ token }: LoggedIn) =>
        Effect.gen(function* () {
          const { expiresAt, tokenId } = yield* authenticate(token)
          yield* (yield* Sessions).endToken(tokenId, expiresAt)
        }),
      "a ban": ({ personId }: LoggedIn) =>
        Effect.flatMap(Restrictions, (restrictions) => restrictions.add({ personId, type: "account_ban" }, testAct)),
      "deletion of the person": ({ playerUuid }: LoggedIn) =>
        Effect.flatMap(Players, (players) => players.deletePerson(playerUuid, testAct)),
      "the return of an exchanged refresh token": ({ refreshToken }: LoggedIn) =>
        Effect.gen(function* () {
          yield* useRefresh(refreshToken)
          yield* TestClock.adjust("10 seconds")
          yield* codeOf(useRefresh(refreshToken))
        }),
    }
    for (const [ending, end] of Object.entries(endings)) {
      it.effect(`ends at once here, and within a minute elsewhere, by ${ending}`, () =>
        Effect.gen(function* () {
          const there = yield* elsewhere
          const session = yield* loggedIn
          const { token } = session
          assert.deepStrictEqual([yield* read(token), yield* there(read(token))], ["ok", "ok"])
          yield* end(session)
          assert.deepStrictEqual([yield* read(token), yield* there(read(token))], [expired, "ok"])
          yield* TestClock.adjust("60 seconds")
          assert.deepStrictEqual([yield* read(token), yield* there(read(token))], [expired, expired])
        }).pipe(world),
      )
    }

    it.effect("ends at once, as the oldest of twenty, when its player opens another; so does its refresh token", () =>
      Effect.gen(function* () {
        const sessions = yield* Effect.all(Array.from({ length: 20 }, () => loggedIn))
        const stranger = yield* loginAnon(2, { include_refresh: true })
        const [oldest, second] = sessions
        assert.deepStrictEqual([yield* read(oldest?.token ?? ""), yield* read(second?.token ?? "")], ["ok", "ok"])
        yield* loggedIn
        assert.deepStrictEqual([yield* read(oldest?.token ?? ""), yield* read(second?.token ?? "")], [expired, "ok"])
        assert.strictEqual(yield* codeOf(useRefresh(oldest?.refreshToken)), "refresh_token_not_found")
        assert.strictEqual(yield* codeOf(useRefresh(second?.refreshToken)), "ok")
        assert.strictEqual(yield* codeOf(useRefresh(stranger.refresh_token)), "ok")
      }).pipe(world),
    )
  })
})

describe("a machine client", () => {
  it.effect("keeps as many sessions as the settings allow; the oldest end", () =>
    Effect.gen(function* () {
      const secret = yield* createMachine
      const tokens = yield* Effect.all(Array.from({ length: 4 }, () => tokenBy(secret)))
      assert.deepStrictEqual(yield* Effect.forEach(tokens, read), [expired, "ok", "ok", "ok"])
    }).pipe(inLoginWorld({ settings: { sessionsPerMachineMax: 3 } })),
  )
})
