/**
 * The thread that checks a document. ThreadedPreparation.ts starts it, sends the document, and ends it after the
 * answer. It imports what it computes with, and nothing else of Garrison.
 */
import {
  examining,
  type PreparationOptions,
  type PreparedCatalog,
  sounding,
  texting,
} from "@garrison/core/catalog/publishable"
import { type DigestAsk, digested } from "@garrison/core/catalog/rules/digests"
import type { Timestamp } from "@garrison/core/kernel/time/Timestamp"
import { refutes } from "@garrison/core/order/rules/interpret/rehearse"
import * as NodeCrypto from "node:crypto"
import { parentPort, type Transferable, workerData } from "node:worker_threads"

/** What a thread is started with. */
export interface Errand {
  /** Whether the texts of a sound document are wanted, or its report alone. */
  readonly wanted: "report" | "texts"
  readonly now: Timestamp
  readonly options: PreparationOptions
}

/** A message to the thread: a piece of the document's JSON text, or undefined at its end. */
export type Piece = string | undefined

/** The one answer of a thread. */
export type ThreadAnswer = PreparedCatalog | { readonly defect: unknown }

const answer = (ask: DigestAsk): string =>
  ask.of === "uuid" ? NodeCrypto.hash("sha1", ask.bytes, "hex") : NodeCrypto.hash("sha256", ask.text, "base64url")

const prepared = (text: string, { now, options, wanted }: Errand): PreparedCatalog => {
  const parsed = (): unknown => JSON.parse(text)
  const judge = { now, refutes }
  if (wanted === "report")
    return { report: digested(examining(parsed, judge, options), answer).report, texts: undefined, lock: undefined }
  const { report, sound } = digested(sounding(parsed, judge, options), answer)
  return { report, texts: sound && digested(texting(sound), answer), lock: sound?.lock }
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
    const made: ThreadAnswer = prepared(pieces.splice(0).join(""), workerData as Errand)
    parentPort?.postMessage(made, memoryOf(made))
  } catch (defect) {
    parentPort?.postMessage({ defect } satisfies ThreadAnswer, [])
  }
})
