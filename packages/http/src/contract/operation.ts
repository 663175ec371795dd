/**
 * The declaration of an operation: one value with all that is public about it. The endpoint of the typed client, the
 * OpenAPI document, the access rule, the decoder of its input and the router follow from that value.
 */
import type { PermissionName } from "@garrison/core/permission/names"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import type * as Schema from "effect/Schema"
import { clientHeaders, conditionalHeaders, resumeHeaders } from "./headers.ts"
import { type ErrorsByStatus, type RefusalBodies, type RefusalSchema, refusalSchemas } from "./refusals.ts"
import type { Success } from "./success.ts"

/** The kind of caller whose access token an operation takes. */
export type Subject = "player" | "machine" | "any"

/**
 * By what an operation knows that the caller's session has not ended (decisions, section 3). `remembered`: by what this
 * process remembers of the token, for at most a minute. `stored`: by what storage says when the operation acts, so that
 * nobody changes a way to log in after the session has ended. The use case of the core asks storage.
 */
type SessionTrust = "remembered" | "stored"

/** What an operation requires of its caller (interface, sections 4 and 5; decisions, section 3). */
export type AccessRule =
  /** Nothing. */
  | { readonly kind: "open" }
  /** The credentials of a client by HTTP Basic, or the default client; the operation checks them itself. */
  | { readonly kind: "client" }
  /** A verified access token of this kind of caller with one of these permissions; an empty list: no permission. */
  | {
      readonly kind: "bearer"
      readonly subject: Subject
      readonly anyOf: ReadonlyArray<PermissionName>
      readonly session: SessionTrust
    }

/** The rule of operations that require nothing. */
export const open = { kind: "open" } as const

/** Where an operation is served. Documentation can be switched off; a setting gives probes another port as well. */
export type Mount = "public" | "operators" | "documentation" | "probes"

/**
 * What a request needs in addition to the processor. Requests with the same need share places and a line. So a request
 * that reads memory does not wait behind a database that hangs. A login may take long because of a password or a
 * portal, so it takes no place of other requests. core limits the logins under way. A probe needs nothing and is
 * answered at once.
 */
export type Lane = "memory" | "storage" | "login" | "none"

/** Parameters by name; names of headers are in lower case. */
export type Fields = Readonly<Record<string, Schema.ConstraintDecoder<unknown>>>

/** A media type whose bodies are read as JSON. */
export type JsonMediaType = "application/json" | `application/${string}+json`

/** What is said of the body of a request. */
export interface Body<S extends Schema.ConstraintDecoder<unknown> = Schema.ConstraintDecoder<unknown>> {
  readonly schema: S
  /** Whether a request without any body is refused; otherwise it counts as an empty object. Default true. */
  readonly required?: boolean
  /** Whether null members are kept because null has a meaning; otherwise they count as not given. Default false. */
  readonly nullsKept?: boolean
  /** Whether the body is a form, read as a query is, and not JSON (`application/x-www-form-urlencoded`). */
  readonly isForm?: boolean
  /** Of bodies that are JSON. Default: `application/json` alone. */
  readonly mediaTypes?: readonly [JsonMediaType, ...ReadonlyArray<JsonMediaType>]
  /** Largest body in bytes; default: what the server's settings allow. */
  readonly bytesMax?: number
}

