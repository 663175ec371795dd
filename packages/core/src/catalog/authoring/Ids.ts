/**
 * Ids of names. A new name gets an id that is derived from the name, so that the same name gets the same id on two
 * branches, and again if the lock file is lost. An id that is taken leads to the next free one, which the lock file
 * then keeps.
 */
import { KINDS, type Kind, type Name } from "./names.ts"
import type { Lock, LockedNames } from "./lock.ts"

/**
 * Derived ids lie from here to {@link DERIVED_ID_MAX}: above the ids that people write, and within 32 bits with a sign.
 */
export const DERIVED_ID_MIN = 2 ** 30
/** See {@link DERIVED_ID_MIN}. */
export const DERIVED_ID_MAX = 2 ** 31 - 1

const COUNT = DERIVED_ID_MAX - DERIVED_ID_MIN + 1

/** FNV-1a over the UTF-16 code units, as a number of 30 bits. Part of the format of derived ids: never changes. */
const hash = (text: string): number => {
  let mixed = 0x811c9dc5
  for (let at = 0; at < text.length; at++) mixed = Math.imul(mixed ^ text.charCodeAt(at), 0x01000193)
  return (mixed ^ (mixed >>> 15)) & (COUNT - 1)
}

/** Ids of a kind that the author wrote. */
export type WrittenIds = Readonly<Record<Kind, ReadonlySet<number>>>

type Assigned = Readonly<Record<Kind, Map<string, number>>>

const perKind = <A>(make: (kind: Kind) => A): Readonly<Record<Kind, A>> => ({
  item: make("item"),
  vendor: make("vendor"),
  xp_table: make("xp_table"),
  time_frame: make("time_frame"),
  item_portal_use_ruleset: make("item_portal_use_ruleset"),
  loot: make("loot"),
})

const mapsOf = (names: LockedNames): Assigned => perKind((kind) => new Map(Object.entries(names[kind])))

/** The ids of the names of one document. */
export class Ids {
  readonly #locked: Assigned
  readonly #removed: Assigned
  readonly #given: Assigned = perKind(() => new Map())
  /** Ids that no new name may get, and the name that has each. */
  readonly #taken: Readonly<Record<Kind, Map<number, string>>>
  readonly #written: WrittenIds

  constructor(lock: Lock, written: WrittenIds) {
    this.#locked = mapsOf(lock.ids)
    this.#removed = mapsOf(lock.removed)
    this.#written = written
    this.#taken = perKind((kind) => {
      const entries = [...this.#removed[kind], ...this.#locked[kind]]
      return new Map(entries.map(([name, id]) => [id, name]))
    })
  }

  /** The id of a name. The same name always has the same id. */
  of(kind: Kind, { now, before }: Name): number {
    const known = this.#given[kind].get(now)
    if (known !== undefined) return known
    const id = this.locked(kind, now) ?? this.locked(kind, before) ?? this.#free(kind, before)
    this.#given[kind].set(now, id)
    this.#taken[kind].set(id, now)
    return id
  }

  /** The id that the lock file keeps for a name. */
  locked(kind: Kind, name: string): number | undefined {
    return this.#locked[kind].get(name) ?? this.#removed[kind].get(name)
  }

  /** Names of the lock file that stood in the last document and have no entry in this one, nor a new name. */
  gone(kind: Kind): ReadonlyArray<string> {
    const used = new Set(this.#given[kind].values())
    return [...this.#locked[kind]].flatMap(([name, id]) => (used.has(id) ? [] : [name]))
  }

  /** The names of the lock file whose id the author wrote for another entry, with the id. */
  conflicts(kind: Kind): ReadonlyArray<readonly [name: string, id: number]> {
    const names = [...this.#locked[kind], ...this.#removed[kind]]
    return names.filter(([, id]) => this.#written[kind].has(id))
  }

  /** The lock file that belongs to this document. */
  get lock(): Lock {
    const removed = perKind((kind) => {
      const used = new Set(this.#given[kind].values())
      const rest = [...this.#removed[kind], ...this.#locked[kind]].filter(([, id]) => !used.has(id))
      return Object.fromEntries(rest)
    })
    return { ids: perKind((kind) => Object.fromEntries(this.#given[kind])), removed }
  }

  /** How many names have an id. */
  get size(): number {
    return KINDS.reduce((sum, kind) => sum + this.#given[kind].size, 0)
  }

  #free(kind: Kind, name: string): number {
    let offset = hash(`${kind}:${name}`)
    for (;;) {
      const id = DERIVED_ID_MIN + offset
      if (!this.#taken[kind].has(id) && !this.#written[kind].has(id)) return id
      offset = (offset + 1) % COUNT
    }
  }
}
