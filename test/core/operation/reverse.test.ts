/** An act that names its way back is undone by it: what was stored before is stored again (decisions, section 3). */
import { assert, describe, it } from "@effect/vitest"
import { Clients } from "@garrison/core/client/Clients"
import * as Garrison from "@garrison/core/Garrison"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { linkForPlayer } from "@garrison/core/linking/operations/linkForPlayer"
import { unlinkForPlayer } from "@garrison/core/linking/operations/unlinkForPlayer"
import { Logins } from "@garrison/core/login/Logins"
import { mergePersons } from "@garrison/core/merging/operations/mergePersons"
import { unmergePersons } from "@garrison/core/merging/operations/unmergePersons"
import type { Act } from "@garrison/core/operation/Act"
import type { AnyOperation } from "@garrison/core/operation/Operation"
import type { Reverse } from "@garrison/core/operation/reverse"
import { operations } from "@garrison/core/operations"
import { setPlayerRole } from "@garrison/core/player/operations/setPlayerRole"
import { Players } from "@garrison/core/player/Players"
import { addRestriction } from "@garrison/core/restriction/operations/addRestriction"
import { liftRestrictions } from "@garrison/core/restriction/operations/liftRestrictions"
import { setRestrictionEnd } from "@garrison/core/restriction/operations/setRestrictionEnd"
import { listRoles } from "@garrison/core/role/operations/listRoles"
import { putRole } from "@garrison/core/role/operations/putRole"
import { settingsInForce } from "@garrison/core/settings"
import * as Stores from "@garrison/sql/Stores"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { testAct } from "../../support/acts.ts"
import { onEachDatabase } from "../../support/databases.ts"
import { countingKdf } from "../../support/kdf.ts"
import { loginAnon, testSettings, whoIs } from "../../support/logins.ts"

const act: Act = { ...testAct, reason: "because" }

interface World {
  readonly player: PlayerUuid
  readonly other: PlayerUuid
}

type Doing = Effect.Effect<
  { readonly reverse?: Reverse },
  { readonly code: string },
  Garrison.GarrisonServices | Stores
>
type Stores = Layer.Success<typeof Stores.layer>

const prepare = Effect.gen(function* () {
  yield* (yield* Clients).create({ clientId: "game", kind: "game", permissions: [], public: true }, act)
  const [player, other] = [whoIs(yield* loginAnon(1)).playerUuid, whoIs(yield* loginAnon(2)).playerUuid]
  yield* linkForPlayer.run({ player_uuid: player, ...golf, display_name: "Ada" }, act)
  yield* putRole.run({ role_id: 7, name: "moderator", permissions: ["catalog:read"] }, act)
  yield* addRestriction.run({ player_uuid: other, type: "account_ban", told: "Cheating", note: "seen" }, act)
  yield* addRestriction.run(
    { player_uuid: player, type: "account_pending_deletion", expires_at: 4_000_000_000_000 },
    act,
  )
  return { player, other }
})

const golf = { platform: "Golf", portal_user_id: "ada" } as const

/** The acts, with what each is done after. */
const acts: ReadonlyArray<readonly [string, (world: World) => Doing]> = [
  [
    "person.link",
    ({ other }) => linkForPlayer.run({ player_uuid: other, platform: "Golf", portal_user_id: "eve" }, act),
  ],
  ["person.unlink", ({ player }) => unlinkForPlayer.run({ player_uuid: player, ...golf }, act)],
  ["restriction.add", ({ player }) => addRestriction.run({ player_uuid: player, type: "account_lockout" }, act)],
  ["restriction.lift", ({ other }) => liftRestrictions.run({ player_uuid: other }, act)],
  ["restriction.lift, of one with an end", ({ player }) => liftRestrictions.run({ player_uuid: player }, act)],
  [
    "restriction.setEnd",
    ({ other }) =>
      Effect.gen(function* () {
        const { restrictions } = yield* Players.use((players) => players.find(other))
        const input = { player_uuid: other, restriction_id: restrictions[0]?.restrictionId ?? "", expires_at: 4e12 }
        return yield* setRestrictionEnd.run(input, act)
      }),
  ],
  ["player.setRole", ({ player }) => setPlayerRole.run({ player_uuid: player, role_id: 7 }, act)],
  ["role.put", () => putRole.run({ role_id: 7, name: "other", permissions: [], bypasses_lock: true }, act)],
  ["person.merge", ({ other, player }) => mergePersons.run({ player_uuid: player, other_player_uuid: other }, act)],
  [
    "person.unmerge",
    ({ other, player }) =>
      Effect.andThen(
        mergePersons.run({ player_uuid: player, other_player_uuid: other }, act),
        unmergePersons.run({ player_uuid: player }, act),
      ),
  ],
]

