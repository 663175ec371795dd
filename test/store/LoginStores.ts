/** What every store of passwords, login history, failed attempts and security events does. */
import { assert, layer as withLayer } from "@effect/vitest"
import type { SecurityEventKind } from "@garrison/core/audit/schema"
import { SecurityEventStore } from "@garrison/core/audit/SecurityEventStore"
import type { SecurityEvent } from "@garrison/core/audit/schema"
import type { Transaction } from "@garrison/core/kernel/work/Transaction"
import { type CountedPlace, type FailureAdded, FailureStore } from "@garrison/core/login/throttle/FailureStore"
import { LoginHistoryStore, type LoginRecord } from "@garrison/core/login/storing/LoginHistoryStore"
import { PasswordStore } from "@garrison/core/login/password/PasswordStore"
import type { PlayerStore } from "@garrison/core/player/PlayerStore"
import { makeTakeBack } from "@garrison/sql/login/SqlFailureStore"
import { uuids } from "@garrison/sql/uuid"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { randomUUID } from "node:crypto"
import { inUnit, newClientUuid, newOwner, newPersonId, newSessionId } from "../support/identities.ts"
import { untilMet } from "../support/untilWaiting.ts"

/** The stores that the suite needs. */
export type LoginStores =
  | PasswordStore
  | LoginHistoryStore
  | FailureStore
  | SecurityEventStore
  | PlayerStore
  | Transaction
  | SqlClient.SqlClient

