/** The basic grant and its password accounts (decisions, section 4; guarantees R20, R21, R24). */
import { assert, describe, it } from "@effect/vitest"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { FailedAttempts } from "@garrison/core/login/throttle/FailedAttempts"
import { Passwords } from "@garrison/core/login/password/Passwords"
import { HASHES_AT_ONCE, hashesAtOnce } from "@garrison/core/login/password/hashing"
import * as housekeeping from "@garrison/core/login/storing/housekeeping"
import { PasswordStore } from "@garrison/core/login/password/PasswordStore"
import { Restrictions } from "@garrison/core/restriction/Restrictions"
import { HASH_COST, readHash, writeHash } from "@garrison/core/login/rules/password"
import { randomUUID } from "node:crypto"
import * as Deferred from "effect/Deferred"
import * as Kdf from "effect/crypto/Kdf"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import { frozenRandomLayer } from "../../../support/crypto.ts"
import { onEachDatabase } from "../../../support/databases.ts"
import { countingKdf } from "../../../support/kdf.ts"
import {
  codeOf,
  createGameClient,
  inLoginWorld,
  login,
  loginAnon,
  rowCounts,
  secondNode,
  useRefresh,
  whoIs,
  write,
} from "../../../support/logins.ts"
import { testAct } from "../../../support/acts.ts"

const basic = (token: string, address = "192.0.2.1") =>
  login({ grant_type: "basic", portal_access_token: token }, { address })

const createAda = Effect.flatMap(Passwords, (passwords) =>
  passwords.create({ username: "Ada", password: "correct horse", displayName: "Countess" }, testAct),
)

