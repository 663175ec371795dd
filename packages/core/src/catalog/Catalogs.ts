/** The catalog: checking, publishing, and what is served now (interface, section 4.6; decisions, section 10). */
import * as Cache from "effect/Cache"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Digest from "effect/crypto/Digest"
import { runEvery, warningOf } from "../kernel/work/Background.ts"
import { Purpose } from "../kernel/work/Purpose.ts"
import { withServicesOf } from "../kernel/work/withServicesOf.ts"
import type { Act } from "../operation/Act.ts"
import { type ActRefused, Audit } from "../audit/Audit.ts"
import { inParts, SharedWork, type Work } from "../kernel/work/Work.ts"
import { CatalogStore, type ServedTexts } from "./CatalogStore.ts"
import type { Lock } from "./authoring/lock.ts"
import { CatalogPreparation } from "./CatalogPreparation.ts"
import { type CatalogConflict, CatalogNotFound, type CatalogNotPrepared, CatalogRefused } from "./errors.ts"
import { catalogActs } from "./acts.ts"
import { type PricePointTexts, pricePointTexts } from "./pricePoints.ts"
import type { PreparationOptions, PreparedCatalog } from "./publishable.ts"
import { CATALOG_SUBJECT, publishTexts, republishVersion } from "./publication.ts"
import { type CatalogIndex, indexOf } from "./rules/browse.ts"
import type { CheckReport } from "./rules/findings.ts"
import { type LinkedCatalog, linking } from "./rules/linked.ts"
import type { PublishedCatalog } from "./rules/published.ts"
import { readPublished } from "./rules/publishedText.ts"
import type { CatalogVersion } from "./schema.ts"
import { loadServed } from "./stored.ts"
import { vendorEtagsText } from "./rules/vendorEtags.ts"

/**
 * A version in memory. It never changes: a reader that holds it sees the same catalog throughout. It is compared by
 * reference, as the key of a cache too: hashing all that a large catalog holds would stop the process.
 */
export class LoadedCatalog {
  readonly version: number
  /** Etag of the vendor collection. */
  readonly etag: string
  /** The vendor collection as sent without a content coding: UTF-8. */
  readonly body: Uint8Array
  /** Links the catalog in parts, between which the process answers requests. */
  readonly link: Effect.Effect<void>
  /** The etag of each vendor, as the canonical text of which the collection's etag is the digest: UTF-8. */
  readonly vendorEtags: Effect.Effect<Uint8Array>
  readonly #linked: SharedWork<LinkedCatalog>

  constructor(version: number, etag: string, body: Uint8Array, published: () => Work<PublishedCatalog>) {
    Equal.byReferenceUnsafe(this)
    this.version = version
    this.etag = etag
    this.body = body
    this.#linked = new SharedWork(function* () {
      return yield* linking(version, yield* published())
    })
    this.link = Effect.asVoid(this.#linked.inParts)
    const etags = new SharedWork(() => vendorEtagsText(this.linked.vendors))
    this.vendorEtags = Effect.andThen(this.link, etags.inParts)
  }

  /**
   * The linked catalog, from which orders are fulfilled. It is linked at the first use, so that a server listens before
   * it links.
   */
  get linked(): LinkedCatalog {
    return this.#linked.result
  }
}

/** Options of a publication. */
export interface PublishOptions extends PreparationOptions {
  /** If-Match: the `etag` or `document_etag` that the current version must still have. */
  readonly ifMatch?: string | undefined
}

/** The published version, and the checker's report. */
export interface Published {
  readonly version: CatalogVersion
  readonly report: CheckReport
  /** Whether the same document was current already. Then no version was made, and `version` is the current version. */
  readonly unchanged: boolean
  /** The number of the version that was served before; undefined: none was. */
  readonly before: number | undefined
  /** The lock file that belongs to the document, if names were expanded. */
  readonly lock: Lock | undefined
}

/** A version that is served again, and the number of the one that was served before. */
export interface Republished {
  readonly version: CatalogVersion
  readonly before: number | undefined
}

