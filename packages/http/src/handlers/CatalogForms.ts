/** A version of the catalog in every form in which it is sent: whole, in parts, and in several codings. */
import type { LoadedCatalog } from "@garrison/core/catalog/Catalogs"
import { PricePointNotFound, VendorNotFound } from "@garrison/core/catalog/errors"
import type { PricePointTexts, TaggedText } from "@garrison/core/catalog/pricePoints"
import * as Effect from "effect/Effect"
import { Representations } from "./Representations.ts"
import { VendorTexts } from "./VendorTexts.ts"

/** JSON of the catalog in several codings. */
const formsOf = ({ body, etag }: TaggedText): Representations =>
  new Representations({ body, etag, contentType: "application/json" })

/** Parts of a catalog whose forms are kept. Clients ask for the parts that changed, which are few. */
const PARTS_KEPT_MAX = 64

/** The forms of parts of a catalog by their keys. The part that was made first gives way. */
class KeptForms<Key> {
  readonly #kept = new Map<Key, Representations>()

  of(key: Key): Representations | undefined {
    return this.#kept.get(key)
  }

  keep(key: Key, text: TaggedText): Representations {
    const [oldest] = this.#kept.keys()
    if (oldest !== undefined && this.#kept.size >= PARTS_KEPT_MAX) this.#kept.delete(oldest)
    const made = formsOf(text)
    this.#kept.set(key, made)
    return made
  }
}

/** The price points of the version, and the collection of all in its forms. */
interface Priced {
  readonly texts: PricePointTexts
  readonly all: Representations
}

/**
 * The forms of one version. Nothing in it is of another one: a request that has chosen a version gets tag, coding and
 * bytes of that, however many are published meanwhile (guarantees R301). What is there already needs no fiber.
 */
export class CatalogForms {
  /** All vendors. */
  readonly collection: Representations
  readonly #catalog: LoadedCatalog
  readonly #pricePointTexts: Effect.Effect<PricePointTexts>
  readonly #pricePoints = new KeptForms<string>()
  readonly #vendors = new KeptForms<number>()
  #vendorTexts: VendorTexts | undefined
  #etags: Representations | undefined
  #priced: Priced | undefined

  constructor(catalog: LoadedCatalog, pricePointTexts: Effect.Effect<PricePointTexts>) {
    this.collection = formsOf(catalog)
    this.#catalog = catalog
    this.#pricePointTexts = pricePointTexts
  }

  /** The etag of each vendor. */
  get etags(): Effect.Effect<Representations> {
    if (this.#etags !== undefined) return Effect.succeed(this.#etags)
    const { etag, vendorEtags } = this.#catalog
    return Effect.map(vendorEtags, (body) => (this.#etags ??= formsOf({ body, etag })))
  }

  /** What all loot costs. */
  get prices(): Effect.Effect<Representations> {
    return this.#priced === undefined ? Effect.map(this.#price, ({ all }) => all) : Effect.succeed(this.#priced.all)
  }

  /** One price point. */
  pricePoint(guid: string): Effect.Effect<Representations, PricePointNotFound> {
    const known = this.#pricePoints.of(guid)
    if (known !== undefined) return Effect.succeed(known)
    return Effect.flatMap(this.#price, ({ texts }) => {
      const text = texts.byGuid.get(guid)
      return text === undefined
        ? Effect.fail(new PricePointNotFound({ code: "resource_not_found" }))
        : Effect.succeed(this.#pricePoints.keep(guid, text))
    })
  }

  /** One vendor, in the bytes that it has in the collection. */
  vendor(id: number): Effect.Effect<Representations, VendorNotFound> {
    const known = this.#vendors.of(id)
    if (known !== undefined) return Effect.succeed(known)
    return Effect.flatMap(this.#catalog.link, () => {
      const { vendors } = this.#catalog.linked
      const vendor = vendors.get(id)
      if (vendor === undefined) return Effect.fail(new VendorNotFound({ code: "resource_not_found" }))
      this.#vendorTexts ??= new VendorTexts(this.#catalog.body, vendors.keys())
      return Effect.map(this.#vendorTexts.of(id), (body) => this.#vendors.keep(id, { body, etag: vendor.etag }))
    })
  }

  /** Makes what many clients ask for when a version is new, in every coding. */
  get prepare(): Effect.Effect<void> {
    return Effect.gen({ self: this }, function* () {
      yield* this.collection.prepare
      yield* (yield* this.etags).prepare
      yield* (yield* this.prices).prepare
    })
  }

  get #price(): Effect.Effect<Priced> {
    return Effect.map(this.#pricePointTexts, (texts) => (this.#priced ??= { texts, all: formsOf(texts.all) }))
  }
}
