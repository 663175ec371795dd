/** Claims on both databases. */
import * as SqlClaimStore from "@garrison/sql/order/SqlClaimStore"
import * as SqlOrderStore from "@garrison/sql/order/SqlOrderStore"
import * as Layer from "effect/Layer"
import { onEachDatabase } from "../support/databases.ts"
import { suite } from "./ClaimStore.ts"

const stores = Layer.mergeAll(SqlOrderStore.layer, SqlClaimStore.layer)

onEachDatabase((name, database) => suite(name, stores.pipe(Layer.provideMerge(database))))
