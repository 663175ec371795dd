/** The page of the sandbox: every credential as a line to paste into a shell, and a button for every fault. */
import type { Fault } from "./faults.ts"
import type { Credential } from "./SandboxPortal.ts"

/** What the page shows. */
export interface PageContent {
  /** Where the credentials log in: `http://HOST:PORT/users/v1/login`. */
  readonly loginUrl: string
  readonly credentials: ReadonlyArray<Credential>
  readonly faults: Readonly<Record<string, { readonly fault: Fault; readonly faults: ReadonlyArray<Fault> }>>
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)

const curlLine = (loginUrl: string, { body }: Credential): string =>
  `curl -s ${loginUrl} -H 'content-type: application/json' -d '${JSON.stringify(body)}'`

const credentialRow =
  (loginUrl: string) =>
  (credential: Credential): string => {
    const { grant_type, platform } = credential
    return `<h3>${escaped(grant_type)}, ${escaped(platform ?? "no user")}</h3><pre>${escaped(curlLine(loginUrl, credential))}</pre>`
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
export const pageOf = ({ credentials, faults, loginUrl }: PageContent): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Garrison sandbox</title>
<style>${style}</style>
<h1>Garrison sandbox</h1>
<p>This server plays third-party portals with made-up users. Each line logs one of them in.
Load the page again for new credentials.</p>
<h2>Credentials</h2>
${credentials.map(credentialRow(loginUrl)).join("\n")}
<h2>Faults</h2>
<p>A fault changes what a portal answers and issues from then on; <code>none</code> ends it.
The button that cannot be pressed is the fault that is set.</p>
${Object.entries(faults).map(faultRow).join("\n")}
<script>${script}</script>
</html>
`
