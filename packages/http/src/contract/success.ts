/** The successful answers of operations. */
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import type * as Schema from "effect/Schema"
import { etagHeader, locationHeader } from "./headers.ts"

/** Which caches may keep an answer, and how long (decisions, section 2). */
export type CacheRule = "secret" | "personal" | "shared" | "keys" | "settings"

/**
 * The result of the handler. A `value` is encoded by the schema. Data that is read often and never changes is stored as
 * text and sent unchanged. A `text` is the whole content. A `list` is a value with one member that lists texts. The
 * handler itself writes an `answer`: compressed content, and probes. A `redirect` is an address to go to.
 */
export type Form = "value" | "text" | "list" | "answer" | "redirect"

/** An answer of success: its content, with the headers that belong to it. */
export interface Success<out S extends Schema.Top = Schema.Top> {
  readonly status: 200 | 303 | 307
  /** The content with its headers. */
  readonly schema: S
  /** The content alone. */
  readonly content: Schema.Top
  readonly form: Form
  /** The member that lists texts, of the form `list`. */
  readonly list?: string
  readonly cache: CacheRule
  readonly isTagged: boolean
  /** Whether a request may name a tag, and is answered with 304 or 412 accordingly. */
  readonly isRevalidated: boolean
}

/** Content without a tag. */
export const content = <S extends Schema.Top>(schema: S, cache: CacheRule = "secret") =>
  ({
    status: 200,
    schema,
    content: schema,
    form: "value",
    cache,
    isTagged: false,
    isRevalidated: false,
  }) as const satisfies Success<S>

/**
 * Content with its tag, after a write. The answer is complete, also when the request names this tag (RFC 9110, section
 * 13.1.2).
 */
export const tagged = <S extends Schema.Top>(schema: S) =>
  ({
    ...content(HttpApiSchema.WithHeaders(schema, etagHeader), "personal"),
    content: schema,
    isTagged: true,
  }) as const satisfies Success

/** Content with its tag, which a request may name (RFC 9110, section 13.1). */
export const revalidated = <S extends Schema.Top>(schema: S) =>
  ({ ...tagged(schema), isRevalidated: true }) as const satisfies Success

type WithForm<S extends Success, F extends Form> = Omit<S, "form"> & { readonly form: F }

/** The same, sent as the text that it was stored as. */
export const kept = <S extends Success>(success: S): WithForm<S, "text"> => ({ ...success, form: "text" })

/** The same, with a list of texts that were stored. */
export const keptList = <S extends Success, const List extends string>(
  success: S,
  list: List,
): WithForm<S, "list"> & { readonly list: List } => ({ ...success, form: "list", list })

/** An address to go to. After 303 the browser sends a GET; after 307 it sends what it sent here (RFC 9110, 15.4). */
export const redirect = (status: 303 | 307) =>
  ({
    ...content(HttpApiSchema.WithHeaders(HttpApiSchema.Empty(status), locationHeader)),
    status,
    content: HttpApiSchema.Empty(status),
    form: "redirect",
  }) as const satisfies Success

/** The same, written by the handler. */
export const written = <S extends Success>(success: S): WithForm<S, "answer"> => ({ ...success, form: "answer" })
