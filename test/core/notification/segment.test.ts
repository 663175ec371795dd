import { assert, describe, it } from "@effect/vitest"
import {
  type Audience,
  isKnown,
  isReader,
  roleAt,
  type RolePeriod,
  type Segment,
} from "@garrison/core/notification/segment"
import { PLAYER_ROLE_ID } from "@garrison/core/permission/schema"
import * as fc from "fast-check"

const EDITOR = 7
const JUDGE = 8

const audience = (changes: Partial<Audience> = {}): Audience => ({
  joined: 0,
  roles: [],
  listed: new Set(),
  through: 100,
  ...changes,
})
const all: Segment = { is: "all" }
const players: Segment = { is: "players" }
const toRole = (roleId: number): Segment => ({ is: "role", roleId })

describe("the readers of a broadcast", () => {
  const roles: ReadonlyArray<RolePeriod> = [
    { since: 3, roleId: EDITOR },
    { since: 5, roleId: JUDGE },
  ]

  it("have had their role since the change of it: what was sent before went to the role before", () => {
    const had = [1, 3, 4, 5, 6, 99].map((position) => roleAt(roles, position))
    assert.deepStrictEqual(had, [PLAYER_ROLE_ID, PLAYER_ROLE_ID, EDITOR, EDITOR, JUDGE, JUDGE])
    assert.strictEqual(roleAt([], 1), PLAYER_ROLE_ID)
    assert.strictEqual(roleAt([{ since: 0, roleId: JUDGE }], 1), JUDGE)
  })

  it("are those who joined before, and of a role or a list those who are of it", () => {
    const cases: ReadonlyArray<readonly [Audience, number, Segment, boolean]> = [
      [audience(), 1, all, true],
      [audience({ joined: 4 }), 4, all, false],
      [audience({ joined: 4 }), 5, all, true],
      [audience({ roles }), 4, toRole(EDITOR), true],
      [audience({ roles }), 6, toRole(EDITOR), false],
      [audience({ roles }), 3, toRole(PLAYER_ROLE_ID), true],
      [audience({ roles, joined: 4 }), 4, toRole(EDITOR), false],
      [audience({ listed: new Set([2]) }), 2, players, true],
      [audience({ listed: new Set([2]) }), 3, players, false],
      [audience({ listed: new Set([2]), joined: 2 }), 2, players, false],
    ]
    for (const [of, position, segment, expected] of cases)
      assert.strictEqual(isReader(of, { position, segment }), expected, `${position} ${segment.is}`)
  })

  it("are known of a log whose newest broadcast to some of the players is no newer than when storage was asked", () => {
    const asked = audience({ through: 5 })
    assert.deepStrictEqual(
      [0, 4, 5, 6].map((lastOfSome) => isKnown(asked, lastOfSome)),
      [true, true, true, false],
    )
  })

  it("stay the readers of what was sent, whatever role they are given later", () => {
    const changes = fc.array(fc.record({ since: fc.nat(9), roleId: fc.constantFrom(PLAYER_ROLE_ID, EDITOR, JUDGE) }))
    fc.assert(
      fc.property(changes, fc.integer({ min: 1, max: 9 }), fc.constantFrom(EDITOR, JUDGE), (drawn, at, later) => {
        const before = drawn.filter(({ since }) => since < at).toSorted((one, other) => one.since - other.since)
        const after = [...before, { since: at, roleId: later }]
        assert.strictEqual(roleAt(after, at), roleAt(before, at))
        assert.strictEqual(roleAt(after, at + 1), later)
      }),
    )
  })
})
