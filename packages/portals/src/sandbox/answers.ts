/** The requests and answers of the portals in the sandbox. */
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { basicHeader } from "../codeExchange.ts"
import type { ClientSettings } from "../settings/fields.ts"

/** A request to a portal, as far as portals read it. */
export interface Received {
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The parameters of the address. */
  readonly query: Readonly<Record<string, string | undefined>>
  /** The fields of a form; empty when the body is no form. */
  readonly form: Readonly<Record<string, string | undefined>>
  /** The members of a JSON object; empty when the body is none. */
  readonly json: Readonly<Record<string, unknown>>
}

/** The answer of a portal: JSON, or a page. */
export interface Answered {
  readonly status: number
  readonly body: unknown
  /** The page, as HTML; absent: the answer is JSON. */
  readonly html?: string
  /** Where the browser goes next. */
  readonly location?: string
}

/** Whether a request names this client, in its header or in its form. */
export const isFrom = (client: ClientSettings, { form, headers }: Received): boolean =>
  headers["authorization"] === basicHeader(client)["authorization"] ||
  (form["client_id"] === client.clientId && form["client_secret"] === client.clientSecret)

/** An OAuth refusal (RFC 6749, section 5.2). */
export const refused = (status: number, error: string, description?: string): Answered => ({
  status,
  body: { error, ...(description !== undefined && { error_description: description }) },
})

/** The token that a request carries (RFC 6750). */
export const bearerOf = ({ headers }: Received): string | undefined => headers["authorization"]?.replace(/^Bearer /, "")

/** An answer that is no refusal. */
export const answered = (body: unknown): Answered => ({ status: 200, body })

/** The answer as it is sent. */
export const responseOf = ({ body, html, location, status }: Answered) =>
  HttpServerResponse.text(html ?? JSON.stringify(body) ?? "", {
    status,
    contentType: html === undefined ? "application/json" : "text/html; charset=utf-8",
    headers: { "cache-control": "no-store", ...(location !== undefined && { location }) },
  })
