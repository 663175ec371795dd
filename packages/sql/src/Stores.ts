/** Every storage interface of the core, in SQL. An area appends its own. */
import * as Layer from "effect/Layer"
import * as SqlCatalogStore from "./catalog/SqlCatalogStore.ts"
import * as SqlEnvironmentStore from "./environment/SqlEnvironmentStore.ts"

/** All stores, over the `SqlClient` and `Transaction` in context. */
export const layer = Layer.mergeAll(SqlEnvironmentStore.layer, SqlCatalogStore.layer)
