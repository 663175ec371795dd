/** What the page at `/docs` shows of an answer: status, time, headers, and the body as it arrives. */
import { one } from "./elements.ts"

/** Characters of a body that are shown. A browser gets slow with more; the whole can be copied. */
const SHOWN_MAX = 200_000

/** Characters of a body that are kept. A stream may never end. */
const KEPT_MAX = 5_000_000

const tokenIn = (text: string): string | undefined => {
  try {
    const { access_token } = JSON.parse(text) as { access_token?: unknown }
    return typeof access_token === "string" ? access_token : undefined
  } catch {
    return undefined
  }
}

const indented = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    return text
  }
}

const cut = (text: string): string =>
  text.length <= SHOWN_MAX ? text : `${text.slice(0, SHOWN_MAX)}\n… ${text.length - SHOWN_MAX} more characters`

const sizeOf = (bytes: number): string =>
  bytes < 10_000 ? `${bytes} bytes` : `${Math.round(bytes / 1000).toLocaleString("en-US")} kB`

/** The part of a form that shows its answer. */
export class AnswerView {
  readonly #section: HTMLElement
  readonly #status: HTMLElement
  readonly #body: HTMLElement
  #text = ""

  constructor(form: HTMLFormElement) {
    this.#section = one(form, ".answer")
    this.#status = one(this.#section, "[role=status]")
    this.#body = one(this.#section, "[data-of=body]")
  }

  /** The body so far, as it came. */
  get text(): string {
    return this.#text
  }

  /** The access token in the body, if there is one. */
  get token(): string | undefined {
    return tokenIn(this.#text)
  }

  /** Says something instead of an answer. */
  say(text: string, isBad = false): void {
    this.#section.hidden = false
    this.#status.textContent = text
    this.#status.className = isBad ? "state bad" : "state"
    for (const part of this.#section.querySelectorAll<HTMLElement>("details,pre,div")) part.hidden = true
  }

  /** Says that nothing more is read, below what came. */
  stopped(): void {
    if (this.#text === "") this.say("Stopped before an answer came.")
    else this.#status.append(" · stopped")
  }

  /** Shows the answer; a stream as it arrives. */
  async show(response: Response, sentAt: number): Promise<void> {
    const isStream = (response.headers.get("content-type") ?? "").startsWith("text/event-stream")
    for (const part of this.#section.querySelectorAll<HTMLElement>("details,pre,div")) part.hidden = false
    one(this.#section, "[data-of=headers]").textContent = Array.from(
      response.headers,
      ([name, value]) => `${name}: ${value}`,
    ).join("\n")
    this.#text = ""
    this.#body.textContent = ""
    let bytes = 0
    const told = (state: string) =>
      this.#tell(response, `${Math.round(performance.now() - sentAt)} ms · ${sizeOf(bytes)}${state}`)
    told(" …")
    this.#section.scrollIntoView({ block: "nearest" })
    const decoder = new TextDecoder()
    for await (const part of partsOf(response)) {
      bytes += part.length
      this.#text = (this.#text + decoder.decode(part, { stream: true })).slice(-KEPT_MAX)
      if (!isStream) continue
      this.#body.textContent = this.#text.slice(-SHOWN_MAX)
      this.#body.scrollTop = this.#body.scrollHeight
      told(" · the stream is open")
    }
    this.#body.textContent = cut(isStream ? this.#text : indented(this.#text))
    this.#body.hidden = this.#text === ""
    one(this.#section, "[data-act=copy]").hidden = this.#text === ""
    one(this.#section, "[data-act=use]").hidden = this.token === undefined
    told(isStream ? " · the stream has ended" : "")
  }

  #tell({ ok, status, statusText }: Response, rest: string): void {
    this.#section.hidden = false
    const code = document.createElement("strong")
    code.textContent = `${status} ${statusText}`.trim()
    code.className = ok || status === 304 ? "good" : "bad"
    this.#status.className = "state"
    this.#status.replaceChildren(code, ` ${rest}`)
  }
}

/** The body, part by part. */
async function* partsOf({ body }: Response): AsyncGenerator<Uint8Array> {
  if (body === null) return
  const reader = body.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value
}
