/** Addresses of databases, as they are given: `sqlite:FILE` or `postgres://…`. */
import { MASK } from "./written.ts"

const IN_MEMORY = "sqlite::memory:"

/** Whether the database lives in the memory of this process, where no other can open it. */
export const isInMemory = (storage: string): boolean => storage === IN_MEMORY

/** The file of a SQLite database; undefined for any other. */
export const fileOf = (storage: string): string | undefined =>
  storage.startsWith("sqlite:") && !isInMemory(storage) ? storage.slice("sqlite:".length) : undefined

/** The address with the file of SQLite as `locate` has it. */
export const locatedStorage = (storage: string, locate: (file: string) => string): string => {
  const file = fileOf(storage)
  return file === undefined ? storage : `sqlite:${locate(file)}`
}

const isPostgresUrl = (storage: string): boolean => {
  if (!/^postgres(?:ql)?:\/\/./.test(storage)) return false
  try {
    const { username, password, pathname } = new URL(storage)
    return [username, password, pathname].map(decodeURIComponent).every((part) => !part.includes("\u0000"))
  } catch {
    return false
  }
}

/** Whether an address has one of the two forms. `sqlite://FILE` would be a file in the root directory, and is none. */
export const isStorageAddress = (storage: string): boolean =>
  /^sqlite:(?!\/\/[^/])./.test(storage) || isPostgresUrl(storage)

/** The address without its password. In doubt it masks too much. */
export const withoutPassword = (storage: string): string =>
  storage.replace(/^(\w+:\/\/[^/@:]*:).*@/, "$1****@").replace(/([?&](?:ssl)?password=)[^&]*/gi, "$1****")

/** What may be shown of a text that may be a wrong address: a URL may hold a password anywhere behind its scheme. */
export const withoutRest = (storage: string): string => {
  const scheme = /^[a-z][a-z0-9+.-]*:\/\//i.exec(storage)?.[0]
  if (scheme !== undefined) return `${scheme}…`
  return /@|:\/\//.test(storage) ? MASK : JSON.stringify(storage)
}

/** What a wrong address was probably meant to be, as a half-sentence; empty when there is no guess. */
export const guessAt = (storage: string): string => {
  if (/^[\w./-]+$/.test(storage)) return `; did you mean sqlite:${storage}?`
  if (storage.startsWith("sqlite://")) return `; did you mean ${storage.replace("//", "")}?`
  return /^postgres.*(?:@.*@|%(?![0-9a-f]{2})|[#?/].*@)/i.test(storage.replace("://", ":"))
    ? "; special characters of its password have to be percent-encoded"
    : ""
}
