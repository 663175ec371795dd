import { assert, describe, it } from "@effect/vitest"
import { CursorKey, type CursorOperation, Cursors } from "@garrison/core/kernel/wire/Cursors"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as fc from "fast-check"
import { createHmac } from "node:crypto"
import { cryptoLayer } from "../../../support/crypto.ts"

const cursorsOf = (secret: Uint8Array) => {
  const key = Layer.succeed(CursorKey, secret)
  return Effect.runSync(
    Cursors.pipe(Effect.provide(Cursors.layer.pipe(Layer.provide(key), Layer.provide(cryptoLayer))), Effect.scoped),
  )
}

const ours = cursorsOf(new Uint8Array(32).fill(1))
const theirs = cursorsOf(new Uint8Array(32).fill(2))

const open = (operation: CursorOperation, player: PlayerUuid, cursor: string, by = ours) =>
  Effect.runSync(by.open(operation, player, cursor))
const seal = (operation: CursorOperation, player: PlayerUuid, position: string) =>
  Effect.runSync(ours.seal(operation, player, position))

const operation = fc.constantFrom<CursorOperation>("notification", "order", "inventory")
const player = fc.uuid().map((uuid) => uuid as PlayerUuid)
const position = fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 60 })
const issued = fc.tuple(operation, player, position)

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

describe("Cursors", () => {
  it("open what they sealed, and always seal a position in the same way", () => {
    fc.assert(
      fc.property(issued, ([list, owner, at]) => {
        const cursor = seal(list, owner, at)
        assert.match(cursor, /^[A-Za-z0-9_-]+$/)
        assert.strictEqual(open(list, owner, cursor), at)
        assert.strictEqual(seal(list, owner, at), cursor)
      }),
    )
  })

  it("refuse a cursor of another player, another list, or another deployment", () => {
    fc.assert(
      fc.property(issued, player, ([list, owner, at], stranger) => {
        const cursor = seal(list, owner, at)
        if (stranger !== owner) assert.isUndefined(open(list, stranger, cursor))
        assert.isUndefined(open(list === "order" ? "notification" : "order", owner, cursor))
        assert.isUndefined(open(list, owner, cursor, theirs))
      }),
    )
  })

  it("of everyone are of nobody in particular, and those of a player not of everyone", () => {
    fc.assert(
      fc.property(issued, ([list, owner, at]) => {
        const shared = Effect.runSync(ours.seal(list, "everyone", at))
        assert.strictEqual(Effect.runSync(ours.open(list, "everyone", shared)), at)
        assert.isUndefined(open(list, owner, shared))
        assert.isUndefined(Effect.runSync(ours.open(list, "everyone", seal(list, owner, at))))
      }),
    )
  })

  it("refuse a cursor with any one bit flipped", () => {
    fc.assert(
      fc.property(issued, fc.nat(), ([list, owner, at], choice) => {
        const cursor = seal(list, owner, at)
        const bit = choice % (cursor.length * 6)
        const index = Math.floor(bit / 6)
        const changed = alphabet.charAt(alphabet.indexOf(cursor.charAt(index)) ^ (1 << (bit % 6)))
        assert.isUndefined(open(list, owner, cursor.slice(0, index) + changed + cursor.slice(index + 1)))
      }),
      { numRuns: 1000 },
    )
  })

  it("refuse a cursor cut short or made longer", () => {
    fc.assert(
      fc.property(
        issued,
        fc.nat(),
        fc.string({ unit: fc.constantFrom(...Array.from(alphabet)), minLength: 1 }),
        (made, cut, more) => {
          const [list, owner, at] = made
          const cursor = seal(list, owner, at)
          const kept = cut % cursor.length
          assert.isUndefined(open(list, owner, cursor.slice(0, kept)))
          assert.isUndefined(open(list, owner, cursor.slice(kept + 1)))
          assert.isUndefined(open(list, owner, cursor + more))
          assert.isUndefined(open(list, owner, more + cursor))
        },
      ),
    )
  })

  it("refuse any other text, whatever its length", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 300 }),
      fc.string({ unit: fc.constantFrom(...Array.from(alphabet)), maxLength: 300 }),
      fc.constantFrom("", "0", "1", "=", "null", "A".repeat(200), "A".repeat(201), "A".repeat(100_000)),
    )
    fc.assert(
      fc.property(operation, player, text, (list, owner, cursor) => assert.isUndefined(open(list, owner, cursor))),
      { numRuns: 1000 },
    )
  })

  it("refuse their own cursor in any other spelling", () => {
    fc.assert(
      fc.property(issued, ([list, owner, at]) => {
        const cursor = seal(list, owner, at)
        for (const other of [
          `${cursor}=`,
          `${cursor}==`,
          `${cursor}\n`,
          ` ${cursor}`,
          `${cursor.slice(0, 4)}\r\n${cursor.slice(4)}`,
        ])
          assert.isUndefined(open(list, owner, other))
        const standard = cursor.replaceAll("-", "+").replaceAll("_", "/")
        if (standard !== cursor) assert.isUndefined(open(list, owner, standard))
      }),
    )
  })

  it("carry the first half of the HMAC-SHA256 (RFC 2104) of operation, player and position, whatever the key's length", () => {
    fc.assert(
      fc.property(issued, fc.uint8Array({ minLength: 1, maxLength: 100 }), ([list, owner, at], key) => {
        const cursor = Effect.runSync(cursorsOf(key).seal(list, owner, at))
        const expected = createHmac("sha256", key).update(`${list}|${owner}|${at}`).digest().subarray(0, 16)
        assert.strictEqual(cursor, Buffer.concat([expected, Buffer.from(at)]).toString("base64url"))
      }),
    )
  })

  it("stay right when more of them are in use than are remembered", () => {
    const owner = "01890a5d-ac96-774b-bcce-b302099a8057" as PlayerUuid
    const cursors = Array.from({ length: 10_500 }, (_, at) => seal("order", owner, `${at}`))
    assert.strictEqual(new Set(cursors).size, cursors.length)
    for (const [at, cursor] of cursors.entries()) assert.strictEqual(open("order", owner, cursor), `${at}`)
    assert.strictEqual(seal("order", owner, "0"), cursors[0])
  })

  it("do not mix up where the player ends and the position begins", () => {
    const cursor = seal("order", "a" as PlayerUuid, "b|c")
    assert.isUndefined(open("order", "a|b" as PlayerUuid, cursor))
    assert.isUndefined(open("order", "a" as PlayerUuid, seal("order", "a|b" as PlayerUuid, "c")))
  })
})
