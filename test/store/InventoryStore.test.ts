/** Inventories on both databases. */
import * as SqlInventoryStore from "@garrison/sql/inventory/SqlInventoryStore"
import * as SqlOrderStore from "@garrison/sql/order/SqlOrderStore"
import * as Layer from "effect/Layer"
import { onEachDatabase } from "../support/databases.ts"
import { suite } from "./InventoryStore.ts"

const stores = Layer.mergeAll(SqlInventoryStore.layer, SqlOrderStore.layer)

onEachDatabase((name, database) => suite(name, stores.pipe(Layer.provideMerge(database))))
