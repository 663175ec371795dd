/**
 * Turns an authored document into a catalog that can be published: decodes, checks, derives uuids, computes etags.
 * Needs only cryptography, so that a document can be checked without a database.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import * as Digest from "effect/crypto/Digest"
import * as Base64Url from "effect/encoding/Base64Url"
import { canonicalJson } from "../kernel/wire/Json.ts"
import { utf8 } from "../kernel/wire/Utf8.ts"
import { expandCatalog } from "./authoring/expand.ts"
import type { Lock } from "./authoring/lock.ts"
import type { AuthoredReport } from "./authoring/places.ts"
import type { CatalogTexts, ServedTexts } from "./CatalogStore.ts"
import type { CatalogDocument } from "./document.ts"
import { checkDocument } from "./rules/check.ts"
import type { DigestAsk, Digesting } from "./rules/digests.ts"
import { type CheckReport, report } from "./rules/findings.ts"
import type { CatalogEtags, PublishedCatalog } from "./rules/published.ts"
import { publishedText } from "./rules/publishedText.ts"
import { plainDocument } from "./rules/plain.ts"
import { readDocument, type ReadOptions } from "./rules/read.ts"
import { type Tagged, tagging } from "./rules/servedTexts.ts"
import { derivingUuids } from "./rules/uuids.ts"
import type { Judge } from "./rules/witness.ts"
import { WitnessJudge } from "./WitnessJudge.ts"

const countsOf = (document: CatalogDocument | undefined): CheckReport["counts"] => {
  const vendors = Object.values(document?.vendors ?? {})
  return {
    items: Object.keys(document?.items ?? {}).length,
    vendors: vendors.length,
    loot: vendors.reduce((sum, vendor) => sum + Object.keys(vendor.loot ?? {}).length, 0),
  }
}

/** How a document is read. */
export interface PreparationOptions extends ReadOptions {
  /** The lock file of a document with names and forms, which are expanded first. Absent: it has neither. */
  readonly lock?: Lock | undefined
}

/** A document without names and forms, and the way back to the one that was written. */
interface Source {
  readonly parsed: () => unknown
  /** The report with each finding at the authored place. */
  readonly authored: (report: CheckReport) => CheckReport
  /** The lock file that belongs to the document; undefined: it has no names. */
  readonly lock: Lock | undefined
}

const nothingChecked = { items: 0, vendors: 0, loot: 0 }

/** The findings without the file in which they stand: there is one. */
const ofOneFile = (checked: AuthoredReport): CheckReport => ({
  ...checked,
  findings: checked.findings.map((found) => Struct.omit(found, ["file"])),
})

/** The document, expanded if it may have names and forms; the report where its forms have errors. */
const sourceOf = (parsed: () => unknown, { lock }: PreparationOptions): Source | CheckReport => {
  const written: Source = { parsed, authored: (checked) => checked, lock: undefined }
  if (lock === undefined) return written
  const plain = plainDocument(parsed())
  // What is no plain data is reported as such, and nothing walks over it.
  if (plain.value === undefined || plain.findings.length > 0) return written
  const expanded = expandCatalog([{ name: "catalog", value: plain.value }], lock)
  const authored = (checked: CheckReport) => ofOneFile(expanded.authored(checked))
  const { document } = expanded
  return document === undefined
    ? authored(report([], nothingChecked))
    : { parsed: () => document, authored, lock: expanded.lock }
}

/** A document that was read and checked; `catalog` undefined: the checker found errors. */
interface Examined {
  readonly report: CheckReport
  /** The sound catalog in normal form, without etags. */
  readonly catalog: PublishedCatalog | undefined
}

/** Checks a document. `parsed` returns it, so that its memory can be freed during the check. */
export function* examining(parsed: () => unknown, judge: Judge, options: PreparationOptions): Digesting<Examined> {
  const source = sourceOf(parsed, options)
  if ("accepted" in source) return { report: source, catalog: undefined }
  return yield* examiningSource(source, judge, options)
}

function* examiningSource({ authored, parsed }: Source, judge: Judge, options: ReadOptions): Digesting<Examined> {
  const { document, broken, findings } = readDocument(parsed(), options)
  if (document === undefined) return { report: authored(report(findings, countsOf(undefined))), catalog: undefined }
  const checked = checkDocument(document, yield* derivingUuids(document), broken, judge)
  const whole = authored(report([...findings, ...checked.findings], countsOf(document)))
  return { report: whole, catalog: whole.accepted ? checked.catalog : undefined }
}

