/** Every operation of the contract, without a line of how it is done. */
import { account } from "./account.ts"
import { inventory } from "./inventory.ts"
import { notification } from "./notification.ts"
import type { Operation } from "./operation.ts"
import { presence } from "./presence.ts"
import { service } from "./service.ts"
import { users } from "./users.ts"

/** By name, because a compiler writes the type of a list out in full, and this one is too long for it. */
interface Areas {
  readonly users: typeof users
  readonly account: typeof account
  readonly notification: typeof notification
  readonly inventory: typeof inventory
  readonly presence: typeof presence
  readonly service: typeof service
}

const areas: ReadonlyArray<Areas[keyof Areas]> = [users, account, notification, inventory, presence, service]

type AnyOperation = Areas[keyof Areas]["operations"][number]

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
