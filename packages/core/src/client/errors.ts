/** Errors of operations on clients. */
import { notFoundCodes } from "../kernel/NotFound.ts"
import { refusal } from "../kernel/Refusal.ts"

/** The codes of this area (interface, section 7; `client_id_taken` beyond it). */
export const clientCodes = {
  client_credentials_invalid: "The client id and secret are missing or wrong.",
  client_id_taken: "Another client has this client_id.",
} as const

/** The client credentials are wrong, or absent without a default client. The answer is always the same. */
export class ClientRefused extends refusal("ClientRefused", clientCodes)<{
  readonly code: "client_credentials_invalid"
}> {}

/** The `client_id` of a new client exists already. */
export class ClientConflict extends refusal("ClientConflict", clientCodes)<{ readonly code: "client_id_taken" }> {}

/** The client has no former secret, or not the one that is named. */
export class FormerSecretNotFound extends refusal("FormerSecretNotFound", notFoundCodes)<{
  readonly code: "resource_not_found"
}> {
  override get message() {
    return "The client has no such former secret."
  }
}

/** No client has this identifier. */
export class ClientNotFound extends refusal("ClientNotFound", notFoundCodes)<{ readonly code: "resource_not_found" }> {
  override get message() {
    return "There is no such client."
  }
}
