/** Headers that operations take and send. */
import { IdempotencyKey } from "@garrison/core/idempotency/schema"
import { Text } from "@garrison/core/kernel/input/Field"
import * as Schema from "effect/Schema"

/** Who calls, as it says itself, and the addresses that proxies saw (interface, sections 4.1 and 4.2). */
export const clientHeaders = {
  "user-agent": Schema.optionalKey(
    Text.annotate({
      description: "Set by the browser or the HTTP library: the program that calls. Kept in the login history.",
    }),
  ),
  "x-forwarded-for": Schema.optionalKey(
    Text.annotate({
      description:
        "Set by the proxies in between: the addresses that they saw. It counts only when the peer is a proxy that the " +
        "server's settings trust.",
    }),
  ),
}

/** Taken by operations that would do their work twice when a request is repeated (decisions, section 2). */
export const idempotencyHeaders = {
  "idempotency-key": Schema.optionalKey(
    IdempotencyKey.annotate({
      description:
        "Makes the request safe to repeat: for a day, the same key with the same request gets the answer of the first " +
        "one, and with another request 409. Use a random uuid for each request.",
    }),
  ),
}

/** Conditional reads. A list of tags and `*` are understood; comparison is weak (RFC 9110, section 13.1.2). */
export const conditionalHeaders = {
  "if-none-match": Schema.optionalKey(
    Text.annotate({ description: "When it names the current ETag of the content, the answer is 304 without a body." }),
  ),
}

/** Sent by clients of server-sent events when they connect again (HTML Standard, server-sent events). */
export const resumeHeaders = {
  "last-event-id": Schema.optionalKey(
    Text.annotate({
      description:
        "The id of the last event that arrived: the stream goes on after it. It counts in place of `exclude_before`.",
    }),
  ),
}

/** Sent with every answer that can be revalidated, the 304 included. */
export const etagHeader = { etag: Text.annotate({ description: "Names this version of the content." }) }

/** Sent with a redirect. */
export const locationHeader = { location: Text.annotate({ description: "Where the browser goes next." }) }
