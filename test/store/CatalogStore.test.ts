import { layer } from "@garrison/sql/catalog/SqlCatalogStore"
import * as Layer from "effect/Layer"
import { onEachDatabase } from "../support/databases.ts"
import { suite } from "./CatalogStore.ts"

onEachDatabase((name, database) => suite(name, layer.pipe(Layer.provideMerge(database))))
