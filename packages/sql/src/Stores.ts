/** Every storage interface of the core, in SQL. An area appends its own. */
import * as Layer from "effect/Layer"
import * as SqlCatalogStore from "./catalog/SqlCatalogStore.ts"
import * as SqlClientStore from "./client/SqlClientStore.ts"
import * as SqlEnvironmentStore from "./environment/SqlEnvironmentStore.ts"
import * as SqlNotificationStore from "./notification/SqlNotificationStore.ts"
import * as SqlRoleStore from "./permission/SqlRoleStore.ts"
import * as SqlPresenceStore from "./presence/SqlPresenceStore.ts"
import * as SqlSigningKeyStore from "./token/SqlSigningKeyStore.ts"

/** All stores, over the `SqlClient` and `Transaction` in context. */
export const layer = Layer.mergeAll(
  SqlEnvironmentStore.layer,
  SqlClientStore.layer,
  SqlRoleStore.layer,
  SqlSigningKeyStore.layer,
  SqlCatalogStore.layer,
  SqlNotificationStore.layer,
  SqlPresenceStore.layer,
)
