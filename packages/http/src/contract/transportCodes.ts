/**
 * The refusals that no area of the core knows about: those of HTTP itself (decisions, section 2). Every one is answered
 * with the error body of the interface, section 2.1.
 */

/** Codes of the edge, each with the sentence sent as `desc`. */
export const transportCodes = {
  resource_not_found: "nothing is known under this path",
  method_not_allowed: "this path does not take this method",
  precondition_failed: "the content is not the one that If-Match names",
  request_too_large: "the request body is larger than the server takes",
  unsupported_media_type: "the request body must be application/json, and not encoded",
  request_headers_too_large: "the request headers are larger than the server takes",
  request_timeout: "the request did not arrive in time",
  malformed_request: "the request is not valid HTTP",
  internal_error: "an unexpected error happened",
  service_unavailable: "the service cannot answer now; try again later",
} as const

/** One of {@link transportCodes}. */
export type TransportCode = keyof typeof transportCodes

/** The status that each code of the edge is answered with. */
export const transportStatus = {
  resource_not_found: 404,
  method_not_allowed: 405,
  precondition_failed: 412,
  request_too_large: 413,
  unsupported_media_type: 415,
  request_headers_too_large: 431,
  request_timeout: 408,
  malformed_request: 400,
  internal_error: 500,
  service_unavailable: 503,
} as const satisfies Record<TransportCode, number>
