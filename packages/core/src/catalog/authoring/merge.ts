/** Joins the documents of several files to one. An entry may stand in one file only. */
import { CatalogDocument } from "../document.ts"
import { finding, misfit } from "../rules/findings.ts"
import { type Fields, isRecord, put } from "./Fields.ts"
import type { AuthoredFile, AuthoredFinding, Origins, Place } from "./places.ts"

/** A joined document, and what keeps files from being joined. */
export interface Merged {
  readonly document: unknown
  readonly findings: ReadonlyArray<AuthoredFinding>
}

const parts = new Set(Object.keys(CatalogDocument.fields))

/** The files so far, joined: the entries by part, and the file that each stands in. */
class Joined {
  readonly document: Record<string, unknown> = {}
  readonly findings: Array<AuthoredFinding> = []
  readonly #entries = new Map<string, Record<string, unknown>>()
  readonly #fileOf = new Map<string, Place>()
  readonly #files: ReadonlyArray<AuthoredFile>
  readonly #origins: Origins

  constructor(files: ReadonlyArray<AuthoredFile>, origins: Origins) {
    this.#files = files
    this.#origins = origins
  }

  add(value: unknown, file: number): void {
    if (!isRecord(value)) return this.#refuse(file, [])
    for (const [part, entries] of Object.entries(value)) {
      if (parts.has(part) && isRecord(entries)) this.#addEntries(part, entries, file)
      else if (this.document[part] === undefined) {
        put(this.document, part, entries)
        this.#origins.set([part], { file, path: [part] })
      } else if (parts.has(part) && entries !== null) this.#refuse(file, [part])
    }
  }

  #refuse(file: number, path: ReadonlyArray<string>): void {
    this.findings.push({ ...misfit("dict_type", path, "must be an object", undefined), file })
  }

  #addEntries(part: string, entries: Fields, file: number): void {
    const made = this.#entries.get(part) ?? {}
    this.#entries.set(part, made)
    this.document[part] = made
    for (const [key, entry] of Object.entries(entries)) {
      const path = [part, key]
      const name = path.join("\u0000")
      const first = this.#fileOf.get(name)
      if (first === undefined) {
        const place = { file, path }
        this.#fileOf.set(name, place)
        this.#origins.set(path, place)
        put(made, key, entry)
      } else {
        const other = `${this.#files[first.file]?.name} has it already`
        this.findings.push({ ...finding("key_in_two_files", path, other), file })
      }
    }
  }
}

/** The joined document. One file is not changed. `origins` gets the file of every entry. */
export const merge = (files: ReadonlyArray<AuthoredFile>, origins: Origins): Merged => {
  if (files.length === 1) return { document: files[0]?.value, findings: [] }
  const joined = new Joined(files, origins)
  files.forEach(({ value }, file) => joined.add(value, file))
  return { document: joined.document, findings: joined.findings }
}
