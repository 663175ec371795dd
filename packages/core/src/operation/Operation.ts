/**
 * The declaration of an operation: one value with all that every face says of it. HTTP, `open()`, the command and the
 * console are adapters: they say where the input stands and how the answer is shown, and take the rest from here
 * (architecture, section 2).
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type InvalidDetail, InvalidInput } from "../kernel/input/Invalid.ts"
import { plainDecoder } from "../kernel/input/PlainInput.ts"
import type { Refusal } from "../kernel/Refusal.ts"
import { PermissionDenied } from "../permission/errors.ts"
import type { PermissionName } from "../permission/names.ts"
import { suffices } from "../permission/rules.ts"
import { type Act, type Actor, isChecked } from "./Act.ts"
import type { Answer, ResultOf } from "./answer.ts"

/** The name of an operation, who may ask for it, and whose revision it changes. The audit knows no more of it. */
export interface Header<out Name extends string = string> {
  /** Area and verb: `client.rotate`. The name in the audit, in documents and for the permission. */
  readonly name: Name
  /**
   * A player or a machine needs at least one of these. `*` alone: every permission is needed. An empty list: whoever
   * has an access token may.
   */
  readonly permissions: ReadonlyArray<PermissionName>
  /**
   * What a player needs at least one of, to ask by a path of one's own (`me`): each is enough where the input's
   * `player_uuid` is the player's own. An empty list: one's own needs no permission. Absent: one's own is as that of
   * others.
   */
  readonly ownPermissions?: ReadonlyArray<PermissionName>
  /** Whether anyone may ask for it, also an unknown caller: a login, a public key. */
  readonly isOpen?: true
  /** Whose revision the operation checks and counts up; absent: the subject has no revision. */
  readonly revision?: "person" | "role" | "client" | "environment" | "catalog"
}

/** The fields of an input, by name. */
export type InputFields = Readonly<Record<string, Schema.ConstraintDecoder<unknown>>>

/** The decoded input of fields. */
export type InputOf<Fields extends InputFields> = Schema.Struct.Type<Fields>

/** Codes that any operation may be refused with, those of access tokens too; a declaration does not list them. */
export type SharedCode = "invalid_input" | "insufficient_permissions" | "changed" | `auth_${string}`

/** An input and its answer as JSON. */
interface Example {
  readonly input: Readonly<Record<string, unknown>>
  readonly answer?: Readonly<Record<string, unknown>>
}

/** What a declaration says besides its header. */
interface Declaration<
  Fields extends InputFields,
  A extends Answer,
  Code extends string,
  E extends Refusal<Code | SharedCode>,
  R,
> {
  /** What it does, in a few words: a heading, a line of a menu. */
  readonly title: string
  /** What it does, and what one must know of it, in sentences. */
  readonly sentence: string
  /** The fields of the input. Each has its sentence as the `description` of its schema. */
  readonly input: Fields
  readonly answer: A
  /** The codes that it may be refused with, besides {@link SharedCode}. Another one does not compile. */
  readonly refusals: ReadonlyArray<Code>
  /** Whether null has a meaning in the input. Otherwise a member that is null counts as not given. */
  readonly nullsKept?: true
  /** An input and its answer as JSON, for documents. */
  readonly example?: Example
  /** Mistakes that no single field shows, in an input of which other fields are wrong already (a cursor, say). */
  readonly inspect?: (
    given: Partial<InputOf<Fields>>,
    act: Act,
  ) => Effect.Effect<ReadonlyArray<InvalidDetail>, never, R>
  /** Carries the operation out. The input is decoded, and trusted. */
  readonly run: (input: InputOf<Fields>, act: Act) => Effect.Effect<ResultOf<A>, E, R>
}

/** The facts of a kind of operation. */
interface Kind {
  /** A `read` changes nothing. An `act` changes something. */
  readonly kind: "read" | "act"
  /** Whether the act is stored in the audit. What a player does in play is not: it stands in the player's own rows. */
  readonly isAudited: boolean
  /** Whether `dryRun` rehearses it. */
  readonly isRehearsed: boolean
  /** Whether the reason of the actor is asked for. */
  readonly reason: "none" | "optional" | "required"
}

/** An operation: everything that a face needs to offer it. */
export interface Operation<
  out Name extends string,
  Fields extends InputFields,
  A extends Answer,
  Code extends string,
  E extends Refusal<Code | SharedCode>,
  R,
>
  extends Header<Name>, Declaration<Fields, A, Code, E | PermissionDenied, R>, Kind {
  /** The input of a host or of a command: a plain value, whose absent members may be undefined or null. */
  readonly decode: (given: unknown) => Effect.Effect<InputOf<Fields>, InvalidInput>
  /** As `run`, for a face that has refused who lacks {@link permissionsFor} already, before it read the input. */
  readonly runPermitted: Declaration<Fields, A, Code, E | PermissionDenied, R>["run"]
}

/** Any operation, for lists of them. `run` trusts its input: it is the decoded side of the declared one. */
export interface AnyOperation<Code extends string = string, R = unknown> extends Header, Kind {
  readonly title: string
  readonly sentence: string
  readonly input: InputFields
  readonly answer: Answer
  readonly refusals: ReadonlyArray<string>
  readonly nullsKept?: true
  readonly example?: Example
  decode(given: unknown): Effect.Effect<object, InvalidInput>
  inspect?(given: object, act: Act): Effect.Effect<ReadonlyArray<InvalidDetail>, never, R>
  run(input: object, act: Act): Effect.Effect<unknown, Refusal<Code>, R>
  runPermitted(input: object, act: Act): Effect.Effect<unknown, Refusal<Code>, R>
}

