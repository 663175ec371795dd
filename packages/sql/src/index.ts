/** What strangers import: a database with every store of the core on it. */
export { layer as database } from "./Database.ts"
export { layer as stores } from "./Stores.ts"
