/**
 * The one place where values become answers. The result of a handler is encoded as the operation declares, tagged, and
 * compared with the tag of the request.
 */
import { jsonEncoder, keptListEncoder, type WithKeptList } from "@garrison/core/kernel/encoder"
import type { WireJson } from "@garrison/core/kernel/WireJson"
import type * as Schema from "effect/Schema"
import type { Redirection } from "@garrison/core/oauth/redirection"
import type { Success } from "../contract/success.ts"
import { type Answer, CACHE, json } from "./Answer.ts"
import { conditional, withTag } from "./conditional.ts"
import type { Request } from "./Request.ts"

/** The result of the handler of an operation with this success. */
export type Outcome<S extends Success> = S extends { readonly form: "answer" }
  ? Answer
  : S extends { readonly form: "redirect" }
    ? Redirection
    : S extends { readonly form: "text" }
      ? WireJson
      : S extends {
            readonly form: "list"
            readonly list: infer List
            readonly content: infer Content extends Schema.Top
          }
        ? WithKeptList<Content["Type"], List & keyof Content["Type"]>
        : S["content"]["Type"]

/** Makes the answer from the result of a handler. */
export type Reply = (request: Request, outcome: unknown) => Answer

const encoderOf = ({ content, form, list }: Success): ((outcome: unknown) => WireJson) => {
  if (form === "text") return (text) => text as WireJson
  if (list === undefined) return jsonEncoder(content)
  return keptListEncoder(content as Schema.Struct<Schema.Struct.Fields>, list) as (outcome: unknown) => WireJson
}

const redirectReply =
  (status: number): Reply =>
  (_, outcome) => ({
    status,
    headers: ["Location", (outcome as Redirection).address, ...CACHE.secret],
    body: undefined,
  })

/** How an operation replies; undefined when its handler writes the answer. Make it once for each operation. */
export const replyOf = (success: Success): Reply | undefined => {
  if (success.form === "answer") return undefined
  if (success.form === "redirect") return redirectReply(success.status)
  const encode = encoderOf(success)
  const cache = CACHE[success.cache]
  if (success.isRevalidated) return (request, outcome) => conditional(request, encode(outcome), cache)
  if (success.isTagged) return (_, outcome) => withTag(encode(outcome), cache)
  return (_, outcome) => json(200, encode(outcome), cache)
}
