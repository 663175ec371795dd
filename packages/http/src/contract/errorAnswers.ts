/**
 * The answer to each error code of the core (interface, section 7). The core has codes and no statuses. This table is
 * exhaustive over the codes, so that a new code does not compile until it is listed here.
 */
import type { ErrorCode } from "@garrison/core/errorCodes"
import { linkCodes } from "@garrison/core/linking/errors"
import { mergeCodes } from "@garrison/core/merging/errors"
import { accountCodes, loginBusyCodes, loginCodes } from "@garrison/core/login/errors"
import { tokenCodes } from "@garrison/core/token/errors"
import type { ErrorStatus } from "./refusals.ts"

/** The status, and `auth_success` of the error body. */
export interface ErrorAnswer {
  readonly status: ErrorStatus
  /** False if the caller is not authenticated or may not do this (decisions, section 2). */
  readonly authSuccess: boolean
}

const denied: ErrorAnswer = { status: 403, authSuccess: false }

const refused = (status: ErrorStatus): ErrorAnswer => ({ status, authSuccess: true })

const every = <Code extends string>(
  table: Readonly<Record<Code, string>>,
  answer: ErrorAnswer,
): Readonly<Record<Code, ErrorAnswer>> =>
  Object.fromEntries(Object.keys(table).map((code) => [code, answer])) as Record<Code, ErrorAnswer>

/** The answer by code. */
export const errorAnswers: Readonly<Record<ErrorCode, ErrorAnswer>> = {
  ...every(loginCodes, denied),
  ...every(loginBusyCodes, { status: 503, authSuccess: false }),
  ...every(tokenCodes, denied),
  insufficient_permissions: denied,
  ...every(linkCodes, refused(403)),
  ...every(mergeCodes, refused(409)),
  ...every(accountCodes, refused(422)),
  account_not_found: refused(404),
  username_taken: refused(409),
  invalid_input: refused(422),
  bad_id: refused(400),
  too_many_listening_to_single_client: refused(409),
  connection_limit_reached: refused(503),
  resource_not_found: refused(404),
  client_id_taken: refused(409),
  role_name_taken: refused(409),
  changed: refused(409),
  order_ref_conflict: refused(409),
  refund_incomplete: refused(409),
  refund_not_possible: refused(409),
  order_not_fulfilled: refused(409),
  too_many_inventory_sessions: refused(503),
  too_many_odds: refused(503),
  idempotency_key_conflict: refused(409),
  catalog_etag_mismatch: refused(412),
  catalog_refused: refused(422),
  catalog_not_prepared: refused(503),
}
