/** How a thread finds the modules of Garrison, whoever starts it. Core has no types of Node, and starts none. */

/** What the process was started with. */
interface StartedWith {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly execArgv: ReadonlyArray<string>
  readonly versions: object
}

/** The options of a thread's start. */
interface ThreadModules {
  readonly env: Record<string, string | undefined>
  readonly execArgv: Array<string>
}

/**
 * A thread gets nothing of the environment, unless Yarn keeps the packages in archives (Plug'n'Play): then only the
 * loader that the process was started with reads them. `isSource`: it runs the sources of the workspace, which import
 * each other by a condition.
 */
export const threadModules = ({ env, execArgv, versions }: StartedWith, isSource: boolean): ThreadModules =>
  "pnp" in versions
    ? { env: { NODE_OPTIONS: env["NODE_OPTIONS"] }, execArgv: [...execArgv] }
    : { env: {}, execArgv: isSource ? ["--conditions=source"] : [] }
