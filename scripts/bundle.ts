/** Bundles the command as rolldown.config.ts says, and is quiet when that goes well. */
import { build } from "rolldown"
import config from "../rolldown.config.ts"

await build(config)
