/**
 * The status that each error code of the core is answered with (interface, section 7). The core knows codes and no
 * status; this table is exhaustive over them, so that a new code does not build until it has one.
 */
import type { ErrorCode } from "@garrison/core/errorCodes"
import { type LoginBusyCode, loginBusyCodes, type LoginCode, loginCodes } from "@garrison/core/login/errors"
import { type TokenCode, tokenCodes } from "@garrison/core/token/errors"
import type { ErrorStatus } from "./contract/responses.ts"

const every = <Code extends string, Status extends ErrorStatus>(
  table: Readonly<Record<Code, string>>,
  status: Status,
): Record<Code, Status> => Object.fromEntries(Object.keys(table).map((code) => [code, status])) as Record<Code, Status>

/** Status by code. */
export const errorStatus = {
  ...every<LoginCode, 403>(loginCodes, 403),
  ...every<LoginBusyCode, 503>(loginBusyCodes, 503),
  ...every<TokenCode, 403>(tokenCodes, 403),
  insufficient_permissions: 403,
  bad_id: 400,
  too_many_listening_to_single_client: 409,
  connection_limit_reached: 503,
  resource_not_found: 404,
  client_id_taken: 409,
  order_ref_conflict: 409,
  idempotency_key_conflict: 409,
  catalog_etag_mismatch: 412,
  catalog_refused: 422,
} as const satisfies Record<ErrorCode, ErrorStatus>

const loginFailures: ReadonlySet<string> = new Set([...Object.keys(loginCodes), ...Object.keys(loginBusyCodes)])

/** Whether the code says that a login failed: then `auth_success` is false whatever the status. */
export const isLoginFailure = (code: ErrorCode): boolean => loginFailures.has(code)
