/**
 * The OpenAPI 3.1 document: what effect generates from the contract, completed with what it cannot know — access rules,
 * headers of answers, deprecated fields, defaults.
 */
import { itemNotes, lootNotes, vendorNotes } from "@garrison/core/catalog/authoring/fieldNotes"
import { sentenceOf as sentenceOfField } from "@garrison/core/kernel/input/Field"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { Api, serverAt } from "./Api.ts"
import { type RouteId, routes, routesById } from "./routes.ts"
import { withErrorReferences } from "./errorReferences.ts"
import { toldComponents, toldSchema } from "./fieldSentences.ts"
import { type Json, parameterSchema, simplified } from "./jsonSchema.ts"
import type { AccessRule, Fields, Route } from "./route.ts"
import { ErrorBody, ValidationErrorBody } from "./refusals.ts"
import type { Success } from "./success.ts"

type Responses = Record<string, OpenApi.OpenApiSpecResponse>

const descriptions: Readonly<Record<string, string>> = {
  "200": "Done.",
  "303": "Go on to the address in Location, with a GET.",
  "304": "The content is still the one that the tag names.",
  "307": "Go on to the address in Location.",
  "400": "The request is not valid HTTP, or an id in it is not valid.",
  "403": "The caller is not authenticated, or may not.",
  "404": "There is no such resource.",
  "405": "The path does not take this method.",
  "408": "The request did not arrive in time. The connection is closed.",
  "409": "The request contradicts what is there.",
  "412": "The content is not the one that If-Match names.",
  "413": "The body is larger than the server takes. The connection is closed.",
  "415": "The body is not application/json, or is encoded.",
  "422": "The request is not valid; every broken field is listed.",
  "431": "The headers are larger than the server takes. The connection is closed.",
  "500": "An unexpected error; `desc` carries the id under which the log tells more.",
  "503": "The service cannot answer now; Retry-After says when to try again.",
}

const header = (description: string, schema: Json) => ({ description, schema, required: true })
const text = { type: "string" }

const headersOf = (status: string): Record<string, OpenApi.OpenAPISpecHeader> => ({
  ...(status === "503" && {
    "Retry-After": header("Seconds to wait before trying again.", { type: "integer", minimum: 1 }),
  }),
  ...(status === "405" && { Allow: header("The methods that the path takes.", text) }),
})

const etag = { ETag: header("Names this version of the content.", text) }

const completeResponses = (responses: Responses, conditional: boolean): Responses => {
  const completed: Responses = {}
  for (const [status, response] of Object.entries(responses)) {
    const given = Object.entries(response.headers ?? {}).filter(([name]) => name.toLowerCase() !== "etag")
    const headers = {
      ...Object.fromEntries(given),
      ...(response.headers !== undefined && "etag" in response.headers && etag),
      ...headersOf(status),
    }
    completed[status] = {
      ...response,
      description: descriptions[status] ?? response.description,
      ...(Object.keys(headers).length > 0 && { headers }),
    }
  }
  return conditional ? { ...completed, "304": { description: descriptions["304"] ?? "", headers: etag } } : completed
}

type Security = ReadonlyArray<Readonly<Record<string, ReadonlyArray<string>>>>

/** The security requirements, each one enough to call: a scheme with its permission (OpenAPI, 4.8.30). */
const securityOf = (rule: AccessRule): Security => {
  if (rule.kind === "open") return []
  if (rule.kind === "client") return [{ basic: [] }, {}]
  return rule.anyOf.length === 0 ? [{ bearer: [] }] : rule.anyOf.map((permission) => ({ bearer: [permission] }))
}

const HOLDERS = { player: "a player", machine: "a machine client", any: "a player or a machine client" } as const

/** The rule in words: the kind of caller, and its permissions. */
const sentenceOf = (rule: AccessRule): string | undefined => {
  if (rule.kind !== "bearer") return undefined
  const permissions = rule.anyOf.map((permission) => `\`${permission}\``).join(" or ")
  const holding = permissions === "" ? "" : ` that holds ${permissions}`
  return `Takes the access token of ${HOLDERS[rule.subject]}${holding}.`
}

const described = (text: string | undefined, rule: AccessRule): string =>
  [text, sentenceOf(rule)].filter((part) => part !== undefined).join(" ")

/** Parameters are texts, and are read by what their schema means: an integer is shown as an integer. */
const parameterNamed = (parameter: OpenApi.OpenAPISpecParameter, { params, query }: Route) => {
  const fields: Fields | undefined = parameter.in === "query" ? query : parameter.in === "path" ? params : undefined
  const field = fields?.[parameter.name]
  if (field === undefined) return parameter
  const { description, ...schema } = parameterSchema(field)
  const said = sentenceOfField(field) ?? description
  return { ...parameter, schema, ...(typeof said === "string" && { description: said }) }
}

