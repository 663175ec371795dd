/** The script of the sandbox's pages. `npm run page-scripts` makes `src/sandbox/page/script.ts` of it. */
import { watchCopyButtons } from "../../core/browser/copying.ts"
import { watchFaults } from "./faults.ts"

watchCopyButtons()
watchFaults()
