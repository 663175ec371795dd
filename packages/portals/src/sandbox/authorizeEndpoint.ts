/** The page of a portal in the sandbox at which players log in: it approves by itself, for one made-up user. */
import { markup } from "@garrison/core/kernel/page/markup"
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

type Fields = Readonly<Record<string, string>>

/** Sends the browser back with the fields in the address. */
const byRedirect = (location: URL, fields: Fields): Answered => {
  for (const [name, value] of Object.entries(fields)) location.searchParams.set(name, value)
  return { status: 302, body: undefined, location: location.href }
}

/** A page whose form the browser posts by itself (OAuth 2.0 Form Post Response Mode). */
const byForm = ({ href }: URL, fields: Fields): Answered => {
  const inputs = Object.entries(fields).map(
    ([name, value]) => markup`<input type="hidden" name="${name}" value="${value}">
`,
  )
  const html = markup`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Garrison sandbox</title>
<form method="post" action="${href}">
${inputs}<button>Continue</button>
</form>
<script>document.forms[0].submit()</script>
</html>
`.text
  return { status: 200, body: undefined, html }
}

/** How a request may want its answer (`response_mode`). */
const responseModes: Readonly<Record<string, typeof byRedirect>> = { query: byRedirect, form_post: byForm }

/**
 * Sends the player back with a code that stands for these claims, and is bound to the request. It sends to registered
 * addresses alone: otherwise a link to it would lead anywhere (RFC 9700, section 4.11).
 */
export const authorizeEndpoint =
  (client: ClientSettings, claims: CodeUse, { codes, isRegistered }: Stage) =>
  (request: Received): Effect.Effect<Answered> => {
    const { code_challenge, nonce, redirect_uri = "", response_mode = "query", state = "" } = request.query
    const goBack = responseModes[response_mode]
    const location = URL.parse(redirect_uri)
    if (!isWhole(client, request) || goBack === undefined || location === null || !isRegistered(redirect_uri)) {
      return Effect.succeed(refused(400, "invalid_request"))
    }
    return Effect.map(codes.issue({ claims: { ...claims, nonce }, code_challenge, redirect_uri }), (code) =>
      goBack(location, { code, state }),
    )
  }
