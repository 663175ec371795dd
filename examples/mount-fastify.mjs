import { open } from "@garrison/core"
import { toNodeHandler } from "@garrison/http"
import { sqlite } from "@garrison/sql"
import fastify from "fastify"

const garrison = await open(sqlite(process.argv[2] ?? "game.db"))
const answer = toNodeHandler(garrison, { prefix: "/garrison" })
const app = fastify()
app.register(
  async (scope) => {
    // Garrison reads bodies itself: in this scope Fastify leaves them alone.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser("*", (_request, _body, done) => done(null))
    // "/" is the prefix itself, which "/*" leaves out.
    for (const path of ["/", "/*"]) {
      scope.all(path, (request, reply) => {
        reply.hijack()
        answer(request.raw, reply.raw)
      })
    }
  },
  { prefix: "/garrison" },
)
app.post("/score", (request, reply) => reply.send({ score: request.body.score }))

await app.listen({ port: Number(process.argv[3] ?? 8080) })
console.log(`listening on port ${app.server.address().port}`)
process.once("SIGTERM", async () => {
  const closed = app.close()
  await garrison.close()
  // Browsers keep connections in reserve that never send a request.
  app.server.closeAllConnections()
  await closed
})