/** One request and one answer, as readers of the document see them and `/docs` offers to send them. */
export interface Example {
  readonly request?: Readonly<Record<string, unknown>>
  readonly answer?: Readonly<Record<string, unknown>>
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE"

interface Declaration<
  Id,
  M,
  Path,
  Rule,
  Params,
  Query,
  Headers,
  BodySchema extends Schema.ConstraintDecoder<unknown>,
  S,
  Bodies,
> {
  /** The `operationId` of the document. */
  readonly id: Id
  readonly method: M
  /** Path with parameters as `:name`. */
  readonly path: Path
  readonly mounts: ReadonlyArray<Mount>
  /** false: the GET uses something up, so a HEAD is refused with 405. By default a HEAD is answered as the GET is. */
  readonly answersHead?: false
  readonly access: Rule
  readonly lane: Lane
  readonly summary: string
  readonly description: string
  readonly deprecated?: boolean
  /** The operation that answers the same under another path; the page for people shows that one. */
  readonly sameAs?: string | undefined
  readonly params?: Params | undefined
  readonly query?: Query | undefined
  /** Query parameters that are ignored, also broken ones, when the other one is given. */
  readonly ignored?: { readonly [Name in keyof Query]?: keyof Query }
  /** Headers of the operation itself. Headers of clients and of conditional reads follow from the rest. */
  readonly headers?: Headers | undefined
  readonly body?: Body<BodySchema> | undefined
  readonly success: S
  /** Codes by status, in addition to those of all operations of this sort. */
  readonly refusals?: ErrorsByStatus | undefined
  /** The body of each code with more fields than the error body. */
  readonly refusalBodies?: Bodies | undefined
  readonly example?: Example | undefined
  /** Whether a repetition does what one request does, though the method does not say so (RFC 9110, section 9.2.2). */
  readonly isIdempotent?: true | undefined
}

type Joined<A, B> = [A] extends [never] ? B : [B] extends [never] ? A : A & B

/** The headers that a request may have: those of its sort, and its own. */
type HeadersOf<Rule, S, Headers> = Joined<
  Joined<
    Rule extends { readonly kind: "client" } ? typeof clientHeaders : never,
    Joined<
      S extends { readonly isRevalidated: true } ? typeof conditionalHeaders : never,
      S extends { readonly sent: "stream" } ? typeof resumeHeaders : never
    >
  >,
  Headers
>

type Parameters<F> = [F] extends [Schema.Struct.Fields] ? Schema.toCodecStringTree<Schema.Struct<F>> : never
type Payload<B> = [B] extends [Schema.Constraint] ? Schema.toCodecJson<B> : never

type SuccessCodec<S> =
  S extends Success<infer Content>
    ? Content extends HttpApiSchema.WithHeaders<infer Inner, infer Headers>
      ? HttpApiSchema.WithHeaders<Schema.toCodecJson<Inner>, Schema.toCodecStringTree<Headers>>
      : Schema.toCodecJson<Content>
    : never

/** The endpoint of effect that a declaration stands for. */
type Endpoint<
  Id extends string,
  M extends Method,
  Path extends string,
  Params,
  Query,
  Headers,
  BodySchema,
  S,
  Bodies extends RefusalBodies,
> = HttpApiEndpoint.HttpApiEndpoint<
  Id,
  M,
  Path,
  Parameters<Params>,
  Parameters<Query>,
  Payload<BodySchema>,
  Parameters<Headers>,
  SuccessCodec<S>,
  Schema.toCodecJson<RefusalSchema<Bodies>>
>

/** The headers that a request of this operation may have, by lower-case name. */
const headersOf = ({ access, headers, success }: AnyDeclaration): Fields | undefined => {
  const all = {
    ...(access.kind === "client" && clientHeaders),
    ...(success.isRevalidated && conditionalHeaders),
    ...(success.sent === "stream" && resumeHeaders),
    ...headers,
  }
  return Object.keys(all).length === 0 ? undefined : all
}

const payloadOf = (body: AnyDeclaration["body"]) =>
  body?.isForm === true ? body.schema.pipe(HttpApiSchema.asFormUrlEncoded()) : body?.schema

const endpointOf = (declaration: AnyDeclaration) => {
  const { body, deprecated, description, id, method, params, path, query, success, summary } = declaration
  return HttpApiEndpoint.make(method)(id, path, {
    params,
    query,
    headers: headersOf(declaration),
    payload: payloadOf(body) as never,
    success: success.schema,
    error: refusalSchemas({
      ...declaration,
      isGuarded: declaration.access.kind === "bearer",
      isRevalidated: success.isRevalidated,
      readsBody: body !== undefined,
    }),
  }).annotateMerge(
    OpenApi.annotations({ identifier: id, summary, description, ...(deprecated === true && { deprecated }) }),
  )
}

/** Declares an operation. */
export const operation = <
  const Id extends string,
  const M extends Method,
  const Path extends `/${string}`,
  const Rule extends AccessRule,
  const S extends Success,
  const Params extends Fields = never,
  const Query extends Fields = never,
  const Headers extends Fields = never,
  const BodySchema extends Schema.ConstraintDecoder<unknown> = never,
  const Bodies extends RefusalBodies = never,
>(
  declaration: Declaration<Id, M, Path, Rule, Params, Query, Headers, BodySchema, S, Bodies>,
) => ({
  ...declaration,
  /** Made when it is asked for: by the typed client and the document, not by the server. */
  endpoint: () =>
    endpointOf(declaration as unknown as AnyDeclaration) as unknown as Endpoint<
      Id,
      M,
      Path,
      Params,
      Query,
      HeadersOf<Rule, S, Headers>,
      BodySchema,
      S,
      Bodies
    >,
})

type AnyDeclaration = Declaration<
  string,
  Method,
  `/${string}`,
  AccessRule,
  Fields,
  Fields,
  Fields,
  Schema.Codec<unknown, unknown>,
  Success,
  RefusalBodies
>

/** What an operation declares of its input. */
export type InputSchemas = Pick<AnyDeclaration, "params" | "query" | "ignored" | "headers" | "body">

/** Any operation. */
export interface Operation extends AnyDeclaration {
  readonly endpoint: () => HttpApiEndpoint.Constraint
}
