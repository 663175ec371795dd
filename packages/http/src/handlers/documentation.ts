/**
 * The service's own description, made at its first request by a thread, because it takes a third of a second of a
 * processor and memory that most processes never need. Meanwhile others are served.
 */
import { threadModules } from "@garrison/core/kernel/work/threadModules"
import { existsSync } from "node:fs"
import { Worker } from "node:worker_threads"
import type { DocumentationText, Wanted } from "./documentationText.ts"

const isSource = import.meta.url.endsWith(".ts")

/** The file of the thread. In the bundle of the command it lies beside the chunk of this file, too. */
const threadFile = new URL(isSource ? "documentationThread.ts" : "documentationThread.js", import.meta.url)

const inThread = (wanted: Wanted): Promise<DocumentationText> =>
  new Promise((resolve, reject) => {
    const options = { workerData: wanted, ...threadModules(process, isSource), name: "documentation", stderr: true }
    new Worker(threadFile, options)
      .once("message", resolve)
      .once("error", reject)
      .once("exit", () => reject(new Error("the thread that makes the documentation has ended")))
  })

/** In a host that bundles its program without the file of the thread. */
const here = async (wanted: Wanted): Promise<DocumentationText> => {
  const { documentationText } = await import("./documentationText.ts")
  return documentationText(wanted)
}

/** Made once for all servers of the process. */
const made = new Map<string, Promise<DocumentationText>>()

/** The text that is wanted. One that could not be made is tried again at the next request. */
export const documentation = (wanted: Wanted): Promise<DocumentationText> => {
  const key = `${wanted.of} ${wanted.prefix}`
  const making = made.get(key) ?? (existsSync(threadFile) ? inThread(wanted) : here(wanted))
  made.set(key, making)
  making.catch(() => made.delete(key))
  return making
}
