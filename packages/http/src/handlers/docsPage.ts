/** The page at `/docs`: Swagger UI with everything it needs inline, as effect ships it. */
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpApiSwagger from "effect/http-api/HttpApiSwagger"
import * as OpenApi from "effect/http-api/OpenApi"
import { hash } from "node:crypto"
import { Api } from "../contract/Api.ts"
import { openApiDocument } from "../contract/document.ts"

/** The scripts in the page, each from its tag to the first end tag, as browsers read them. */
const script = /<script(?: [^>]*)?>([\s\S]*?)<\/script/g

/**
 * The policy of the page: it may run its own scripts and talk to this server, and nothing else. Styles are allowed
 * inline, because the scripts set them and no list of hashes can contain them.
 */
const policyOf = (html: string): string => {
  const hashes = Array.from(html.matchAll(script), ([, text = ""]) => `'sha256-${hash("sha256", text, "base64")}'`)
  return [
    "default-src 'none'",
    `script-src ${hashes.join(" ")}`,
    "style-src 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ")
}

/**
 * Renders the page for routes below this prefix, with the Content-Security-Policy that goes with it. Effect offers it
 * as a route only.
 */
export const docsPage = async (prefix = ""): Promise<{ readonly html: string; readonly policy: string }> => {
  const documented = Api.annotateMerge(OpenApi.annotations({ transform: () => ({ ...openApiDocument(prefix) }) }))
  const { dispose, handler } = HttpRouter.toWebHandler(HttpApiSwagger.layer(documented), { disableLogger: true })
  try {
    const response = await handler(new Request("http://localhost/docs"))
    const html = await response.text()
    return { html, policy: policyOf(html) }
  } finally {
    await dispose()
  }
}
