/** Inventories on both databases. */
import { layer } from "@garrison/sql/inventory/SqlInventoryStore"
import * as Layer from "effect/Layer"
import { onEachDatabase } from "../support/databases.ts"
import { suite } from "./InventoryStore.ts"

onEachDatabase((name, database) => suite(name, layer.pipe(Layer.provideMerge(database))))
