/** The thread that makes a text of the documentation. documentation.ts starts one for each text. */
import { parentPort, workerData } from "node:worker_threads"
import { documentationText, type Wanted } from "./documentationText.ts"

parentPort?.postMessage(documentationText(workerData as Wanted), [])
