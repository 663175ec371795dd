/**
 * The large texts of catalog versions. A text is stored in compressed parts, a row each, so that no statement and no
 * COMMIT is large, and the process does other work between two parts. Compression runs on threads of Node.
 *
 * Texts are staged before the version that names them is stored: all but the last few parts are written by units of
 * work of their own, those by the unit that stores the version. If no version names them in the end, they are deleted.
 * Those of a process that was killed are swept later.
 */
import { warningOf } from "@garrison/core/kernel/work/Background"
import type { Timestamp } from "@garrison/core/kernel/time/Timestamp"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import * as Arr from "effect/Array"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { promisify } from "node:util"
import * as NodeZlib from "node:zlib"
import { bytes } from "../columns.ts"
import { sweep } from "../sweep.ts"
import { uuid, uuids } from "../uuid.ts"

/** Bytes of a part before compression. */
const PART_BYTES = 1024 * 1024
/** Parts that are compressed at once and stored by one unit of work, or read by one statement. */
const PARTS_AT_ONCE = 4

const zstd = promisify(NodeZlib.zstdCompress)
const unzstd = promisify(NodeZlib.zstdDecompress)

/** A text as a version names it. */
export interface NamedText {
  readonly textId: string
  /** Length before compression. */
  readonly byteCount: number
  /** Text and version, for the message about a text that is damaged. */
  readonly name: string
}

/** Texts that no version names yet. */
export interface StagedTexts {
  /** One for each text. */
  readonly ids: ReadonlyArray<string>
  /** Writes the last parts. Belongs into the unit of work that stores the version. */
  readonly finish: Effect.Effect<void, SqlError>
  /** Deletes the texts, unless a version names them. A failure is logged: the texts are swept later. */
  readonly discard: Effect.Effect<void>
}

interface Part {
  readonly textId: string
  readonly part: number
  readonly bytes: Uint8Array
}

interface NewText {
  readonly textId: string
  readonly text: Uint8Array
}

const partsOf = ({ text, textId }: NewText): ReadonlyArray<Part> =>
  Array.from({ length: Math.ceil(text.length / PART_BYTES) }, (_, part) => ({
    textId,
    part,
    bytes: text.subarray(part * PART_BYTES, (part + 1) * PART_BYTES),
  }))

/** Room for the output of one part. Otherwise zlib comes back to the event loop for each 16 KB. */
const ROOM_BYTES = PART_BYTES + 1024

/** With a checksum, so that a damaged part is noticed. */
const COMPRESSION = { chunkSize: ROOM_BYTES / 4, params: { [NodeZlib.constants.ZSTD_c_checksumFlag]: 1 } }
const DECOMPRESSION = { chunkSize: ROOM_BYTES, maxOutputLength: PART_BYTES }

const compressed = (parts: ReadonlyArray<Part>): Effect.Effect<ReadonlyArray<Part>> =>
  Effect.promise(() =>
    Promise.all(parts.map(async (part) => ({ ...part, bytes: await zstd(part.bytes, COMPRESSION) }))),
  )

const damaged = (name: string, how: string, cause?: unknown): Error =>
  new Error(`${name} is damaged in storage: ${how}. Publish another version, or restore a backup.`, { cause })

/** Writes new texts and their parts. */
const writes = (sql: SqlClient.SqlClient) => {
  const { id } = uuids(sql)
  const texts = (given: ReadonlyArray<NewText>, now: Timestamp) =>
    sql`INSERT INTO catalog_text (text_id, byte_count, unnamed_since) VALUES ${sql.csv(
      given.map(({ text, textId }) => sql`(${id(textId)}, ${text.length}, ${now})`),
    )}`
  const parts = (given: ReadonlyArray<Part>) =>
    sql`INSERT INTO catalog_text_part (text_id, part, bytes) VALUES ${sql.csv(
      given.map((one) => sql`(${id(one.textId)}, ${one.part}, ${one.bytes})`),
    )}`
  return { texts, parts }
}

