import { layer } from "@garrison/sql/catalog/SqlCatalogStore"
import * as Layer from "effect/Layer"
import { auditLayer } from "../support/acts.ts"
import { onEachDatabase } from "../support/databases.ts"
import { suite } from "./CatalogStore.ts"

onEachDatabase((name, database) => suite(name, Layer.merge(layer, auditLayer).pipe(Layer.provideMerge(database))))
