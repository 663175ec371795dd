/** Writes the commands that are rows over operations to stdout, as data, for the bundle of the command. */
import { leaves } from "../packages/cli/src/row/leaves.ts"

process.stdout.write(JSON.stringify(leaves))
