import { layer } from "@garrison/sql/presence/SqlPresenceStore"
import * as Layer from "effect/Layer"
import { onEachDatabase } from "../support/databases.ts"
import { suite } from "./PresenceStore.ts"

onEachDatabase((name, database) => suite(name, layer.pipe(Layer.provideMerge(database))))
