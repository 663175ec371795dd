/** The service itself: whether it lives and is ready, and its own description (decisions, section 14). */
import { described, Enumeration, ListOf } from "@garrison/core/kernel/input/Field"
import { value } from "@garrison/core/operation/answer"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import { area } from "./area.ts"
import { ofHttp, route } from "./route.ts"
import { content, inCodings, written } from "./success.ts"

/** What the probes answer. */
const Health = Schema.Struct({
  status: described(Enumeration(["alive", "ready"]), "What the probe asks about: the process, or its readiness."),
  warnings: described(
    Schema.optionalKey(ListOf(Enumeration(["clock"]))),
    "Of a process that is ready. `clock`: the newest rows of storage are an hour ahead of its clock. Absent: nothing.",
  ),
}).annotate({ identifier: "Health" })

const health = written(content(value(Health)))
const document = inCodings(value(Schema.Record(Schema.String, Schema.Unknown)))
const page = inCodings(value(Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/html" }))))

/** Those that are about the service and not about a game. */
export const service = area("service", "Health and description of the service.", {
  livez: route(
    "GET /livez",
    {
      ...ofHttp,
      title: "Whether the process lives",
      sentence: "Answers as long as the process can answer at all, whatever storage does.",
      answer: health.answer,
    },
    {
      who: "open",
      mounts: ["public", "probes"],
      lane: "none",
      success: health,
      example: { answer: { status: "alive" } },
    },
  ),
  readyz: route(
    "GET /readyz",
    {
      ...ofHttp,
      title: "Whether requests should be sent here",
      sentence:
        "503 while storage would take no write, while the server starts or is overloaded, and from the moment it was asked " +
        "to stop. `desc` says why: `starting`, `unreachable`, `disk_full`, `locked`, `read_only`, `damaged`, `epoch` or " +
        "`hanging`.",
      answer: health.answer,
    },
    {
      who: "open",
      mounts: ["public", "probes"],
      lane: "none",
      success: health,
      example: { answer: { status: "ready" } },
    },
  ),
  openapi: route(
    "GET /openapi.json",
    {
      ...ofHttp,
      title: "This document",
      sentence: "The OpenAPI 3.1 document of the service.",
      answer: document.answer,
      refusals: ["resource_not_found"],
    },
    { who: "open", mounts: ["documentation"], lane: "memory", success: document },
  ),
  docs: route(
    "GET /docs",
    {
      ...ofHttp,
      title: "This document, to read and try",
      sentence: "A page that needs nothing from the network but this server.",
      answer: page.answer,
      refusals: ["resource_not_found"],
    },
    { who: "open", mounts: ["documentation"], lane: "memory", success: page },
  ),
})