/** A sound document with what is stored of it as authored. */
interface Sound {
  readonly catalog: PublishedCatalog
  /** The authored document in canonical JSON, in UTF-8. */
  readonly document: Uint8Array
  readonly documentEtag: string
  readonly lock: Lock | undefined
}

/** Checks a parsed document; `sound` undefined: the checker found errors. */
export function* sounding(
  parsed: () => unknown,
  judge: Judge,
  options: PreparationOptions,
): Digesting<{ readonly report: CheckReport; readonly sound: Sound | undefined }> {
  const source = sourceOf(parsed, options)
  if ("accepted" in source) return { report: source, sound: undefined }
  const { catalog, report } = yield* examiningSource(source, judge, options)
  if (catalog === undefined) return { report, sound: undefined }
  const text = canonicalJson(source.parsed())
  const documentEtag = yield { of: "etag", text }
  return { report, sound: { catalog, document: utf8(text), documentEtag, lock: source.lock } }
}

const servedOf = ({ body, etags, published }: Tagged): ServedTexts => ({
  etag: etags.collection,
  published: publishedText(published),
  body,
})

/** The stored texts of a sound document. */
export function* texting({ catalog, document, documentEtag }: Sound): Digesting<CatalogTexts> {
  return { ...servedOf(yield* tagging(catalog)), document, documentEtag }
}

/** Answers with the digests of the host. */
const digesting = Effect.fnUntraced(function* <A>(work: Digesting<A>) {
  const digest = yield* Digest.Digest
  const answer = (ask: DigestAsk): Effect.Effect<string> =>
    ask.of === "uuid"
      ? digest.digestHex(Digest.sha1, ask.bytes)
      : Effect.map(digest.digest(Digest.sha256, utf8(ask.text)), Base64Url.encode)
  let step = work.next("")
  while (step.done !== true) step = work.next(yield* answer(step.value))
  return step.value
})

const judgeNow = Effect.gen(function* () {
  return { now: yield* Clock.currentTimeMillis, refutes: yield* WitnessJudge } satisfies Judge
})

/** Everything that the checker finds in a parsed document. */
export const checkCatalog = Effect.fnUntraced(function* (input: unknown, options: PreparationOptions = {}) {
  const { report } = yield* digesting(examining(() => input, yield* judgeNow, options))
  return report
})

/** A checked document, ready to be stored; `texts` undefined: the checker refused the document. */
export interface PreparedCatalog {
  readonly report: CheckReport
  readonly texts: CatalogTexts | undefined
  /** The lock file that belongs to the document; undefined: it was expanded before, or has no names. */
  readonly lock: Lock | undefined
}

/** Checks a parsed document and makes what is stored of it. The work is computation only and needs no storage. */
export const prepareCatalog = Effect.fn("Catalogs.prepare")(function* (
  input: unknown,
  options: PreparationOptions = {},
) {
  const { report, sound } = yield* digesting(sounding(() => input, yield* judgeNow, options))
  const texts = sound && (yield* digesting(texting(sound)))
  return { report, texts, lock: sound?.lock } satisfies PreparedCatalog
})

/** A catalog with everything that is made of it. */
export interface Publishable {
  readonly etags: CatalogEtags
  /** The catalog in normal form, from which it is linked. */
  readonly published: PublishedCatalog
  readonly texts: CatalogTexts
}

/** Checks a parsed document, for a caller that reads the catalog itself. `publishable` undefined: it was refused. */
export const checkForPublication = Effect.fn("Catalogs.checkForPublication")(function* (
  input: unknown,
  options: ReadOptions = {},
) {
  const { report, sound } = yield* digesting(sounding(() => input, yield* judgeNow, options))
  if (sound === undefined) return { report, publishable: undefined }
  const { catalog, document, documentEtag } = sound
  const made = yield* digesting(tagging(catalog))
  const publishable: Publishable = { ...made, texts: { ...servedOf(made), document, documentEtag } }
  return { report, publishable }
})

/** A sound catalog with its etags. */
export const taggedFrom = (catalog: PublishedCatalog): Effect.Effect<PublishedCatalog, never, Digest.Digest> =>
  Effect.map(digesting(tagging(catalog)), ({ published }) => published)

/** The texts from which a sound catalog is served. */
export const servedFrom = (catalog: PublishedCatalog): Effect.Effect<ServedTexts, never, Digest.Digest> =>
  Effect.map(digesting(tagging(catalog)), servedOf)
