/**
 * The form of stderr, known before anything else is loaded: what breaks while the command starts, and Node's own
 * warnings, must be JSON too where JSON is asked for. A collector of logs loses a line that it cannot read.
 */
import { readFileSync } from "node:fs"

/** `log`: lines of a log, with time, level and event. `json`: an object a line, by `--json`. `people`: text. */
export type StderrForm = "log" | "json" | "people"

/** What the form is decided by. */
export interface StartedRun {
  readonly args: ReadonlyArray<string>
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Whether stderr is a terminal. */
  readonly isTerminal: boolean
  /** The text of a settings file; undefined: it cannot be read. */
  readonly read: (path: string) => string | undefined
}

/** Flags of every command that take the next word. */
const TAKE_A_WORD: ReadonlySet<string> = new Set(["--config", "-c", "--storage", "--set"])

const jsonFlag = /^--(?:nd)?json(?:=(?:true|yes|on|1|y))?$/i

/** The words before `--`. */
const before = (args: ReadonlyArray<string>): ReadonlyArray<string> => {
  const end = args.indexOf("--")
  return end === -1 ? args : args.slice(0, end)
}

/** Whether `--json` or `--ndjson` is among the arguments. */
export const hasJsonFlag = (args: ReadonlyArray<string>): boolean => before(args).some((word) => jsonFlag.test(word))

const isServe = (args: ReadonlyArray<string>): boolean =>
  args.find((word, at) => !word.startsWith("-") && !TAKE_A_WORD.has(args[at - 1] ?? "")) === "serve"

/** The last value that is given to a flag, as `--flag VALUE` or `--flag=VALUE`. */
const valueOf = (args: ReadonlyArray<string>, flag: string): string | undefined =>
  args
    .flatMap((word, at) => {
      if (word.startsWith(`${flag}=`)) return [word.slice(flag.length + 1)]
      return args[at - 1] === flag ? [word] : []
    })
    .at(-1)

/** The value of `log` in the settings file; undefined: none, or no such file. What is wrong is said by the settings. */
const logInFile = ({ args, environment, read }: StartedRun): unknown => {
  const named = valueOf(args, "--config") ?? valueOf(args, "-c") ?? environment["GARRISON_CONFIG"] ?? ""
  try {
    const document: unknown = JSON.parse(read(named === "" ? "garrison.json" : named) ?? "null")
    return typeof document === "object" && document !== null && "log" in document ? document.log : undefined
  } catch {
    return undefined
  }
}

/** The setting `log` as this run gives it. Given wrongly it counts as `auto`. */
const logSetting = (run: StartedRun): unknown => {
  const { args, environment } = run
  const assigned = args.findLast((word, at) => args[at - 1] === "--set" && word.startsWith("log="))
  const variable = environment["GARRISON_LOG"] ?? ""
  return valueOf(args, "--log") ?? assigned?.slice("log=".length) ?? (variable === "" ? logInFile(run) : variable)
}

/** The form of stderr of a run. */
export const stderrFormOf = (run: StartedRun): StderrForm => {
  if (hasJsonFlag(run.args)) return "json"
  const args = before(run.args)
  if (!isServe(args)) return "people"
  const log = logSetting({ ...run, args })
  if (log === "json") return "log"
  if (log === "text" || log === "off") return "people"
  return run.isTerminal ? "people" : "log"
}

/** One line of stderr in that form: an object, in a log with time, level and event. */
export const jsonLine = (
  form: StderrForm,
  level: "info" | "warning" | "error",
  event: string,
  facts: Readonly<Record<string, unknown>>,
): string => {
  if (form === "log") return JSON.stringify({ time: new Date().toISOString(), level, event, ...facts })
  return JSON.stringify(level === "info" ? facts : { level, ...facts })
}

const readOrNothing = (path: string): string | undefined => {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return undefined
  }
}

/** The form of stderr of this process. */
export const processStderrForm = (): StderrForm =>
  stderrFormOf({
    args: process.argv.slice(2),
    environment: process.env,
    isTerminal: process.stderr.isTTY,
    read: readOrNothing,
  })

const say = (line: string): void => void process.stderr.write(`${line}\n`)

/** The status of a process that broke. */
const BROKEN = 1

/**
 * From now on what Node itself would write to stderr is a line of this form: its warnings, and the error that nobody
 * caught, which ends the process. Does nothing where stderr is for people.
 */
export const takeOverStderr = (form: StderrForm): void => {
  if (form === "people") return
  process.removeAllListeners("warning")
  process.on("warning", ({ message, name }) =>
    say(jsonLine(form, "warning", "message", { message: `${name}: ${message}` })),
  )
  process.setUncaughtExceptionCaptureCallback((error) => {
    const cause: unknown = error instanceof Error ? (error.stack ?? error.message) : error
    say(jsonLine(form, "error", "defect", { message: "The command broke.", cause: String(cause) }))
    process.exit(BROKEN)
  })
}
