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

/** Copies the text, and says so on the button and to screen readers, which read the button's new name. */
export const copyBy = async (button: HTMLButtonElement, text: string): Promise<void> => {
  const name = button.dataset["name"] ?? button.textContent ?? ""
  button.dataset["name"] = name
  button.textContent = (await copyText(text)) ? "Copied" : "Not copied"
  setTimeout(() => (button.textContent = name), SAID_MILLIS)
}