/** The catalog of this deployment. */
export class Catalogs extends Context.Service<
  Catalogs,
  {
    /** Everything that the checker finds in a parsed document; stores nothing. */
    readonly check: (document: unknown) => Effect.Effect<CheckReport, CatalogNotPrepared>
    /**
     * Checks a parsed document and publishes it as a new version, which is served from then on. A document equal to the
     * current one makes no new version. Fails with {@link CatalogRefused}, or with {@link CatalogConflict} when
     * `ifMatch` is not the current version; then nothing changes.
     */
    readonly publish: (
      document: unknown,
      options: PublishOptions,
      act: Act,
    ) => Effect.Effect<Published, CatalogRefused | CatalogNotPrepared | CatalogConflict | ActRefused>
    /** Publishes a document that was checked before; otherwise as `publish`. Only the storing is left to do. */
    readonly publishChecked: (
      prepared: PreparedCatalog,
      options: PublishOptions,
      act: Act,
    ) => Effect.Effect<Published, CatalogRefused | CatalogConflict | ActRefused>
    /** Serves an earlier version again, unchanged and under its own number. */
    readonly republish: (
      version: number,
      options: PublishOptions,
      act: Act,
    ) => Effect.Effect<Republished, CatalogNotFound | CatalogConflict | ActRefused>
    /** Versions, newest first; at most 100, older than `before` when it is given. */
    readonly versions: (page?: { readonly before?: number | undefined }) => Effect.Effect<ReadonlyArray<CatalogVersion>>
    /** A version of any age. */
    readonly version: (version: number) => Effect.Effect<LoadedCatalog, CatalogNotFound>
    /** The authored document of a version of any age: canonical JSON in UTF-8. */
    readonly document: (version: number) => Effect.Effect<Uint8Array, CatalogNotFound>
    /** The normal form of a version of any age, for comparing versions. */
    readonly published: (version: number) => Effect.Effect<PublishedCatalog, CatalogNotFound>
    /**
     * What looking things up in a version of any age needs; undefined: in the current one. Made once, and kept while
     * it is used.
     */
    readonly index: (
      version: number | undefined,
    ) => Effect.Effect<{ readonly number: number; readonly index: CatalogIndex }, CatalogNotFound>
    /**
     * The version that is served now, from memory once it is loaded. Fails with {@link CatalogNotFound} before the
     * first publication.
     */
    readonly current: Effect.Effect<LoadedCatalog, CatalogNotFound>
    /** The same of this moment, as an effect that is done already and needs no fiber: for what is asked for often. */
    readonly served: () => Effect.Effect<LoadedCatalog, CatalogNotFound>
    /** The price points of a version as they are sent. Made once, when first asked for. */
    readonly pricePointsOf: (catalog: LoadedCatalog) => Effect.Effect<PricePointTexts>
    /** The price points of the version that is served now. */
    readonly pricePoints: Effect.Effect<PricePointTexts, CatalogNotFound>
    /**
     * Runs `prepare` with each version that this process is about to serve in place of another one, until the scope
     * closes. The version before is served meanwhile. A failure is logged, and the version is served nevertheless.
     */
    readonly prepareWith: (
      prepare: (catalog: LoadedCatalog) => Effect.Effect<void>,
    ) => Effect.Effect<void, never, Scope.Scope>
    /** Loads the version that another process has published. Each process also runs this every second. */
    readonly refresh: Effect.Effect<void>
  }
>()("@garrison/core/catalog/Catalogs") {
  /**
   * Loads the current version, then looks for a newer version every second while the scope is open. In a process of an
   * operator ({@link Purpose}), the first of those who ask for the current version loads it, and waits for it.
   */
  static readonly layer = Layer.effect(
    Catalogs,
    Effect.suspend(() => make),
  )
}

/** How often a process looks for publications of other processes. */
const REFRESH_INTERVAL = "1 second"
/** Largest number of versions in a listing. */
const VERSIONS_LISTED_MAX = 100
/** Indexes for looking things up that are kept, and for how long. */
const INDEXES_KEPT_MAX = 2
const INDEX_KEPT_FOR = "10 minutes"
const nothingPublished = Effect.fail(new CatalogNotFound({ code: "resource_not_found" }))
const noVersion = (version: number) => Effect.fail(new CatalogNotFound({ code: "resource_not_found", version }))

