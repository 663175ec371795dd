/**
 * Routes: where an operation stands over HTTP. A row of the table says method, path, and where each part of the input
 * stands; the operation says the rest: what it does, who may ask for it, and its refusals. The endpoint of the typed
 * client, the OpenAPI document, the access rule, the decoder of the input and the router follow from the row.
 */
import type { ErrorCode } from "@garrison/core/errorCodes"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { type AnyOperation, permissionsFor } from "@garrison/core/operation/Operation"
import type { PermissionName } from "@garrison/core/permission/names"
import type * as Effect from "effect/Effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import type * as Schema from "effect/Schema"
import { errorAnswers } from "./errorAnswers.ts"
import { clientHeaders, conditionalHeaders, idempotencyHeaders, resumeHeaders } from "./headers.ts"
import {
  type ErrorsByStatus,
  type ErrorStatus,
  type RefusalBodies,
  type RefusalSchema,
  refusalSchemas,
} from "./refusals.ts"
import { content, type Sends, type Success } from "./success.ts"

/** The kind of caller whose access token a route takes. */
export type Subject = "player" | "machine" | "any"

/**
 * By what a route knows that the caller's session has not ended (decisions, section 3). `remembered`: by what this
 * process remembers of the token, for at most a minute. `stored`: by what storage says when the operation acts, so that
 * nobody changes a way to log in after the session has ended. The use case of the core asks storage.
 */
type SessionTrust = "remembered" | "stored"

/**
 * Whose token is taken, and by what its session is known. `own`: a player's, whose uuid is the `player_uuid` of the
 * input. `open` and `client`: none, for operations that are open; `client`: the client may name itself by HTTP Basic.
 * Otherwise a token of this kind of caller, and the request names the player where the operation has one.
 */
type Who = "open" | "client" | `${Subject | "own"} ${SessionTrust}`

/** What a route requires of its caller (interface, sections 4 and 5; decisions, section 3). */
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

/** The rule of access that follows from {@link Who}. */
type AccessOf<W> = W extends `${infer S} ${infer T}`
  ? {
      readonly kind: "bearer"
      readonly subject: S extends "own" ? "player" : Extract<S, Subject>
      readonly anyOf: ReadonlyArray<PermissionName>
      readonly session: Extract<T, SessionTrust>
    }
  : { readonly kind: Extract<W, "open" | "client"> }

