/** Passwords: valid ones, and the text of their hashes (decisions, section 4; guarantees R20). */
import * as Base64 from "effect/encoding/Base64"
import * as Result from "effect/Result"
import { isOfOneScript, seenName } from "../../kernel/input/seenName.ts"
import { utf8 } from "../../kernel/wire/Utf8.ts"

/** Longest user name, in UTF-16 code units. */
const USERNAME_LENGTH_MAX = 64
/** Shortest password that a new account may have, in UTF-16 code units. */
export const PASSWORD_LENGTH_MIN = 8
/** Longest password, in bytes of UTF-8. */
const PASSWORD_BYTES_MAX = 1024

/** The cost of an argon2id hash. */
export interface HashCost {
  readonly memoryKibibytes: number
  readonly passes: number
  readonly parallelism: number
}

/** The cost of new hashes: 46 MiB, one pass, one lane. */
export const HASH_COST: HashCost = { memoryKibibytes: 46 * 1024, passes: 1, parallelism: 1 }

/** Bytes of salt and of hash. */
export const SALT_BYTES = 16
export const HASH_BYTES = 32

/** A hash with the parameters to compute it again. */
export interface PasswordHash {
  readonly cost: HashCost
  readonly salt: Uint8Array
  readonly hash: Uint8Array
}

const unpadded = (bytes: Uint8Array): string => Base64.encode(bytes).replace(/=+$/, "")

const padded = (text: string): string => text + "=".repeat((4 - (text.length % 4)) % 4)

/** The hash as a PHC string. */
export const writeHash = ({ cost, salt, hash }: PasswordHash): string =>
  `$argon2id$v=19$m=${cost.memoryKibibytes},t=${cost.passes},p=${cost.parallelism}$${unpadded(salt)}$${unpadded(hash)}`

const phc = /^\$argon2id\$v=19\$m=(\d{1,9}),t=(\d{1,5}),p=(\d{1,3})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** Reads a PHC string; undefined when it is not one of argon2id. */
export const readHash = (text: string): PasswordHash | undefined => {
  const parts = phc.exec(text)
  if (parts === null) return undefined
  const [, memory, passes, parallelism, salt = "", hash = ""] = parts
  const bytes = Result.all({ salt: Base64.decode(padded(salt)), hash: Base64.decode(padded(hash)) })
  if (Result.isFailure(bytes)) return undefined
  const cost = { memoryKibibytes: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  return { cost, ...bytes.success }
}

/** Whether a hash costs less to guess than `wanted`, and must be replaced when the password is next proved. */
export const isWeaker = ({ cost }: PasswordHash, wanted: HashCost): boolean =>
  cost.memoryKibibytes * cost.passes < wanted.memoryKibibytes * wanted.passes

/**
 * The user name to compare and store: normalised (NFKC) and in lower case. Undefined when the text is not a valid user
 * name: empty, too long, or with control characters, white space at its ends, or a colon.
 */
export const usernameOf = (given: string): string | undefined => {
  if (given.length === 0 || given.length > USERNAME_LENGTH_MAX) return undefined
  const username = given.normalize("NFKC").toLowerCase()
  const unfit = username.length > USERNAME_LENGTH_MAX || /[\p{Cc}\p{Cs}:]|^\s|\s$/u.test(username)
  return unfit ? undefined : username
}

/**
 * The user name that a new account gets: as people see it, so that no two look the same. Undefined: as above, nothing
 * to see, or letters of several scripts.
 */
export const newUsernameOf = (given: string): string | undefined => {
  const username = usernameOf(given)
  return username === undefined || !isOfOneScript(username) ? undefined : usernameOf(seenName(username))
}

/**
 * The user names under which an account of this name may be stored: as names were compared before, and as people see
 * them. They are the same where all letters are Latin. None: no account can have the name.
 */
export const usernamesOf = (given: string): ReadonlyArray<string> => {
  const username = usernameOf(given)
  return username === undefined ? [] : [...new Set([username, seenName(username)])]
}

/** The bytes of a password, normalised (NFKC) so that every keyboard writes the same; undefined when it is too long. */
export const passwordBytes = (password: string): Uint8Array | undefined => {
  if (password.length > PASSWORD_BYTES_MAX) return undefined
  const bytes = utf8(password.normalize("NFKC"))
  return bytes.length > PASSWORD_BYTES_MAX ? undefined : bytes
}
