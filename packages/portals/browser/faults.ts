/** Faults as switches: they show what is set in the sandbox, and change it. */

import { faultState } from "../src/sandbox/page/faultState.ts"

type Faults = Readonly<Record<string, { readonly fault: string }>>

const switches = (): ReadonlyArray<HTMLButtonElement> =>
  Array.from(document.querySelectorAll<HTMLButtonElement>("[role=switch]"))

const say = (text: string): void => {
  const state = document.getElementById("faults-state")
  if (state !== null) state.textContent = text
}

const show = (faults: Faults): void => {
  for (const each of switches()) {
    const { fault, portal = "" } = each.dataset
    each.setAttribute("aria-checked", String(faults[portal]?.fault === fault))
  }
  say(faultState(faults))
  const clear = document.getElementById("faults-clear")
  if (clear !== null) clear.hidden = Object.values(faults).every(({ fault }) => fault === "none")
}

/** Shows what is set, also by others. */
const refresh = async (): Promise<void> => show((await (await fetch("/sandbox/faults")).json()) as Faults)

/** Puts new credentials onto the page: those that are there were issued before the fault. */
const renew = async (): Promise<void> => {
  const fresh = new DOMParser().parseFromString(await (await fetch("/")).text(), "text/html")
  for (const id of ["credentials", "redirect-links"]) {
    const [old, next] = [document.getElementById(id), fresh.getElementById(id)]
    if (old !== null && next !== null) old.replaceChildren(...next.childNodes)
  }
  for (const button of document.querySelectorAll<HTMLElement>("[data-copies]")) button.hidden = false
}

const set = async (portal: string, fault: string): Promise<void> => {
  await fetch(`/sandbox/faults/${portal}`, { method: "PUT", body: JSON.stringify({ fault }) })
}

/** Changes faults, then shows what is set. */
const change = async (changes: ReadonlyArray<readonly [portal: string, fault: string]>): Promise<void> => {
  try {
    for (const [portal, fault] of changes) await set(portal, fault)
    await renew()
    await refresh()
  } catch {
    say("The sandbox cannot be reached: nothing was changed, or not all.")
  }
}

const isOn = (each: Element): boolean => each.getAttribute("aria-checked") === "true"

/** Makes the switches work, and the button that ends all faults. */
export const watchFaults = (): void => {
  for (const each of switches()) {
    const { fault = "none", portal = "" } = each.dataset
    each.disabled = false
    each.addEventListener("click", () => void change([[portal, isOn(each) ? "none" : fault]]))
  }
  document.getElementById("faults-clear")?.addEventListener("click", () => {
    document.getElementById("faults")?.focus()
    void change(
      switches()
        .filter(isOn)
        .map(({ dataset }) => [dataset["portal"] ?? "", "none"]),
    )
  })
  if (switches().length === 0) return
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) refresh().catch(() => say("The sandbox cannot be reached."))
  })
  void refresh()
}
