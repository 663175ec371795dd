/** The floor of the bench of streams: `node:http` that keeps every response, and writes the same bytes to each. */
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

const listeners = Number(process.argv[3] ?? 0)
const responses = new Set<ServerResponse>()
const server = createServer((request, response) => {
  response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" })
  response.write("retry: 3000\n\n")
  responses.add(response)
  request.on("close", () => responses.delete(response))
})

let sent = 0
process.on("message", (what) => {
  if (what === "memory") {
    globalThis.gc?.()
    setTimeout(() => {
      globalThis.gc?.()
      process.send?.(process.memoryUsage.rss())
    }, 500)
    return
  }
  const wire = JSON.stringify({ message: `broadcast ${++sent}`, notification_id: "0", created: new Date() })
  const event = Buffer.from(`id: mGzV8Zx2qTtHc0wQm1uXbWE\ndata: ${wire}\n\n`)
  for (const response of responses) response.write(event)
  process.send?.(sent)
})
// As long as a token is, so that the requests have the same size.
const tokens = Array.from({ length: listeners }, () => "t".repeat(700))
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port, tokens }))
