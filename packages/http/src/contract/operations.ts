/** Every operation of the contract, without a line of how it is done. */
import { account } from "./account.ts"
import { inventory } from "./inventory.ts"
import { notification } from "./notification.ts"
import type { Operation } from "./operation.ts"
import { presence } from "./presence.ts"
import { service } from "./service.ts"
import { users } from "./users.ts"

const areas = [users, account, notification, inventory, presence, service] as const

type AnyOperation = (typeof areas)[number]["operations"][number]

/** The name of an operation: its `operationId` in the OpenAPI document. */
export type OperationId = AnyOperation["id"]

/** The declaration of each operation by its name. */
export type Operations = { readonly [One in AnyOperation as One["id"]]: One }

/** Every operation of the contract, in the order of the document. */
export const operations: ReadonlyArray<Operation & { readonly id: OperationId }> = areas.flatMap(
  (area): ReadonlyArray<AnyOperation> => area.operations,
)

/** Every operation of the contract by its name. */
export const operationsById = Object.fromEntries(operations.map((one) => [one.id, one])) as unknown as Operations
