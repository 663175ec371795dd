/** The grants on the page of the sandbox: a row for each credential, with what to copy. */
import { type Markup, markup } from "@garrison/core/kernel/page/markup"
import type { Credential } from "../SandboxPortal.ts"

/** A line of a shell that logs in. */
const curlLine = (serverUrl: string, { body }: Credential): string =>
  `curl -s ${serverUrl}/users/v1/login -H 'content-type: application/json' -d '${JSON.stringify(body)}'`

/** What the credential is. Only a code is used up by a login. */
const kindOf = (token: string): string => {
  if (token.startsWith("code-")) return "a code, good for one login"
  return /^ey[\w-]+\./.test(token) ? "a signed token" : "a secret or an opaque token"
}

/** A button that copies the text of an element. What it is of is for those who do not see the row. */
export const copyButton = (what: string, of: string, id: string): Markup =>
  markup`<button type="button" data-copies="${id}" hidden>Copy ${what}<span class="unseen"> of ${of}</span></button>`

/** A line of a shell, and a button that copies it. */
export const pastedLine = (id: string, line: string, of: string): Markup =>
  markup`<pre class="line" id="${id}" tabindex="0" aria-label="Line of ${of}">${line}</pre>${copyButton("curl line", of, id)}`

const row =
  (serverUrl: string) =>
  (credential: Credential, at: number): Markup => {
    const { body, grant_type, platform } = credential
    const given = body["portal_access_token"]
    const token = typeof given === "string" ? given : ""
    const of = `${grant_type}, ${platform ?? "no user"}`
    const [line, secret] = [`line-${at}`, `token-${at}`]
    return markup`<tr><th scope="row"><code>${grant_type}</code></th><td>${platform ?? "no user"}</td><td><details><summary>${kindOf(token)}<span class="unseen"> of ${of}</span></summary><p class="quiet">portal_access_token</p><pre id="${secret}" tabindex="0" aria-label="Credential of ${of}">${token}</pre><p class="quiet">The login as a line of a shell</p><pre class="line" id="${line}" tabindex="0" aria-label="Line of ${of}">${curlLine(serverUrl, credential)}</pre></details></td>
<td><div class="row">${copyButton("token", of, secret)}${copyButton("curl line", of, line)}</div></td></tr>
`
  }

/** The table of all credentials. */
export const grantTable = (serverUrl: string, credentials: ReadonlyArray<Credential>): Markup =>
  markup`<table><thead><tr><th scope="col">Grant</th><th scope="col">Platform</th><th scope="col">Credential</th><th scope="col">Copy</th></tr></thead><tbody>
${credentials.map(row(serverUrl))}</tbody></table>`
