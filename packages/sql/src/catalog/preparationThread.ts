/**
 * The thread that checks a document. ThreadedPreparation.ts starts it, sends the document, and ends it after the
 * answer. It imports what it computes with, and nothing else of Garrison.
 */
import { examining, type PreparedCatalog, sounding, texting } from "@garrison/core/catalog/publishable"
import { type DigestAsk, digested } from "@garrison/core/catalog/rules/digests"
import type { CheckReport } from "@garrison/core/catalog/rules/findings"
import type { Timestamp } from "@garrison/core/kernel/Timestamp"
import * as NodeCrypto from "node:crypto"
import { parentPort, type Transferable, workerData } from "node:worker_threads"

/** What a thread is started with. */
export interface Errand {
  /** Whether the texts of a sound document are wanted, or its report alone. */
  readonly wanted: "report" | "texts"
  readonly now: Timestamp
}

/** A message to the thread: a piece of the document's JSON text, or undefined at its end. */
export type Piece = string | undefined

/** The one answer of a thread. */
export type ThreadAnswer = PreparedCatalog | { readonly defect: unknown }

const answer = (ask: DigestAsk): string =>
  ask.of === "uuid" ? NodeCrypto.hash("sha1", ask.bytes, "hex") : NodeCrypto.hash("sha256", ask.text, "base64url")

/** Each step is a function of its own, because what a function was given is freed only when it ends. */
const sound = (pieces: Array<string>, now: Timestamp) =>
  digested(sounding(JSON.parse(pieces.splice(0).join("")), now), answer)

const reportOf = (pieces: Array<string>, now: Timestamp): CheckReport =>
  digested(examining(JSON.parse(pieces.splice(0).join("")), now), answer).report

const prepared = (pieces: Array<string>, { now, wanted }: Errand): PreparedCatalog => {
  if (wanted === "report") return { report: reportOf(pieces, now), texts: undefined }
  const found = sound(pieces, now)
  return { report: found.report, texts: found.sound && digested(texting(found.sound), answer) }
}

/** The memory of the texts goes to the other thread; it is not copied. */
const memoryOf = ({ texts }: PreparedCatalog): Array<Transferable> =>
  texts === undefined ? [] : [texts.document, texts.published, texts.body].map(({ buffer }) => buffer as ArrayBuffer)

const pieces: Array<string> = []

parentPort?.on("message", (piece: Piece) => {
  if (piece !== undefined) {
    pieces.push(piece)
    return
  }
  try {
    const made: ThreadAnswer = prepared(pieces, workerData as Errand)
    parentPort?.postMessage(made, memoryOf(made))
  } catch (defect) {
    parentPort?.postMessage({ defect } satisfies ThreadAnswer, [])
  }
})
