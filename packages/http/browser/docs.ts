/** The script of the page at `/docs`. `npm run page-scripts` makes `src/docs/script.ts` of it. */
import { baseOf } from "./base.ts"
import { watchCaller } from "./caller.ts"
import { one } from "./elements.ts"
import { watchSchemas, watchSearch, watchTarget } from "./finding.ts"
import { watchForms } from "./form.ts"

one(document, "#unscripted").hidden = true
const server = one(document, "#server")
one(server, "code").textContent = baseOf(location.href)
server.hidden = false
watchForms()
watchCaller()
watchSearch()
watchSchemas()
watchTarget()
// On a phone the list would stand before everything else.
const index = document.querySelector<HTMLDetailsElement>("nav .index")
if (index !== null && matchMedia("(max-width: 52rem)").matches) index.open = false