const ofStored = ({ version, etag, body, published }: ServedTexts & { readonly version: number }): LoadedCatalog =>
  new LoadedCatalog(version, etag, body, () => readPublished(published))

/** The served version and its publication; always replaced together. */
interface Served {
  readonly publication: number
  readonly catalog: LoadedCatalog
}

/** Replaces the version that this process serves by the published version. */
interface Memory {
  /** Makes what serving the version needs. */
  readonly ready: (catalog: LoadedCatalog) => Effect.Effect<void>
  readonly serve: (publication: number, catalog: LoadedCatalog) => void
  readonly refresh: Effect.Effect<void>
}

/** The acts on the catalog. */
const publishing = Effect.fnUntraced(function* ({ ready, refresh, serve }: Memory) {
  const store = yield* CatalogStore
  const digest = yield* Digest.Digest
  const { prepare } = yield* CatalogPreparation
  const audit = yield* Audit
  const inStorage = yield* withServicesOf(CatalogStore, Audit)

  const describe = Effect.fnUntraced(function* (version: number) {
    const [described] = yield* store.versions({ before: version + 1, limit: 1 })
    return described?.version === version ? described : yield* noVersion(version)
  })

  const publishAs = <E extends { readonly code: string }>(
    preparing: Effect.Effect<PreparedCatalog, E>,
    { ifMatch }: PublishOptions,
    act: Act,
  ) =>
    audit.perform(catalogActs.publish, act, CATALOG_SUBJECT, (save) =>
      Effect.gen(function* () {
        const { lock, report, texts } = yield* preparing
        if (texts === undefined) return yield* new CatalogRefused({ code: "catalog_refused", report })
        const now = yield* Clock.currentTimeMillis
        const { before, head, version } = yield* inStorage(publishTexts(texts, { now, ifMatch, act, save }))
        const { etag, publication, unchanged } = head
        if (unchanged) yield* refresh
        else if (act.dryRun !== true) {
          const loaded = new LoadedCatalog(head.version, etag, texts.body, () => readPublished(texts.published))
          yield* ready(loaded)
          serve(publication, loaded)
        }
        return { version, report, unchanged, before, lock } satisfies Published
      }),
    )

  const republish: Catalogs["Service"]["republish"] = Effect.fn("Catalogs.republish")((number, { ifMatch }, act) =>
    audit.perform(catalogActs.republish, act, CATALOG_SUBJECT, (save) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const { before, version } = yield* inStorage(republishVersion(number, { now, ifMatch, act, save }))
        yield* refresh
        // The texts may have been stored again, in the present form.
        return { version: act.dryRun === true ? version : yield* describe(number), before }
      }),
    ),
  )

  return {
    publish: Effect.fn("Catalogs.publish")((document: unknown, options: PublishOptions, act: Act) =>
      publishAs(Effect.provideService(prepare(document, options), Digest.Digest, digest), options, act),
    ),
    publishChecked: Effect.fn("Catalogs.publishChecked")(
      (prepared: PreparedCatalog, options: PublishOptions, act: Act) =>
        publishAs(Effect.succeed(prepared), options, act),
    ),
    republish,
  }
})

/** What is done with a version before it is served. */
const preparing = () => {
  const preparations = new Set<(catalog: LoadedCatalog) => Effect.Effect<void>>()
  const warned = warningOf("the catalog was not prepared")
  const ready = (catalog: LoadedCatalog): Effect.Effect<void> =>
    Effect.andThen(
      catalog.link,
      Effect.forEach(preparations, (prepare) => warned(prepare(catalog)), { discard: true }),
    )
  const prepareWith: Catalogs["Service"]["prepareWith"] = (prepare) =>
    Effect.acquireRelease(
      Effect.sync(() => void preparations.add(prepare)),
      () => Effect.sync(() => preparations.delete(prepare)),
    )
  return { prepareWith, ready }
}

