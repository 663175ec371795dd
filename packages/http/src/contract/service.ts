/** The service itself: whether it lives and is ready, and its own description (decisions, section 14). */
import { Enumeration } from "@garrison/core/kernel/Field"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { conditionalHeaders, etagHeader } from "./headers.ts"
import { conditionalRefusals, refusals } from "./responses.ts"

/** What the probes answer. */
const Health = Schema.Struct({ status: Enumeration(["alive", "ready"]) }).annotate({ identifier: "Health" })

const livez = HttpApiEndpoint.get("livez", "/livez", { success: Health, error: refusals() }).annotateMerge(
  OpenApi.annotations({
    identifier: "livez",
    summary: "Whether the process lives",
    description: "Answers as long as the process can answer at all, whatever storage does.",
  }),
)

const readyz = HttpApiEndpoint.get("readyz", "/readyz", { success: Health, error: refusals() }).annotateMerge(
  OpenApi.annotations({
    identifier: "readyz",
    summary: "Whether requests should be sent here",
    description:
      "503 while storage would take no write, while the server is overloaded, and from the moment it was asked to stop; " +
      "`desc` says why.",
  }),
)

/** What documentation answers where the server is told to serve none. */
const switchedOff = { 404: ["resource_not_found"] }

const openapi = HttpApiEndpoint.get("openapi", "/openapi.json", {
  headers: conditionalHeaders,
  success: HttpApiSchema.WithHeaders(Schema.Record(Schema.String, Schema.Unknown), etagHeader),
  error: refusals({ ...switchedOff, ...conditionalRefusals }),
}).annotateMerge(
  OpenApi.annotations({
    identifier: "openapi",
    summary: "This document",
    description: "The OpenAPI 3.1 document of the service.",
  }),
)

const docs = HttpApiEndpoint.get("docs", "/docs", {
  headers: conditionalHeaders,
  success: HttpApiSchema.WithHeaders(
    Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/html" })),
    etagHeader,
  ),
  error: refusals({ ...switchedOff, ...conditionalRefusals }),
}).annotateMerge(
  OpenApi.annotations({
    identifier: "docs",
    summary: "This document, to read and try",
    description: "A page that needs nothing from the network but this server.",
  }),
)

/** The operations that are about the service. */
export const service = HttpApiGroup.make("service")
  .add(livez, readyz, openapi, docs)
  .annotateMerge(OpenApi.annotations({ title: "service", description: "Health and description of the service." }))