/** What the acts change, without ids and times that no way back brings back. */
const stateOf = Effect.fnUntraced(function* ({ other, player }: World) {
  const players = yield* Players
  const both = yield* Effect.forEach([player, other], (one) => players.find(one))
  return {
    persons: both.map(({ personId }) => personId),
    roles: both.map((one) => one.player.roleId),
    portalUsers: both.map(({ portalUsers }) =>
      portalUsers
        .map(({ displayName, platform, portalUserId }) => `${platform} ${portalUserId} ${displayName}`)
        .toSorted(),
    ),
    restrictions: both.map(({ restrictions }) =>
      restrictions
        .filter(({ active }) => active)
        .map(({ expiresAt, note, reason, type }) => ({ type, reason, note, expiresAt })),
    ),
    stored: yield* listRoles.run({}, act),
  }
})

/** Carries out what the answer names. */
const runReverse = Effect.fnUntraced(function* ({ input, operation: name }: Reverse) {
  const all = operations as ReadonlyArray<AnyOperation<string, Garrison.GarrisonServices | Stores>>
  const operation = all.find((one) => one.name === name)
  assert(operation !== undefined)
  return yield* operation.run(yield* operation.decode(input), act)
})

onEachDatabase((name, database) => {
  const services = Garrison.layer.pipe(
    Layer.provideMerge(Stores.layer),
    Layer.provideMerge(settingsInForce(testSettings)),
    Layer.provideMerge(Layer.merge(database, countingKdf().layer)),
  )

  describe(`the way back on ${name}`, () => {
    for (const [operation, does] of acts) {
      it.effect(`of ${operation} restores what was`, () =>
        Effect.gen(function* () {
          yield* Logins
          const world = yield* prepare
          const before = operation === "person.unmerge" ? undefined : yield* stateOf(world)
          const { reverse } = yield* does(world)
          assert(reverse !== undefined)
          const between = yield* stateOf(world)
          yield* runReverse(reverse)
          const after = yield* stateOf(world)
          assert.notDeepEqual(after, between)
          if (before !== undefined) assert.deepStrictEqual(after, before)
          else assert.strictEqual(new Set(after.persons).size, 1)
        }).pipe(Effect.provide(Layer.fresh(services))),
      )
    }

    it.effect("is not named where nothing changed, and each of several lifted restrictions has its own", () =>
      Effect.gen(function* () {
        const { other, player } = yield* prepare
        const linked = yield* linkForPlayer.run({ player_uuid: player, ...golf }, act)
        assert.isUndefined(linked.reverse)
        assert.isUndefined((yield* setPlayerRole.run({ player_uuid: player, role_id: 1 }, act)).reverse)
        assert.isUndefined((yield* putRole.run({ role_id: 9, name: "new", permissions: [] }, act)).reverse)
        yield* addRestriction.run({ player_uuid: other, type: "account_lockout" }, act)
        const lifted = yield* liftRestrictions.run({ player_uuid: other }, act)
        assert.isUndefined(lifted.reverse)
        for (const { reverse } of lifted.lifted) if (reverse !== undefined) yield* runReverse(reverse)
        const { restrictions } = yield* Players.use((players) => players.find(other))
        assert.sameMembers(
          restrictions.filter(({ active }) => active).map(({ type }) => type),
          ["account_ban", "account_lockout"],
        )
      }).pipe(Effect.provide(Layer.fresh(services))),
    )
  })
})
