/**
 * Restrictions that go with a portal user that leaves its person: they hold for whoever logs in by it next (decisions,
 * section 7). They are kept under a keyed digest of the portal user, which says nothing of it to who reads the
 * database.
 */
import * as Context from "effect/Context"
import * as Mac from "effect/crypto/Mac"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Environment } from "../environment/Environment.ts"
import type { PersonId } from "../kernel/Identifier.ts"
import type { Platform } from "../kernel/Platform.ts"
import { environmentsOnce, isWithEnvironments, PortalEnvironments } from "../kernel/PortalEnvironments.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import { utf8 } from "../kernel/wire/Utf8.ts"
import { type KeptRestriction, KeptRestrictionStore } from "./KeptRestrictionStore.ts"
import { RestrictionStore } from "./RestrictionStore.ts"
import { refusesLogin } from "./rules.ts"

/** A portal user as its portal knows it. */
export interface KeptPortalUser {
  readonly platform: Platform
  readonly portalUserId: string
  readonly environment?: string | undefined
}

/** Keeps restrictions with portal users. Changes take part in the running unit of work, which has the person locked. */
export class KeptRestrictions extends Context.Service<
  KeptRestrictions,
  {
    /** What rows of a portal user may be stored under: it may have had another environment when it left, or none. */
    readonly digestsOf: (user: KeptPortalUser) => Effect.Effect<ReadonlyArray<Uint8Array>>
    /** What is in force for a portal user that belongs to nobody, the newest first. */
    readonly of: (user: KeptPortalUser, now: Timestamp) => Effect.Effect<ReadonlyArray<KeptRestriction>>
    /** Keeps what is in force for the person with each of these portal users, which leave it. Answers with that. */
    readonly keep: (
      person: PersonId,
      users: ReadonlyArray<KeptPortalUser>,
      now: Timestamp,
    ) => Effect.Effect<ReadonlyArray<KeptRestriction>>
    /**
     * Gives a person the restrictions that a portal user brings along, which logs in as the person from now on. One
     * that the person has, or had, is the person's own. Answers with those that refuse login, which are brought to
     * nobody: then the caller undoes the unit of work.
     */
    readonly bring: (
      user: KeptPortalUser,
      person: PersonId,
      now: Timestamp,
    ) => Effect.Effect<ReadonlyArray<KeptRestriction>>
    /** Drops what is kept with a portal user. Answers with what was in force of it. */
    readonly drop: (user: KeptPortalUser, now: Timestamp) => Effect.Effect<ReadonlyArray<KeptRestriction>>
  }
>()("@garrison/core/restriction/KeptRestrictions") {
  static readonly layer = Layer.effect(
    KeptRestrictions,
    Effect.suspend(() => make),
  )
}

/** Makes the function from a portal user to its digest. */
const makeDigestOf = Effect.gen(function* () {
  const mac = yield* Mac.Mac
  const { cursorSecret } = yield* Environment
  const key = yield* Effect.orDie(Mac.key(Mac.hmacSha256, cursorSecret))
  return ({ environment = "", platform, portalUserId }: KeptPortalUser) =>
    Effect.orDie(mac.sign(key, utf8(JSON.stringify(["kept restriction", platform, portalUserId, environment]))))
})

const make = Effect.gen(function* () {
  const store = yield* KeptRestrictionStore
  const restrictions = yield* RestrictionStore
  const environments = yield* PortalEnvironments
  const digestOf = yield* makeDigestOf

  const digestsOf = (user: KeptPortalUser) => {
    if (!isWithEnvironments(user.platform)) return Effect.map(digestOf(user), (digest) => [digest])
    return Effect.forEach(environmentsOnce(user.environment, environments), (environment) =>
      digestOf({ ...user, environment }),
    )
  }

  const of = (user: KeptPortalUser, now: Timestamp) =>
    Effect.flatMap(digestsOf(user), (digests) => store.inForce(digests, now))

  const keep = Effect.fnUntraced(function* (person: PersonId, users: ReadonlyArray<KeptPortalUser>, now: Timestamp) {
    const inForce = yield* restrictions.inForce(person, now)
    if (inForce.length === 0) return inForce
    yield* store.add(person, yield* Effect.forEach(users, digestOf), inForce)
    return inForce
  })

  const bring = Effect.fnUntraced(function* (user: KeptPortalUser, person: PersonId, now: Timestamp) {
    const digests = yield* digestsOf(user)
    const kept = yield* store.inForce(digests, now)
    if (kept.length === 0) return []
    const own = new Set((yield* restrictions.ofPerson(person)).map(({ restrictionId }) => restrictionId))
    const foreign = kept.filter(({ restrictionId }) => !own.has(restrictionId))
    const refusing = foreign.filter(({ type }) => refusesLogin(type))
    if (refusing.length > 0) return refusing
    for (const restriction of foreign) yield* restrictions.add({ ...restriction, personId: person })
    yield* store.drop(digests)
    return []
  })

  const drop = Effect.fnUntraced(function* (user: KeptPortalUser, now: Timestamp) {
    const digests = yield* digestsOf(user)
    const kept = yield* store.inForce(digests, now)
    yield* store.drop(digests)
    return kept
  })

  return KeptRestrictions.of({ digestsOf, of, keep, bring, drop })
})
