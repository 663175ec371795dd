/**
 * The contract, complete: every field, required mark, enumeration, limit and code of the interface is in the schemas of
 * the core and in the OpenAPI document, and nothing else is. The comparison is also shown to notice differences.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Catalog from "@garrison/core/catalog/schema"
import * as Client from "@garrison/core/client/schema"
import { describeErrorCode, type ErrorCode } from "@garrison/core/errorCodes"
import * as Inventory from "@garrison/core/inventory/schema"
import { loginCodes as loginCodeTable } from "@garrison/core/login/errors"
import * as Login from "@garrison/core/login/schema"
import * as Notification from "@garrison/core/notification/schema"
import * as Oauth from "@garrison/core/oauth/schema"
import * as Order from "@garrison/core/order/schema"
import * as Presence from "@garrison/core/presence/schema"
import { openApiDocument } from "@garrison/http/contract/document"
import * as Responses from "@garrison/http/contract/refusals"
import { transportStatus } from "@garrison/http/contract/transportCodes"
import { errorAnswers } from "@garrison/http/contract/errorAnswers"
import * as Schema from "effect/Schema"
import {
  decidedCodes,
  enumerations,
  loginCodes,
  type OperationFact,
  operations,
  otherCodes,
  resources,
} from "./support/interface.ts"
import { fieldDifferences, type JsonSchema, type Lookup, resolved, resourceDifferences } from "./support/jsonSchema.ts"

const schemas: Readonly<Record<string, Schema.Constraint>> = {
  ErrorBody: Responses.ErrorBody,
  ValidationErrorBody: Responses.ValidationErrorBody,
  LoginRequest: Login.LoginRequest,
  LoginResult: Login.LoginResult,
  AgreementRequiredBody: Login.AgreementsRequiredBody,
  TokenExchangeRequest: Oauth.TokenExchangeRequest,
  TokenExchangeResponse: Oauth.TokenExchangeResponse,
  M2mCredentialsUpdate: Client.M2mUpdate,
  M2mAccount: Client.M2mAccount,
  NotificationPage: Notification.NotificationPage,
  PlayerOrderPage: Order.PlayerOrderPage,
  InventoryPage: Inventory.InventoryPage,
  VendorCollection: Catalog.VendorCollection,
  PresenceRecord: Presence.PresenceRecord,
}

const differencesOf = (name: string, schema: Schema.Constraint): ReadonlyArray<string> => {
  const document = Schema.toJsonSchemaDocument(schema)
  const definitions = document.definitions as Readonly<Record<string, JsonSchema>>
  return resourceDifferences(name, document.schema, (reference) => definitions[reference.replace("#/$defs/", "")])
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: JsonSchema
}

interface Response {
  readonly headers?: Readonly<Record<string, unknown>>
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>
}

interface DocumentOperation {
  readonly parameters?: ReadonlyArray<Parameter>
  readonly requestBody?: { readonly required?: boolean; readonly content: NonNullable<Response["content"]> }
  readonly responses: Readonly<Record<string, Response>>
  readonly deprecated?: boolean
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> }
}

const document = openApiDocument() as unknown as Document
const lookup: Lookup = (reference) => document.components.schemas[reference.replace("#/components/schemas/", "")]
const jsonOf = (content: Response["content"]): JsonSchema => content?.["application/json"]?.schema ?? {}

const operationOf = ({ path, method }: OperationFact): DocumentOperation => {
  const found = document.paths[path]?.[method]
  assert(found !== undefined, `${method} ${path} is not in the document`)
  return found
}

const parameterDifferences = (fact: OperationFact): ReadonlyArray<string> => {
  const given = new Map(operationOf(fact).parameters?.map((parameter) => [parameter.name, parameter]))
  const missing = Object.keys(fact.parameters).filter((name) => !given.has(name))
  const extra = [...given.keys()].filter((name) => fact.parameters[name] === undefined)
  return [
    ...missing.map((name) => `${name}: is missing`),
    ...extra.map((name) => `${name}: is not in the interface`),
    ...Object.entries(fact.parameters).flatMap(([name, wanted]) => {
      const found = given.get(name)
      if (found === undefined) return []
      const place = found.in === wanted.in ? [] : [`${name}: is in ${found.in}, not ${wanted.in}`]
      const mark = (found.required === true) === (wanted.required === true) ? [] : [`${name}: required mark`]
      const value =
        found.schema.default === wanted.default ? [] : [`${name}: default is ${String(found.schema.default)}`]
      return [...place, ...mark, ...value, ...fieldDifferences(name, wanted, found.schema, lookup)]
    }),
  ]
}

/** Codes that the document lists for a status of an operation. */
const codesOf = (fact: OperationFact, status: number): ReadonlySet<unknown> => {
  const collect = (given: JsonSchema): ReadonlyArray<unknown> => {
    const schema = resolved(given, lookup)
    const parts = (schema.anyOf ?? schema.oneOf ?? []).flatMap(collect)
    const code = schema.properties?.["error_code"]
    return [...parts, ...(code?.enum ?? (code?.const === undefined ? [] : [code.const]))]
  }
  return new Set(collect(jsonOf(operationOf(fact).responses[String(status)]?.content)))
}