describe("basic grant", () => {
  it.effect("a password account logs in, in any case of its name, and is hashed with argon2id as decided", () =>
    Effect.gen(function* () {
      const account = yield* createAda
      const result = yield* basic("aDA:correct horse")
      assert.deepInclude(result, {
        platform: "Basic",
        portal_id: 11,
        portal_user_id: account.accountId,
        display_name: "Countess",
      })
      assert.match(account.hash, /^\$argon2id\$v=19\$m=47104,t=1,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
      assert.strictEqual((yield* basic("ada:correct horse")).active_player_uuid, result.active_player_uuid)
    }).pipe(inLoginWorld()),
  )

  it.effect("credentials of another form get their own code; all wrong ones get the same code", () =>
    Effect.gen(function* () {
      yield* createAda
      const codes = (tokens: ReadonlyArray<string>) => Effect.forEach(tokens, (token) => codeOf(basic(token)))
      const malformed = ["ada", ":", "ada:", ":correct horse"]
      assert.deepStrictEqual(new Set(yield* codes(malformed)), new Set(["basic_auth_incorrect_format"]))
      const wrong = ["ada:wrong", "eve:correct horse", "a\u0000da:correct horse", `ada:${"x".repeat(1025)}`]
      assert.deepStrictEqual(new Set(yield* codes(wrong)), new Set(["basic_auth_credentials_not_found"]))
      assert.strictEqual(yield* codeOf(basic("ada:with:colons")), "basic_auth_credentials_not_found")
      assert.strictEqual(yield* codeOf(basic("")), "basic_token_empty")
    }).pipe(inLoginWorld({ kdf: countingKdf().layer })),
  )

  it.effect("an unknown user costs the same hash as a wrong password", () => {
    const { layer, derivations } = countingKdf()
    return Effect.gen(function* () {
      yield* createAda
      const costOf = (token: string) =>
        Effect.suspend(() => {
          derivations.length = 0
          return Effect.map(codeOf(basic(token)), (code) => ({ code, derivations: [...derivations] }))
        })
      const wrong = yield* costOf("ada:wrong horse")
      assert.lengthOf(wrong.derivations, 1)
      assert.deepStrictEqual(yield* costOf("eve:wrong horse"), wrong)
      assert.deepStrictEqual(yield* costOf("\u0000:wrong horse"), wrong)
      assert.deepStrictEqual((yield* costOf("ada:correct horse")).derivations, wrong.derivations)
    }).pipe(inLoginWorld({ kdf: layer }))
  })

  it.effect("a hash weaker than today's is replaced by the login that proves it, and only by that", () =>
    Effect.gen(function* () {
      const store = yield* PasswordStore
      const { layer } = countingKdf()
      yield* createAda
      const passwords = yield* Passwords
      const sql = yield* SqlClient.SqlClient
      // The same password as it was hashed when a hash cost 19 MiB.
      const weak = yield* weakHash("correct horse").pipe(Effect.provide(layer))
      yield* write(sql`UPDATE password_credential SET hash = ${weak}`)
      assert.isUndefined(yield* passwords.prove("ada", "wrong horse"))
      assert.strictEqual((yield* store.find("ada"))?.hash, weak)
      assert.isDefined(yield* passwords.prove("ada", "correct horse"))
      const replaced = (yield* store.find("ada"))?.hash ?? ""
      assert.deepStrictEqual(readHash(replaced)?.cost, HASH_COST)
      assert.isDefined(yield* passwords.prove("ada", "correct horse"))
      assert.strictEqual((yield* store.find("ada"))?.hash, replaced)
    }).pipe(inLoginWorld({ kdf: countingKdf().layer })),
  )

  it.each([
    [1, 1],
    [2, 1],
    [3, 2],
    [4, 3],
    [64, 3],
  ])("on %i cores %i hashes are computed at once, so that other requests have a core", (cores, atOnce) => {
    assert.strictEqual(hashesAtOnce(cores), atOnce)
  })

  it.effect("as many hashes as there is room for are computed at once, thirty-two wait, the next is refused", () => {
    let running = 0
    let most = 0
    const gate = Deferred.makeUnsafe<void>()
    const full = Deferred.makeUnsafe<void>()
    const { layer } = countingKdf((derivation) =>
      Effect.gen(function* () {
        most = Math.max(most, ++running)
        if (running === HASHES_AT_ONCE) yield* Deferred.succeed(full, undefined)
        yield* Deferred.await(gate)
        running--
        return yield* derivation
      }),
    )
    return Effect.gen(function* () {
      const all = HASHES_AT_ONCE + 32
      const fibers = yield* Effect.forEach(
        Array.from({ length: all }, (_, number) => number),
        // From many addresses, so that nobody has to pause.
        (number) => Effect.forkChild(codeOf(basic(`user${number}:password`, `198.51.100.${number}`))),
      )
      yield* Deferred.await(full)
      for (let turn = 0; turn < 100; turn++) yield* Effect.yieldNow
      assert.strictEqual(running, HASHES_AT_ONCE)
      const refused = yield* Effect.flip(basic("late:password", "203.0.113.1"))
      assert.deepInclude(refused, { _tag: "LoginBusy", code: "login_capacity_reached", retryAfterSeconds: 1 })
      assert.strictEqual(yield* codeOf(loginAnon(1)), "ok")
      yield* Deferred.succeed(gate, undefined)
      const codes = yield* Effect.forEach(fibers, Fiber.join)
      assert.deepStrictEqual(new Set(codes), new Set(["basic_auth_credentials_not_found"]))
      assert.strictEqual(most, HASHES_AT_ONCE)
      assert.strictEqual(yield* codeOf(basic("late:password", "203.0.113.1")), "basic_auth_credentials_not_found")
    }).pipe(inLoginWorld({ kdf: layer }))
  })

  it.effect("a login over the limit is refused, and is let in after another has ended", () => {
    const gate = Deferred.makeUnsafe<void>()
    const begun = Deferred.makeUnsafe<void>()
    const { layer } = countingKdf((derivation) =>
      Deferred.succeed(begun, undefined).pipe(Effect.andThen(Deferred.await(gate)), Effect.andThen(derivation)),
    )
    return Effect.gen(function* () {
      const first = yield* Effect.forkChild(codeOf(basic("user:password")))
      yield* Deferred.await(begun)
      const refused = yield* Effect.flip(loginAnon(1))
      assert.deepInclude(refused, { _tag: "LoginBusy", code: "login_capacity_reached", retryAfterSeconds: 1 })
      const second = yield* Effect.forkChild(codeOf(basic("user:password")))
      yield* Fiber.interrupt(second)
      yield* Deferred.succeed(gate, undefined)
      assert.strictEqual(yield* Fiber.join(first), "basic_auth_credentials_not_found")
      assert.strictEqual(yield* codeOf(loginAnon(1)), "ok")
      assert.strictEqual(yield* codeOf(loginAnon(2)), "ok")
    }).pipe(inLoginWorld({ kdf: layer, settings: { loginsInFlightMax: 1 } }))
  })

  it.effect("a name that looks like that of another account is taken, and accounts from before log in", () =>
    Effect.gen(function* () {
      const passwords = yield* Passwords
      const create = (username: string) => passwords.create({ username, password: "correct horse" }, testAct)
      const ofBefore = { ...(yield* create("ada")), accountId: randomUUID(), username: "саша" }
      yield* write(PasswordStore.use((store) => store.create(ofBefore, 0)))
      yield* create("ace")
      for (const alike of ["асе", "АСЕ", "a\u200bce", "ＡＣＥ", "саша", "САША"]) {
        assert.strictEqual(yield* codeOf(create(alike)), "username_taken", alike)
      }
      for (const mixed of ["aсe", "sаsha"]) assert.strictEqual(yield* codeOf(create(mixed)), "username_invalid", mixed)
      assert.strictEqual((yield* basic("САША:correct horse")).portal_user_id, ofBefore.accountId)
      yield* passwords.change("саша", "another horse", testAct)
      assert.strictEqual((yield* basic("саша:another horse")).portal_user_id, ofBefore.accountId)
      const { accountId } = yield* create("школа")
      assert.strictEqual((yield* basic("Школа:correct horse")).portal_user_id, accountId)
    }).pipe(inLoginWorld({ kdf: countingKdf().layer })),
  )

  it.effect("accounts with an invalid name or password are refused, and a name exists once", () =>
    Effect.gen(function* () {
      const passwords = yield* Passwords
      const create = (username: string, password = "long enough") =>
        codeOf(passwords.create({ username, password }, testAct))
      assert.strictEqual(yield* create("ada"), "ok")
      assert.strictEqual(yield* create("ADA"), "username_taken")
      for (const name of ["", "a:b", " ada", "ada\n", "x".repeat(65)]) {
        assert.strictEqual(yield* create(name), "username_invalid")
      }
      assert.strictEqual(yield* create("bob", "1234567"), "password_invalid")
      assert.strictEqual(yield* create("bob", "é".repeat(513)), "password_invalid")
      assert.strictEqual(yield* create("bob", "é".repeat(512)), "ok")
      yield* passwords.change("ada", "another one", testAct)
      assert.strictEqual(yield* codeOf(basic("ada:long enough")), "basic_auth_credentials_not_found")
      assert.strictEqual(yield* codeOf(basic("ada:another one")), "ok")
      assert.strictEqual(yield* codeOf(passwords.change("eve", "another one", testAct)), "account_not_found")
    }).pipe(inLoginWorld({ kdf: countingKdf().layer })),
  )
})

describe("a hash that is replaced by the login that proves it", () => {
  /** A derivation that lets something else happen once, before it has computed a hash of this many KiB. */
  const disturbed = () => {
    const once: { before: Effect.Effect<unknown> | undefined } = { before: undefined }
    const { layer } = countingKdf((derivation) =>
      Effect.suspend(() => {
        const meanwhile = once.before ?? Effect.void
        once.before = undefined
        return Effect.andThen(meanwhile, derivation)
      }),
    )
    return { layer, once }
  }

  /** A store that replaces a hash whatever it is. */
  const blind = Layer.effect(
    PasswordStore,
    Effect.map(PasswordStore, (store) => ({
      ...store,
      replaceHash: (username, _, hash, at) => store.replaceHash(username, undefined, hash, at),
    })),
  )

  /** Has the password changed while a login, which has proved the former one, computes the new hash; what is stored. */
  const overtaken = (isBlind: boolean) => {
    const { layer, once } = disturbed()
    return Effect.gen(function* () {
      yield* createAda
      const store = yield* PasswordStore
      const sql = yield* SqlClient.SqlClient
      const weak = yield* weakHash("correct horse").pipe(Effect.provide(countingKdf().layer))
      yield* write(sql`UPDATE password_credential SET hash = ${weak}`)
      const changed = weak.replace(/.$/, (last) => (last === "A" ? "E" : "A"))
      const transaction = yield* Transaction
      const change = transaction.run(store.replaceHash("ada", undefined, changed, 1))
      // The first derivation compares, the second computes the hash that replaces the weak one.
      once.before = Effect.sync(() => void (once.before = change))
      const prove = Effect.flatMap(Passwords, (passwords) => passwords.prove("ada", "correct horse"))
      const node = isBlind ? secondNode.pipe(Layer.provide(blind)) : secondNode
      assert.isDefined(yield* Effect.provide(prove, node))
      return { changed, stored: (yield* store.find("ada"))?.hash }
    }).pipe(inLoginWorld({ kdf: layer }))
  }

  it.effect("does not undo a change of the password meanwhile", () =>
    Effect.gen(function* () {
      const { changed, stored } = yield* overtaken(false)
      assert.strictEqual(stored, changed)
      const control = yield* overtaken(true)
      assert.notStrictEqual(control.stored, control.changed, "the control, which compares nothing, undoes it")
    }),
  )

  it.effect("proves the password afterwards, also when two logins replace it at once", () =>
    Effect.gen(function* () {
      yield* createAda
      const passwords = yield* Passwords
      const store = yield* PasswordStore
      const sql = yield* SqlClient.SqlClient
      const weak = yield* weakHash("correct horse").pipe(Effect.provide(countingKdf().layer))
      yield* write(sql`UPDATE password_credential SET hash = ${weak}`)
      const proofs = Array.from({ length: 4 }, () => passwords.prove("ada", "correct horse"))
      const proved = yield* Effect.all(proofs, { concurrency: "unbounded" })
      assert.isTrue(proved.every((account) => account !== undefined))
      const stored = (yield* store.find("ada"))?.hash ?? ""
      assert.deepStrictEqual(readHash(stored)?.cost, HASH_COST)
      assert.isDefined(yield* passwords.prove("ada", "correct horse"))
      assert.isUndefined(yield* passwords.prove("ada", "wrong horse"))
      assert.strictEqual((yield* store.find("ada"))?.hash, stored)
    }).pipe(inLoginWorld({ kdf: countingKdf().layer })),
  )
})

/** A hash of the test derivation at the lowest cost that was ever allowed. */
const weakHash = (password: string) =>
  Effect.gen(function* () {
    const kdf = yield* Kdf.Kdf
    const salt = new Uint8Array(16).fill(7)
    const cost = { memoryKibibytes: 19 * 1024, passes: 2, parallelism: 1 }
    const algorithm = Kdf.argon2id({ memory: cost.memoryKibibytes, passes: cost.passes, parallelism: 1 })
    const hash = yield* kdf.derive(algorithm, Buffer.from(password), { salt, length: 32 })
    return writeHash({ cost, salt, hash })
  }).pipe(Effect.orDie)

const wrong = "basic_auth_credentials_not_found"
const paused = "too_many_attempts"

/** Two user names whose hashes agree in their last twenty bits: of several thousand there are some. */
const namesAlike = Effect.gen(function* () {
  const { subjectsOf } = yield* FailedAttempts
  const found = new Map<number, string>()
  for (let number = 0; ; number++) {
    const name = `user${number}`
    const { account } = yield* subjectsOf("192.0.2.1", `basic|${name}`)
    const end = (account?.bucket ?? 0) % 2 ** 20
    const other = found.get(end)
    if (other !== undefined) return [other, name] as const
    found.set(end, name)
  }
})

/** What is counted of accounts and addresses, with its times. */
const failures = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`SELECT subject, at, forgotten_at FROM login_failure
    WHERE subject IN ('account', 'address') AND forgotten_at > 0 ORDER BY subject`
  return rows.map(({ subject, at, forgotten_at }) => [subject, Number(at), Number(forgotten_at)])
})

