/**
 * The lock file of a document: which id each name has. The file stands beside the document, so that an entry keeps its
 * id from version to version. The id of a name that was removed stays reserved.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { complaint, IntegerOf } from "../../kernel/input/Field.ts"
import { invalidDetails } from "../../kernel/input/Invalid.ts"
import { AuthoredId } from "../schema.ts"
import { KINDS, type Kind } from "./names.ts"

const Names = Schema.Record(Schema.String, AuthoredId).annotate(complaint("dict_type", "must be an object"))

const NamesByKind = Schema.Struct({
  item: Schema.optionalKey(Names),
  vendor: Schema.optionalKey(Names),
  xp_table: Schema.optionalKey(Names),
  time_frame: Schema.optionalKey(Names),
  item_portal_use_ruleset: Schema.optionalKey(Names),
  loot: Schema.optionalKey(Names),
}).annotate(complaint("dict_type", "must be an object"))

/** A parsed lock file. */
export const LockFile = Schema.Struct({
  lock_version: IntegerOf({ minimum: 1, maximum: 1 }),
  ids: Schema.optionalKey(NamesByKind),
  removed: Schema.optionalKey(NamesByKind),
}).annotate(complaint("dict_type", "must be an object"))

const decode = Schema.decodeUnknownResult(LockFile, { errors: "all", reportInput: true })

/** The ids of names, by kind. */
export type LockedNames = Readonly<Record<Kind, Readonly<Record<string, number>>>>

/** A lock file: the ids of the names of the document, and of names that were removed from it. */
export interface Lock {
  readonly ids: LockedNames
  readonly removed: LockedNames
}

const byKind = (names: (typeof LockFile.Type)["ids"]): LockedNames => ({
  item: names?.item ?? {},
  vendor: names?.vendor ?? {},
  xp_table: names?.xp_table ?? {},
  time_frame: names?.time_frame ?? {},
  item_portal_use_ruleset: names?.item_portal_use_ruleset ?? {},
  loot: names?.loot ?? {},
})

/** A document without a lock file. */
export const EMPTY_LOCK: Lock = { ids: byKind(undefined), removed: byKind(undefined) }

const idsGivenTwice = ({ ids, removed }: Lock): ReadonlyArray<string> =>
  KINDS.flatMap((kind) => {
    const nameOf = new Map<number, string>()
    return [...Object.entries(ids[kind]), ...Object.entries(removed[kind])].flatMap(([name, id]) => {
      const first = nameOf.get(id)
      if (first === undefined) nameOf.set(id, name)
      return first === undefined ? [] : [`${kind} ${id} is given to ${first} and to ${name}`]
    })
  })

/** The lock of a lock file that fits its schema, or the ids that it gives twice. */
export const lockOf = (file: typeof LockFile.Type): Result.Result<Lock, ReadonlyArray<string>> => {
  const lock = { ids: byKind(file.ids), removed: byKind(file.removed) }
  const twice = idsGivenTwice(lock)
  return twice.length === 0 ? Result.succeed(lock) : Result.fail(twice)
}

/** The lock of a parsed lock file, or what is wrong with the file. */
export const readLock = (value: unknown): Result.Result<Lock, ReadonlyArray<string>> => {
  const decoded = decode(value)
  return Result.isSuccess(decoded)
    ? lockOf(decoded.success)
    : Result.fail(invalidDetails(decoded.failure.issue).map(({ loc, msg }) => `${loc.join(".")} ${msg}`.trim()))
}

const sorted = (names: LockedNames): Record<string, Readonly<Record<string, number>>> =>
  Object.fromEntries(
    KINDS.flatMap((kind) => {
      const entries = Object.entries(names[kind]).sort(([left], [right]) => (left < right ? -1 : 1))
      return entries.length === 0 ? [] : [[kind, Object.fromEntries(entries)]]
    }),
  )

/** The lock file of a lock, with its names sorted. */
export const lockFileOf = ({ ids, removed }: Lock): typeof LockFile.Type => ({
  lock_version: 1,
  ids: sorted(ids),
  removed: sorted(removed),
})

/** The text of the lock file: one name a line, sorted, so that two branches that add names can be merged. */
export const lockText = (lock: Lock): string => `${JSON.stringify(lockFileOf(lock), undefined, 2)}\n`
