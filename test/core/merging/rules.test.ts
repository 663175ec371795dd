/** What a merge and its undo decide, over any two persons (decisions, section 14). */
import { assert, describe, it } from "@effect/vitest"
import { PersonId, PlayerUuid } from "@garrison/core/kernel/Identifier"
import { chosenMerge, hadOf, inLockOrder, judgeMerge, judgeUnmerge } from "@garrison/core/merging/rules"
import type { MergeRecord, MergingPerson } from "@garrison/core/merging/MergeStore"
import { isActive } from "@garrison/core/restriction/rules"
import type { RestrictionRecord } from "@garrison/core/restriction/schema"
import * as fc from "fast-check"

const uuidOf = (kind: number, number: number) => `00000000-0000-4000-${8000 + kind}-${String(number).padStart(12, "0")}`
const KEPT = PersonId.make(uuidOf(1, 1))
const MERGED = PersonId.make(uuidOf(1, 2))
const NOW = 1_000_000

const roles = [
  { roleId: 1, name: "player", permissions: ["catalog:read"], bypassesLock: false },
  { roleId: 2, name: "more", permissions: ["catalog:read", "user:read:any"], bypassesLock: false },
  { roleId: 3, name: "most", permissions: ["*"], bypassesLock: true },
  { roleId: 4, name: "nothing", permissions: [], bypassesLock: false },
  { roleId: 5, name: "other", permissions: ["presence:read"], bypassesLock: false },
  { roleId: 6, name: "past the lock", permissions: [], bypassesLock: true },
]

const restrictionOf = (number: number, personId: PersonId): RestrictionRecord => ({
  restrictionId: uuidOf(3, number),
  personId,
  type: "account_ban",
  reason: undefined,
  note: undefined,
  issuer: "test",
  createdAt: 1,
  expiresAt: undefined,
  liftedAt: undefined,
  liftedBy: undefined,
})

const restrictions = (personId: PersonId, first: number) =>
  fc
    .array(
      fc.record({
        lifted: fc.boolean(),
        expiresAt: fc.option(fc.integer({ min: 1, max: 2 * NOW }), { nil: undefined }),
      }),
      { maxLength: 4 },
    )
    .map((all) =>
      all.map(({ expiresAt, lifted }, index): RestrictionRecord => ({
        restrictionId: uuidOf(3, first + index),
        personId,
        type: "account_ban",
        reason: undefined,
        note: undefined,
        issuer: "test",
        createdAt: 1,
        expiresAt,
        liftedAt: lifted ? 2 : undefined,
        liftedBy: lifted ? "test" : undefined,
      })),
    )

const person = (personId: PersonId, first: number) =>
  fc
    .record({
      roleIds: fc.array(fc.constantFrom(1, 2, 3, 4, 5, 6, 99), { minLength: 1, maxLength: 3 }),
      extra: fc.integer({ min: 0, max: 3 }),
      lastLoginAt: fc.option(fc.integer({ min: 1, max: NOW }), { nil: undefined }),
      restricted: restrictions(personId, first),
    })
    .map(({ extra, lastLoginAt, restricted, roleIds }): MergingPerson => {
      const players = roleIds.map((roleId, index) => ({
        playerUuid: PlayerUuid.make(uuidOf(2, first + index)),
        roleId,
        active: index === 0,
      }))
      const portalUsers = Array.from({ length: players.length + extra }, (_, index) => ({
        platform: "Golf" as const,
        portalUserId: `${first + index}`,
        playerUuid: players[index % players.length]?.playerUuid,
        parent: undefined,
      }))
      return { personId, lastLoginAt, logins: 1, players, portalUsers, restrictions: restricted }
    })

const two = [person(KEPT, 100), person(MERGED, 200)] as const
const limits = { playersMax: 16, portalUsersMax: 16 }

