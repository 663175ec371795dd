/**
 * The page of the sandbox: lines to paste into a shell for every credential and every login by redirect, and a button
 * for every fault.
 */
import { OAUTH_PORTALS } from "@garrison/core/login/portal/OauthGateway"
import type { Fault } from "./faults.ts"
import { escaped } from "./html.ts"
import type { Credential } from "./SandboxPortal.ts"

/** What the page shows. */
export interface PageContent {
  /** The server at which the credentials log in: `http://HOST:PORT`. */
  readonly serverUrl: string
  /** Where logins by redirect return to; undefined: there are none. */
  readonly redirectUri: string | undefined
  readonly credentials: ReadonlyArray<Credential>
  /** What the game of the logins by redirect keeps, and what it sends at their beginning (RFC 7636). */
  readonly pkce: { readonly verifier: string; readonly challenge: string }
  readonly faults: Readonly<Record<string, { readonly fault: Fault; readonly faults: ReadonlyArray<Fault> }>>
}

const curlLine = (serverUrl: string, { body }: Credential): string =>
  `curl -s ${serverUrl}/users/v1/login -H 'content-type: application/json' -d '${JSON.stringify(body)}'`

const credentialRow =
  (serverUrl: string) =>
  (credential: Credential): string => {
    const { grant_type, platform } = credential
    return `<h3>${escaped(grant_type)}, ${escaped(platform ?? "no user")}</h3><pre>${escaped(curlLine(serverUrl, credential))}</pre>`
  }

/** The way of a browser up to the code, and the request with which the game exchanges it. */
const redirectLine = (serverUrl: string, loginUrl: string, verifier: string): string =>
  `code=$(curl -s -o /dev/null -L --max-redirs 2 -w '%{redirect_url}' '${loginUrl}' | sed 's/.*[?&]code=\\([^&]*\\).*/\\1/') && curl -s ${serverUrl}/users/v1/oauth/token -H 'content-type: application/json' -d '{"grant_type":"authorization_code","code":"'$code'","code_verifier":"${verifier}"}'`

/** The part of the logins by redirect. */
const redirectPart = (serverUrl: string, redirectUri: string, { challenge, verifier }: PageContent["pkce"]): string => {
  const parameters = `redirect_uri=${encodeURIComponent(redirectUri)}&code_challenge=${challenge}`
  const rows = OAUTH_PORTALS.map((portal) => {
    const loginUrl = `${serverUrl}/users/v1/oauth/login/${portal}?${parameters}`
    const link = `<a href="${escaped(loginUrl)}">${portal}</a>`
    return `<h3>${link} by redirect</h3><pre>${escaped(redirectLine(serverUrl, loginUrl, verifier))}</pre>`
  })
  return `<h2>Logins by redirect</h2>
<p>A link takes the browser to the portal, which approves at once, and from there to <code>${escaped(redirectUri)}</code>. Nothing
listens there: the code is in the address bar. Each line does the same, and exchanges the code for tokens.</p>
${rows.join("\n")}`
}

const faultRow = ([portal, { fault, faults }]: readonly [string, PageContent["faults"][string]]): string => {
  const buttons = faults.map(
    (name) =>
      `<button data-portal="${escaped(portal)}" data-fault="${name}"${name === fault ? " disabled" : ""}>${name}</button>`,
  )
  return `<h3>${escaped(portal)}</h3><p>${buttons.join(" ")}</p>`
}

const style =
  "body{font-family:sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}pre{overflow-x:auto;background:#eee;padding:.5rem}"

const script = `document.addEventListener("click", async ({ target }) => {
  const { portal, fault } = target.dataset ?? {}
  if (fault === undefined) return
  await fetch("/sandbox/faults/" + portal, { method: "PUT", body: JSON.stringify({ fault }) })
  location.reload()
})`

/** The page as HTML. */
export const pageOf = ({ credentials, faults, pkce, redirectUri, serverUrl }: PageContent): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Garrison sandbox</title>
<style>${style}</style>
<h1>Garrison sandbox</h1>
<p>This server plays third-party portals with made-up users. Each line logs one of them in.
Load the page again for new credentials.</p>
<h2>Credentials</h2>
${credentials.map(credentialRow(serverUrl)).join("\n")}
${redirectUri === undefined ? "" : redirectPart(serverUrl, redirectUri, pkce)}
<h2>Faults</h2>
<p>A fault changes what a portal answers and issues from then on; <code>none</code> ends it.
The button that cannot be pressed is the fault that is set.</p>
${Object.entries(faults).map(faultRow).join("\n")}
<script>${script}</script>
</html>
`
