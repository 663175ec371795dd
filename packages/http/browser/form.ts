/** Makes the forms of the page at `/docs` work: send, stop, copy as a line of curl. */
import { copyBy } from "../../core/browser/copying.ts"
import { AnswerView } from "./answer.ts"
import { baseOf } from "./base.ts"
import { currentToken, useToken } from "./caller.ts"
import { one } from "./elements.ts"
import { type Asked, curlLine, type FieldValue, requestOf } from "./request.ts"

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const fieldsOf = (form: HTMLFormElement): ReadonlyArray<Field> =>
  Array.from(form.querySelectorAll<Field>("[data-place]"))

const valueAt = (form: HTMLFormElement, place: string): string | undefined =>
  form.querySelector<Field>(`[data-place="${place}"]`)?.value

const isParameter = (place: string | undefined): place is FieldValue["place"] =>
  place === "path" || place === "query" || place === "header"

/** The request of the form as it is filled in now. */
const asked = (form: HTMLFormElement): Asked => {
  const { caller, method = "GET", path = "" } = form.dataset
  const text = valueAt(form, "body")
  return requestOf({
    method,
    path,
    fields: fieldsOf(form).flatMap(({ dataset: { place }, name, value }) =>
      isParameter(place) ? [{ place, name, value }] : [],
    ),
    body: text === undefined ? undefined : { type: valueAt(form, "type") ?? "", text },
    token: caller === "bearer" ? currentToken() : undefined,
    client:
      caller === "basic" ? { id: valueAt(form, "client") ?? "", secret: valueAt(form, "secret") ?? "" } : undefined,
  })
}

/** The first field that must be filled in and is not. */
const missing = (form: HTMLFormElement): Field | undefined =>
  fieldsOf(form).find((field) => field.required && field.value === "")

const REDIRECTED =
  "The server answers with a redirect. A page may not read where it leads: follow it in a new tab, or copy the request as curl."

const send = async (form: HTMLFormElement, view: AnswerView, signal: AbortSignal): Promise<void> => {
  const { body, headers, method, target } = asked(form)
  const sentAt = performance.now()
  try {
    const response = await fetch(baseOf(location.href) + target, {
      method,
      headers: headers.map(([name, value]) => [name, value]),
      body: body ?? null,
      redirect: "manual",
      // What the server answers is shown, and not what the browser has kept.
      cache: "no-store",
      signal,
    })
    if (response.type === "opaqueredirect") view.say(REDIRECTED)
    else await view.show(response, sentAt)
  } catch {
    if (signal.aborted) view.stopped()
    else view.say("No answer: the server cannot be reached, or it closed the connection.", true)
  }
}

const watchForm = (form: HTMLFormElement): void => {
  const view = new AnswerView(form)
  const [main, stop] = [one(form, "button.main", HTMLButtonElement), one(form, "[data-act=stop]")]
  let running: AbortController | undefined
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    const field = missing(form)
    if (field !== undefined) {
      view.say(`Fill in ${field.name} first.`, true)
      return field.focus()
    }
    const mine = new AbortController()
    running?.abort()
    running = mine
    stop.hidden = false
    void send(form, view, mine.signal).finally(() => {
      if (running === mine) stop.hidden = true
    })
  })
  form.addEventListener("click", ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return
    const { act } = target.dataset
    if (act === "stop") {
      main.focus()
      running?.abort()
    }
    if (act === "curl") void copyBy(target, curlLine(baseOf(location.href), asked(form)))
    if (act === "copy") void copyBy(target, view.text)
    if (act === "use") useToken(view.token)
  })
  form.hidden = false
}

/** Makes all forms work. */
export const watchForms = (): void => {
  for (const form of document.querySelectorAll<HTMLFormElement>("form.try")) watchForm(form)
  for (const link of document.querySelectorAll<HTMLElement>("[data-needs=script]")) link.hidden = false
}
