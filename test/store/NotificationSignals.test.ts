import { layer } from "@garrison/sql/notification/SqlNotificationSignals"
import * as Layer from "effect/Layer"
import { onEachDatabase } from "../support/databases.ts"
import { suite } from "./NotificationSignals.ts"

onEachDatabase((name, database) => suite(name, layer.pipe(Layer.provideMerge(database))))
