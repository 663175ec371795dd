/** What operations answer with when they did what they were asked for. */
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import type * as Schema from "effect/Schema"
import { etagHeader } from "./headers.ts"

/** An answer of success: its content, with the headers that belong to it. */
export interface Success<out S extends Schema.Top = Schema.Top> {
  readonly status: 200
  readonly schema: S
  /** Whether a request may name the tag that it knows, and is answered with 304 or 412 by that. */
  readonly isRevalidated: boolean
}

/** Content without a tag. */
export const content = <S extends Schema.Top>(schema: S) =>
  ({ status: 200, schema, isRevalidated: false }) as const satisfies Success<S>

/** Content with its tag, after a write: whatever the request names, it is answered in full. */
export const tagged = <S extends Schema.Top>(schema: S) => content(HttpApiSchema.WithHeaders(schema, etagHeader))

/** Content with its tag, which a request may name (RFC 9110, section 13.1). */
export const revalidated = <S extends Schema.Top>(schema: S) =>
  ({ ...tagged(schema), isRevalidated: true }) as const satisfies Success
