/** The whole contract: every operation of the service, without a line of how it is done. */
import * as HttpApi from "effect/http-api/HttpApi"
import * as OpenApi from "effect/http-api/OpenApi"
import { account } from "./account.ts"
import { inventory } from "./inventory.ts"
import { notification } from "./notification.ts"
import { presence } from "./presence.ts"
import { service } from "./service.ts"
import { users } from "./users.ts"

/** Where the paths of the document begin. */
export const serverAt = (url: string) => ({ url, description: "The server that serves this document." })

/** The contract. `HttpApiClient.make(Api)` makes a typed client of it, `openApiDocument()` the document. */
export const Api = HttpApi.make("garrison")
  .add(users.group(), account.group(), notification.group(), inventory.group(), presence.group(), service.group())
  .annotateMerge(
    OpenApi.annotations({
      title: "Garrison",
      version: "1",
      description:
        "The backend of a game: login, notifications, the catalog, orders and presence. Bodies are JSON; null and " +
        "absent mean the same on input, and absent fields are left out of answers.",
      servers: [serverAt("/")],
    }),
  )