/** Whether the actor may carry out the operation, of which nothing of the input is known. */
export const mayAct = (actor: Actor, header: Header): boolean => {
  if (header.isOpen === true || !isChecked(actor)) return true
  if (actor.kind === "anonymous") return false
  return suffices(actor.permissions, header.permissions)
}

/** The permissions of which one is enough, by a path of one's own (`me`) or of anyone. */
export const permissionsFor = (
  { ownPermissions, permissions }: Pick<Header, "ownPermissions" | "permissions">,
  isOwn: boolean,
): ReadonlyArray<PermissionName> => (isOwn && ownPermissions !== undefined ? ownPermissions : permissions)

/** Whether the actor may ask for this: of anyone, or as the player whom the input names. */
const mayAsk = (actor: Actor, header: Header, input: object): boolean => {
  if (mayAct(actor, header)) return true
  const isOwn = actor.kind === "player" && "player_uuid" in input && input.player_uuid === actor.id
  return isOwn && suffices(actor.permissions, permissionsFor(header, isOwn))
}

/** Made at the first input, because few processes need the decoders of all operations. */
const decoderOf = <Fields extends InputFields>({
  input,
  nullsKept,
}: {
  readonly input: Fields
  readonly nullsKept?: true
}) => {
  let decode: ((given: unknown) => Effect.Effect<InputOf<Fields>, InvalidInput>) | undefined
  const notGiven = nullsKept === true ? "undefined" : "undefined and null"
  return (given: unknown) => (decode ??= plainDecoder(Schema.Struct(input), notGiven))(given)
}

const denied = Effect.fail(new PermissionDenied({ code: "insufficient_permissions" }))

/** Refuses whoever may not carry out the operation, for those who run a part of it. */
export const passPermission = ({ actor }: Act, header: Header): Effect.Effect<void, PermissionDenied> =>
  mayAct(actor, header) ? Effect.void : denied

const permitted = <
  Fields extends InputFields,
  A extends Answer,
  Code extends string,
  E extends Refusal<Code | SharedCode>,
  R,
>(
  header: Header,
  { run, ...said }: Declaration<Fields, A, Code, E, R>,
) => ({
  ...header,
  ...said,
  decode: decoderOf(said),
  runPermitted: run,
  run: (input: InputOf<Fields>, act: Act): Effect.Effect<ResultOf<A>, E | PermissionDenied, R> =>
    mayAsk(act.actor, header, input) ? run(input, act) : denied,
})

/** Declares an operation that changes nothing. */
export const read = <
  const Name extends string,
  const Fields extends InputFields,
  A extends Answer,
  const Code extends string,
  E extends Refusal<Code | SharedCode>,
  R,
>(
  header: Header<Name>,
  declaration: Declaration<Fields, A, Code, E, R>,
): Operation<Name, Fields, A, Code, E, R> => ({
  ...permitted(header, declaration),
  name: header.name,
  kind: "read",
  isAudited: false,
  isRehearsed: false,
  reason: "none",
})

/** Declares a change of play: a player's own, or what a game server does for a player. It writes no audit row. */
export const play = <
  const Name extends string,
  const Fields extends InputFields,
  A extends Answer,
  const Code extends string,
  E extends Refusal<Code | SharedCode>,
  R,
>(
  header: Header<Name>,
  declaration: Declaration<Fields, A, Code, E, R>,
): Operation<Name, Fields, A, Code, E, R> => ({
  ...permitted(header, declaration),
  name: header.name,
  kind: "act",
  isAudited: false,
  isRehearsed: false,
  reason: "none",
})

/** Shortest reason of an act that must have one, in characters. */
const REASON_LENGTH_MIN = 3

/** Whether an act has no reason. A rehearsal needs none. */
const lacksReason = ({ dryRun, reason = "" }: Act): boolean =>
  dryRun !== true && reason.trim().length < REASON_LENGTH_MIN

const withoutReason = Effect.suspend(() =>
  Effect.fail(
    new InvalidInput({
      detail: [{ loc: ["reason"], msg: `must have at least ${REASON_LENGTH_MIN} characters`, type: "value_error" }],
    }),
  ),
)

/** Refuses an act without a reason, where what is asked for needs one. The permission is looked at before. */
export const passReason = (by: Act): Effect.Effect<void, InvalidInput> =>
  lacksReason(by) ? withoutReason : Effect.void

/**
 * Declares a change that someone answers for. Its `run` passes through `Audit.perform`, with the same header, which
 * checks the permission and writes the row: of the change, or of the refusal.
 */
export const act = <
  const Name extends string,
  const Fields extends InputFields,
  A extends Answer,
  const Code extends string,
  E extends Refusal<Code | SharedCode>,
  R,
>(
  header: Header<Name>,
  declaration: Declaration<Fields, A, Code, E, R>,
  reason: Kind["reason"] = "optional",
): Operation<Name, Fields, A, Code, E | InvalidInput, R> => {
  const run = (input: InputOf<Fields>, by: Act) =>
    reason === "required" && mayAct(by.actor, header) && lacksReason(by) ? withoutReason : declaration.run(input, by)
  return {
    ...header,
    ...declaration,
    run,
    runPermitted: run,
    decode: decoderOf(declaration),
    kind: "act",
    isAudited: true,
    isRehearsed: true,
    reason,
  }
}
