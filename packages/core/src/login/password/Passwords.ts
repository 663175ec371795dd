/** Creates, changes and checks password accounts (decisions, section 4; guarantees R20 and R21). */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SecureRandom from "effect/crypto/SecureRandom"
import type { Act } from "../../operation/Act.ts"
import { type ActRefused, Audit } from "../../audit/Audit.ts"
import { withServicesOf } from "../../kernel/work/withServicesOf.ts"
import { Transaction } from "../../kernel/work/Transaction.ts"
import { RoleStore } from "../../permission/RoleStore.ts"
import { PersonStore } from "../../person/PersonStore.ts"
import { PlayerStore } from "../../player/PlayerStore.ts"
import { displayName, NEUTRAL_DISPLAY_NAME } from "../../player/rules.ts"
import { passPersonHeld } from "../../role/holder.ts"
import { type AccountCode, AccountRefused, type LoginBusy } from "../errors.ts"
import { makeHashing } from "./hashing.ts"
import { accountActs } from "../acts.ts"
import { type PasswordAccount, PasswordStore } from "./PasswordStore.ts"
import {
  HASH_COST,
  isWeaker,
  newUsernameOf,
  PASSWORD_LENGTH_MIN,
  passwordBytes,
  readHash,
  usernameOf,
  usernamesOf,
  writeHash,
} from "../rules/password.ts"

/** Keeps password accounts. */
export class Passwords extends Context.Service<
  Passwords,
  {
    /**
     * Creates an account, which logs in by the basic grant as USERNAME:PASSWORD. Its player is created at the first
     * login. Two user names must look different, in more than case.
     */
    readonly create: (
      wanted: { readonly username: string; readonly password: string; readonly displayName?: string },
      act: Act,
    ) => Effect.Effect<PasswordAccount, AccountRefused | LoginBusy | ActRefused>
    /**
     * Gives an account another password. Refused to an actor who lacks a permission of the person that logs in by it.
     */
    readonly change: (
      username: string,
      password: string,
      act: Act,
    ) => Effect.Effect<void, AccountRefused | LoginBusy | ActRefused>
    /**
     * The account that the pair proves, or undefined. An unknown user name costs one hash too. A hash that is weaker
     * than the present cost is replaced.
     */
    readonly prove: (username: string, password: string) => Effect.Effect<PasswordAccount | undefined, LoginBusy>
    /** The id of the account with this user name; for an unknown name, an id that no account has. */
    readonly idOf: (username: string) => Effect.Effect<string>
  }
>()("@garrison/core/login/password/Passwords") {
  static readonly layer = Layer.effect(
    Passwords,
    Effect.gen(function* () {
      const store = yield* PasswordStore
      const transaction = yield* Transaction
      const random = yield* SecureRandom.SecureRandom
      const audit = yield* Audit
      const passAccount = yield* makePassAccount
      const hashing = yield* makeHashing

      const find = findIn(store)

      const create: Passwords["Service"]["create"] = Effect.fn("Passwords.create")((wanted, act) =>
        audit.perform(accountActs.create, act, unnamed, (save) =>
          Effect.gen(function* () {
            const { username, bytes } = yield* acceptable(newUsernameOf(wanted.username), wanted.password)
            const account = {
              accountId: yield* random.uuidV7(),
              username,
              displayName: displayName(wanted.displayName ?? "") ?? NEUTRAL_DISPLAY_NAME,
              hash: writeHash(yield* hashing.compute(bytes)),
            }
            const unit = Effect.gen(function* () {
              // An account from before may have the name as it was compared then.
              const isTaken = (yield* find(wanted.username)) !== undefined
              const created = !isTaken && (yield* store.create(account, yield* Clock.currentTimeMillis))
              if (!created) yield* refused("username_taken")
              return { answer: account, change: { subject: accountSubject(account) } }
            })
            return yield* save(unit)
          }),
        ),
      )

      const change: Passwords["Service"]["change"] = Effect.fn("Passwords.change")((givenName, password, act) =>
        audit.perform(accountActs.changePassword, act, unnamed, (save) =>
          Effect.gen(function* () {
            const { bytes } = yield* acceptable(usernameOf(givenName), password)
            const hash = writeHash(yield* hashing.compute(bytes))
            const unit = Effect.gen(function* () {
              const account = yield* find(givenName)
              const now = yield* Clock.currentTimeMillis
              const replaced =
                account !== undefined && (yield* store.replaceHash(account.username, undefined, hash, now))
              if (!replaced) return yield* refused("account_not_found")
              yield* passAccount(act, account)
              return { answer: undefined, change: { subject: accountSubject(account) } }
            })
            return yield* save(unit)
          }),
        ),
      )

      const strengthen = Effect.fnUntraced(function* (account: PasswordAccount, bytes: Uint8Array) {
        const hash = writeHash(yield* hashing.compute(bytes))
        const now = yield* Clock.currentTimeMillis
        yield* transaction.run(store.replaceHash(account.username, account.hash, hash, now))
      })

      const prove = Effect.fnUntraced(function* (givenName: string, password: string) {
        const bytes = passwordBytes(password)
        // Too long for any password. Refusing it at once reveals nothing about this account.
        if (bytes === undefined) return undefined
        const account = yield* find(givenName)
        const stored = account === undefined ? undefined : readHash(account.hash)
        const matches = yield* hashing.matches(bytes, stored)
        if (!matches || account === undefined || stored === undefined) return undefined
        // The password is proved already, so a full line for hashing must not refuse the login.
        if (isWeaker(stored, HASH_COST)) yield* Effect.ignore(strengthen(account, bytes))
        return account
      })

      const idOf = (givenName: string) => Effect.map(find(givenName), (account) => account?.accountId ?? NO_ACCOUNT)

      return { create, change, prove, idOf }
    }),
  )
}

/** The name and the bytes of the password of an account, if both can be. */
const acceptable = Effect.fnUntraced(function* (username: string | undefined, password: string) {
  const bytes = passwordBytes(password)
  if (username === undefined) return yield* refused("username_invalid")
  if (bytes === undefined || password.length < PASSWORD_LENGTH_MIN) return yield* refused("password_invalid")
  return { username, bytes }
})

/**
 * Finds the account with a name that looks like the given one. Asks the same of storage whether there is one or not.
 */
const findIn = (store: PasswordStore["Service"]) =>
  Effect.fnUntraced(function* (givenName: string) {
    const names = usernamesOf(givenName)
    const found = yield* Effect.forEach(names.length === 0 ? [NO_NAME] : names, store.find)
    return found.find((account) => account !== undefined)
  })

/** Makes the function that refuses an actor who lacks a permission of the person that logs in by an account. */
const makePassAccount = Effect.gen(function* () {
  const players = yield* PlayerStore
  const withServices = yield* withServicesOf(PersonStore, RoleStore)
  return Effect.fnUntraced(function* (act: Act, { accountId }: PasswordAccount) {
    const user = yield* players.findPortalUser({ platform: "Basic", portalUserId: accountId })
    if (user !== undefined) yield* withServices(passPersonHeld(act, user.personId))
  })
})

/** The name of no account. */
const NO_NAME = ""

/** The id of no account: ids of accounts are random. */
const NO_ACCOUNT = "00000000-0000-0000-0000-000000000000"

const refused = (code: AccountCode) => Effect.fail(new AccountRefused({ code }))

/** The account in an audit row, by its id: a user name may be a person's name. */
const accountSubject = ({ accountId }: PasswordAccount) => ({ kind: "account", id: accountId }) as const
const unnamed = { kind: "account", id: "" } as const
