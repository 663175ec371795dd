/** The page that shows the OpenAPI document (decisions, section 14). */
import { value } from "@garrison/core/operation/answer"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import { open, operation } from "../operation.ts"
import { inCodings } from "../success.ts"

/** 404 when documentation is switched off. */
export const docs = operation({
  id: "docs",
  method: "GET",
  path: "/docs",
  mounts: ["documentation"],
  access: open,
  lane: "memory",
  summary: "This document, to read and try",
  description: "A page that needs nothing from the network but this server.",
  success: inCodings(value(Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/html" })))),
  refusals: { 404: ["resource_not_found"] },
})
