/** Finding an operation on the page at `/docs`: by words, by its link, by unfolding a schema. */
import { one } from "./elements.ts"

/** Whether a text has all of the words, in any sequence and case. */
export const hasWords = (text: string, words: string): boolean => {
  const low = text.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => low.includes(word))
}

/** What an operation is searched by: all that is said of it, but for the forms. */
const searchedOf = (operation: Element): string =>
  `${operation.id} ${operation.querySelector("summary")?.textContent} ${operation.querySelector(".told")?.textContent}`

const hideEmpty = (areas: Iterable<Element>, item: string): void => {
  for (const area of areas) (area as HTMLElement).hidden = area.querySelector(`${item}:not([hidden])`) === null
}

/** Shows the operations that have the words, in the list and on the page. */
const filter = (operations: ReadonlyArray<readonly [HTMLElement, string]>, words: string): void => {
  let count = 0
  for (const [operation, text] of operations) {
    const isFound = hasWords(text, words)
    count += isFound ? 1 : 0
    operation.hidden = !isFound
    const link = document.querySelector(`nav a[href="#${operation.id}"]`)?.closest("li")
    if (link instanceof HTMLElement) link.hidden = !isFound
  }
  hideEmpty(document.querySelectorAll("nav [data-area]"), "li")
  hideEmpty(document.querySelectorAll("main .area"), ".operation")
  one(document, "#found").textContent =
    count === operations.length ? `${count} operations` : `${count} of ${operations.length} operations`
}

/** Makes the search work: `/` goes to it, Escape empties it, Enter goes to the first that is found. */
export const watchSearch = (): void => {
  const field = one(document, "#search", HTMLInputElement)
  const operations = Array.from(document.querySelectorAll<HTMLElement>(".operation"))
  let texts: ReadonlyArray<readonly [HTMLElement, string]> | undefined
  const search = () => {
    texts ??= Array.from(operations, (operation) => [operation, searchedOf(operation)] as const)
    filter(texts, field.value.trim())
  }
  field.addEventListener("input", search)
  field.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") {
      field.value = ""
      search()
    }
    const first = operations.find(({ hidden }) => !hidden)
    if (key === "Enter" && first !== undefined) location.hash = first.id
  })
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof HTMLElement && event.target.closest("input,select,textarea") !== null
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    field.focus()
  })
  one(document, ".search").hidden = false
}

/** Opens what the address leads to, and everything around it. */
const openTarget = (): void => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (target === null) return
  for (let at: Element | null | undefined = target; at; at = at.parentElement?.closest("details")) {
    if (at instanceof HTMLDetailsElement) at.open = true
  }
  if (target.closest(".operation[hidden]") !== null) {
    const field = one(document, "#search", HTMLInputElement)
    field.value = ""
    field.dispatchEvent(new Event("input"))
  }
  target.scrollIntoView()
  for (const link of document.querySelectorAll<HTMLAnchorElement>("nav a")) {
    if (link.href === location.href) link.setAttribute("aria-current", "location")
    else link.removeAttribute("aria-current")
  }
}

/** Makes links to operations and schemas open them. */
export const watchTarget = (): void => {
  window.addEventListener("hashchange", openTarget)
  // A link to where the address is already changes no address.
  document.addEventListener("click", ({ target }) => {
    const link = target instanceof Element ? target.closest("a") : null
    if (link?.href === location.href) openTarget()
  })
  openTarget()
}

/** The fields of each schema as the server wrote them, all folded. Made before the first is unfolded. */
const writtenFields = (): ReadonlyMap<string, Element> => {
  const found = new Map<string, Element>()
  for (const part of document.querySelectorAll("[data-fields]")) {
    const copy = part.cloneNode(true) as Element
    // A schema may have itself in it, and would unfold without an end if it were copied open.
    for (const inner of copy.querySelectorAll("details[data-schema]")) inner.removeAttribute("open")
    copy.removeAttribute("data-fields")
    found.set(part.getAttribute("data-fields") ?? "", copy)
  }
  return found
}

/** Makes schemas unfold: their fields are put where they are unfolded. */
export const watchSchemas = (): void => {
  let written: ReadonlyMap<string, Element> | undefined
  const unfold = ({ target }: Event): void => {
    const name = target instanceof HTMLDetailsElement && target.open ? target.dataset["schema"] : undefined
    if (name === undefined || !(target instanceof HTMLDetailsElement)) return
    written ??= writtenFields()
    const fields = written.get(name)
    if (fields === undefined) return
    target.replaceChildren(one(target, "summary"), fields.cloneNode(true))
    delete target.dataset["schema"]
  }
  // This event does not bubble.
  document.addEventListener("toggle", unfold, true)
}
