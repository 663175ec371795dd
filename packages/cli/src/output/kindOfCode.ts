/** How a command fails, and so what it exits with, for each error code of the core. */
import type { ErrorCode } from "@garrison/core/errorCodes"
import { type LinkCode, linkCodes } from "@garrison/core/linking/errors"
import {
  type AccountCode,
  accountCodes,
  type LoginBusyCode,
  loginBusyCodes,
  type LoginCode,
  loginCodes,
} from "@garrison/core/login/errors"
import { type TokenCode, tokenCodes } from "@garrison/core/token/errors"
import { mergeCodes } from "@garrison/core/merging/errors"
import type { FailureKind } from "./exitCode.ts"

const every = <Code extends string>(
  table: Readonly<Record<Code, string>>,
  kind: FailureKind,
): Readonly<Record<Code, FailureKind>> =>
  Object.fromEntries(Object.keys(table).map((code) => [code, kind])) as Record<Code, FailureKind>

/** Exhaustive, so that a new code does not build until it has its kind. */
export const kindOfCode: Readonly<Record<ErrorCode, FailureKind>> = {
  ...every<LoginCode>(loginCodes, "auth"),
  ...every<LoginBusyCode>(loginBusyCodes, "failure"),
  ...every<TokenCode>(tokenCodes, "auth"),
  ...every<LinkCode>(linkCodes, "conflict"),
  ...every(mergeCodes, "conflict"),
  internal_error: "failure",
  ...every<AccountCode>(accountCodes, "usage"),
  account_not_found: "notFound",
  username_taken: "conflict",
  invalid_input: "usage",
  insufficient_permissions: "auth",
  resource_not_found: "notFound",
  client_id_taken: "conflict",
  role_name_taken: "conflict",
  changed: "conflict",
  order_ref_conflict: "conflict",
  refund_incomplete: "conflict",
  refund_not_possible: "conflict",
  order_not_fulfilled: "conflict",
  too_many_inventory_sessions: "failure",
  too_many_odds: "failure",
  idempotency_key_conflict: "conflict",
  catalog_etag_mismatch: "conflict",
  catalog_refused: "usage",
  catalog_not_prepared: "failure",
  bad_id: "failure",
  too_many_listening_to_single_client: "failure",
  connection_limit_reached: "failure",
}