/** The statements that delete texts. A text that a version names stays. */
const deletions = (sql: SqlClient.SqlClient) => {
  const { id } = uuids(sql)
  return {
    find: (unnamedUpTo: Timestamp, limit: number) =>
      sql`SELECT text_id FROM catalog_text WHERE unnamed_since <= ${unnamedUpTo} AND text_id NOT IN (
          SELECT body FROM catalog_version UNION ALL SELECT prepared FROM catalog_version
          UNION ALL SELECT document FROM catalog_version)
        ORDER BY unnamed_since LIMIT ${limit}`,
    drop: (textId: string, unnamedUpTo: Timestamp) =>
      sql`DELETE FROM catalog_text WHERE text_id = ${id(textId)} AND unnamed_since <= ${unnamedUpTo}
          AND NOT EXISTS (SELECT 1 FROM catalog_version WHERE ${id(textId)} IN (body, prepared, document))
        RETURNING text_id`,
  }
}

/** Reads a text whole, part after part. A text that is not whole or not readable is a defect that says so. */
const reading = (sql: SqlClient.SqlClient) => {
  const { id } = uuids(sql)
  return Effect.fnUntraced(function* ({ byteCount, name, textId }: NamedText) {
    const whole = new Uint8Array(byteCount)
    const count = Math.ceil(byteCount / PART_BYTES)
    for (let first = 0; first < count; first += PARTS_AT_ONCE) {
      const end = Math.min(count, first + PARTS_AT_ONCE)
      const rows = yield* sql`SELECT bytes FROM catalog_text_part
        WHERE text_id = ${id(textId)} AND part >= ${first} AND part < ${end} ORDER BY part`
      if (rows.length < end - first) return yield* Effect.die(damaged(name, `not all of its ${count} parts are there`))
      const parts = yield* Effect.tryPromise({
        try: () => Promise.all(rows.map((row) => unzstd(bytes(row.bytes), DECOMPRESSION))),
        catch: (cause) => damaged(name, "a part cannot be decompressed", cause),
      }).pipe(Effect.orDie)
      for (const [index, part] of parts.entries()) {
        const at = (first + index) * PART_BYTES
        if (part.length !== Math.min(PART_BYTES, byteCount - at)) {
          return yield* Effect.die(damaged(name, "a part has another length"))
        }
        whole.set(part, at)
      }
    }
    return whole
  })
}

/** Reads, stages and sweeps texts. */
export const makeTexts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const transaction = yield* Transaction
  const random = yield* SecureRandom.SecureRandom
  const write = writes(sql)
  const { drop, find } = deletions(sql)

  const discard = (ids: ReadonlyArray<string>) =>
    warningOf("the texts of a catalog that was not published were not deleted")(
      Effect.forEach(ids, (textId) => transaction.run(drop(textId, Number.MAX_SAFE_INTEGER))),
    )

  /** When the scope closes, the texts that are written by then are deleted, unless a version names them. */
  const stage = Effect.fnUntraced(function* (
    given: ReadonlyArray<Uint8Array>,
    now: Timestamp,
  ): Effect.fn.Return<StagedTexts, SqlError, Scope.Scope> {
    const texts = yield* Effect.forEach(given, (text) =>
      Effect.map(random.uuidV7(), (textId): NewText => ({ textId, text })),
    )
    const ids = texts.map(({ textId }) => textId)
    const groups = Arr.chunksOf(texts.flatMap(partsOf), PARTS_AT_ONCE)
    const last = groups.length - 1
    if (last > 0) yield* Effect.addFinalizer(() => discard(ids))
    let finish: Effect.Effect<void, SqlError> = Effect.void
    for (const [at, group] of groups.entries()) {
      const parts = yield* compressed(group)
      const begun = at === 0 ? Effect.asVoid(write.texts(texts, now)) : Effect.void
      const written = Effect.andThen(begun, Effect.asVoid(write.parts(parts)))
      if (at < last) yield* transaction.run(written)
      else finish = written
    }
    return { ids, finish, discard: discard(ids) }
  })

  return {
    read: reading(sql),
    stage,
    prune: sweep(transaction, {
      find,
      owner: (row) => uuid(row.text_id),
      drop: (textId, _, upTo) => drop(textId, upTo),
    }),
  }
})
