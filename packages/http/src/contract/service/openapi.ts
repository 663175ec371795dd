/** The OpenAPI document (decisions, section 14). */
import { value } from "@garrison/core/operation/answer"
import * as Schema from "effect/Schema"
import { open, operation } from "../operation.ts"
import { inCodings } from "../success.ts"

/** 404 when documentation is switched off. */
export const openapi = operation({
  id: "openapi",
  method: "GET",
  path: "/openapi.json",
  mounts: ["documentation"],
  access: open,
  lane: "memory",
  summary: "This document",
  description: "The OpenAPI 3.1 document of the service.",
  success: inCodings(value(Schema.Record(Schema.String, Schema.Unknown))),
  refusals: { 404: ["resource_not_found"] },
})
