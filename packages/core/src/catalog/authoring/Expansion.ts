/** The state of an expansion: the vendors that forms make, the ids of names, the authored places, and the findings. */
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import { invalidDetails } from "../../kernel/input/Invalid.ts"
import { Guesses } from "../../kernel/input/nearest.ts"
import type { TableCode } from "../rules/codes.ts"
import { finding, misfit } from "../rules/findings.ts"
import { isId } from "../rules/keys.ts"
import { type Fields, isRecord } from "./Fields.ts"
import type { Allowance } from "./allowance.ts"
import type { Ids } from "./Ids.ts"
import { type Kind, type Name, type NameIndex, within } from "./names.ts"
import { type AuthoredFinding, inside, memberAt, type Origins, type Place } from "./places.ts"

/** A loot of a vendor that a form makes: its name within the vendor, its fields, and where it was authored. */
export interface MadeLoot {
  readonly name: Name | string
  readonly fields: Fields
  readonly place?: Place
}

/** A form is decoded by its schema. */
export type FormDecoder<A> = (value: unknown) => Result.Result<A, Schema.SchemaError>

/** What to write instead of an unknown field of a form; undefined: it is not known. */
export type FieldFix = (value: Fields, field: string) => string | undefined

/** What was probably meant, and what to write instead, as far as it is known. */
interface Hints {
  readonly meant?: string | undefined
  readonly fix?: string | undefined
}

/** A name that something of another kind has: an item where a vendor gives, or a vendor where an item is given. */
const elsewhere = (kind: Kind, name: string, names: NameIndex) => {
  if (kind === "item" && names.vendor.has(name))
    return { says: "a vendor has this name", fix: `write sub_vendor: ${name}` }
  return kind === "vendor" && names.item.has(name)
    ? { says: "an item has this name", fix: `write item: ${name}` }
    : undefined
}

/** An expansion under way. */
export class Expansion {
  readonly found: Array<AuthoredFinding> = []
  /** The vendors that forms make, by id. */
  readonly vendors: Record<string, Fields> = {}
  readonly ids: Ids
  readonly names: NameIndex
  readonly origins: Origins
  /** The document as it was written, with its names and forms. */
  readonly document: Fields
  /** How much the forms may still expand into. */
  readonly allowance: Allowance
  /** Whether the document has a form, or an entry with a name. */
  hasForms = false
  readonly #guesses = new Guesses()
  readonly #known = new Map<Kind, ReadonlyArray<string>>()

  constructor(document: Fields, ids: Ids, names: NameIndex, origins: Origins, allowance: Allowance) {
    this.document = document
    this.ids = ids
    this.names = names
    this.origins = origins
    this.allowance = allowance
  }

  /** Reports a finding at an authored place. */
  report(code: TableCode, { file, path }: Place, detail?: string, { fix, meant }: Hints = {}): void {
    this.found.push({ ...finding(code, path, detail, meant, fix), file })
  }

  /**
   * The decoded form; undefined: it does not fit, which is reported. `fields` are the names that it may have, `fixOf`
   * says what to write instead of another.
   */
  read<A>(
    decode: FormDecoder<A>,
    fields: ReadonlyArray<string>,
    value: unknown,
    place: Place,
    fixOf?: FieldFix,
  ): A | undefined {
    this.hasForms = true
    if (isRecord(value)) this.#reportUnknown(value, fields, place, fixOf)
    const decoded = decode(value)
    if (Result.isSuccess(decoded)) return decoded.success
    for (const { loc, msg, type } of invalidDetails(decoded.failure.issue)) {
      const { file, path } = inside(place, ...loc)
      this.found.push({ ...misfit(type, path, msg, loc.reduce(memberAt, value)), file })
    }
    return undefined
  }

  #reportUnknown(value: Fields, fields: ReadonlyArray<string>, place: Place, fixOf: FieldFix | undefined): void {
    for (const name of Object.keys(value)) {
      if (fields.includes(name)) continue
      const fix = fixOf?.(value, name)
      const guess = fix === undefined ? this.#guesses.nearest(name, fields) : undefined
      const detail = guess === undefined ? `its fields are ${fields.join(", ")}` : undefined
      this.report("form_field_unknown", inside(place, name), detail, { meant: guess, fix })
    }
  }

  /** The id of what a reference names, by name or by number; undefined: there is no such name, which is reported. */
  refer(kind: Kind, reference: unknown, place: Place): number | undefined {
    this.hasForms = true
    if (typeof reference === "number") return reference
    const text = String(reference)
    if (isId(text)) return Number(text)
    const name = this.names[kind].get(text)
    if (name !== undefined) return this.idOf(kind, name)
    const other = elsewhere(kind, text, this.names)
    if (other !== undefined) {
      this.report("name_unknown", place, `${text}, and ${other.says}`, { fix: other.fix })
      return undefined
    }
    this.report("name_unknown", place, text, { meant: this.#guesses.nearest(text, this.#namesOf(kind)) })
    return undefined
  }

  /** The names of a kind, listed at the first question. */
  #namesOf(kind: Kind): ReadonlyArray<string> {
    const known = this.#known.get(kind) ?? [...this.names[kind].keys()]
    this.#known.set(kind, known)
    return known
  }

  /** The id of a name. Loot under a number keeps that number, whatever the name of its vendor. */
  idOf(kind: Kind, name: Name): number {
    const key = kind === "loot" ? name.now.slice(name.now.lastIndexOf("/") + 1) : name.now
    return isId(key) ? Number(key) : this.ids.of(kind, name)
  }

  /** Makes a vendor; answers its id. */
  vendor(name: Name, type: "recipe" | "randomly_sampled", place: Place, loot: ReadonlyArray<MadeLoot>): number {
    const id = this.ids.of("vendor", name)
    this.origins.set(["vendors", String(id)], place)
    this.vendors[id] = { type, custom_data: { name: name.now }, loot: this.lootOf(id, name, place, loot) }
    return id
  }

  /** Loot that a form makes for a vendor, by id. */
  lootOf(vendorId: number, vendor: Name, place: Place, loot: ReadonlyArray<MadeLoot>): Record<string, unknown> {
    const made: Record<string, Fields> = {}
    if (loot.length === 0) return made
    this.allowance.spendLoot(loot.length)
    const setOrigin = this.origins.lootOf(String(vendorId))
    for (const one of loot) {
      const id = this.ids.of("loot", within(vendor, "/", one.name))
      made[id] = one.fields
      setOrigin(String(id), one.place ?? place)
    }
    return made
  }
}
