/** The page at `/docs`: Swagger UI with everything it needs inline, as effect ships it. */
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpApiSwagger from "effect/http-api/HttpApiSwagger"
import * as OpenApi from "effect/http-api/OpenApi"
import { Api } from "../contract/Api.ts"
import { openApiDocument } from "../contract/document.ts"

/** Renders the page once; effect offers it as a route only. */
export const docsPage = async (): Promise<Uint8Array> => {
  const documented = Api.annotateMerge(OpenApi.annotations({ transform: () => ({ ...openApiDocument() }) }))
  const { dispose, handler } = HttpRouter.toWebHandler(HttpApiSwagger.layer(documented), { disableLogger: true })
  try {
    const response = await handler(new Request("http://localhost/docs"))
    return new Uint8Array(await response.arrayBuffer())
  } finally {
    await dispose()
  }
}
