/** The actor of an operation, and the conditions of a change (decisions, section 3). */
import { type Caller, hostCaller, type PresentedCredentials } from "../kernel/Caller.ts"
import { TextOf } from "../kernel/input/Field.ts"
import type { PlayerUuid } from "../kernel/Identifier.ts"

/** Longest reason of an act, in characters. */
export const REASON_LENGTH_MAX = 1024

/** A valid reason. */
export const Reason = TextOf({ minimum: 1, maximum: REASON_LENGTH_MAX })

/**
 * Who acts. A `player` or a `machine` has an access token, and needs the permission of the operation. `local` is a
 * program that opens the database itself, `system` is Garrison itself. Both could change the database in any case, so
 * they may do everything. `anonymous` is a request without an access token, for operations that are open.
 */
export interface Actor {
  readonly kind: "player" | "machine" | "local" | "system" | "anonymous"
  /** Uuid of the player or of the machine client; otherwise the name. */
  readonly id: string
  /** The name that operators know: `client_id`, user of the operating system, or name of a program. */
  readonly name: string
  /** Network address of the request; empty: the request came over no network. */
  readonly address: string
  /** The actor's permissions. Those of `player` and `machine` are checked, and those of whoever {@link isLessened}. */
  readonly permissions: ReadonlyArray<string>
  /** True: a `local` actor tries what a role allows, and may do no more. */
  readonly isLessened?: true
  /** The caller whose access token the actor presented; absent: the actor presented none. */
  readonly caller?: Caller | undefined
  /** What an `anonymous` request says of its client; absent: nothing. */
  readonly presented?: PresentedCredentials | undefined
  /** `User-Agent` of the request; absent: the actor sent none. */
  readonly userAgent?: string | undefined
  /**
   * `http://HOST:PORT`, if an `anonymous` request reached this service on the sender's own machine. Absent: only the
   * settings know where players reach the service.
   */
  readonly origin?: string | undefined
  /** What stands before the paths of this service in the addresses by which the sender reaches it; absent: nothing. */
  readonly pathPrefix?: string | undefined
}

/**
 * The actor, reason and conditions of a change. The last parameter of every operation that changes something for an
 * actor.
 */
export interface Act {
  readonly actor: Actor
  /** The reason, in the words of the actor. An edge decodes it by {@link Reason}. A longer text is cut off. */
  readonly reason?: string
  /** True: the operation answers as usual and stores nothing. A generated secret is not shown. */
  readonly dryRun?: boolean
  /**
   * The revision that the subject must still have. Do not give it for a new subject, or for a subject without a
   * revision (a password account): the act is then refused.
   */
  readonly ifRevision?: number
  /** Makes a repetition safe where the operation says so (decisions, section 2). */
  readonly idempotencyKey?: string | undefined
}

/**
 * A program that opens the database itself, named after the user of the operating system. `clientId` is the client that
 * its orders are stored with.
 */
export const localActor = (name: string, clientId = name): Actor => ({
  kind: "local",
  id: name,
  name,
  address: "",
  permissions: ["*"],
  caller: hostCaller(clientId),
})

/** Whether the permissions of the actor are checked. Who could change the database in any case may do everything. */
export const isChecked = ({ isLessened, kind }: Pick<Actor, "isLessened" | "kind">): boolean =>
  kind === "local" ? isLessened === true : kind !== "system"

/** The act of Garrison itself. */
export const systemAct: Act = {
  actor: { kind: "system", id: "garrison", name: "garrison", address: "", permissions: ["*"] },
}

/** The caller as an actor, with the network address that the request came from. */
export const actorOf = (caller: Caller, address: string): Actor => ({
  kind: caller.kind,
  id: caller.subject,
  name: caller.clientId,
  address,
  permissions: caller.permissions,
  caller,
})

/** The caller by whose rights an operation of play is judged. A program on the database may do what a host may. */
export const callerOf = ({ actor: { caller, kind, name } }: Act): Caller => {
  if (kind === "anonymous") throw new Error("an operation that is open asks for a caller")
  return caller ?? hostCaller(name)
}

/** The session of the player, if the player is the one who acts. */
export const ownSession = ({ actor: { caller } }: Act, player: PlayerUuid) =>
  caller?.kind === "player" && caller.subject === player ? caller : undefined
