/**
 * Every error code of the core, each with its description: the tables of the areas, joined (architecture, section 3).
 * A code has one description: tables may share a code, but then they share the text too.
 */
import { auditCodes } from "./audit/errors.ts"
import { catalogCodes } from "./catalog/errors.ts"
import { clientCodes } from "./client/errors.ts"
import { type SettingsCode, settingsCodes } from "./environment/errors.ts"
import { idempotencyCodes } from "./idempotency/errors.ts"
import { invalidCodes } from "./kernel/input/Invalid.ts"
import { notFoundCodes } from "./kernel/NotFound.ts"
import type { Refusal } from "./kernel/Refusal.ts"
import { linkCodes } from "./linking/errors.ts"
import { accountCodes, loginBusyCodes, loginCodes } from "./login/errors.ts"
import { mergeCodes } from "./merging/errors.ts"
import { notificationCodes } from "./notification/errors.ts"
import { oddsCodes } from "./odds/errors.ts"
import { orderCodes } from "./order/errors.ts"
import { permissionCodes } from "./permission/errors.ts"
import { roleCodes } from "./role/errors.ts"
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
  invalidCodes,
  accountCodes,
  auditCodes,
  catalogCodes,
  clientCodes,
  idempotencyCodes,
  linkCodes,
  loginCodes,
  loginBusyCodes,
  mergeCodes,
  notificationCodes,
  oddsCodes,
  orderCodes,
  permissionCodes,
  roleCodes,
  tokenCodes,
])

/** A code of one of the areas. */
export type ErrorCode = keyof typeof descriptions

/** The sentence of a code. A refusal that knows more has its own `message`. */
export const describeErrorCode = (code: ErrorCode): string => descriptions[code]

/** Whether an error is a refusal with a code of this table. */
const isRefusalWith = <Codes extends Table>(error: unknown, codes: Codes): error is Refusal<keyof Codes & string> =>
  error instanceof Error &&
  "details" in error &&
  "code" in error &&
  typeof error.code === "string" &&
  Object.hasOwn(codes, error.code)

/** Whether an error is a refusal of the core, whose code is one of the areas'. */
export const isRefusal = (error: unknown): error is Refusal<ErrorCode> => isRefusalWith(error, descriptions)

/** Whether an error is a refusal to open with these settings. */
export const isSettingsRefusal = (error: unknown): error is Refusal<SettingsCode> => isRefusalWith(error, settingsCodes)
