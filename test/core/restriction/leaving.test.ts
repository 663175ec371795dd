/**
 * A restriction is not left behind by the way to log in: each act that moves or frees a portal user, by each actor, is
 * refused, or the restriction goes with it (decisions, section 7; guarantees R341). Docs and test have one table.
 */
import { assert, describe, it } from "@effect/vitest"
import { Links } from "@garrison/core/linking/Links"
import type { LoginResult } from "@garrison/core/login/schema"
import { Merges } from "@garrison/core/merging/Merges"
import { type Act, actorOf } from "@garrison/core/operation/Act"
import { Players } from "@garrison/core/player/Players"
import { KeptRestrictions } from "@garrison/core/restriction/KeptRestrictions"
import { Restrictions } from "@garrison/core/restriction/Restrictions"
import type { RestrictionType } from "@garrison/core/restriction/schema"
import { AccessTokens } from "@garrison/core/token/AccessTokens"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { testAct } from "../../support/acts.ts"
import { onEachDatabase } from "../../support/databases.ts"
import { codeOf, inLoginWorld, login, loginAnon, request, rowCounts, whoIs } from "../../support/logins.ts"
import { sealing } from "../../support/sealedStores.ts"
import { golf, golfUser, grantsEnabled, link, loginGolf, playerOf, portals, switchUser } from "../linking/linking.ts"
import { playerIn } from "../merging/merging.ts"

type Actor = "player" | "operator" | "host"
type Outcome = "refused" | "goes along"

/** What the acts are tried on: a person who is banned, with a device and a golf user, and one who is not. */
interface World {
  readonly banned: LoginResult
  readonly clean: LoginResult
  /** The caller of the act: the player of the token, or somebody who may do everything. */
  readonly act: Act
}

const hostOf = (result: LoginResult) => ({
  playerUuid: playerIn(result),
  session: undefined,
  clientId: "game",
  address: "",
  userAgent: "",
})

const unlinkBy: Readonly<
  Record<
    Actor,
    (result: LoginResult, act: Act) => Effect.Effect<unknown, { readonly _tag: string }, AccessTokens | Links>
  >
> = {
  player: (result) =>
    Effect.flatMap(playerOf(result), (player) => Links.use((all) => all.unlink(player, golfUser("ada")))),
  operator: (result, act) => Links.use((all) => all.unlinkFor(playerIn(result), golfUser("ada"), act)),
  host: (result) => Links.use((all) => all.unlink(hostOf(result), golfUser("ada"))),
}

/** The portal user leaves by an operator's act, and is to be linked to the person who is not banned. */
const linkBy: Readonly<
  Record<
    Actor,
    (result: LoginResult, act: Act) => Effect.Effect<unknown, { readonly _tag: string }, AccessTokens | Links>
  >
> = {
  player: (result) => link(result, golf("ada")),
  operator: (result, act) =>
    Links.use((all) => all.linkFor(playerIn(result), { ...golfUser("ada"), displayName: undefined }, act)),
  host: (result) => Links.use((all) => all.link(hostOf(result), request(golf("ada")))),
}

type Doing = (
  world: World,
  by: Actor,
) => Effect.Effect<unknown, { readonly _tag: string }, AccessTokens | Links | Merges | Players>

/** Each act, what comes before it, and what each actor gets by it. */
const table: Readonly<
  Record<string, { readonly before?: Doing; readonly does: Doing; readonly gets: Readonly<Record<Actor, Outcome>> }>
> = {
  link: {
    before: ({ banned }) => unlinkBy.operator(banned, testAct),
    does: ({ act, clean }, by) => linkBy[by](clean, act),
    gets: { player: "refused", operator: "refused", host: "refused" },
  },
  unlink: {
    does: ({ act, banned }, by) => unlinkBy[by](banned, act),
    gets: { player: "refused", operator: "goes along", host: "refused" },
  },
  merge: {
    does: ({ act, banned, clean }) =>
      Merges.use((all) => all.merge({ player: playerIn(clean), other: playerIn(banned), active: undefined }, act)),
    gets: { player: "refused", operator: "goes along", host: "goes along" },
  },
  unmerge: {
    before: ({ banned, clean }) =>
      Merges.use((all) => all.merge({ player: playerIn(clean), other: playerIn(banned), active: undefined }, testAct)),
    does: ({ act, clean }) => Merges.use((all) => all.unmerge({ player: playerIn(clean), mergeId: undefined }, act)),
    gets: { player: "refused", operator: "goes along", host: "goes along" },
  },
  delete: {
    does: ({ act, banned }) => Players.use((all) => all.deletePerson(playerIn(banned), act)),
    gets: { player: "refused", operator: "goes along", host: "goes along" },
  },
}