/** What the document calls resources that have another name here. */
const componentNames: Readonly<Record<string, string>> = {
  ErrorBody: "Error",
  ValidationErrorBody: "ValidationError",
  AgreementRequiredBody: "AgreementsRequired",
  M2mCredentialsUpdate: "M2mUpdate",
  PlayerOrderPage: "OrderPage",
}

/** Every field of every resource with what the document says of it. */
const documented = Object.entries(resources).flatMap(([name, fields]) => {
  const component = document.components.schemas[componentNames[name] ?? name]
  assert(component !== undefined, `the document has no component for ${name}`)
  const { properties = {} } = resolved(component, lookup)
  return Object.entries(fields).map(([field, fact]) => {
    const schema = properties[field]
    assert(schema !== undefined, `the document has no ${name}.${field}`)
    return { name: `${name}.${field}`, fact, schema }
  })
})

/** Every schema that a value may be described by, beginning with this one. */
const reachable = (schema: JsonSchema, seen = new Set<JsonSchema>()): ReadonlySet<JsonSchema> => {
  const found = resolved(schema, lookup)
  const target = schema.$ref === undefined ? schema : (lookup(schema.$ref) ?? schema)
  if (seen.has(target)) return seen
  seen.add(target)
  const { additionalProperties: rest, anyOf = [], items, properties = {} } = found
  const inner = [...Object.values(properties), ...anyOf, ...(typeof rest === "object" ? [rest] : [])]
  for (const one of items === undefined ? inner : [...inner, items]) reachable(one, seen)
  return seen
}

const operationAt = (path: string): OperationFact => {
  const found = operations.find((operation) => operation.path === path)
  assert(found !== undefined)
  return found
}

describe("the schemas of the core", () => {
  it.each(Object.keys(schemas))("%s has the interface's fields, marks, values and limits", (name) => {
    assert.deepStrictEqual(differencesOf(name, schemas[name] ?? Schema.Never), [])
  })

  it("cover every resource of the interface, by themselves or inside another", () => {
    const reached = new Set<string>()
    const reach = (name: string): void => {
      if (reached.has(name)) return
      reached.add(name)
      for (const { of } of Object.values(resources[name] ?? {})) if (of !== undefined && resources[of]) reach(of)
    }
    Object.keys(schemas).forEach(reach)
    assert.deepStrictEqual(
      Object.keys(resources).filter((name) => !reached.has(name)),
      [],
    )
  })
})

describe("the comparison", () => {
  const page = Notification.Notification.fields
  const planted: ReadonlyArray<readonly [difference: string, schema: Schema.Constraint]> = [
    ["is missing", Schema.Struct({ notification_id: page.notification_id, created: page.created })],
    ["is not in the interface", Schema.Struct({ ...page, extra: Schema.String })],
    ["is marked required", Schema.Struct({ ...page, rh_url: Schema.String })],
    ["is not marked required", Schema.Struct({ ...page, message: Schema.optionalKey(page.message) })],
    ["is integer, not string", Schema.Struct({ ...page, etag: Schema.optionalKey(Schema.Int) })],
    ["has format", Schema.Struct({ ...page, created: Schema.String })],
    ["maxLength is undefined, not 4096", Schema.Struct({ ...page, message: Schema.String })],
    ["null is allowed", Schema.Struct({ ...page, message: Schema.NullOr(page.message) })],
  ]

  it.each(planted)("notices what %s", (difference, schema) => {
    assert.include(differencesOf("Notification", schema).join("\n"), difference)
  })

  it("notices a value that is left out of an enumeration", () => {
    const schema = Schema.Struct({ ...Order.Page.fields, sort: Schema.optionalKey(Schema.Literals(["asc"])) })
    assert.include(differencesOf("Page", schema).join("\n"), "the list of values differs")
  })
})

