import { open } from "@garrison/core"
import { toFetchHandler } from "@garrison/http"
import { sqlite } from "@garrison/sql"

const start = async () => {
  const garrison = await open(sqlite(process.env.GAME_DATABASE ?? "game.db"))
  // Next takes Content-Encoding off an answer.
  return { garrison, answer: toFetchHandler(garrison, { prefix: "/garrison", compression: false }) }
}

// Opened by the first request, because a build loads this module too. Kept where the module finds it when it is loaded again.
const opened = () => (globalThis.game ??= start())

const answer = async (request) => (await opened()).answer(request)

export const dynamic = "force-dynamic"
export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
}
