import { layer } from "@garrison/sql/SqlStorageProbe"
import * as Layer from "effect/Layer"
import { onEachDatabase } from "../support/databases.ts"
import { suite } from "./StorageProbe.ts"

onEachDatabase((name, database) => suite(name, layer.pipe(Layer.provideMerge(database))))
