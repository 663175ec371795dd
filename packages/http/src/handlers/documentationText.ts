/** The OpenAPI document as text, and the page at `/docs`, with the policy that names its style and script by hashes. */
import { policyOf } from "@garrison/core/kernel/page/Page"
import { hash } from "node:crypto"
import { openApiDocument } from "../contract/document.ts"
import type { ApiDocument } from "../docs/document.ts"
import { docsPageOf } from "../docs/page.ts"

/** What is wanted, below this prefix. The page is the same below each. */
export interface Wanted {
  readonly of: "openapi" | "docs"
  readonly prefix: string
}

/** A text, with its Content-Security-Policy if it has one. */
export interface DocumentationText {
  readonly text: string
  readonly policy?: string
}

const hashOf = (text: string): string => hash("sha256", text, "base64")

/** Makes the document, or renders the page that shows it. */
export const documentationText = ({ of, prefix }: Wanted): DocumentationText => {
  if (of === "openapi") return { text: JSON.stringify(openApiDocument(prefix)) }
  // Every document that is made is held against the OpenAPI schema by a test.
  const { html, script, style } = docsPageOf(openApiDocument() as object as ApiDocument)
  return { text: html, policy: policyOf({ style: hashOf(style), script: hashOf(script) }) }
}
