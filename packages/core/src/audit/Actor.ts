/** Who changes something that is not their own play, and in what way (decisions, section 3). */
import { TextOf } from "../kernel/Field.ts"

/** Longest reason of an act, in characters. */
export const REASON_LENGTH_MAX = 1024

/** A reason as it may be given. */
export const Reason = TextOf({ minimum: 1, maximum: REASON_LENGTH_MAX })

/**
 * Who acts. `player` and `machine` come with an access token and need the permission of what they ask for. `local` is a
 * program on the database itself, `system` is Garrison by itself: neither can be kept from anything, so both may do
 * everything.
 */
export interface Actor {
  readonly kind: "player" | "machine" | "local" | "system"
  /** Uuid of the player or of the machine client; otherwise the name. */
  readonly id: string
  /** What an operator knows the actor by: `client_id`, name of the user of the operating system, name of a program. */
  readonly name: string
  /** Network address that the request came from; empty where it came over no network. */
  readonly address: string
  /** What the actor may do; counts for `player` and `machine`. */
  readonly permissions: ReadonlyArray<string>
}

/** One change as it is asked for: who asks, and on which conditions. The last parameter of every such operation. */
export interface Act {
  readonly actor: Actor
  /** Why, in the words of the actor; {@link Reason} is what an edge takes it by. Any more of it is cut off. */
  readonly reason?: string
  /** True: the operation answers what it would answer, and nothing is stored. A secret that it makes is not shown. */
  readonly dryRun?: boolean
  /**
   * The revision that the subject must still have. Of what is new, and of what has no revision (a password account),
   * none is right.
   */
  readonly ifRevision?: number
}

/** A program on the database itself, by the name of its user. */
export const localActor = (name: string): Actor => ({ kind: "local", id: name, name, address: "", permissions: ["*"] })

/** What Garrison does by itself. */
export const systemAct: Act = {
  actor: { kind: "system", id: "garrison", name: "garrison", address: "", permissions: ["*"] },
}
