/** Logins by redirect on the pages of the sandbox: where they begin, and the page that they come back to. */
import { OAUTH_PORTALS } from "@garrison/core/login/portal/OauthGateway"
import { type Markup, markup } from "@garrison/core/kernel/page/markup"
import { type Page, pageOf } from "@garrison/core/kernel/page/Page"
import { copyButton, pastedLine } from "./grants.ts"
import { script } from "./script.ts"
import { style } from "./style.ts"

/** What the game of a login by redirect keeps, what it sends at the beginning (RFC 7636), and how it knows it again. */
export interface Pkce {
  readonly verifier: string
  readonly challenge: string
  readonly state: string
}

/** The request with which the game exchanges its code: the code as it stands in a line of a shell. */
const exchangeLine = (serverUrl: string, code: string, verifier: string): string =>
  `curl -s ${serverUrl}/users/v1/oauth/token -H 'content-type: application/json' -d '{"grant_type":"authorization_code","code":"${code}","code_verifier":"${verifier}"}'`

/** The way of a browser up to the code, and the exchange. */
const wholeLine = (serverUrl: string, loginUrl: string, verifier: string): string =>
  `code=$(curl -s -o /dev/null -L --max-redirs 2 -w '%{redirect_url}' '${loginUrl}' | sed 's/.*[?&]code=\\([^&]*\\).*/\\1/') && ${exchangeLine(serverUrl, "'$code'", verifier)}`

/** A login at each portal that has a page for it. */
export const redirectLinks = (serverUrl: string, redirectUri: string, pkce: Pkce): Markup => {
  const { challenge, state, verifier } = pkce
  const parameters = new URLSearchParams({ redirect_uri: redirectUri, state, code_challenge: challenge })
  const rows = OAUTH_PORTALS.map((portal) => {
    const loginUrl = `${serverUrl}/users/v1/oauth/login/${portal}?${parameters.toString()}`
    const line = wholeLine(serverUrl, loginUrl, verifier)
    const [id, of] = [`redirect-${portal}`, `${portal} by redirect`]
    return markup`<li><a href="${loginUrl}">Log in at ${portal}</a><details><summary>as a line of a shell<span class="unseen">, at ${portal}</span></summary><pre class="line" id="${id}" tabindex="0" aria-label="Line of ${of}">${line}</pre></details>${copyButton("curl line", of, id)}</li>
`
  })
  return markup`<p>The browser goes to the portal, which approves at once, and comes back to this sandbox, which plays the game's page.</p><ul class="links">${rows}</ul>`
}

/** What came back to the game. */
export interface Returned {
  readonly serverUrl: string
  readonly code: string | undefined
  /** What this sandbox kept of the login; undefined: it did not begin it. */
  readonly verifier: string | undefined
  readonly errorCode: string | undefined
  readonly errorDescription: string | undefined
}

/** Whether the text has the form of a code of the server: a line for a shell must hold nothing else. */
const isCode = (code: string): boolean => /^[\w.~-]+$/.test(code)

const outcome = ({ code, errorCode, errorDescription, serverUrl, verifier }: Returned): Markup => {
  if (errorCode !== undefined) {
    return markup`<p class="bad">The login was refused: <code>${errorCode}</code></p><p>${errorDescription ?? ""}</p>`
  }
  if (code === undefined || !isCode(code)) return markup`<p class="bad">There is no code in the address.</p>`
  if (verifier === undefined) {
    return markup`<p>The code is <code id="code">${code}</code></p><p>This sandbox did not begin the login, so it has no verifier with which the code could be exchanged.</p>`
  }
  return markup`<p>The player came back with the code <code id="code">${code}</code></p><p>The game exchanges it for tokens, once, by this line:</p>${pastedLine("exchange", exchangeLine(serverUrl, code, verifier), "the exchange")}`
}

/** The page of the game that a login comes back to. */
export const callbackPage = (returned: Returned): Page =>
  pageOf({
    title: "Back from a portal: Garrison sandbox",
    style,
    script,
    body: markup`<main><h1>Back from a portal</h1>
${outcome(returned)}
<p><a href="/">To the sandbox, for another login</a></p></main>`,
  })
