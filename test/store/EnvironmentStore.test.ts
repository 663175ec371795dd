import { layer } from "@garrison/sql/environment/SqlEnvironmentStore"
import * as Layer from "effect/Layer"
import { onEachDatabase } from "../support/databases.ts"
import { suite } from "./EnvironmentStore.ts"

onEachDatabase((name, database) => suite(name, layer.pipe(Layer.provide(database))))
