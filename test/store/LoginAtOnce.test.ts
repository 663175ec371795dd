import * as Stores from "@garrison/sql/Stores"
import * as Layer from "effect/Layer"
import { postgresLayer } from "../support/databases.ts"
import { suite } from "./LoginAtOnce.ts"

// SQLite has units of work instead: a statement costs no round trip there.
suite("Postgres", Stores.layer.pipe(Layer.provideMerge(postgresLayer)))
