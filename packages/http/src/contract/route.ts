/**
 * The declaration of an operation of the core over HTTP: where the parts of its input stand, and how its answer is
 * sent. The rest is the operation's own: what it does, who may ask for it, and its refusals.
 */
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import type { AnyOperation } from "@garrison/core/operation/Operation"
import type { ErrorCode } from "@garrison/core/errorCodes"
import type { PermissionName } from "@garrison/core/permission/names"
import type * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import { errorAnswers } from "./errorAnswers.ts"
import { idempotencyHeaders } from "./headers.ts"
import { type Body, type Example, type Fields, type Lane, type Mount, operation, type Subject } from "./operation.ts"
import type { ErrorStatus, RefusalBodies } from "./refusals.ts"
import type { Success } from "./success.ts"

/** Where the input of an operation stands in a request, and how its answer is sent. */
interface Route<
  Id,
  M,
  Path,
  Who,
  Trust,
  Params,
  Query,
  BodySchema extends Schema.ConstraintDecoder<unknown>,
  S,
  Bodies,
  Repeatable,
  Fixed,
> {
  /** The `operationId` of the document. */
  readonly id: Id
  readonly method: M
  readonly path: Path
  readonly mounts: ReadonlyArray<Mount>
  /** false: the GET uses something up, so a HEAD is refused with 405. */
  readonly answersHead?: false
  /**
   * Whose token is taken. `own`: a player's, whose uuid is the `player_uuid` of the input. `open` and `client`: none,
   * for operations that are open; `client`: the client may name itself by HTTP Basic. Otherwise a token of this kind
   * of caller, and the request names the player where the operation has one.
   */
  readonly who: Who
  /** Of an access token: by what it is known that its session has not ended (decisions, section 3). */
  readonly session?: Trust
  readonly lane: Lane
  /** In place of the operation's title and sentence, where one path does less than the operation. */
  readonly summary?: string
  readonly description?: string
  readonly deprecated?: boolean
  /** The route that answers the same under another path. */
  readonly sameAs?: string
  readonly params?: Params
  readonly query?: Query
  /** Members of the input that follow from the path. */
  readonly fixed?: Fixed
  readonly ignored?: { readonly [Name in keyof Query]?: keyof Query }
  readonly body?: Body<BodySchema>
  /** Whether `Idempotency-Key` makes a repetition safe. */
  readonly isRepeatable?: Repeatable
  /** Whether a repetition does what one request does, though the method does not say so (RFC 9110, section 9.2.2). */
  readonly isIdempotent?: true
  readonly success: S
  readonly refusalBodies?: Bodies
  readonly example?: Example
}

/** The rule of access that a path follows from. */
type AccessOf<Who, Trust> = Who extends "open" | "client"
  ? { readonly kind: Who }
  : {
      readonly kind: "bearer"
      readonly subject: Who extends "own" ? "player" : Extract<Who, Subject>
      readonly anyOf: ReadonlyArray<PermissionName>
      readonly session: Trust
    }

type Decoded<F> = [F] extends [never] ? unknown : F extends Schema.Struct.Fields ? Schema.Struct.Type<F> : unknown

type DecodedBody<B> = [B] extends [never] ? unknown : B extends Schema.Constraint ? B["Type"] : unknown

/** What a request of the route gives: the places together. */
type Given<Who, Params, Query, BodySchema, Fixed> = object &
  Decoded<Params> &
  Decoded<Query> &
  DecodedBody<BodySchema> &
  ([Fixed] extends [never] ? unknown : Fixed) &
  (Who extends "own" ? { readonly player_uuid: PlayerUuid } : unknown)

type HeadersOf<Repeatable> = Repeatable extends true ? typeof idempotencyHeaders : never

const accessOf = (
  { ownPermissions, permissions }: AnyOperation,
  who: Subject | "own" | "client" | "open",
  session: "remembered" | "stored" | undefined,
) => {
  if (who === "open" || who === "client") return { kind: who } as const
  const isOwn = who === "own"
  const anyOf = isOwn && ownPermissions !== undefined ? ownPermissions : permissions
  return { kind: "bearer", subject: isOwn ? "player" : who, anyOf, session } as const
}

/** The codes of an operation, by the status that each is answered with. */
const byStatus = (codes: ReadonlyArray<string>) => {
  const sorted: Partial<Record<ErrorStatus, Array<string>>> = {}
  for (const code of codes) (sorted[errorAnswers[code as ErrorCode].status] ??= []).push(code)
  return sorted
}

/** The example of the operation, without what the path says of the input. */
const exampleOf = ({ example }: AnyOperation, body: Body | undefined): Example | undefined => {
  if (example === undefined) return undefined
  const fields = body !== undefined && "fields" in body.schema ? Object.keys(body.schema.fields as object) : []
  const request = Object.entries(example.input).filter(([name]) => fields.includes(name))
  return {
    ...(body !== undefined && { request: Object.fromEntries(request) }),
    ...(example.answer !== undefined && { answer: example.answer }),
  }
}

/** The services that an operation needs. */
type ServicesOf<Op extends AnyOperation> =
  ReturnType<Op["run"]> extends Effect.Effect<unknown, unknown, infer R> ? R : never

/**
 * Declares the route of an operation. It does not compile if the places do not give the input of the operation, or if
 * a route that takes access tokens does not say by what it knows their sessions.
 */
export const route = <
  const Op extends AnyOperation,
  const Id extends string,
  const M extends "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  const Path extends `/${string}`,
  const Who extends Subject | "own" | "client" | "open",
  const S extends Success,
  const Trust extends "remembered" | "stored" = never,
  const Params extends Fields = never,
  const Query extends Fields = never,
  const BodySchema extends Schema.ConstraintDecoder<unknown> = never,
  const Bodies extends RefusalBodies = never,
  const Repeatable extends boolean = false,
  const Fixed extends object = never,
>(
  offers: Op,
  declared: Route<Id, M, Path, Who, Trust, Params, Query, BodySchema, S, Bodies, Repeatable, Fixed> &
    (Given<Who, Params, Query, BodySchema, Fixed> extends Schema.Struct.Type<Op["input"]>
      ? unknown
      : { readonly places: "do not give the input of the operation" }) &
    (Who extends "open" | "client" ? unknown : { readonly session: Trust }),
) => {
  const plain: Route<Id, M, Path, Who, Trust, Params, Query, BodySchema, S, Bodies, Repeatable, Fixed> = declared
  const {
    body,
    description = offers.sentence,
    example = exampleOf(offers, body),
    fixed,
    isRepeatable,
    session,
    summary = offers.title,
    who,
    ...places
  } = plain
  const isOwn = who === "own"
  const access = accessOf(offers, who, session) as AccessOf<Who, Trust>
  return {
    ...operation<Id, M, Path, typeof access, S, Params, Query, HeadersOf<Repeatable>, BodySchema, Bodies>({
      ...places,
      body: body && { ...body, ...(offers.nullsKept === true && { nullsKept: true }) },
      access,
      summary,
      description,
      example,
      headers: (isRepeatable === true ? idempotencyHeaders : undefined) as HeadersOf<Repeatable> | undefined,
      refusals: byStatus(offers.refusals),
    }),
    offers: offers as AnyOperation<ErrorCode, ServicesOf<Op>>,
    isOwn,
    fixed: fixed as object | undefined,
  }
}
