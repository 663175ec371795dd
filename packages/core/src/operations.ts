/**
 * The table of operations: each once, by area. Every face offers operations of this table; docs/operations.md, the
 * names of the audit and the list of permissions are made of it.
 */
import { createClient } from "./client/operations/createClient.ts"
import { editClientRedirects } from "./client/operations/editClientRedirects.ts"
import { listClients } from "./client/operations/listClients.ts"
import { removeClient } from "./client/operations/removeClient.ts"
import { rotateClient } from "./client/operations/rotateClient.ts"
import { setClientDisabled } from "./client/operations/setClientDisabled.ts"
import { showClient } from "./client/operations/showClient.ts"
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
  listClients,
  showClient,
  createClient,
  rotateClient,
  setClientDisabled,
  editClientRedirects,
  removeClient,
  createNotification,
  listNotifications,
] as const satisfies ReadonlyArray<AnyOperation<ErrorCode>>