describe("the OpenAPI document", () => {
  it.each(operations)("$method $path takes the interface's parameters", (fact) => {
    assert.deepStrictEqual(parameterDifferences(fact), [])
  })

  it.each(operations.filter(({ request }) => request !== undefined))("$method $path takes its body", (fact) => {
    const { requestBody } = operationOf(fact)
    assert.strictEqual(requestBody?.required === true, fact.requestOptional !== true)
    assert.deepStrictEqual(resourceDifferences(fact.request ?? "", jsonOf(requestBody?.content), lookup), [])
  })

  it.each(operations)("$method $path answers 200 with $success", (fact) => {
    const schema = jsonOf(operationOf(fact).responses["200"]?.content)
    assert.deepStrictEqual(resourceDifferences(fact.success, schema, lookup), [])
  })

  it.each(operations)("$method $path has the interface's statuses, 422 and headers", (fact) => {
    const { responses, deprecated = false } = operationOf(fact)
    for (const status of [...fact.statuses, 422]) assert.property(responses, String(status))
    assert.deepStrictEqual(resourceDifferences("ValidationErrorBody", jsonOf(responses["422"]?.content), lookup), [])
    assert.isUndefined(responses["304"]?.content)
    for (const [status, headers] of Object.entries(fact.responseHeaders ?? {})) {
      assert.includeMembers(Object.keys(responses[status]?.headers ?? {}), [...headers])
    }
    assert.strictEqual(deprecated, fact.deprecated === true)
  })

  it("names every schema once", () => {
    const numbered = Object.keys(document.components.schemas).filter((name) => /_\d+$/.test(name))
    assert.deepStrictEqual(numbered, [])
  })

  it("marks every deprecated field, and no other", () => {
    assert.isAbove(documented.length, 200)
    for (const { fact, name, schema } of documented) {
      assert.strictEqual(schema.deprecated === true, fact.deprecated === true, name)
    }
  })

  it("has every default of the interface, in a form that does not make generators demand a field", () => {
    for (const { fact, name, schema } of documented) {
      if (fact.default === undefined) assert.isUndefined(schema.default, name)
      else assert.deepStrictEqual(schema.default ?? schema["x-default"], fact.default, name)
    }
    const bodies = Object.values(document.paths).flatMap((item) =>
      Object.values(item).flatMap(({ requestBody }) =>
        requestBody === undefined ? [] : [jsonOf(requestBody.content)],
      ),
    )
    assert.isAbove(bodies.length, 5)
    for (const body of bodies) {
      for (const schema of reachable(body)) assert.notProperty(schema, "default", JSON.stringify(schema))
    }
  })

  it("lists the grant types, and documents the refusal of any other text", () => {
    const { grant_type: grant } = document.components.schemas["LoginRequest"]?.properties ?? {}
    assert.deepStrictEqual(grant?.enum, enumerations.grant_type)
    assert.deepStrictEqual(grant?.["x-refused-with"], { status: 403, error_code: "invalid_grant_type" })
  })

  it("has one schema for every refusal, narrowed to the codes that may stand in it", () => {
    let refusals = 0
    for (const item of Object.values(document.paths)) {
      for (const { responses } of Object.values(item)) {
        for (const [status, { content }] of Object.entries(responses)) {
          if (Number(status) < 400) continue
          const schema = jsonOf(content)
          if (status === "422") {
            assert.deepStrictEqual(schema, { $ref: "#/components/schemas/ValidationError" })
            continue
          }
          for (const one of schema.anyOf ?? [schema]) {
            const named = one.$ref === undefined ? one : lookup(one.$ref)
            assert.deepStrictEqual(named?.allOf?.[0], { $ref: "#/components/schemas/Error" })
            assert.isNotEmpty(named?.allOf?.[1]?.properties?.["error_code"]?.enum)
            refusals++
          }
        }
      }
    }
    assert.isAbove(refusals, 100)
  })

  it("lists every login code, and no other, under 403 of the login", () => {
    const listed = codesOf(operationAt("/users/v1/login"), 403)
    assert.deepStrictEqual([...listed].sort(), [...loginCodes].sort())
  })

  it("lists every code of the notification page and of the token exchange", () => {
    for (const [status, code] of otherCodes) {
      const path =
        code === "authorization_code_not_found" ? "/users/v1/oauth/token" : "/notification/v1/playerid/me/notification"
      assert.isTrue(codesOf(operationAt(path), status).has(code), `${status} ${code}`)
    }
  })
})

describe("the error codes", () => {
  // A login may answer `internal_error` with 403; a defect anywhere is 500, from the transport's own table.
  const statuses: Readonly<Record<string, number>> = {
    ...transportStatus,
    ...Object.fromEntries(Object.entries(errorAnswers).map(([code, { status }]) => [code, status])),
  }

  it("of the login are the interface's, each with a description", () => {
    assert.deepStrictEqual(Object.keys(loginCodeTable).sort(), [...loginCodes].sort())
    for (const code of loginCodes) {
      assert.isAbove(describeErrorCode(code as ErrorCode)?.length, 10)
      assert.strictEqual(statuses[code], 403)
    }
  })

  it.each([...otherCodes, ...decidedCodes])("%i %s has its status", (status, code) => {
    assert.strictEqual(statuses[code], status)
  })
})
