/** Runs the command in the process of the tests as if a person sat at its terminal and answered its questions. */
import { PassThrough } from "node:stream"
import { vi } from "vitest"
import type { Run, RunOptions } from "./garrison.ts"
import { garrison } from "./inProcess.ts"

/** The end of what is typed, as Ctrl-D says it. */
export const CTRL_D = "\u0004"

/** What a person types, perhaps after something else has happened. */
type Answer = string | (() => Promise<string>)

/**
 * Runs the command. Each of the `answers` is typed, with Enter unless it is Ctrl-D, when a question ends in ": " or
 * "] ". What the person sees of it comes first in `stderr`.
 */
export const atTerminal = async (
  args: ReadonlyArray<string>,
  answers: ReadonlyArray<Answer>,
  options: RunOptions = {},
): Promise<Run> => {
  const keyboard = new PassThrough()
  const waiting = [...answers]
  let screen = ""
  const write = vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    screen += String(text)
    if (/[:\]] $/.test(String(text))) {
      const answer = waiting.shift() ?? CTRL_D
      const type = (typed: string) => void keyboard.write(typed === CTRL_D ? typed : `${typed}\r`)
      if (typeof answer === "string") setImmediate(() => type(answer))
      else void answer().then(type)
    }
    return true
  })
  const stdin = vi.spyOn(process, "stdin", "get").mockReturnValue(keyboard as unknown as typeof process.stdin)
  try {
    const { code, stderr, stdout } = await garrison(args, { ...options, isTerminal: true })
    return { code, stdout, stderr: screen + stderr }
  } finally {
    write.mockRestore()
    stdin.mockRestore()
  }
}
