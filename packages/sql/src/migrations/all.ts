/** Every migration. An area appends its own; {@link Migrations} runs them by id. */
import type { Migration } from "../Migration.ts"
import { migration as environment } from "./0001_environment.ts"
import { migration as client } from "./0002_client.ts"
import { migration as player } from "./0003_player.ts"
import { migration as catalog } from "./0004_catalog.ts"
import { migration as inventory } from "./0005_inventory.ts"
import { migration as order } from "./0006_order.ts"
import { migration as notification } from "./0007_notification.ts"
import { migration as presence } from "./0008_presence.ts"
import { migration as notificationAge } from "./0009_notification_age.ts"
import { migration as catalogForm } from "./0010_catalog_form.ts"
import { migration as inventoryOrder } from "./0011_inventory_order.ts"
import { migration as idempotency } from "./0012_idempotency.ts"
import { migration as orderOrigin } from "./0013_order_origin.ts"
import { migration as identity } from "./0014_identity.ts"
import { migration as audit } from "./0015_audit.ts"

/** The schema of this version of Garrison, as the steps that lead to it. */
export const migrations: ReadonlyArray<Migration> = [
  environment,
  client,
  player,
  catalog,
  inventory,
  order,
  notification,
  presence,
  notificationAge,
  catalogForm,
  inventoryOrder,
  idempotency,
  orderOrigin,
  identity,
  audit,
]
