/** Orders on both databases. */
import { layer } from "@garrison/sql/order/SqlOrderStore"
import * as Layer from "effect/Layer"
import { onEachDatabase } from "../support/databases.ts"
import { suite } from "./OrderStore.ts"

onEachDatabase((name, database) => suite(name, layer.pipe(Layer.provideMerge(database))))
