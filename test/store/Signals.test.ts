import { layer } from "@garrison/sql/signal/SqlSignals"
import * as Layer from "effect/Layer"
import { onEachDatabase } from "../support/databases.ts"
import { suite } from "./Signals.ts"

onEachDatabase((name, database) => suite(name, layer.pipe(Layer.provideMerge(database))))
