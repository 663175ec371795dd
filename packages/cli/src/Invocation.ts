/**
 * What one run of the command is given. The process gives its own; a program that runs the command in its own process,
 * as tests do, gives another. Where a run writes is effect's `Console`, and what it reads is effect's `Stdio`.
 */
import * as Context from "effect/Context"
import { resolve } from "node:path"

/** One run of the command. */
export interface Invocation {
  /** The words behind `garrison`. */
  readonly args: ReadonlyArray<string>
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The directory in which relative paths begin; absolute. */
  readonly directory: string
}

/** The run of this process. */
export const processInvocation = (): Invocation => ({
  args: process.argv.slice(2),
  environment: process.env,
  directory: process.cwd(),
})

/** The run that is under way. */
export const Invocation: Context.Reference<Invocation> = Context.Reference<Invocation>("garrison/Invocation", {
  defaultValue: processInvocation,
})

/** A path as the file system takes it, whatever directory the process is in. */
export const pathIn = ({ directory }: Invocation, path: string): string => resolve(directory, path)