/** Where a route is served. Documentation can be switched off; a setting gives probes another port as well. */
export type Mount = "public" | "documentation" | "probes"

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
interface Example {
  readonly request?: Readonly<Record<string, unknown>>
  readonly answer?: Readonly<Record<string, unknown>>
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE"

/** Method and path, with parameters as `:name`, and the members of the input that stand in the query. */
type Place = `${Method} /${string}`

type MethodOf<P> = P extends `${infer M extends Method} ${string}` ? M : never
type PathOf<P> = P extends `${string} ${infer Path extends `/${string}`}`
  ? Path extends `${infer Before extends `/${string}`}?${string}`
    ? Before
    : Path
  : never
type Parts<Text> = Text extends `${infer First}&${infer Rest}` ? First | Parts<Rest> : Text
type QueryNames<P> = P extends `${string}?${infer Query}` ? Parts<Query> : never
type PathNames<Path> = Path extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | PathNames<`/${More}`>
    : Rest
  : never

/** What a route needs to know of an operation. Probes and documentation are no operations of the core. */
type Offered = Omit<
  AnyOperation,
  "decode" | "inspect" | "isAudited" | "isRehearsed" | "kind" | "name" | "reason" | "run" | "runPermitted"
> &
  Partial<Pick<AnyOperation, "kind" | "name">>

/** Of what HTTP alone has and anyone may ask for: probes, documentation, figures. */
export const ofHttp = { input: {}, permissions: [], refusals: [], isOpen: true } as const

/** The fields of the input with these names. `Others` are those of which the request has another form. */
type Picked<Op extends Offered, Others, Names> = [Names] extends [never]
  ? never
  : {
      readonly [Name in Names & string]: Name extends keyof Others
        ? Others[Name]
        : Name extends keyof Op["input"]
          ? Op["input"][Name]
          : never
    }

/** What a row says of its operation, besides its place. */
interface Said<W, Query, Others, BodySchema extends Schema.ConstraintDecoder<unknown>, S, Bodies, Repeatable, Fixed> {
  readonly who: W
  /** Default: `public` alone. */
  readonly mounts?: ReadonlyArray<Mount>
  /** Default: `storage`. */
  readonly lane?: Lane
  /** false: the GET uses something up, so a HEAD is refused with 405. By default a HEAD is answered as the GET is. */
  readonly answersHead?: false
  /** In place of the operation's title and sentence, where one path does less than the operation. */
  readonly summary?: string
  readonly description?: string
  readonly deprecated?: boolean
  /** The route that answers the same under another path; the page for people shows that one. */
  readonly sameAs?: string
  /** Fields of path and query whose form is not that of the operation's input. */
  readonly fields?: Others
  /** Members of the input that follow from the path. */
  readonly fixed?: Fixed
  /** Query parameters that are ignored, also broken ones, when the other one is given. */
  readonly ignored?: { readonly [Name in Query & string]?: Query & string }
  readonly body?: Body<BodySchema>
  /** Whether `Idempotency-Key` makes a repetition safe. */
  readonly isRepeatable?: Repeatable
  /** Whether a repetition does what one request does, though the method does not say so (RFC 9110, section 9.2.2). */
  readonly isIdempotent?: true
  /** Default: the answer of the operation, for no cache. */
  readonly success?: S
  /** The body of each code with more fields than the error body. */
  readonly refusalBodies?: Bodies
  readonly example?: Example
}

/** A row of the table, with what follows from its operation. */
export interface Row<
  M,
  Path,
  W,
  Params,
  Query,
  BodySchema extends Schema.ConstraintDecoder<unknown>,
  S,
  Bodies,
  Repeatable,
  O,
> {
  readonly method: M
  /** Path with parameters as `:name`. */
  readonly path: Path
  readonly mounts: ReadonlyArray<Mount>
  readonly answersHead?: false | undefined
  readonly access: AccessOf<W>
  readonly lane: Lane
  readonly summary: string
  readonly description: string
  readonly deprecated?: boolean | undefined
  readonly sameAs?: string | undefined
  readonly params?: Params | undefined
  readonly query?: Query | undefined
  readonly ignored?: Readonly<Record<string, string | undefined>> | undefined
  /** Headers of the route itself. Headers of clients and of conditional reads follow from the rest. */
  readonly headers?: (Repeatable extends true ? typeof idempotencyHeaders : never) | undefined
  readonly body?: Body<BodySchema> | undefined
  readonly success: S
  /** Codes by status, in addition to those of all routes of this sort. */
  readonly refusals: ErrorsByStatus
  readonly refusalBodies?: Bodies | undefined
  readonly example?: Example | undefined
  readonly isIdempotent?: true | undefined
  readonly offers: O
  /** Whether the player of the token is the player of the input. */
  readonly isOwn: boolean
  readonly fixed: object | undefined
}

type AnySchema = Schema.Codec<unknown, unknown>

/** Any row. */
export type AnyRow = Row<Method, `/${string}`, Who, Fields, Fields, AnySchema, Success, RefusalBodies, boolean, Offered>

/** Any route: a row with its name. */
export interface Route extends Omit<AnyRow, "access" | "headers"> {
  /** The `operationId` of the document. */
  readonly id: string
  readonly access: AccessRule
  readonly headers?: Fields | undefined
  /** Made when it is asked for: by the typed client and the document, not by the server. */
  readonly endpoint: () => HttpApiEndpoint.Constraint
}

/** What a route declares of its input. */
export type InputSchemas = Pick<Route, "params" | "query" | "ignored" | "headers" | "body">

type Decoded<F> = [F] extends [never] ? unknown : F extends Schema.Struct.Fields ? Schema.Struct.Type<F> : unknown

/** What a request of the route gives: the places together. */
type Given<W, Params, Query, BodySchema, Fixed> = object &
  Decoded<Params> &
  Decoded<Query> &
  ([BodySchema] extends [never] ? unknown : BodySchema extends Schema.Constraint ? BodySchema["Type"] : unknown) &
  ([Fixed] extends [never] ? unknown : Fixed) &
  (W extends `own ${string}` ? { readonly player_uuid: PlayerUuid } : unknown)

/** The operation as its route has it. */
type OfferedBy<Op extends Offered> = Op extends AnyOperation
  ? AnyOperation<ErrorCode, ReturnType<Op["run"]> extends Effect.Effect<unknown, unknown, infer R> ? R : never>
  : Op

/** The codes of an operation, by the status that each is answered with. */
const byStatus = (codes: ReadonlyArray<string>): ErrorsByStatus => {
  const sorted: Partial<Record<ErrorStatus, Array<string>>> = {}
  for (const code of codes) (sorted[errorAnswers[code as ErrorCode].status] ??= []).push(code)
  return sorted
}

/** The example of the operation, without what the path says of the input. */
const exampleOf = ({ example }: Offered, body: Body | undefined): Example | undefined => {
  if (example === undefined) return undefined
  const fields = body !== undefined && "fields" in body.schema ? Object.keys(body.schema.fields as object) : []
  const request = Object.entries(example.input).filter(([name]) => fields.includes(name))
  return {
    ...(body !== undefined && { request: Object.fromEntries(request) }),
    ...(example.answer !== undefined && { answer: example.answer }),
  }
}

const accessOf = (offers: Offered, who: Who): AccessRule => {
  if (who === "open" || who === "client") return { kind: who }
  const [holder, session] = who.split(" ") as [Subject | "own", SessionTrust]
  const isOwn = holder === "own"
  return { kind: "bearer", subject: isOwn ? "player" : holder, anyOf: permissionsFor(offers, isOwn), session }
}

/** Method, path, and the fields that stand in path and query. */
const placed = (place: string, fields: Fields) => {
  const [method = "", address = ""] = place.split(" ")
  const [path = "", query] = address.split("?")
  const picked = (names: ReadonlyArray<string>) =>
    names.length === 0 ? undefined : Object.fromEntries(names.map((name) => [name, fields[name]]))
  const inPath = path.split("/").flatMap((part) => (part.startsWith(":") ? [part.slice(1)] : []))
  return { method, path, params: picked(inPath), query: picked(query?.split("&") ?? []) }
}

/**
 * A row of the table: the route of an operation. It does not compile if the places do not give the input of the
 * operation.
 */
export const route = <
  const P extends Place,
  const Op extends Offered,
  const W extends Who,
  const Others extends Fields = {},
  const BodySchema extends Schema.ConstraintDecoder<unknown> = never,
  const S extends Success = Sends<Op["answer"]["schema"], "encoded", false>,
  const Bodies extends RefusalBodies = never,
  const Repeatable extends boolean = false,
  const Fixed extends object = never,
>(
  place: P,
  offers: Op,
  said: Said<W, QueryNames<P>, Others, BodySchema, S, Bodies, Repeatable, Fixed> &
    (PathNames<PathOf<P>> | QueryNames<P> extends keyof Op["input"] | keyof Others
      ? Given<
          W,
          Picked<Op, Others, PathNames<PathOf<P>>>,
          Picked<Op, Others, QueryNames<P>>,
          BodySchema,
          Fixed
        > extends Schema.Struct.Type<Op["input"]>
        ? unknown
        : { readonly places: "do not give the input of the operation" }
      : { readonly places: "name what the operation does not take" }),
): Row<
  MethodOf<P>,
  PathOf<P>,
  W,
  Picked<Op, Others, PathNames<PathOf<P>>>,
  Picked<Op, Others, QueryNames<P>>,
  BodySchema,
  S,
  Bodies,
  Repeatable,
  OfferedBy<Op>
> => {
  const plain: Said<W, QueryNames<P>, Others, BodySchema, S, Bodies, Repeatable, Fixed> = said
  const { fields, fixed, isRepeatable, who, ...rest } = plain
  const body = plain.body as object as Body<AnySchema> | undefined
  const row: AnyRow = {
    mounts: ["public"],
    lane: "storage",
    summary: offers.title,
    description: offers.sentence,
    success: content(offers.answer),
    example: exampleOf(offers, body),
    ...rest,
    ...(placed(place, { ...offers.input, ...fields }) as Pick<AnyRow, "method" | "path" | "params" | "query">),
    access: accessOf(offers, who),
    body: body && { ...body, ...(offers.nullsKept === true && { nullsKept: true }) },
    headers: isRepeatable === true ? idempotencyHeaders : undefined,
    refusals: byStatus(offers.refusals),
    offers,
    isOwn: who.startsWith("own "),
    fixed,
  }
  return row as never
}

type Joined<A, B> = [A] extends [never] ? B : [B] extends [never] ? A : A & B

/** The headers that a request may have: those of its sort, and its own. */
type HeadersOf<R extends AnyRow> = Joined<
  Joined<
    R["access"]["kind"] extends "client" ? typeof clientHeaders : never,
    Joined<
      R["success"] extends { readonly isRevalidated: true } ? typeof conditionalHeaders : never,
      R["success"] extends { readonly sent: "stream" } ? typeof resumeHeaders : never
    >
  >,
  NonNullable<R["headers"]>
>

type Parameters<F> = [F] extends [Schema.Struct.Fields] ? Schema.toCodecStringTree<Schema.Struct<F>> : never
type Payload<B> = [B] extends [Schema.Constraint] ? Schema.toCodecJson<B> : never

type SuccessCodec<S> =
  S extends Success<infer Content>
    ? Content extends HttpApiSchema.WithHeaders<infer Inner, infer Headers>
      ? HttpApiSchema.WithHeaders<Schema.toCodecJson<Inner>, Schema.toCodecStringTree<Headers>>
      : Schema.toCodecJson<Content>
    : never

/** The endpoint of effect that a row of this name stands for. */
type EndpointOf<Id extends string, R extends AnyRow> = HttpApiEndpoint.HttpApiEndpoint<
  Id,
  R["method"],
  R["path"],
  Parameters<NonNullable<R["params"]>>,
  Parameters<NonNullable<R["query"]>>,
  Payload<NonNullable<R["body"]>["schema"]>,
  Parameters<HeadersOf<R>>,
  SuccessCodec<R["success"]>,
  Schema.toCodecJson<RefusalSchema<NonNullable<R["refusalBodies"]>>>
>

/** The headers that a request of this route may have, by lower-case name. */
const headersOf = ({ access, headers, success }: AnyRow): Fields | undefined => {
  const all = {
    ...(access.kind === "client" && clientHeaders),
    ...(success.isRevalidated && conditionalHeaders),
    ...(success.sent === "stream" && resumeHeaders),
    ...headers,
  }
  return Object.keys(all).length === 0 ? undefined : all
}

const endpointOf = (id: string, row: AnyRow): HttpApiEndpoint.Constraint => {
  const { access, body, deprecated, description, method, params, path, query, success, summary } = row
  return HttpApiEndpoint.make(method)(id, path, {
    params,
    query,
    headers: headersOf(row),
    payload: (body?.isForm === true ? body.schema.pipe(HttpApiSchema.asFormUrlEncoded()) : body?.schema) as never,
    success: success.schema,
    error: refusalSchemas({
      ...row,
      isGuarded: access.kind === "bearer",
      isRevalidated: success.isRevalidated,
      readsBody: body !== undefined,
    }),
  }).annotateMerge(
    OpenApi.annotations({ identifier: id, summary, description, ...(deprecated === true && { deprecated }) }),
  )
}

/** A row with its name. */
export type Named<Id extends string, R extends AnyRow> = R & {
  readonly id: Id
  readonly endpoint: () => EndpointOf<Id, R>
}

/** The route that a row is under this name. */
export const named = <const Id extends string, R extends AnyRow>(id: Id, row: R): Named<Id, R> => ({
  ...row,
  id,
  endpoint: () => endpointOf(id, row) as EndpointOf<Id, R>,
})
