/**
 * The form of the pages that a server shows to people: one style, one script, nothing from elsewhere. A page can be
 * read without its script.
 */
import { escaped, type Markup } from "./markup.ts"
import { LOOK } from "./look.ts"

/** What a page is made of. */
export interface PageParts {
  readonly title: string
  /** Styles of this page, after those of all pages. */
  readonly style: string
  readonly script: string
  readonly body: Markup
}

/** A page, and the texts in it that its policy names by their hashes. */
export interface Page {
  readonly html: string
  readonly style: string
  readonly script: string
}

/** A shield. Without an icon in the page a browser asks the server for one, and complains that there is none. */
const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Cpath fill='%232563ac' d='M8 0l7 2v6c0 4-3 6.500-7 8c-4-1.500-7-4-7-8v-6z'/%3E%3C/svg%3E"

/** Puts a page together. */
export const pageOf = ({ body, script, style, title }: PageParts): Page => {
  const styles = `${LOOK}${style}`
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<link rel="icon" href="${ICON}">
<style>${styles}</style>
</head>
<body>
${body.text}
<script>${script}</script>
</body>
</html>
`
  return { html, style: styles, script }
}

/**
 * The Content-Security-Policy of a page (CSP Level 3): it may run its own script, show its own style and talk to its
 * own server, and nothing else. The hashes are SHA-256 in base64.
 */
export const policyOf = (hashes: { readonly style: string; readonly script: string }): string =>
  [
    "default-src 'none'",
    `script-src 'sha256-${hashes.script}'`,
    `style-src 'sha256-${hashes.style}'`,
    "img-src data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ")
