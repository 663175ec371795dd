/** Who a host acts as, and what a call says besides its input: for the audit, and for the limits of logins. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { hostCaller } from "./kernel/Caller.ts"
import { complaint, Flag, IntegerOf, ListOf, Text, TextOf } from "./kernel/input/Field.ts"
import type { InvalidInput } from "./kernel/input/Invalid.ts"
import { plainDecoder } from "./kernel/input/PlainInput.ts"
import { type Act, type Actor, localActor, Reason } from "./operation/Act.ts"
import { isPermission } from "./permission/rules.ts"
import type { PermissionName } from "./permission/names.ts"

/** `client_id` of the public game client that `open` makes for players of the host's own game. */
export const EMBEDDED_CLIENT_ID = "embedded"

/** Facts about a login outside of the request. */
export interface LoginOptions {
  /**
   * Network address of the player, by which failed attempts and new identities are limited. All logins without an
   * address share one count of failures, and count as new identities only towards the limit in all.
   */
  readonly address?: string | undefined
}

/** What a change says of itself, for its audit row and its conditions. */
export interface HostAct {
  /** The reason, in at most 1024 characters. */
  readonly reason?: string | undefined
  /** True: the call answers as usual and stores nothing. A generated secret is not shown. */
  readonly dry_run?: boolean | undefined
  /** The revision that the subject must still have. Otherwise the call is refused with `changed`. */
  readonly if_revision?: number | undefined
}

/** As {@link HostAct}, of a change that needs a reason. */
export interface ReasonedAct extends HostAct {
  /** The reason, in 3 to 1024 characters. */
  readonly reason: string
}

/** On whose behalf a host calls. */
export interface HostActor {
  /** What the audit calls the actor, in at most 128 characters. */
  readonly name: string
  /** What the actor may do (docs/operations.md names the permission of each operation). `*`: everything. */
  readonly permissions: ReadonlyArray<PermissionName>
}

const decodeActor = plainDecoder(
  Schema.Struct({
    name: TextOf({ minimum: 1, maximum: 128 }),
    permissions: ListOf(Text.check(Schema.makeFilter(isPermission, complaint("enum", "is not a permission")))),
  }),
)

/** The host itself, which has all rights. */
export const theHost: Actor = { ...localActor(EMBEDDED_CLIENT_ID), userAgent: EMBEDDED_CLIENT_ID }

/** The actor on whose behalf a host calls, with these rights and no others. */
export const actorFor = (given: unknown): Effect.Effect<Actor, InvalidInput> =>
  Effect.map(decodeActor(given), ({ name, permissions }) => ({
    ...theHost,
    id: name,
    name,
    permissions,
    isLessened: true,
    // Rules of play look at the caller.
    caller: { ...hostCaller(EMBEDDED_CLIENT_ID), permissions },
  }))

const decodeConditions = plainDecoder(
  Schema.Struct({
    reason: Schema.optionalKey(Reason),
    dry_run: Schema.optionalKey(Flag),
    if_revision: Schema.optionalKey(IntegerOf({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  }),
)

/** The act of what a host gives beside an input, or as a part of it. */
export const actOf = (actor: Actor, given: unknown): Effect.Effect<Act, InvalidInput> =>
  Effect.map(decodeConditions(given), ({ dry_run, if_revision, reason }) => ({
    actor,
    ...(reason === undefined ? {} : { reason }),
    ...(dry_run === undefined ? {} : { dryRun: dry_run }),
    ...(if_revision === undefined ? {} : { ifRevision: if_revision }),
  }))
