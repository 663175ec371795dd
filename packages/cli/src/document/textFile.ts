/** Texts that the command is given: files and stdin, read with a limit, as UTF-8 and nothing else. */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import { createReadStream } from "node:fs"
import { createInterface } from "node:readline"
import { Invocation, pathIn } from "../Invocation.ts"
import { CommandFailure } from "../output/CommandFailure.ts"

/** The largest text that is taken, in bytes: that of a catalog (decisions, section 15). */
const BYTES_MAX = 32 * 1024 * 1024

/** Why a text cannot be read: completes "… cannot be read: ". */
class Unreadable extends Data.TaggedError("Unreadable")<{ readonly reason: string; readonly isMissing: boolean }> {}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "it does not exist",
  ENOTDIR: "it does not exist",
  EACCES: "you may not read it",
  EPERM: "you may not read it",
  EISDIR: "it is a directory",
}

const unreadable = (error: unknown): Unreadable => {
  if (error instanceof Unreadable) return error
  const { code, message } = error as NodeJS.ErrnoException
  const reason = code === undefined ? undefined : reasons[code]
  return new Unreadable({ reason: reason ?? message, isMissing: reason === reasons["ENOENT"] })
}

const refuse = (reason: string): never => {
  throw new Unreadable({ reason, isMissing: false })
}

const decode = (bytes: Uint8Array): string => {
  try {
    // A byte order mark, which some editors write, is not part of the text.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return refuse("it is not UTF-8 text")
  }
}

const readAll = async (source: AsyncIterable<Uint8Array>): Promise<string> => {
  const chunks: Array<Uint8Array> = []
  let length = 0
  for await (const bytes of source) {
    length += bytes.length
    if (length > BYTES_MAX) refuse(`it is larger than ${BYTES_MAX / 1024 / 1024} MiB`)
    chunks.push(bytes)
  }
  return decode(Buffer.concat(chunks))
}

const read = <E>(source: () => AsyncIterable<Uint8Array>, failure: (error: Unreadable) => E) =>
  Effect.tryPromise({ try: () => readAll(source()), catch: (error) => failure(unreadable(error)) })

const readFile = <E>(path: string, failure: (error: Unreadable) => E) =>
  Effect.flatMap(Invocation, (invocation) => read(() => createReadStream(pathIn(invocation, path)), failure))

/** What stdin holds, `what` in words: "catalog". */
export const readStdin = (what: string): Effect.Effect<string, CommandFailure, Stdio.Stdio> =>
  Effect.flatMap(Stdio.Stdio, ({ stdin }) =>
    read(
      () => Stream.toAsyncIterable(stdin),
      ({ reason }) =>
        new CommandFailure({
          kind: "usage",
          sentence: `The ${what.toLowerCase()} on stdin cannot be read: ${reason}.`,
        }),
    ),
  )

/** A text file; fails with the reason for which it cannot be read: "it does not exist". */
export const readFileOrReason = (path: string): Effect.Effect<string, string> => readFile(path, ({ reason }) => reason)

/** A text file, `what` in words. One that is not there is "not found", any other that cannot be read is wrong input. */
const readTextFile = (path: string, what: string): Effect.Effect<string, CommandFailure> =>
  readFile(
    path,
    ({ reason, isMissing }) =>
      new CommandFailure({
        kind: isMissing ? "notFound" : "usage",
        sentence: `The ${what} ${path} cannot be read: ${reason}.`,
        ...(isMissing ? { next: "Check the path." } : {}),
      }),
  )

/** A text file, or stdin where the path is `-`. */
export const readInput = (path: string, what: string): Effect.Effect<string, CommandFailure, Stdio.Stdio> =>
  path === "-" ? readStdin(what) : readTextFile(path, what)

/** The lines of a file of any length, `what` in words. They are read one after the other. */
export const linesOf = (path: string, what: string): Stream.Stream<string, CommandFailure> =>
  Stream.unwrap(
    Effect.map(Invocation, (invocation) =>
      Stream.fromAsyncIterable(
        createInterface({ input: createReadStream(pathIn(invocation, path)), crlfDelay: Number.POSITIVE_INFINITY }),
        (error) => {
          const { isMissing, reason } = unreadable(error)
          return new CommandFailure({
            kind: isMissing ? "notFound" : "usage",
            sentence: `The ${what} ${path} cannot be read: ${reason}.`,
          })
        },
      ),
    ),
  )
