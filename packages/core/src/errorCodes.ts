/**
 * Every error code of the core, each with its description: the tables of the areas, joined (architecture, section 3).
 * A code has one description: tables may share a code, but then they share the text too.
 */
import { catalogCodes } from "./catalog/errors.ts"
import { clientCodes } from "./client/errors.ts"
import { idempotencyCodes } from "./idempotency/errors.ts"
import { notFoundCodes } from "./kernel/NotFound.ts"
import { loginBusyCodes, loginCodes } from "./login/errors.ts"
import { notificationCodes } from "./notification/errors.ts"
import { oauthCodes } from "./oauth/errors.ts"
import { orderCodes } from "./order/errors.ts"
import { permissionCodes } from "./permission/errors.ts"
import { tokenCodes } from "./token/errors.ts"

type Table = Readonly<Record<string, string>>

type CodesOf<Tables extends Table> = Tables extends Table ? keyof Tables : never

/** Distributes over `Others`. */
type Conflicts<First extends Table, Others extends Table> = Others extends Table
  ? { [Code in keyof First & keyof Others]: First[Code] extends Others[Code] ? never : Code }[keyof First &
      keyof Others]
  : never

/** The codes that two of the tables describe differently; `never` when there is none. */
export type ConflictingCodes<Tables extends ReadonlyArray<Table>> = Tables extends readonly [
  infer First extends Table,
  ...infer Rest extends ReadonlyArray<Table>,
]
  ? Conflicts<First, Rest[number]> | ConflictingCodes<Rest>
  : never

/** Joins tables into one. Does not compile when two of them describe a code differently: the error names the code. */
const join = <const Tables extends ReadonlyArray<Table>>(
  tables: Tables & ([ConflictingCodes<Tables>] extends [never] ? unknown : ConflictingCodes<Tables>),
): Readonly<Record<CodesOf<Tables[number]>, string>> => Object.assign({}, ...tables)

const descriptions = join([
  notFoundCodes,
  catalogCodes,
  clientCodes,
  idempotencyCodes,
  loginCodes,
  loginBusyCodes,
  oauthCodes,
  notificationCodes,
  orderCodes,
  permissionCodes,
  tokenCodes,
])

/** A code of one of the areas. */
export type ErrorCode = keyof typeof descriptions

/** What every refusal of the core carries: its code and, where it says more than the code does, a `message`. */
export interface Refusal {
  readonly code: ErrorCode
  readonly message?: string
  /** Where trying again after a while may help. */
  readonly retryAfterSeconds?: number
}

/** The sentence of a code. A refusal may know better what happened: see {@link describeRefusal}. */
export const describeErrorCode = (code: ErrorCode): string => descriptions[code]

/** The sentence sent as `desc` with a refusal: its own where it has one, otherwise that of its code. */
export const describeRefusal = ({ code, message = "" }: Pick<Refusal, "code" | "message">): string =>
  message === "" ? describeErrorCode(code) : message

/** Whether a value is a code of one of the areas. */
export const isErrorCode = (value: unknown): value is ErrorCode =>
  typeof value === "string" && Object.hasOwn(descriptions, value)