/** The content, with the sentences of its fields, and with an example to each of its media types. */
const shown = (
  content: OpenApi.OpenApiSpecContent | undefined,
  of: Schema.Constraint | undefined,
  example: Json | undefined,
) =>
  content === undefined
    ? content
    : Object.fromEntries(
        Object.entries(content).map(([type, { schema, ...media }]) => [
          type,
          {
            ...media,
            schema: of === undefined ? schema : toldSchema(simplified(schema) as Json, of),
            ...(example !== undefined && { example }),
          },
        ]),
      )

/**
 * Server-sent events. For OpenAPI 3.1 the content is a text; what each event has stands as `itemSchema` does in 3.2,
 * under a name that 3.1 allows.
 */
const eventContent = ({ answer }: Success, example: Json | undefined): Json => {
  const { schema } = Schema.toJsonSchemaDocument(answer.schema)
  const contentSchema = JSON.parse(
    JSON.stringify(schema).replaceAll(/"#\/[^"]*\/([^"/]+)"/g, '"#/components/schemas/$1"'),
  )
  const said =
    example === undefined ? "" : `id: ${String(example["notification_id"])}\ndata: ${JSON.stringify(example)}\n\n`
  return {
    "text/event-stream": {
      schema: { type: "string", description: "Server-sent events (HTML Standard)." },
      ...(example !== undefined && { example: said }),
      "x-itemSchema": {
        type: "object",
        required: ["id", "data"],
        properties: {
          id: { type: "string", description: "Where the stream stands after this event: the next `Last-Event-ID`." },
          data: {
            type: "string",
            description: "The notification as JSON, in one line.",
            contentMediaType: "application/json",
            contentSchema,
          },
        },
      },
    },
  }
}

const withContent = (responses: Responses, success: Success, example: Json | undefined): Json => {
  const { "200": done, ...others } = responses
  const { answer } = success
  if (success.sent === "stream") return { ...others, "200": { ...done, content: eventContent(success, example) } }
  return {
    ...others,
    ...(done !== undefined && { "200": { ...done, content: shown(done.content, answer.schema, example) } }),
  }
}

const completeOperation = (generated: OpenApi.OpenAPISpecOperation): Json => {
  const declared: Route = routesById[generated.operationId as RouteId]
  const { access: rule, body, example, sameAs, success } = declared
  return {
    ...generated,
    description: described(generated.description, rule),
    parameters: generated.parameters.map((parameter) => parameterNamed(parameter, declared)),
    ...(generated.requestBody !== undefined && {
      requestBody: {
        content: shown(generated.requestBody.content, body?.schema, example?.request),
        required: body?.required !== false,
      },
    }),
    ...(sameAs !== undefined && { "x-same-as": sameAs }),
    security: securityOf(rule),
    responses: withContent(completeResponses(generated.responses, success.isRevalidated), success, example?.answer),
    ...(rule.kind === "bearer" && {
      "x-required-permissions": { subject: rule.subject, anyOf: [...rule.anyOf] },
    }),
  }
}

const securitySchemes = {
  bearer: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description: "The access_token of a login.",
  },
  basic: {
    type: "http",
    scheme: "basic",
    description: "client_id and client secret (RFC 6749, section 2.3.1).",
  },
} as const

/** Every schema that the document is made of. */
const schemas = (): ReadonlyArray<Schema.Constraint> => [
  ErrorBody,
  ValidationErrorBody,
  ...routes.flatMap(({ body, refusalBodies = {}, success }) => [
    success.answer.schema,
    ...(body === undefined ? [] : [body.schema]),
    ...Object.values(refusalBodies),
  ]),
]

const errorSchema = (): Json =>
  toldSchema(simplified(Schema.toJsonSchemaDocument(ErrorBody).definitions["Error"]) as Json, ErrorBody)

const complete = (generated: OpenApi.OpenAPISpec): Json => {
  const paths = Object.entries(generated.paths).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(item).map(([method, operation]) => [
        method,
        completeOperation(operation as OpenApi.OpenAPISpecOperation),
      ]),
    ),
  ])
  const { security: _everyOperationSaysItsOwn, ...rest } = generated
  const components = toldComponents(simplified(generated.components.schemas) as Json, schemas(), {
    Item: itemNotes,
    Loot: lootNotes,
    Vendor: vendorNotes,
  })
  const document = simplified({
    ...rest,
    paths: Object.fromEntries(paths),
    components: { ...generated.components, schemas: components, securitySchemes },
  })
  return withErrorReferences(document as Json, errorSchema())
}

/** What schemas say of a field beyond what JSON Schema needs for its type. */
const isSaid = (key: string): boolean => key === "deprecated" || key.startsWith("x-")

let document: Json | undefined

/**
 * The OpenAPI document of the service, made at the first call. Its paths are those of the server's root, or below
 * `prefix`, which begins with a slash.
 */
export const openApiDocument = (prefix = ""): Json => {
  document ??= complete(OpenApi.fromApi(Api, { includeAnnotationKey: isSaid }))
  return prefix === "" ? document : { ...document, servers: [serverAt(prefix)] }
}
