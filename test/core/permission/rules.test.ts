/** Permissions and their wildcards (interface, section 5; decisions, section 3). */
import { assert, describe, it } from "@effect/vitest"
import { permissionNames, PERMISSIONS } from "@garrison/core/permission/names"
import { covers, DEFAULT_PLAYER_PERMISSIONS, holdsAny, inBoth, isPermission } from "@garrison/core/permission/rules"
import * as fc from "fast-check"
import { readFileSync } from "node:fs"
import { resolve } from "node:path"

const part = fc.stringMatching(/^[a-zA-Z_]{1,8}$/)
const name = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(":"))
const known = fc.constantFrom(...PERMISSIONS)

describe("permissions", () => {
  it("are the six of the interface and those that decisions add, each once", () => {
    assert.strictEqual(new Set(PERMISSIONS).size, PERMISSIONS.length)
    assert.strictEqual(PERMISSIONS.length, 53)
    for (const given of [
      "notification:playerid:*",
      "notification:playerid:read",
      "notification:playerid:self:*",
      "notification:playerid:self:read",
      "accountOrg:config:edit",
      "account:config:edit",
    ]) {
      assert.isTrue(isPermission(given))
    }
    assert.isFalse(isPermission("notification:*"))
    assert.isFalse(isPermission("toString"))
  })

  it("are listed in the decisions, each with what it allows", () => {
    const decisions = readFileSync(resolve(import.meta.dirname, "../../../docs/decisions.md"), "utf8")
    const rows = Array.from(decisions.matchAll(/^ *\| `([\w:*]+)` \| (.+) \|$/gm), ([, one, allows]) => [one, allows])
    const listed = rows.filter(([one = ""]) => isPermission(one))
    assert.deepStrictEqual(listed, Object.entries(permissionNames))
  })

  it("of the default player are the self ones, the catalog and presence, and no data of other players", () => {
    assert.sameMembers(
      [...DEFAULT_PLAYER_PERMISSIONS],
      [...PERMISSIONS.filter((one) => one.includes(":self")), "catalog:read", "presence:read"],
    )
    for (const foreign of [
      "presence:read:any",
      "inv:read_inv:player:any",
      "catalog:edit",
      "notification:playerid:write",
    ]) {
      assert.isFalse(holdsAny(DEFAULT_PLAYER_PERMISSIONS, [foreign]))
    }
  })

  it.each([
    ["notification:playerid:*", "notification:playerid:read", true],
    ["notification:playerid:*", "notification:playerid:self:read", true],
    ["notification:playerid:*", "notification:playerid:self:*", true],
    ["notification:playerid:self:*", "notification:playerid:*", false],
    ["notification:playerid:self:*", "notification:playerid:self:read", true],
    ["notification:playerid:self:*", "notification:playerid:selfish", false],
    ["notification:playerid:*", "notification:playerid", false],
    ["notification:playerid:*", "notification:playerid:", false],
    ["notification:playerid:*", "notification:playeridX:read", false],
    ["presence:read", "presence:read:any", false],
    ["presence:read:any", "presence:read", false],
    ["*", "anything:at:all", true],
    ["a*", "ab", false],
    ["", "a", false],
    ["catalog:read", "Catalog:read", false],
  ])("holding %s covers %s: %s", (held, required, expected) => {
    assert.strictEqual(covers(held, required), expected)
  })

  it("a name covers itself and nothing else, unless it ends in a wildcard", () => {
    fc.assert(
      fc.property(name, name, (held, required) => {
        assert.isTrue(covers(held, held))
        assert.strictEqual(covers(held, required), held === required)
      }),
    )
  })

  it("a wildcard covers every name with its parts in front and at least one more, and no other", () => {
    fc.assert(
      fc.property(name, name, (front, other) => {
        assert.isTrue(covers(`${front}:*`, `${front}:${other}`))
        assert.strictEqual(covers(`${front}:*`, other), other.startsWith(`${front}:`))
        assert.isTrue(covers("*", other))
      }),
    )
  })

  it("covering is transitive: a wider permission gives all that a narrower one gives", () => {
    fc.assert(
      fc.property(name, part, part, known, known, (front, middle, end, wide, narrow) => {
        assert.isTrue(covers(`${front}:*`, `${front}:${middle}:*`))
        assert.isTrue(covers(`${front}:*`, `${front}:${middle}:${end}`))
        for (const required of PERMISSIONS) {
          if (covers(wide, narrow) && covers(narrow, required)) assert.isTrue(covers(wide, required))
        }
      }),
    )
  })

  it("any one of those held is enough for any one of those required, in whatever order", () => {
    fc.assert(
      fc.property(fc.array(known), fc.array(known), (held, required) => {
        const expected = required.some((other) => held.some((one) => covers(one, other)))
        assert.strictEqual(holdsAny(held, required), expected)
        assert.strictEqual(holdsAny(held.toReversed(), required.toReversed()), expected)
      }),
    )
  })

  it("what two lists both give is what each of them gives, and nothing else", () => {
    fc.assert(
      fc.property(fc.array(known), fc.array(known), (one, other) => {
        const both = inBoth(one, other)
        for (const required of PERMISSIONS) {
          const expected = holdsAny(one, [required]) && holdsAny(other, [required])
          assert.strictEqual(holdsAny(both, [required]), expected)
        }
      }),
    )
  })

  it("an empty list of required permissions is never held, and an empty list of held ones allows nothing", () => {
    assert.isFalse(holdsAny(["*"], []))
    assert.isFalse(holdsAny([], PERMISSIONS))
  })
})
