/** Buttons that copy a text, on every page. */

/** The clipboard is there on this machine and with https. Elsewhere an older way works. */
const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const area = document.createElement("textarea")
    area.value = text
    document.body.append(area)
    area.select()
    const isCopied = document.execCommand("copy")
    area.remove()
    return isCopied
  }
}

/** How long a button says that it has copied, in ms. */
const SAID_MILLIS = 2000

/** What screen readers say when something was copied. */
const announce = (text: string): void => {
  const status = document.getElementById("copied") ?? document.createElement("p")
  status.id = "copied"
  status.className = "unseen"
  status.role = "status"
  document.body.append(status)
  status.textContent = text
}

/** Copies the text, and says so on the button. Of its name the first words are seen, and change. */
export const copyBy = async (button: HTMLButtonElement, text: string): Promise<void> => {
  const name = button.firstChild
  if (name === null) return
  button.dataset["name"] ??= name.textContent ?? ""
  const said = (await copyText(text)) ? "Copied" : "Not copied"
  name.textContent = said
  announce(said)
  setTimeout(() => (name.textContent = button.dataset["name"] ?? ""), SAID_MILLIS)
}

/** Makes the buttons work that copy what stands in the element that `data-copies` names. */
export const watchCopyButtons = (): void => {
  for (const button of document.querySelectorAll<HTMLButtonElement>("[data-copies]")) button.hidden = false
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>("[data-copies]") : null
    const source = document.getElementById(button?.dataset["copies"] ?? "")
    if (button !== null && source !== null) void copyBy(button, source.textContent ?? "")
  })
}
