/** The `garrison` executable. Everything but this file is loaded after Node's compile cache is on. */
import module from "node:module"

module.enableCompileCache()

const { main } = await import("./program.ts")
main()