/** A version 7 UUID of this millisecond. */
const idAt = (at: number): string => {
  const digits = at.toString(16).padStart(12, "0")
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7${randomUUID().slice(15)}`
}

/** Runs the suite against the stores that `layer` gives. */
export const suite = (name: string, layer: Layer.Layer<LoginStores>): void => {
  withLayer(layer)(`stores of logins on ${name}`, (it) => {
    it.effect("a user name belongs to one account; its hash is replaced only if it is the known one", () =>
      Effect.gen(function* () {
        const store = yield* PasswordStore
        const account = { accountId: randomUUID(), username: "ada", displayName: "Ada", hash: "$argon2id$1" }
        assert.isUndefined(yield* store.find("ada"))
        assert.isTrue(yield* inUnit(store.create(account, 1)))
        assert.isFalse(yield* inUnit(store.create({ ...account, accountId: randomUUID() }, 1)))
        assert.isFalse(yield* inUnit(store.replaceHash("ada", "$argon2id$0", "$argon2id$2", 2)))
        assert.deepStrictEqual(yield* store.find("ada"), account)
        assert.isTrue(yield* inUnit(store.replaceHash("ada", "$argon2id$1", "$argon2id$2", 2)))
        assert.isTrue(yield* inUnit(store.replaceHash("ada", undefined, "$argon2id$3", 3)))
        assert.isFalse(yield* inUnit(store.replaceHash("eve", undefined, "$argon2id$3", 3)))
        assert.deepStrictEqual(yield* store.find("ada"), { ...account, hash: "$argon2id$3" })
      }),
    )

    it.effect("history is found newest first, and pruned by age", () =>
      Effect.gen(function* () {
        const store = yield* LoginHistoryStore
        const { personId, playerUuid, platform } = yield* newOwner
        const record = (at: number): LoginRecord => ({
          loginId: idAt(at),
          at,
          sessionId: newSessionId(),
          grantType: "anon",
          clientUuid: newClientUuid(),
          address: "192.0.2.1",
          userAgent: "test",
          player: { personId, playerUuid, platform },
        })
        const records = [record(1000), record(2000), record(3000)] as const
        yield* Effect.forEach(records, (wanted) => inUnit(store.record(wanted, 9)))
        const machine = { ...record(500), grantType: "client_credentials" as const, player: undefined }
        yield* inUnit(store.record(machine, 9))
        assert.deepStrictEqual(yield* store.ofPerson(personId, 2), [records[2], records[1]])
        assert.deepStrictEqual(yield* store.ofClient(machine.clientUuid, 2), [machine])
        assert.deepStrictEqual(yield* store.ofClient(records[0].clientUuid, 2), [])
        assert.strictEqual(yield* store.prune(2000, 1), 1)
        assert.strictEqual(yield* store.prune(2000, 9), 1)
        assert.strictEqual(yield* store.prune(2000, 9), 0)
        assert.deepStrictEqual(yield* store.ofPerson(personId, 9), [records[2], records[1]])
      }),
    )

    it.effect("history keeps as many entries of a person, and of a machine client, as allowed: the newest", () =>
      Effect.gen(function* () {
        const store = yield* LoginHistoryStore
        const sql = yield* SqlClient.SqlClient
        const [owner, other] = [yield* newOwner, yield* newOwner]
        const machine = newClientUuid()
        const record = (at: number, player: LoginRecord["player"]): LoginRecord => ({
          loginId: idAt(at),
          at,
          sessionId: newSessionId(),
          grantType: "anon",
          clientUuid: machine,
          address: "192.0.2.1",
          userAgent: "test",
          player,
        })
        for (let at = 1001; at <= 1005; at++) {
          for (const player of [owner, other, undefined]) yield* inUnit(store.record(record(at, player), 3))
        }
        for (const { personId } of [owner, other]) {
          assert.deepStrictEqual(
            (yield* store.ofPerson(personId, 9)).map(({ at }) => at),
            [1005, 1004, 1003],
          )
        }
        const ofMachine = yield* sql`SELECT at FROM machine_login WHERE client_uuid = ${uuids(sql).id(machine)}`
        assert.sameMembers(
          ofMachine.map(({ at }) => Number(at)),
          [1003, 1004, 1005],
        )
      }),
    )

    it.effect("a bucket fills by one failure at a time up to its limit, leaks, and does not go back in time", () =>
      Effect.gen(function* () {
        const store = yield* FailureStore
        const key = { subject: "account", bucket: 5 } as const
        const failure: FailureAdded = { ...key, leakMillis: 100, forgottenAfterMaxMillis: 300 }
        const after = (at: number) =>
          Effect.andThen(
            inUnit(store.add([failure], at)),
            Effect.map(store.read([key]), ([found]) => [found?.at, found?.forgottenAt]),
          )
        assert.deepStrictEqual(yield* store.read([key]), [])
        assert.deepStrictEqual(yield* after(1000), [1000, 1100])
        assert.deepStrictEqual(yield* after(1050), [1050, 1200])
        assert.deepStrictEqual(yield* after(900), [1050, 1300], "a clock that is behind counts too")
        assert.deepStrictEqual(yield* after(900), [1050, 1350])
        assert.deepStrictEqual(yield* after(1060), [1060, 1360])
        assert.deepStrictEqual(yield* after(1060), [1060, 1360])
        assert.deepStrictEqual(yield* after(5000), [5000, 5100])
        const familiar = { subject: "familiar", bucket: 2 ** 48 - 1 } as const
        yield* inUnit(store.settle(key, familiar, 6000, 7000))
        yield* inUnit(store.settle(key, familiar, 6500, 7500))
        assert.deepStrictEqual(yield* store.read([key, familiar]), [
          { subject: "familiar", at: 6500, forgottenAt: 7500 },
        ])
      }),
    )

    it.effect("a failure is taken back as if it had never been, and leaves those that came after it", () =>
      Effect.gen(function* () {
        const store = yield* FailureStore
        const key = { subject: "address", bucket: 77 } as const
        const failure: FailureAdded = { ...key, leakMillis: 100, forgottenAfterMaxMillis: 1000 }
        const add = (at: number) => inUnit(store.add([failure], at))
        const takeBack = (at: number, before: number | undefined) =>
          inUnit(store.takeBack([{ ...failure, at, before }]))
        const found = Effect.map(store.read([key]), ([record]) => record && [record.at, record.forgottenAt])
        yield* add(1000)
        yield* takeBack(1000, undefined)
        assert.isUndefined(yield* found)
        yield* takeBack(1000, undefined)
        assert.isUndefined(yield* found, "what has leaked away meanwhile is no matter")

        yield* add(2000)
        yield* add(2010)
        yield* takeBack(2010, 2000)
        assert.deepStrictEqual(yield* found, [2000, 2100], "the time of the latest one comes back too")
        yield* add(2020)
        yield* add(2030)
        yield* takeBack(2020, 2000)
        assert.deepStrictEqual(yield* found, [2030, 2200])
      }),
    )

    it.effect("what two units count, settle and take back at once leaves a bucket as if they had come in turn", () =>
      Effect.gen(function* () {
        const store = yield* FailureStore
        const sql = yield* SqlClient.SqlClient
        const subjects = ["address", "account"] as const
        const familiar = { subject: "familiar", bucket: 79 } as const
        const limit = { leakMillis: 100, forgottenAfterMaxMillis: 1000 }
        const place: CountedPlace = {
          key: { subject: "new_at_address", bucket: 79 },
          limit: { leakMillis: 100, capacityMillis: 900 },
        }
        const failures = subjects.map((subject): FailureAdded => ({ subject, bucket: 79, ...limit }))
        const counted = failures.map((failure) => ({ ...failure, at: 1000, before: undefined }))
        const acts = {
          add: Effect.asVoid(store.add(failures, 1000)),
          takeBack: store.takeBack(counted),
          settle: store.settle({ subject: "account", bucket: 79 }, familiar, 1000, 9000),
          take: Effect.asVoid(store.take([place], 1000)),
          takeBackPlaces: Effect.asVoid((yield* makeTakeBack)([place], 1000)),
        }
        const names = Object.keys(acts) as ReadonlyArray<keyof typeof acts>
        const held = Effect.map(
          sql`SELECT subject, CAST((forgotten_at - 1000) / 100 AS BIGINT) AS failures FROM login_failure
            WHERE bucket = 79 AND forgotten_at > 1000 ORDER BY subject`,
          (rows) => rows.map((row) => `${String(row.subject)} ${Number(row.failures)}`),
        )
        const begin = Effect.gen(function* () {
          yield* sql`DELETE FROM login_failure WHERE bucket = 79`
          for (let count = 0; count < 2; count++) yield* Effect.all([acts.add, acts.take])
        }).pipe(Effect.orDie, inUnit)

        for (const [one, other] of names.flatMap((name) => names.map((next) => [name, next] as const))) {
          yield* begin
          yield* inUnit(acts[one])
          yield* inUnit(acts[other])
          const inTurn = yield* held
          yield* begin
          const [isDone, otherEnds] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
          const slow = Effect.all([acts[one], Deferred.succeed(isDone, undefined), untilMet(Deferred.await(otherEnds))])
          const meeting = Effect.andThen(Deferred.await(isDone), inUnit(acts[other]))
          yield* Effect.all([inUnit(slow), Effect.ensuring(meeting, Deferred.succeed(otherEnds, undefined))], {
            concurrency: "unbounded",
          })
          assert.deepStrictEqual(yield* held, inTurn, `${other} meets ${one}`)
        }
      }),
    )

    it.effect("units of work that lock a bucket come one after the other", () =>
      Effect.gen(function* () {
        const store = yield* FailureStore
        const key = { subject: "account", bucket: 78 } as const
        const failure: FailureAdded = { ...key, leakMillis: 1000, forgottenAfterMaxMillis: 100_000 }
        const seen: Array<number> = []
        const unit = Effect.gen(function* () {
          yield* store.lock([{ subject: "address", bucket: 78 }, key])
          const [record] = yield* store.read([key])
          seen.push(record === undefined ? 0 : record.forgottenAt - record.at)
          yield* store.add([failure], 1000)
        })
        yield* Effect.forEach(Array.from({ length: 20 }), () => inUnit(unit), { concurrency: "unbounded" })
        assert.deepStrictEqual(
          seen,
          Array.from({ length: 20 }, (_, before) => before * 1000),
        )
      }),
    )

    it.effect("a flow passes its burst at once and then leaks, at whatever clock; what is full counts nothing", () =>
      Effect.gen(function* () {
        const store = yield* FailureStore
        const place = (subject: "new_at_address" | "new_in_all", bucket: number, burst: number) => ({
          key: { subject, bucket },
          limit: { leakMillis: 100, capacityMillis: burst * 100 },
        })
        const take = (places: Parameters<FailureStore["Service"]["take"]>[0], at: number) =>
          inUnit(
            Effect.flatMap(store.take(places, at), (full) => (full === undefined ? Effect.void : Effect.fail(full))),
          ).pipe(
            Effect.as(true),
            Effect.orElseSucceed(() => false),
          )
        const taken = (times: number, at: number, ...places: ReadonlyArray<ReturnType<typeof place>>) =>
          Effect.map(
            Effect.forEach(Array.from({ length: times }), () => take(places, at), { concurrency: "unbounded" }),
            (answers) => answers.filter((answer) => answer).length,
          )
        const [one, other] = [place("new_at_address", 1, 3), place("new_at_address", 2, 3)]
        const all = place("new_in_all", 0, 5)
        assert.strictEqual(yield* taken(20, 1000, one, all), 3)
        assert.strictEqual(yield* taken(20, 1000, other, all), 2, "as many as all have left")
        assert.strictEqual(yield* taken(20, 1099, one, all), 0)
        assert.strictEqual(yield* taken(20, 1100, other, all), 1, "what was full counted nothing for the other")
        assert.strictEqual(yield* taken(20, 900, all), 0, "a clock that is a little behind waits")
        assert.strictEqual(yield* taken(20, 1000 - 3_600_000, all), 1, "one that was set back begins anew, full")
        assert.strictEqual(yield* taken(20, 1100 - 3_600_000, all), 1)
        assert.strictEqual(yield* taken(20, 9000, one, all), 3)
      }),
    )

    it.effect("a bucket is full exactly while nothing more is let through", () =>
      Effect.gen(function* () {
        const store = yield* FailureStore
        const place = (subject: "code_of_player" | "code_at_address", bucket: number) => ({
          key: { subject, bucket },
          limit: { leakMillis: 100, capacityMillis: 300 },
        })
        const [own, shared] = [place("code_of_player", 2 ** 48 - 1), place("code_at_address", 7)]
        const isFull = (at: number) => store.isFull([own, shared], at)
        assert.isFalse(yield* isFull(1000))
        for (let count = 0; count < 3; count++) {
          assert.isFalse(yield* isFull(1000))
          assert.isUndefined(yield* inUnit(store.take([own], 1000)))
        }
        assert.isFalse(yield* store.isFull([shared], 1000))
        assert.isFalse(yield* store.isFull([place("code_of_player", 7)], 1000), "another bucket")
        for (const at of [900, 1000, 1099]) assert.isTrue(yield* isFull(at))
        assert.isFalse(yield* isFull(1100))
        assert.isFalse(yield* isFull(1000 - 3_600_000), "a clock that was set back begins anew")
      }),
    )

    it.effect("failures at once are all counted", () =>
      Effect.gen(function* () {
        const store = yield* FailureStore
        const keys = (["account", "address", "all"] as const).map((subject) => ({ subject, bucket: 9 }))
        const failures = keys.map((key) => ({ ...key, leakMillis: 100, forgottenAfterMaxMillis: 100_000 }))
        yield* Effect.forEach(Array.from({ length: 20 }), () => inUnit(store.add(failures, 1000)), {
          concurrency: "unbounded",
        })
        const found = yield* store.read(keys)
        assert.deepStrictEqual(
          found.map(({ forgottenAt }) => forgottenAt),
          [3000, 3000, 3000],
        )
      }),
    )

    it.effect("security events are found newest first", () =>
      Effect.gen(function* () {
        const store = yield* SecurityEventStore
        const { personId } = yield* newOwner
        const event = (at: number): SecurityEvent => ({
          eventId: idAt(at),
          at,
          kind: "refresh_token_reuse",
          personId,
          sessionId: newSessionId(),
          clientUuid: newClientUuid(),
          address: "192.0.2.1",
        })
        const events = [event(1), event(2), event(3)] as const
        yield* Effect.forEach(events, (wanted) => inUnit(store.record(wanted)))
        assert.deepStrictEqual(yield* store.ofPerson(personId, 2), [events[2], events[1]])
      }),
    )

    it.effect("a refused login is found with its grant and code; an event of nobody is not stored", () =>
      Effect.gen(function* () {
        const store = yield* SecurityEventStore
        const { personId } = yield* newOwner
        const event: SecurityEvent = {
          eventId: idAt(1),
          at: 1,
          kind: "login_refused",
          personId,
          sessionId: undefined,
          clientUuid: newClientUuid(),
          address: "192.0.2.1",
          refusal: { grantType: "authorization_code", code: "user_auth_restricted" },
        }
        const stranger = newPersonId()
        for (const owner of [personId, stranger]) yield* inUnit(store.record({ ...event, personId: owner }))
        assert.deepStrictEqual(yield* store.ofPerson(personId, 9), [event])
        assert.deepStrictEqual(yield* store.ofPerson(stranger, 9), [])
      }),
    )

    it.effect("security events of a person are stored sixty times an hour, and those of others besides", () =>
      Effect.gen(function* () {
        const store = yield* SecurityEventStore
        const [owner, other] = [yield* newOwner, yield* newOwner]
        const hour = 3_600_000
        const record = (at: number, { personId } = owner, kind: SecurityEventKind = "refresh_token_reuse") =>
          inUnit(
            store.record({
              eventId: idAt(at),
              at,
              kind,
              personId,
              sessionId: undefined,
              clientUuid: undefined,
              address: "192.0.2.1",
            }),
          )
        const total = ({ personId } = owner) => Effect.map(store.ofPerson(personId, 999), ({ length }) => length)
        for (let event = 0; event < 70; event++) yield* record(hour + event)
        yield* record(hour, other)
        assert.deepStrictEqual([yield* total(), yield* total(other)], [60, 1])
        yield* record(2 * hour)
        assert.strictEqual(yield* total(), 60)
        yield* record(2 * hour + 1)
        assert.strictEqual(yield* total(), 61)
        // The limit of one kind leaves room for the others.
        for (let event = 0; event < 70; event++) yield* record(4 * hour + event)
        const before = yield* total()
        yield* record(4 * hour + 100, owner, "authorization_code_reuse")
        assert.strictEqual(yield* total(), before + 1)
      }),
    )
  })
}
