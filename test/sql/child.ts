/** Programs of the tests that must be processes of their own: started, told to go, listened to, killed. */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { bundleOf, withCompiled } from "../support/bundled.ts"

/** A child and what it says, line by line. */
export interface Child {
  readonly process: ChildProcess
  readonly lines: AsyncIterator<string>
  /** Resolves with the exit code, `null` when it was killed. */
  readonly ended: Promise<number | null>
}

/** Starts `child/NAME.ts` of the tests in `folder`, by default these, with `args`. */
export const startChild = (name: string, args: ReadonlyArray<string>, folder = import.meta.dirname): Child => {
  const file = bundleOf(join(folder, "child", `${name}.ts`))
  const child = spawn(process.execPath, ["--no-warnings", file, ...args], {
    env: withCompiled(process.env),
    stdio: ["pipe", "pipe", "inherit"],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return { process: child, lines, ended: once(child, "close").then(([code]) => code as number | null) }
}

/** The next line the child says; fails when it ends without one. */
export const nextLine = async ({ lines }: Child): Promise<string> => {
  const { done, value } = await lines.next()
  if (done === true) throw new Error("the child ended without a word")
  return value
}

/** Says a line to the child. */
export const say = ({ process }: Child, line: string): void => {
  process.stdin?.write(`${line}\n`)
}

/** Every line the child says from here on. */
export const restOfLines = async ({ lines }: Child): Promise<ReadonlyArray<string>> => {
  const said: Array<string> = []
  for (;;) {
    const { done, value } = await lines.next()
    if (done === true) return said
    said.push(value)
  }
}
