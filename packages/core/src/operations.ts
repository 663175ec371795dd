/**
 * The table of operations: each once, by area. Every face offers operations of this table; docs/operations.md, the
 * names of the audit and the list of permissions are made of it.
 */
import { createNotification } from "./notification/operations/createNotification.ts"
import { listNotifications } from "./notification/operations/listNotifications.ts"
import type { ErrorCode } from "./errorCodes.ts"
import type { AnyOperation } from "./operation/Operation.ts"
import { listSigningKeys } from "./token/operations/listSigningKeys.ts"
import { rotateSigningKey } from "./token/operations/rotateSigningKey.ts"

/** Every operation. */
export const operations = [
  listSigningKeys,
  rotateSigningKey,
  createNotification,
  listNotifications,
] as const satisfies ReadonlyArray<AnyOperation<ErrorCode>>
