/**
 * Refusals: errors with a description that a caller may see. HTTP, `open()` and the command read this description of an
 * error, and nothing else.
 */
import type * as Cause from "effect/Cause"
import * as Data from "effect/Data"

/** The description of a refusal. */
export interface Refusal<out Code extends string = string> {
  readonly _tag: string
  /** A code of the closed table of its area. */
  readonly code: Code
  /** The sentence for people: that of its code, unless the refusal knows more. */
  readonly message: string
  /** Further members of the error body, as they are sent. */
  readonly details: Readonly<Record<string, unknown>>
  /** Seconds after which the same may succeed; undefined when waiting does not help. */
  readonly retryAfterSeconds?: number | undefined
  /** The limit of the process or the service that was reached, for operators: the name of a setting. Not sent. */
  readonly limit?: string | undefined
}

/** Most things that a sentence names. The details have all of them. */
const NAMED_MAX = 3

/** The first few things, and the number of the others. */
export const listing = (things: ReadonlyArray<string>): string => {
  const more = things.length - NAMED_MAX
  return things.slice(0, NAMED_MAX).join("; ") + (more > 0 ? `; and ${more} more` : "")
}

const NO_DETAILS = {}

/**
 * The base of a class of refusals, with the sentences of these codes and without details. A class with more to say
 * overrides `message` or `details`.
 */
export const refusal = <Tag extends string, Codes extends Readonly<Record<string, string>>>(tag: Tag, codes: Codes) =>
  class extends Data.TaggedError(tag)<{ readonly code: string }> {
    override get message(): string {
      return codes[this.code] ?? ""
    }
    get details(): Refusal["details"] {
      return NO_DETAILS
    }
  } as new <Facts extends { readonly code: keyof Codes }>(
    facts: Facts,
  ) => Cause.YieldableError & Refusal & { readonly _tag: Tag } & Readonly<Facts>
