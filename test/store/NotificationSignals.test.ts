import { NotificationSignals } from "@garrison/core/notification/NotificationSignals"
import * as Layer from "effect/Layer"
import { onEachDatabase } from "../support/databases.ts"
import { suite } from "./NotificationSignals.ts"

onEachDatabase((name, database) => suite(name, NotificationSignals.layerInProcess.pipe(Layer.provideMerge(database))))
