/**
 * Plays a scripted player from login to loot against a fresh server, and prints every request and its answer. Ends with
 * 0 when every answer had the expected status, and loudly otherwise. An argument names another storage than a file of
 * its own; it must be empty.
 */
import { inspect } from "node:util"
import { startServer } from "./tour/server.ts"
import { heading, say } from "./tour/show.ts"
import { play } from "./tour/story.ts"

say("Starting a fresh server with the demo world …")
const server = startServer(process.argv[2])

let isLeft = false
/** Ends the tour early, and leaves neither the server nor its directory behind. */
const leave = (status: number): void => {
  isLeft = true
  void server.stop().finally(() => process.exit(status))
}
process.once("SIGINT", () => leave(130))
// A reader that stops reading, such as head.
process.stdout.on("error", () => leave(0))

try {
  const steps = await play(server)
  heading(`The tour is over: ${steps} requests, every one answered as expected`)
} catch (error) {
  // fetch says why it failed only as the cause of its error.
  if (!isLeft) process.stderr.write(`\nThe tour failed: ${inspect(error)}\n`)
  process.exitCode = 1
} finally {
  if (!isLeft) await server.stop()
}