/** Both sides of a merge, and the person that it makes. */
const merged = (kept: MergingPerson, other: MergingPerson) => {
  const plan = judgeMerge({ kept, merged: other, active: undefined, roles, ...limits })
  if (plan.is !== "plan") return undefined
  const shared = { mergeId: uuidOf(4, 1), at: NOW, by: "test", undoEndsAt: 2 * NOW, roleId: plan.roleId, revision: 1 }
  const side = (one: MergingPerson, two: MergingPerson, name: MergeRecord["side"]): MergeRecord => ({
    ...shared,
    personId: one.personId,
    otherPersonId: two.personId,
    side: name,
    had: hadOf(one),
    undone: undefined,
  })
  const made: MergingPerson = { ...kept, ...plan, portalUsers: [...kept.portalUsers, ...other.portalUsers] }
  return { plan, made, ofKept: side(kept, other, "kept"), ofMerged: side(other, kept, "merged") }
}

const empty = (one: MergingPerson): MergingPerson => ({ ...one, players: [], portalUsers: [] })
const inForce = ({ restrictions: all }: Pick<MergingPerson, "restrictions">) =>
  all.filter((one) => isActive(one, NOW)).map(({ restrictionId }) => restrictionId)
const permissionsOf = (roleId: number) => roles.find((role) => role.roleId === roleId)?.permissions ?? []

describe("a merge of any two persons", () => {
  it("has the restrictions in force of both, and no role that gives more than one of them did", () => {
    let plans = 0
    fc.assert(
      fc.property(...two, (kept, other) => {
        const joined = merged(kept, other)
        if (joined === undefined) return
        plans++
        assert.sameMembers(inForce(joined.made), [...inForce(kept), ...inForce(other)])
        const given = permissionsOf(joined.plan.roleId)
        for (const { roleId } of [...kept.players, ...other.players]) {
          const held = permissionsOf(roleId)
          assert.isTrue(held.includes("*") || given.every((permission) => held.includes(permission)))
        }
        assert.lengthOf(
          joined.plan.players.filter(({ active }) => active),
          1,
        )
      }),
    )
    assert.isAbove(plans, 5)
  })

  it("is undone to what both had", () => {
    fc.assert(
      fc.property(...two, (kept, other) => {
        const joined = merged(kept, other)
        if (joined === undefined) return
        const { made, ofKept, ofMerged } = joined
        const undo = judgeUnmerge({ kept: made, merged: empty(other), ofKept, ofMerged, now: NOW })
        assert(undo.is === "plan")
        const roleIds = (players: MergingPerson["players"]) =>
          players.map(({ playerUuid, roleId }) => `${playerUuid} ${roleId}`)
        assert.deepStrictEqual(roleIds(undo.kept.players), roleIds(kept.players))
        assert.deepStrictEqual(roleIds(undo.merged.players), roleIds(other.players))
        assert.deepStrictEqual(undo.portalUsers, other.portalUsers)
        assert.deepStrictEqual(undo.kept.restrictions, kept.restrictions)
        assert.deepStrictEqual(undo.merged.restrictions, other.restrictions)
        for (const side of [undo.kept, undo.merged])
          assert.lengthOf(
            side.players.filter(({ active }) => active),
            1,
          )
      }),
    )
  })

  it("and then undone leaves one that both had lifted for whom it was lifted", () => {
    fc.assert(
      fc.property(...two, fc.boolean(), fc.boolean(), (kept, other, isLiftedForOne, isLiftedSince) => {
        const shared = { ...restrictionOf(900, KEPT), liftedAt: undefined, liftedBy: undefined }
        const lifted = { liftedAt: 3, liftedBy: "test" }
        const first = { ...kept, restrictions: [{ ...shared, ...(isLiftedForOne && lifted) }] }
        const joined = merged(first, { ...other, restrictions: [{ ...shared, personId: MERGED }] })
        if (joined === undefined) return
        const { made, ofKept, ofMerged } = joined
        assert.lengthOf(inForce(made), 1)
        const now = {
          ...made,
          restrictions: made.restrictions.map((one) => ({ ...one, ...(isLiftedSince && lifted) })),
        }
        const undo = judgeUnmerge({ kept: now, merged: empty(other), ofKept, ofMerged, now: NOW })
        assert(undo.is === "plan")
        assert.lengthOf(inForce(undo.kept), isLiftedForOne || isLiftedSince ? 0 : 1)
        assert.lengthOf(inForce(undo.merged), isLiftedSince ? 0 : 1)
      }),
    )
  })

  it("and then undone ends no restriction, also one that was added between", () => {
    fc.assert(
      fc.property(...two, restrictions(KEPT, 300), (kept, other, since) => {
        const joined = merged(kept, other)
        if (joined === undefined) return
        const { made, ofKept, ofMerged } = joined
        const later = { ...made, restrictions: [...made.restrictions, ...since] }
        const undo = judgeUnmerge({ kept: later, merged: empty(other), ofKept, ofMerged, now: NOW })
        assert(undo.is === "plan")
        const added = inForce({ restrictions: since })
        assert.sameMembers(inForce(undo.kept), [...inForce(kept), ...added])
        assert.sameMembers(inForce(undo.merged), [...inForce(other), ...added])
      }),
    )
  })
})

