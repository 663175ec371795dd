/** Types of hosts that no schema has: logins by the kind of caller, and the ends of many orders. */
import type { LoginAnswer, LoginInput, LootStep, Order } from "./hostTypes.ts"

/** A login by which a machine client logs in as itself. */
export interface MachineLoginInput extends LoginInput {
  /** The grant of machine clients. */
  readonly grant_type: "client_credentials"
  /** The client's id and secret, as `CLIENT_ID:SECRET`. */
  readonly portal_access_token: string
}

/** The answer to a machine client that logged in as itself. Every login answer has these fields. */
export type MachineLoginAnswer = Pick<
  LoginAnswer,
  | "permissions"
  | "restrictions"
  | "access_token"
  | "token_type"
  | "expires_in"
  | "client_uuid"
  | "client_id"
  | "publisher_uuid"
  | "tenant_uuid"
  | "config_elector_uuid"
>

/** The end of one of many orders: it has either an `order` or an `error`. */
export interface SubmittedOrder {
  /** The order as it is stored. */
  readonly order?: Order
  /** Why the order was not stored: a `GarrisonError`, or an unexpected error as it is. */
  readonly error?: Error
}

/**
 * The steps within a step of an explanation, for hosts that walk them.
 *
 * @public
 */
export type StepsWithin = Pick<LootStep, "steps" | "steps_left_out" | "reasons">