const ban = (result: LoginResult, type: RestrictionType = "account_ban") =>
  Restrictions.use((all) => all.addToPlayer(playerIn(result), { type, reason: "cheating" }, testAct))
const lift = (result: LoginResult) => Restrictions.use((all) => all.liftOfPlayer(playerIn(result), undefined, testAct))

/** A person with a device and a golf user. */
const withGolf = Effect.gen(function* () {
  const one = yield* loginAnon(1)
  yield* link(one, golf("ada"))
  return one
})

const letsIn = <A, E extends { readonly _tag: string }, R>(attempt: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.exit(attempt), ({ _tag }) => _tag === "Success")

onEachDatabase((name, database) => {
  const inWorld = inLoginWorld({ database, portals, settings: { grantsEnabled } })
  // Whatever the acts write fits the seals of access rows (guarantees R78).
  const world: typeof inWorld = (test) => inWorld(Effect.provide(test, Layer.fresh(sealing)))

  describe(`a portal user of a banned person, on ${name}`, () => {
    const cells = Object.entries(table).flatMap(([what, { gets }]) =>
      (Object.keys(gets) as ReadonlyArray<Actor>).map((by) => ({ what, by, outcome: gets[by] })),
    )

    it.effect.each(cells)("$what by $by: $outcome", ({ by, outcome, what }) =>
      Effect.gen(function* () {
        const { before, does } = table[what] ?? assert.fail()
        const [banned, clean] = [yield* withGolf, yield* loginAnon(2)]
        const asPlayer = { actor: actorOf((yield* playerOf(clean)).session, "192.0.2.7") }
        const stage = { banned, clean, act: by === "player" ? asPlayer : testAct }
        const { restrictionId } = yield* ban(banned)
        if (before !== undefined) yield* before(stage, by)
        assert.strictEqual(yield* letsIn(does(stage, by)), outcome === "goes along")
        // Whoever may be reached by it, none of the ways in that led to the banned person lets anybody in.
        const counts = yield* rowCounts
        for (const attempt of [loginAnon(1), loginGolf("ada"), loginAnon(1)]) {
          assert.strictEqual(yield* codeOf(attempt), "user_auth_restricted")
        }
        assert.deepInclude(yield* rowCounts, { person: counts.person, portal_user: counts.portal_user })
        const isJoined = what === "merge" ? outcome !== "refused" : what === "unmerge" && outcome === "refused"
        assert.strictEqual(yield* letsIn(loginAnon(2)), !isJoined, "nobody else is banned by it")
        if (what === "unlink" && by === "operator") {
          const kept = yield* KeptRestrictions.use((all) => all.of(golfUser("ada"), 0))
          assert.deepStrictEqual(
            kept.map((one) => one.restrictionId),
            [restrictionId],
          )
        }
      }).pipe(world),
    )

    it.effect("leaves free where an operator says so with a reason, and no other way", () =>
      Effect.gen(function* () {
        const banned = yield* withGolf
        yield* ban(banned)
        const leaving = (act: Act) => Links.use((all) => all.unlinkFor(playerIn(banned), golfUser("ada"), act, true))
        assert.strictEqual(yield* codeOf(leaving(testAct)), "invalid_input")
        assert.strictEqual(yield* codeOf(loginGolf("ada")), "user_auth_restricted")
        const { kept } = yield* leaving({ ...testAct, reason: "it was a thief's" })
        assert.deepStrictEqual(kept, [])
        assert.notStrictEqual(whoIs(yield* loginGolf("ada")).personId, whoIs(banned).personId)
        assert.strictEqual(yield* codeOf(loginAnon(1)), "user_auth_restricted")
        const deletion = (act: Act) => Players.use((all) => all.deletePerson(playerIn(banned), act, true))
        assert.strictEqual(yield* codeOf(deletion(testAct)), "invalid_input")
        yield* deletion({ ...testAct, reason: "asked for by the court" })
        assert.isTrue(yield* letsIn(loginAnon(1)))
      }).pipe(world),
    )

    it.effect("takes a thief's restriction along, and the owner's account is free when it is lifted there", () =>
      Effect.gen(function* () {
        const owner = yield* withGolf
        yield* ban(owner, "account_lockout")
        yield* unlinkBy.operator(owner, testAct)
        yield* lift(owner)
        assert.isTrue(yield* letsIn(loginAnon(1)))
        assert.strictEqual(yield* codeOf(loginGolf("ada")), "user_auth_restricted")
        const release = Restrictions.use((all) => all.release(golfUser("ada"), testAct))
        assert.deepStrictEqual(
          (yield* release).map(({ reason, type }) => [type, reason]),
          [["account_lockout", "cheating"]],
        )
        assert.strictEqual(yield* codeOf(release), "resource_not_found")
        assert.isTrue(yield* letsIn(loginGolf("ada")))
      }).pipe(world),
    )

    it.effect("comes home with what its person had, and is then as free as the person", () =>
      Effect.gen(function* () {
        const banned = yield* withGolf
        yield* ban(banned)
        yield* unlinkBy.operator(banned, testAct)
        yield* linkBy.operator(banned, testAct)
        assert.strictEqual(yield* codeOf(loginGolf("ada")), "user_auth_restricted")
        yield* lift(banned)
        assert.strictEqual(whoIs(yield* loginGolf("ada")).personId, whoIs(banned).personId)
        assert.deepStrictEqual(yield* KeptRestrictions.use((all) => all.of(golfUser("ada"), 0)), [])
      }).pipe(world),
    )

    it.effect("takes along what is only reported and what has an end, until that end", () =>
      Effect.gen(function* () {
        const one = yield* withGolf
        const pending = yield* ban(one, "account_pending_deletion")
        yield* unlinkBy.player(one, testAct)
        const again = yield* loginGolf("ada")
        assert.deepStrictEqual(
          again.restrictions?.map(({ type }) => type),
          ["account_pending_deletion"],
        )
        const own = yield* Restrictions.use((all) => all.history(whoIs(again).personId))
        assert.deepStrictEqual(
          own.map((found) => found.restrictionId),
          [pending.restrictionId],
        )
        yield* Restrictions.use((all) =>
          all.addToPlayer(playerIn(again), { type: "account_ban", expiresAt: 3_600_000 }, testAct),
        )
        yield* Players.use((all) => all.deletePerson(playerIn(again), testAct))
        assert.strictEqual(yield* codeOf(loginGolf("ada")), "user_auth_restricted")
        yield* TestClock.adjust("1 hour")
        assert.isTrue(yield* letsIn(loginGolf("ada")))
      }).pipe(world),
    )

    it.effect("goes along with a parent that joins another person, and stays with one that finds no room", () =>
      Effect.gen(function* () {
        const one = yield* login(switchUser("ada", "account"))
        const { restrictionId } = yield* ban(one, "account_pending_deletion")
        yield* Players.use((all) => all.deletePerson(playerIn(one), testAct))
        const ofEach = (person: LoginResult) =>
          Effect.gen(function* () {
            const own = yield* Restrictions.use((all) => all.history(whoIs(person).personId))
            const kept = yield* KeptRestrictions.use((all) => all.of(account, 0))
            return [own, kept].map((found) => found.map((restriction) => restriction.restrictionId))
          })
        const account = { platform: "FoxtrotNAID", portalUserId: "account" } as const
        const full = yield* login(switchUser("bob", "bobs"))
        for (const user of ["first", "second"]) yield* link(full, golf(user))
        const eve = yield* login(switchUser("eve", "elsewhere"))
        yield* login(switchUser("bob", "account"))
        assert.deepStrictEqual(yield* ofEach(full), [[], [restrictionId]])
        const joined = yield* login(switchUser("eve", "account"))
        assert.deepStrictEqual(
          joined.restrictions?.map(({ type }) => type),
          ["account_pending_deletion"],
        )
        assert.deepStrictEqual(yield* ofEach(eve), [[restrictionId], []])
      }).pipe(inLoginWorld({ database, portals, settings: { grantsEnabled, portalUsersPerPersonMax: 4 } })),
    )

    it.effect("is no way in for others, as the parent of a user of two tiers", () =>
      Effect.gen(function* () {
        const banned = yield* login(switchUser("ada", "account"))
        yield* ban(banned)
        yield* Players.use((all) => all.deletePerson(playerIn(banned), testAct))
        for (const attempt of [
          switchUser("ada", "another"),
          switchUser("bob", "account"),
          switchUser("ada", "account"),
        ]) {
          assert.strictEqual(yield* codeOf(login(attempt)), "user_auth_restricted")
        }
        const clean = yield* login(switchUser("eve", "elsewhere"))
        assert.strictEqual(yield* codeOf(login(switchUser("eve", "account"))), "user_auth_restricted")
        assert.strictEqual(yield* codeOf(link(clean, switchUser("carl", "account"))), "user_auth_restricted")
        assert.isTrue(yield* letsIn(login(switchUser("eve", "elsewhere"))))
      }).pipe(world),
    )
  })
})

describe("the decisions", () => {
  it("have the table of this test", () => {
    const decisions = readFileSync(resolve(import.meta.dirname, "../../../docs/decisions.md"), "utf8")
    for (const [what, { gets }] of Object.entries(table)) {
      const cells = (["player", "host", "operator"] as const).map((by) => gets[by])
      assert.include(decisions, `| ${what} | ${cells.join(" | ")} |`)
    }
  })
})