describe("the limits, the roles and the order", () => {
  const [kept, other] = fc.sample(fc.tuple(...two), { numRuns: 1, seed: 7 })[0] ?? []
  assert(kept !== undefined && other !== undefined)
  const plain = (one: MergingPerson, roleId = 1): MergingPerson => ({
    ...one,
    players: one.players.slice(0, 1).map((player) => ({ ...player, roleId })),
    portalUsers: one.portalUsers.slice(0, 1),
  })

  it.each([
    [2, 2, "plan"],
    [1, 2, "too_many_players"],
    [2, 1, "too_many_portal_users"],
  ])("with at most %i players and %i portal users: %s", (playersMax, portalUsersMax, expected) => {
    const facts = { kept: plain(kept), merged: plain(other), active: undefined, roles, playersMax, portalUsersMax }
    const plan = judgeMerge(facts)
    assert.strictEqual(plan.is === "refused" ? plan.code : plan.is, expected)
  })

  it.each([
    [1, 1, 1],
    [1, 2, 1],
    [3, 2, 2],
    [2, 4, 4],
    [6, 4, 4],
    [6, 3, 6],
    [99, 99, 99],
    [1, 5, "roles_not_comparable"],
    [6, 1, "roles_not_comparable"],
    [1, 99, "roles_not_comparable"],
  ])("of the roles %i and %i the lesser is %s", (one, second, expected) => {
    const facts = { kept: plain(kept, one), merged: plain(other, second), active: undefined, roles, ...limits }
    const plan = judgeMerge(facts)
    assert.strictEqual(plan.is === "plan" ? plan.roleId : plan.is === "refused" ? plan.code : plan.is, expected)
  })

  it("is one order of locks, whichever person is named first", () => {
    assert.deepStrictEqual(inLockOrder(KEPT, MERGED), inLockOrder(MERGED, KEPT))
  })

  it("an undo is refused at its end, when it was undone, and when a player is gone", () => {
    const joined = merged(plain(kept), plain(other))
    assert(joined !== undefined)
    const { made, ofKept, ofMerged } = joined
    const facts = { kept: made, merged: empty(other), ofKept, ofMerged, now: NOW }
    const codeOf = (changed: Partial<typeof facts>) => {
      const verdict = judgeUnmerge({ ...facts, ...changed })
      return verdict.is === "refused" ? verdict.code : verdict.is
    }
    const undone = { ...ofKept, undone: { at: NOW, by: "test" } }
    assert.deepStrictEqual(
      [
        codeOf({ now: 2 * NOW }),
        codeOf({ now: 2 * NOW + 1 }),
        codeOf({ ofKept: undone }),
        codeOf({ kept: { ...made, players: made.players.slice(0, 1) } }),
      ],
      ["plan", "merge_over", "merge_undone", "merge_changed"],
    )
    assert.deepStrictEqual(chosenMerge([undone], ofKept.mergeId), { is: "refused", code: "merge_undone" })
    assert.isUndefined(chosenMerge([undone], undefined))
    const newer = { ...ofKept, mergeId: uuidOf(4, 2), revision: 2 }
    assert.strictEqual(chosenMerge([ofKept, newer], undefined), newer)
    assert.deepStrictEqual(chosenMerge([ofKept, newer], ofKept.mergeId), { is: "refused", code: "merge_not_latest" })
  })
})
