/**
 * The declaration of an operation of the core over HTTP: where the parts of its input stand, and how its answer is
 * sent. The rest is the operation's own: what it does, who may ask for it, and its refusals.
 */
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import type { AnyOperation } from "@garrison/core/operation/Operation"
import type { ErrorCode } from "@garrison/core/errorCodes"
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
> {
  /** The `operationId` of the document. */
  readonly id: Id
  readonly method: M
  readonly path: Path
  readonly mounts: ReadonlyArray<Mount>
  /**
   * Whose token is taken. `own`: a player's, whose uuid is the `player_uuid` of the input. Otherwise a token of this
   * kind of caller, and the request names the player where the operation has one.
   */
  readonly who: Who
  /** By what it is known that the session has not ended (decisions, section 3). */
  readonly session: Trust
  readonly lane: Lane
  /** In place of the operation's title and sentence, where one path does less than the operation. */
  readonly summary?: string
  readonly description?: string
  readonly deprecated?: boolean
  readonly params?: Params
  readonly query?: Query
  readonly ignored?: { readonly [Name in keyof Query]?: keyof Query }
  readonly body?: Body<BodySchema>
  /** Whether `Idempotency-Key` makes a repetition safe. */
  readonly isRepeatable?: Repeatable
  readonly success: S
  readonly refusalBodies?: Bodies
  readonly example?: Example
}

type SubjectOf<Who> = Who extends "own" ? "player" : Extract<Who, Subject>

type Decoded<F> = [F] extends [never] ? unknown : F extends Schema.Struct.Fields ? Schema.Struct.Type<F> : unknown

type DecodedBody<B> = [B] extends [never] ? unknown : B extends Schema.Constraint ? B["Type"] : unknown

/** What a request of the route gives: the places together. */
type Given<Who, Params, Query, BodySchema> = Decoded<Params> &
  Decoded<Query> &
  DecodedBody<BodySchema> &
  (Who extends "own" ? { readonly player_uuid: PlayerUuid } : unknown)

type HeadersOf<Repeatable> = Repeatable extends true ? typeof idempotencyHeaders : never

/** The permissions of a path: for oneself, or for anyone. `*` covers everything, and need not be named. */
const permissionsOf = ({ ownPermissions = [], permissions }: AnyOperation, isOwn: boolean) => {
  const ofAnyone = permissions.filter((name) => name !== "*")
  return isOwn ? [...ownPermissions, ...ofAnyone] : permissions
}

/** The codes of an operation, by the status that each is answered with. */
const byStatus = (codes: ReadonlyArray<string>) => {
  const sorted: Partial<Record<ErrorStatus, Array<string>>> = {}
  for (const code of codes) (sorted[errorAnswers[code as ErrorCode].status] ??= []).push(code)
  return sorted
}

/** Declares the route of an operation. The places must give the input of the operation, or it does not compile. */
export const route = <
  const Op extends AnyOperation,
  const Id extends string,
  const M extends "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  const Path extends `/${string}`,
  const Who extends Subject | "own",
  const Trust extends "remembered" | "stored",
  const S extends Success,
  const Params extends Fields = never,
  const Query extends Fields = never,
  const BodySchema extends Schema.ConstraintDecoder<unknown> = never,
  const Bodies extends RefusalBodies = never,
  const Repeatable extends boolean = false,
>(
  offers: Op,
  declared: Route<Id, M, Path, Who, Trust, Params, Query, BodySchema, S, Bodies, Repeatable> &
    (Given<Who, Params, Query, BodySchema> extends Schema.Struct.Type<Op["input"]>
      ? unknown
      : { readonly places: "do not give the input of the operation" }),
) => {
  const plain: Route<Id, M, Path, Who, Trust, Params, Query, BodySchema, S, Bodies, Repeatable> = declared
  const { description = offers.sentence, isRepeatable, session, summary = offers.title, who, ...places } = plain
  const isOwn = who === "own"
  const access = {
    kind: "bearer",
    subject: (isOwn ? "player" : who) as SubjectOf<Who>,
    anyOf: permissionsOf(offers, isOwn),
    session,
  } as const
  return {
    ...operation<Id, M, Path, typeof access, S, Params, Query, HeadersOf<Repeatable>, BodySchema, Bodies>({
      ...places,
      access,
      summary,
      description,
      headers: (isRepeatable === true ? idempotencyHeaders : undefined) as HeadersOf<Repeatable> | undefined,
      refusals: byStatus(offers.refusals),
    }),
    offers,
    isOwn,
  }
}
