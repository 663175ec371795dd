/**
 * The lowest floor: bare `node:http` that sends prepared bytes. The bench writes Garrison's own answers into a file,
 * and this server sends them. So both send the same bytes.
 */
import { readFileSync } from "node:fs"
import { createServer } from "node:http"

/** One prepared answer. */
export interface PreparedAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly bodyBase64: string
}

const file = process.argv[2]
if (file === undefined) throw new Error("usage: bare.ts ANSWERS_FILE")
const answers = new Map(
  Object.entries(JSON.parse(readFileSync(file, "utf8")) as Record<string, PreparedAnswer>).map(([name, answer]) => [
    name,
    { ...answer, body: Buffer.from(answer.bodyBase64, "base64") },
  ]),
)

const server = createServer((request, response) => {
  const answer = answers.get(String(request.headers["x-bench-operation"]))
  const send = (): void => {
    response.writeHead(answer?.status ?? 500, answer?.headers)
    response.end(answer?.body)
  }
  if (request.method === "GET") send()
  else request.on("end", send).resume()
})
server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  console.log(`listening on http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`)
})
process.on("SIGTERM", () => process.exit(0))