/** Makes the price points of a version, once. A cache would compare its keys by all that is in them. */
const pricing = Effect.map(withServicesOf(Digest.Digest), (withServices) => {
  const priced = new WeakMap<LoadedCatalog, Effect.Effect<PricePointTexts>>()
  return (catalog: LoadedCatalog): Effect.Effect<PricePointTexts> =>
    Effect.suspend(() => {
      const known = priced.get(catalog)
      if (known !== undefined) return known
      const making = Effect.suspend(() => pricePointTexts(catalog.linked))
      return Effect.flatMap(Effect.cached(withServices(Effect.andThen(catalog.link, making))), (texts) => {
        priced.set(catalog, texts)
        return texts
      })
    })
})

/** Indexes are as large as catalogs, so few are kept, and none for long. */
const indexing = (published: Catalogs["Service"]["published"]) =>
  Cache.makeWith((number: number) => Effect.map(published(number), indexOf), {
    capacity: INDEXES_KEPT_MAX,
    timeToLive: (exit) => (Exit.isSuccess(exit) ? INDEX_KEPT_FOR : 0),
  })

const make = Effect.gen(function* () {
  const store = yield* CatalogStore
  const withServices = yield* withServicesOf(CatalogStore, Digest.Digest)
  const { check } = yield* CatalogPreparation
  const load = (version: number) => withServices(loadServed(version))
  const { prepareWith, ready } = preparing()
  const pricePointsOf = yield* pricing
  let served: Served | undefined
  let isLooked = false

  // Publications may arrive out of sequence, so an older publication never replaces a newer one.
  const serve = (publication: number, catalog: LoadedCatalog): void => {
    if (served === undefined || publication > served.publication) served = { publication, catalog }
  }

  const refresh = Effect.gen(function* () {
    const head = yield* store.head
    if (head === undefined || head.publication === served?.publication) return
    if (head.version === served?.catalog.version) serve(head.publication, served.catalog)
    else {
      const stored = yield* load(head.version)
      if (stored === undefined) return
      const loaded = ofStored(stored)
      // The version before is served until this one is ready.
      if (served !== undefined) yield* ready(loaded)
      serve(head.publication, loaded)
    }
  })
  const look = Effect.tap(refresh, () => Effect.sync(() => (isLooked = true)))

  const version = Effect.fn("Catalogs.version")(function* (number: number) {
    if (served?.catalog.version === number) return served.catalog
    const stored = yield* load(number)
    return stored === undefined ? yield* noVersion(number) : ofStored(stored)
  })

  const document = Effect.fn("Catalogs.document")(function* (number: number) {
    return (yield* store.document(number)) ?? (yield* noVersion(number))
  })

  const published = Effect.fn("Catalogs.published")(function* (number: number) {
    const stored = yield* load(number)
    return stored === undefined ? yield* noVersion(number) : yield* inParts(readPublished(stored.published), 1)
  })

  const indexes = yield* indexing(published)

  const index = Effect.fn("Catalogs.index")(function* (wanted: number | undefined) {
    const number = wanted ?? (yield* current).version
    return { number, index: yield* Cache.get(indexes, number) }
  })

  const loadedNow = () => (served === undefined ? nothingPublished : Effect.succeed(served.catalog))
  const servedNow = () =>
    served === undefined && !isLooked ? Effect.andThen(look, Effect.suspend(loadedNow)) : loadedNow()
  const current = Effect.suspend(servedNow)

  if ((yield* Purpose) === "serve") yield* look
  // When storage does not answer, it is asked again in a second. Until then the loaded version is served.
  const refreshed = warningOf("the catalog was not refreshed")(refresh)
  // Link now, and not at the first order.
  const linked = warningOf("the catalog was not linked")(Effect.suspend(() => served?.catalog.link ?? Effect.void))
  const whereLooked = Effect.suspend(() =>
    served === undefined && !isLooked ? Effect.void : Effect.andThen(refreshed, linked),
  )
  yield* runEvery(REFRESH_INTERVAL)(whereLooked)
  return Catalogs.of({
    check: (document) => withServices(check(document)),
    ...(yield* publishing({ ready, serve, refresh })),
    versions: (page) => store.versions({ before: page?.before, limit: VERSIONS_LISTED_MAX }),
    version,
    document,
    published,
    index,
    current,
    served: servedNow,
    pricePointsOf,
    pricePoints: Effect.flatMap(current, pricePointsOf),
    prepareWith,
    refresh,
  })
})
