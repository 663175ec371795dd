/**
 * How the process ends: with its exit status, and after all that it wrote has been taken. A pipe takes 64 KiB at once,
 * and the rest when its reader has read; `process.exit` on its own would drop that rest.
 */

/** How long a process that was asked to stop waits for those who read its output, in ms. */
const PATIENCE_MILLIS = 5000

/** Whether the work is over and only output is left. */
let isOver = false

/** Whether the work is over: what is left is to be written out. A signal then ends the process at once. */
export const isEnding = (): boolean => isOver

/** Resolves when the stream has nothing left to write, or cannot write any more. */
const written = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise((settle) => {
    if (stream.writableLength === 0 || stream.destroyed) settle()
    else stream.write("", () => settle())
  })

/** The work is over and went well: the process ends by itself when its output is written. */
export const endWell = (): void => {
  isOver = true
}

/**
 * Ends the process with `status` when its output is written. It waits as long as the readers need, or five seconds
 * after a signal (`isInterrupted`), which asks for an end.
 */
export const endWith = (status: number, isInterrupted = false): void => {
  isOver = true
  process.exitCode = status
  const exit = (): never => process.exit(status)
  if (isInterrupted) setTimeout(exit, PATIENCE_MILLIS)
  void Promise.all([written(process.stdout), written(process.stderr)]).then(exit)
}
