/** The faults on the page of the sandbox: a switch for each, which shows its state and changes it. */
import { type Markup, markup } from "@garrison/core/kernel/page/markup"
import { type Fault, faultSentences } from "../faults.ts"
import { faultState } from "./faultState.ts"

/** The fault of each portal that is set now, and those that it can have. */
export type Faults = Readonly<Record<string, { readonly fault: Fault; readonly faults: ReadonlyArray<Fault> }>>

const switchOf =
  (portal: string, set: Fault) =>
  (fault: Fault): Markup =>
    markup`<button type="button" role="switch" aria-checked="${fault === set ? "true" : "false"}" data-portal="${portal}" data-fault="${fault}" aria-describedby="fault-${fault}" title="${faultSentences[fault]}" disabled>${fault}<span class="unseen"> at ${portal}</span></button>`

const isFault = (fault: Fault): boolean => fault !== "none"

const row = ([portal, { fault, faults }]: readonly [string, Faults[string]]): Markup =>
  markup`<div role="group" aria-label="Faults of ${portal}" class="faults"><h3>${portal}</h3><div class="row">${faults.filter(isFault).map(switchOf(portal, fault))}</div></div>
`

/** What each fault does, for those that some portal can have. */
const legend = (faults: Faults): Markup => {
  const known = new Set(Object.values(faults).flatMap((each) => each.faults.filter(isFault)))
  return markup`<details><summary>What each fault does</summary><dl>${Array.from(known, (fault) => markup`<dt><code>${fault}</code></dt><dd id="fault-${fault}">${faultSentences[fault]}</dd>`)}</dl></details>`
}

/** All switches. They can be used where the script runs. */
export const faultSwitches = (faults: Faults): Markup =>
  markup`<p>A fault changes what a portal answers and issues from then on. A portal has one at a time. The credentials above are new after each change.</p>
<div class="row now"><p id="faults-state" role="status">${faultState(faults)}</p><button type="button" id="faults-clear" hidden>Clear all faults</button></div>
${Object.entries(faults).map(row)}
${legend(faults)}`
