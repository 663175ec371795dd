import * as Stores from "@garrison/sql/Stores"
import * as Layer from "effect/Layer"
import { onEachDatabase } from "../support/databases.ts"
import { suite } from "./LoginStore.ts"

onEachDatabase((name, database) => suite(name, Stores.layer.pipe(Layer.provideMerge(database))))
