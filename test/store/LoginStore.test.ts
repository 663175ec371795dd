import { onEachDatabase } from "../support/databases.ts"
import { sealedStores } from "../support/sealedStores.ts"
import { suite } from "./LoginStore.ts"

onEachDatabase((name, database) => suite(name, sealedStores(database)))
