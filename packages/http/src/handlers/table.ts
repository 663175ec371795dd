/** The one table of operations: a handler for each, or the build fails. */
import * as Effect from "effect/Effect"
import type { OperationId } from "../contract/Api.ts"
import type { Handler } from "../request/Handler.ts"
import { account } from "./account.ts"
import { inventory } from "./inventory.ts"
import { notification } from "./notification.ts"
import { presence } from "./presence.ts"
import { service } from "./service.ts"
import { users } from "./users.ts"

const table = { ...users, ...account, ...notification, ...inventory, ...presence, ...service } satisfies {
  readonly [Id in OperationId]: Effect.Effect<Handler<Id>, never, unknown>
}

/** The handlers by operation, over the services that they need. */
export const handlers = Effect.all(table)
