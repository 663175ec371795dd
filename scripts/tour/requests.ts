/** Requests of the tour: each is shown as a curl line, sent, and its answer held to the status that was expected. */
import { say, sayCommand, shortText, shown } from "./show.ts"

/** One request. */
interface Step {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** The status without which the tour has failed. */
  readonly status: number
}

/** An answer that came as expected. */
export interface Answer {
  readonly headers: Headers
  readonly body: Readonly<Record<string, unknown>>
}

/** Sends a request and returns the answer. The tour ends as failed when the answer is not the expected one. */
export type Call = (step: Step) => Promise<Answer>

/** Ends the tour as failed. */
export const failWith = (text: string): never => {
  throw new Error(text)
}

/** A field of an answer that has to be a text. */
export const text = (value: unknown): string =>
  typeof value === "string" ? value : failWith(`expected a text, not ${shown(value)}`)

/** The header that shows the token of a login result. */
export const bearer = (answer: Answer) => ({ authorization: `Bearer ${text(answer.body["access_token"])}` })

const curlLine = (url: string, { method, headers = {}, body }: Step): string =>
  [
    "curl",
    ...(method === undefined ? [] : ["-X", method]),
    url.includes("?") ? `'${url}'` : url,
    ...(body === undefined ? [] : ["-H 'content-type: application/json'"]),
    ...Object.entries(headers).map(([name, value]) => `-H '${name}: ${shortText(value)}'`),
    ...(body === undefined ? [] : [`-d '${JSON.stringify(body)}'`]),
  ].join(" ")

const send = (url: string, { method, headers, body }: Step): Promise<Response> =>
  fetch(url, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    // As curl does: without compression.
    headers: {
      "accept-encoding": "identity",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

/** Sends the requests of the tour to the server at `base`. */
export const visit =
  (base: string): Call =>
  async (step) => {
    const url = `${base}${step.path}`
    sayCommand(curlLine(url, step))
    const response = await send(url, step)
    const received = await response.text()
    const etag = response.headers.get("etag")
    say(`${response.status} ${response.statusText}${etag === null ? "" : `   ETag: ${etag}`}`)
    const body: unknown = received === "" ? {} : JSON.parse(received)
    if (received !== "") say(shown(body))
    if (response.status !== step.status) {
      failWith(`${step.method ?? ""} ${url} answered ${response.status} instead of ${step.status}: ${received}`)
    }
    return { headers: response.headers, body: body as Answer["body"] }
  }
