/** The page at `/docs`, with the policy that names its style and its script by their hashes. */
import { policyOf } from "@garrison/core/kernel/page/Page"
import { hash } from "node:crypto"
import { openApiDocument } from "../contract/document.ts"
import type { ApiDocument } from "../docs/document.ts"
import { docsPageOf } from "../docs/page.ts"

const hashOf = (text: string): string => hash("sha256", text, "base64")

/** Renders the page of the document, with the Content-Security-Policy that goes with it. */
export const docsPage = (): { readonly html: string; readonly policy: string } => {
  // Every document that is made is held against the OpenAPI schema by a test.
  const { html, script, style } = docsPageOf(openApiDocument() as object as ApiDocument)
  return { html, policy: policyOf({ style: hashOf(style), script: hashOf(script) }) }
}
