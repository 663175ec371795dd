/** The flags of what happened to a player or a client. */
import * as Flag from "effect/cli/Flag"
import { json, ndjson } from "./globalFlags.ts"
import { limit } from "./limitFlag.ts"

const condition = (name: string, metavar: string, description: string) =>
  Flag.String(name).pipe(Flag.withMetavar(metavar), Flag.withDescription(description), Flag.optional)

/** Which part of a history, and how it is written. */
export const historyFlags = {
  kind: condition(
    "kind",
    "KIND",
    "Only of this kind: login, link or unlink, a kind of event such as login_refused, or the operation of an act",
  ),
  actor: condition("actor", "NAME", "Only by this actor: the client_id of a login, or who did an act"),
  from: condition("from", "TIME", "Not before this time, ISO 8601 or Unix seconds"),
  to: condition("to", "TIME", "Not after this time, ISO 8601 or Unix seconds"),
  limit,
  json,
  ndjson,
}