/** Attempts the same login again and again, and answers with the codes. */
const attempts = (count: number, token: string, address?: string) =>
  Effect.all(Array.from({ length: count }, () => codeOf(basic(token, address))))

onEachDatabase((name, database) => {
  // Under one secret of the deployment, for it decides who shares a bucket with whom.
  const frozen = Layer.merge(database, frozenRandomLayer("failed attempts"))
  const world = () => inLoginWorld({ database: frozen, kdf: countingKdf().layer })
  describe(`failed attempts on ${name}`, () => {
    it.effect("five are free, then pauses double to fifteen minutes, and attempts meanwhile add nothing", () =>
      Effect.gen(function* () {
        yield* createAda
        assert.deepStrictEqual(
          yield* attempts(6, "ada:wrong"),
          Array.from({ length: 6 }, () => wrong),
        )
        const pauses: Array<number> = []
        for (let round = 0; round < 12; round++) {
          const busy = yield* Effect.flip(basic("ada:correct horse"))
          const seconds = "retryAfterSeconds" in busy ? (busy.retryAfterSeconds ?? 0) : 0
          assert.deepStrictEqual(yield* attempts(3, "ada:wrong"), [paused, paused, paused])
          pauses.push(seconds)
          yield* TestClock.adjust(seconds * 1000 - 1)
          assert.strictEqual(yield* codeOf(basic("ada:wrong")), paused)
          yield* TestClock.adjust(1)
          assert.strictEqual(yield* codeOf(basic("ada:wrong")), wrong)
        }
        assert.deepStrictEqual(pauses.slice(0, 9), [1, 2, 4, 8, 16, 32, 64, 128, 256])
        assert.strictEqual(Math.max(...pauses), 900)
        yield* TestClock.adjust("15 minutes")
        assert.strictEqual(yield* codeOf(basic("ada:correct horse")), "ok")
      }).pipe(world()),
    )

    it.effect("a made-up name is slowed down exactly like a real one", () =>
      Effect.gen(function* () {
        yield* createAda
        assert.deepStrictEqual(yield* attempts(8, "eve:wrong"), yield* attempts(8, "ada:wrong", "198.51.100.7"))
      }).pipe(world()),
    )

    it.effect("names that no account can have are slowed down each by itself, as a made-up name is", () =>
      Effect.gen(function* () {
        yield* createAda
        const impossible = (number: number) => `a\u0000${number}:wrong`
        for (let number = 0; number < 12; number++) {
          assert.strictEqual(yield* codeOf(basic(impossible(number), `198.51.100.${number}`)), wrong)
        }
        const again = yield* attempts(8, impossible(0), "203.0.113.5")
        assert.deepStrictEqual(again, [wrong, wrong, wrong, wrong, wrong, paused, paused, paused])
        assert.deepStrictEqual(again.slice(0, 5), yield* attempts(5, "eve:wrong", "203.0.113.6"))
      }).pipe(world()),
    )

    it.effect("guesses at a made-up name slow down no account, however alike their hashes are", () =>
      Effect.gen(function* () {
        const [madeUp, real] = yield* namesAlike
        yield* (yield* Passwords).create({ username: real, password: "correct horse" }, testAct)
        assert.strictEqual((yield* attempts(8, `${madeUp}:wrong`, "198.51.100.7")).at(-1), paused)
        assert.strictEqual(yield* codeOf(basic(`${real}:correct horse`)), "ok")
      }).pipe(world()),
    )

    it.effect("the count is shared by nodes and survives them", () =>
      Effect.gen(function* () {
        yield* createAda
        yield* attempts(3, "ada:wrong")
        yield* Effect.provide(attempts(3, "ada:wrong"), secondNode)
        assert.strictEqual(yield* codeOf(basic("ada:correct horse")), paused)
        assert.strictEqual(yield* Effect.provide(codeOf(basic("ada:correct horse")), secondNode), paused)
      }).pipe(world()),
    )

    it.effect("strangers cannot shut an owner out of an address that has logged in before", () =>
      Effect.gen(function* () {
        yield* createAda
        yield* basic("ada:correct horse", "2001:db8:1:2::1")
        for (let round = 0; round < 12; round++) {
          yield* attempts(6, "ada:wrong", `198.51.100.${round}`)
          yield* TestClock.adjust("15 minutes")
          yield* attempts(6, "ada:wrong", `198.51.101.${round}`)
          assert.strictEqual(yield* codeOf(basic("ada:correct horse", "203.0.113.5")), paused)
          assert.strictEqual(yield* codeOf(basic("ada:wrong", "2001:db8:1:2:ffff::9")), wrong)
        }
        assert.strictEqual(yield* codeOf(basic("ada:correct horse", "2001:db8:1:2::77")), "ok")
      }).pipe(world()),
    )

    it.effect("success forgives the account; an address forgives thirty, whatever accounts they were for", () =>
      Effect.gen(function* () {
        yield* createAda
        for (let round = 0; round < 4; round++) {
          yield* attempts(5, "ada:wrong")
          assert.strictEqual(yield* codeOf(basic("ada:correct horse")), "ok")
        }
        const others = Effect.all(Array.from({ length: 12 }, (_, number) => codeOf(basic(`user${number}:wrong`))))
        assert.deepStrictEqual((yield* others).slice(9), [wrong, wrong, paused])
        assert.strictEqual(yield* codeOf(basic("user99:wrong", "192.0.2.2")), wrong)
        yield* TestClock.adjust("1 second")
        assert.strictEqual(yield* codeOf(basic("user99:wrong")), wrong)
      }).pipe(world()),
    )

    it.effect("from a paused address anonymous logins and refreshes go on, for a campus or a carrier shares one", () =>
      Effect.gen(function* () {
        yield* createAda
        const known = yield* loginAnon(1, { include_refresh: true })
        for (let number = 0; number < 40; number++) yield* codeOf(basic(`user${number}:wrong`))
        assert.strictEqual(yield* codeOf(basic("ada:correct horse")), paused)
        const presenting = { credentials: { clientId: "game", secret: "guess" } }
        assert.strictEqual(yield* codeOf(loginAnon(1, {}, presenting)), paused, "a secret could be guessed")
        assert.strictEqual(yield* codeOf(loginAnon(1)), "ok")
        assert.strictEqual(yield* codeOf(loginAnon(2)), "ok", "a new one too")
        assert.strictEqual(yield* codeOf(useRefresh(known.refresh_token)), "ok")
        const publicly = { credentials: { clientId: "game", secret: "" } }
        assert.strictEqual(yield* codeOf(loginAnon(1, {}, publicly)), "ok", "a public client presents no secret")
      }).pipe(world()),
    )

    it.effect("one account has one count, however its name is spelt", () =>
      Effect.gen(function* () {
        yield* createAda
        const spellings = ["ada", "aDa", "ＡＤＡ", "a\u200bda", "\u0430\u0501\u0430", "\u0410d\u0410"]
        for (const name of spellings) assert.strictEqual(yield* codeOf(basic(`${name}:wrong`)), wrong, name)
        for (const name of spellings) assert.strictEqual(yield* codeOf(basic(`${name}:wrong`)), paused, name)
      }).pipe(world()),
    )

    it.effect("of two hundred guesses at once, on two nodes, as many are evaluated as one after the other", () =>
      Effect.gen(function* () {
        yield* createAda
        const guesses = Effect.forEach(
          Array.from({ length: 100 }),
          (_, index) => codeOf(basic(`ada:guess ${index}`, `198.51.100.${index}`)),
          { concurrency: "unbounded" },
        )
        const codes = yield* Effect.all([guesses, Effect.provide(guesses, secondNode)], { concurrency: "unbounded" })
        const evaluated = codes.flat().filter((code) => code === wrong)
        assert.strictEqual(evaluated.length, 6, "five are free, and the sixth begins the first pause")
        assert.deepStrictEqual(new Set(codes.flat()), new Set([wrong, paused]))
      }).pipe(world()),
    )

    it.effect("only wrong guesses stay counted: a success, a later refusal and an interruption are taken back", () => {
      const hashing = Deferred.makeUnsafe<void>()
      let isHeld = false
      const { layer } = countingKdf((derivation) =>
        Effect.suspend(() =>
          isHeld ? Effect.andThen(Deferred.succeed(hashing, undefined), Effect.never) : derivation,
        ),
      )
      return Effect.gen(function* () {
        yield* createAda
        const { personId } = whoIs(yield* basic("ada:correct horse"))
        assert.deepStrictEqual(yield* failures, [])
        yield* attempts(3, "ada:wrong")
        const before = yield* failures
        assert.strictEqual(before.length, 2)
        yield* TestClock.adjust("1 second")
        yield* (yield* Restrictions).add({ personId, type: "account_ban" }, testAct)
        for (let attempt = 0; attempt < 40; attempt++) {
          assert.strictEqual(yield* codeOf(basic("ada:correct horse")), "user_auth_restricted")
        }
        assert.deepStrictEqual(yield* failures, before, "with the time of the latest one")
        isHeld = true
        const interrupted = yield* Effect.forkChild(basic("ada:wrong"))
        yield* Deferred.await(hashing)
        assert.notDeepEqual(yield* failures, before, "it counts while it is hashed")
        yield* Fiber.interrupt(interrupted)
        assert.deepStrictEqual(yield* failures, before)
      }).pipe(inLoginWorld({ database: frozen, kdf: layer }))
    })

    it.effect("logins that fail for want of capacity to hash count for nothing", () => {
      const gate = Deferred.makeUnsafe<void>()
      const { layer } = countingKdf((derivation) => Effect.andThen(Deferred.await(gate), derivation))
      const held = HASHES_AT_ONCE + 32
      return Effect.gen(function* () {
        const turnedAway: Array<string> = []
        const allOthers = yield* Deferred.make<void>()
        const fibers = yield* Effect.forEach(
          Array.from({ length: 60 }, (_, number) => number),
          (number) =>
            codeOf(basic(`user${number}:wrong`, `198.51.100.${number}`)).pipe(
              // Before the gate is open, only those end that neither hash nor wait.
              Effect.tap((code) =>
                turnedAway.push(code) === 60 - held ? Deferred.succeed(allOthers, undefined) : Effect.void,
              ),
              Effect.forkChild,
            ),
        )
        yield* Deferred.await(allOthers)
        assert.deepStrictEqual(new Set(turnedAway), new Set(["login_capacity_reached"]))
        const sql = yield* SqlClient.SqlClient
        const rows = yield* sql`SELECT bucket FROM login_failure WHERE subject = 'account'`
        assert.strictEqual(rows.length, held)
        yield* Deferred.succeed(gate, undefined)
        yield* Effect.forEach(fibers, Fiber.join)
      }).pipe(inLoginWorld({ database: frozen, kdf: layer }))
    })

    it.effect("wrong client secrets count against the address, but not against the client", () =>
      Effect.gen(function* () {
        const { credentials } = yield* createGameClient("studio")
        const bad = { credentials: { clientId: "studio", secret: "wrong" } }
        for (let attempt = 0; attempt < 31; attempt++) {
          assert.strictEqual(yield* codeOf(loginAnon(1, {}, bad)), "client_credentials_invalid")
        }
        assert.strictEqual(yield* codeOf(loginAnon(1, {}, bad)), paused)
        assert.strictEqual(yield* codeOf(loginAnon(1, {}, { credentials, address: "192.0.2.2" })), "ok")
      }).pipe(world()),
    )

    it.effect("refresh tokens that have run out are no attack", () =>
      Effect.gen(function* () {
        const { refresh_token: token = "" } = yield* loginAnon(1, { include_refresh: true })
        const sql = yield* SqlClient.SqlClient
        yield* write(sql`UPDATE login_session SET revoked_at = 1, revoked_for = 'logout'`)
        for (let attempt = 0; attempt < 50; attempt++) {
          assert.strictEqual(yield* codeOf(useRefresh(token)), "refresh_token_not_found")
        }
        assert.strictEqual((yield* rowCounts).login_failure, 0)
      }).pipe(world()),
    )

    it.effect("what has leaked away is deleted", () =>
      Effect.gen(function* () {
        for (let number = 0; number < 5; number++) yield* codeOf(basic(`user${number}:wrong`, `198.51.100.${number}`))
        assert.strictEqual((yield* rowCounts).login_failure, 11)
        yield* TestClock.adjust("5 hours")
        assert.isAtLeast(yield* housekeeping.prune, 11)
        yield* codeOf(basic("late:wrong"))
        yield* codeOf(basic("late:wrong"))
        assert.strictEqual((yield* rowCounts).login_failure, 3)
      }).pipe(world()),
    )
  })
})
