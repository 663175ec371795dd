/**
 * Page cursors. A cursor is a position in a list. It is authenticated, so that only this service can have issued it,
 * and bound to its player and operation (decisions, sections 9 and 12; guarantees R36).
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Mac from "effect/crypto/Mac"
import * as Base64Url from "effect/encoding/Base64Url"
import type { PlayerUuid } from "../Identifier.ts"
import { utf8 } from "./Utf8.ts"

/** The list that a cursor pages through. Other lists refuse the cursor. */
export type CursorOperation = "notification" | "order" | "inventory"

/** Whose list it is. What is sent to many players has one cursor for all of them, that of `everyone`. */
export type CursorOwner = PlayerUuid | "everyone"

/** Bytes of the HMAC-SHA256 that a cursor carries: 128 bits. */
const TAG_BYTES = 16
/** Longest cursor that is read. */
const CURSOR_LENGTH_MAX = 200

/**
 * Tags kept in memory: clients poll the same pages again and again, and computing a tag costs ten times a look-up. The
 * oldest tag gives way. A tag still in use is then computed again, which is cheaper than recording every use.
 */
const TAGS_MAX = 10_000

/** The text that a tag is computed over. Operation and owner contain no bar, so two triples never share a text. */
const binding = (operation: CursorOperation, owner: CursorOwner, position: string): string =>
  `${operation}|${owner}|${position}`

/**
 * What is kept of a position: its tag, and the cursor that carries both. The position is compared again, so that not
 * even a player with a bar in the name could get the cursor of another player.
 */
interface Sealed {
  readonly tag: Uint8Array
  readonly position: string
  readonly cursor: string
}

const encode = (tag: Uint8Array, position: string): string => {
  const body = utf8(position)
  const bytes = new Uint8Array(TAG_BYTES + body.length)
  bytes.set(tag)
  bytes.set(body, TAG_BYTES)
  return Base64Url.encode(bytes)
}

const textOf = (bytes: Uint8Array): string => String.fromCharCode(...bytes)

/** The key that cursors are sealed with: at least 32 random bytes, the same on every node and after a restart. */
export class CursorKey extends Context.Service<CursorKey, Uint8Array>()("@garrison/core/kernel/CursorKey") {}

/** Seals positions into opaque cursors and opens them again. */
export class Cursors extends Context.Service<
  Cursors,
  {
    /** The cursor for `position` (ASCII text) of this owner's list. The same position gives the same cursor. */
    readonly seal: (operation: CursorOperation, owner: CursorOwner, position: string) => Effect.Effect<string>
    /** The position in a cursor; undefined when the cursor was not issued here for this list of this owner. */
    readonly open: (operation: CursorOperation, owner: CursorOwner, cursor: string) => Effect.Effect<string | undefined>
  }
>()("@garrison/core/kernel/wire/Cursors") {
  static readonly layer = Layer.effect(
    Cursors,
    Effect.gen(function* () {
      const mac = yield* Mac.Mac
      const key = yield* Mac.key(Mac.hmacSha256, yield* CursorKey).pipe(Effect.orDie)
      const remembered = new Map<string, Sealed>()

      const sign = (bound: string): Effect.Effect<Uint8Array> =>
        Effect.suspend(() => {
          const known = remembered.get(bound)
          return known !== undefined
            ? Effect.succeed(known.tag)
            : Effect.orDie(Effect.map(mac.sign(key, utf8(bound)), (full) => full.slice(0, TAG_BYTES)))
        })
      // Only authentic cursors are remembered: made-up cursors must not push them out.
      const remember = (bound: string, sealed: Sealed): void => {
        if (remembered.has(bound)) return
        if (remembered.size >= TAGS_MAX) remembered.delete(remembered.keys().next().value as string)
        remembered.set(bound, sealed)
      }

      const seal = (operation: CursorOperation, owner: CursorOwner, position: string) =>
        Effect.suspend(() => {
          const bound = binding(operation, owner, position)
          const known = remembered.get(bound)
          if (known !== undefined && known.position === position) return Effect.succeed(known.cursor)
          return Effect.map(sign(bound), (tag) => {
            const cursor = encode(tag, position)
            remember(bound, { tag, position, cursor })
            return cursor
          })
        })
      const open = Effect.fnUntraced(function* (operation: CursorOperation, owner: CursorOwner, cursor: string) {
        if (cursor.length > CURSOR_LENGTH_MAX) return undefined
        const decoded = Base64Url.decode(cursor)
        if (Result.isFailure(decoded) || decoded.success.length <= TAG_BYTES) return undefined
        const bytes = decoded.success
        // One position has one cursor. Padding, line ends and stray bits that decode to the same bytes are refused.
        if (Base64Url.encode(bytes) !== cursor) return undefined
        const position = textOf(bytes.subarray(TAG_BYTES))
        const bound = binding(operation, owner, position)
        const tag = yield* sign(bound)
        if (!Mac.timingSafeEqual(tag, bytes.subarray(0, TAG_BYTES))) return undefined
        remember(bound, { tag, position, cursor })
        return position
      })
      return Cursors.of({ seal, open })
    }),
  )
}
