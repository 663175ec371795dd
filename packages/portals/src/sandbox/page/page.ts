/**
 * The page of the sandbox: the grants with their credentials, logins by redirect as links, faults as switches, and the
 * settings of a server that asks its portals. The sources of its script are in `packages/portals/browser`.
 */
import { markup } from "@garrison/core/kernel/page/markup"
import { type Page, pageOf } from "@garrison/core/kernel/page/Page"
import type { PortalSettings } from "../../settings.ts"
import type { Credential } from "../SandboxPortal.ts"
import { copyButton, grantTable } from "./grants.ts"
import { type Pkce, redirectLinks } from "./redirects.ts"
import { script } from "./script.ts"
import { style } from "./style.ts"
import { type Faults, faultSwitches } from "./switches.ts"

/** What the page shows. */
export interface PageContent {
  /** The server at which the credentials log in: `http://HOST:PORT`. */
  readonly serverUrl: string
  /** Where logins by redirect return to; undefined: there are none. */
  readonly redirectUri: string | undefined
  readonly credentials: ReadonlyArray<Credential>
  readonly pkce: Pkce
  readonly faults: Faults
  /** The settings by which a server asks these portals. */
  readonly settings: Partial<PortalSettings>
}

/** The page. */
export const sandboxPage = ({ credentials, faults, pkce, redirectUri, serverUrl, settings }: PageContent): Page =>
  pageOf({
    title: "Garrison sandbox",
    style,
    script,
    body: markup`<main><h1>Garrison sandbox</h1>
<p>This server simulates third-party portals with made-up users, for the server at <a href="${serverUrl}"><code>${serverUrl}</code></a>. It is for development, and has no part in a deployment.</p>
<nav aria-label="Parts of this page" class="row"><a href="#grants">Grants</a>${redirectUri !== undefined && markup`<a href="#redirects">Logins by redirect</a>`}<a href="#faults">Faults</a><a href="#settings">Settings</a><a href="${serverUrl}/docs">API of the server</a></nav>
<section aria-labelledby="grants"><h2 id="grants">Grants</h2>
<p>Each row logs a user in. <a href="/">Load the page again</a> for new credentials: a code is good once.</p>
<div id="credentials">${grantTable(serverUrl, credentials)}</div></section>
${
  redirectUri !== undefined &&
  markup`<section aria-labelledby="redirects"><h2 id="redirects">Logins by redirect</h2><div id="redirect-links">${redirectLinks(serverUrl, redirectUri, pkce)}</div></section>
`
}<section aria-labelledby="faults"><h2 id="faults" tabindex="-1">Faults</h2>
${faultSwitches(faults)}</section>
<section aria-labelledby="settings"><h2 id="settings">Settings</h2>
<p>What a server has in <code>garrison.json</code> to ask these portals. With <code>--sandbox</code> it has them already.</p>
${copyButton("the settings", "a server", "settings-text")}
<pre id="settings-text" tabindex="0" aria-label="Settings">${JSON.stringify(settings, undefined, 2)}</pre></section>
</main>`,
  })
