/** The page of a portal in the sandbox at which players log in: it approves by itself, for one made-up user. */
import * as Effect from "effect/Effect"
import type { ClientSettings } from "../settings/fields.ts"
import { type Answered, type Received, refused } from "./answers.ts"
import type { CodeUse } from "./codes.ts"
import type { Stage } from "./SandboxPortal.ts"

/** The parameters that bind a code, as a login by redirect sends them. */
const isWhole = ({ clientId }: ClientSettings, { query }: Received): boolean =>
  query["client_id"] === clientId &&
  query["response_type"] === "code" &&
  query["code_challenge_method"] === "S256" &&
  ["redirect_uri", "state", "code_challenge"].every((name) => (query[name] ?? "") !== "")

/** Sends the player back with a code that stands for these claims, and is bound to the request. */
export const authorizeEndpoint =
  (client: ClientSettings, claims: CodeUse, { codes }: Stage) =>
  (request: Received): Effect.Effect<Answered> => {
    if (!isWhole(client, request)) return Effect.succeed(refused(400, "invalid_request"))
    const { code_challenge, nonce, redirect_uri = "", state = "" } = request.query
    const location = URL.parse(redirect_uri)
    if (location === null) return Effect.succeed(refused(400, "invalid_request"))
    return Effect.map(codes.issue({ claims: { ...claims, nonce }, code_challenge, redirect_uri }), (code) => {
      location.searchParams.set("code", code)
      location.searchParams.set("state", state)
      return { status: 302, body: undefined, location: location.href }
    })
  }
