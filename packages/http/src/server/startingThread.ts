/** The thread that answers probes while the process cannot. StartingProbes.ts starts it, and ends it by a message. */
import { createServer, type ServerResponse } from "node:http"
import { parentPort, workerData } from "node:worker_threads"
import type { StartingAnswers } from "./StartingProbes.ts"

const { alive, host, port, starting } = workerData as StartingAnswers

const write = (response: ServerResponse, { body, headers, status }: StartingAnswers["alive"]) =>
  response.writeHead(status, [...headers, "Connection", "close"]).end(body)

const server = createServer((request, response) =>
  write(response, /^\/livez(\?|$)/.test(request.url ?? "") ? alive : starting),
)

// The port is taken: the process says so when it wants to listen itself.
server.once("error", () => parentPort?.close())
server.listen({ host, port }, () => parentPort?.postMessage("listening", []))

parentPort?.once("message", () => {
  server.close()
  server.closeAllConnections()
})
