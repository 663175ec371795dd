import { layer } from "@garrison/sql/notification/SqlNotificationStore"
import * as Layer from "effect/Layer"
import { onEachDatabase } from "../support/databases.ts"
import { suite } from "./NotificationStore.ts"

onEachDatabase((name, database) => suite(name, layer.pipe(Layer.provideMerge(database))))
