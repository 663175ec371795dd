/** The form in which this run speaks: for people, or as JSON for scripts. */

const jsonFlag = /^--(?:nd)?json(?:=(?:true|yes|on|1|y))?$/i

let isLogJson = false

/** From now on messages and failures are JSON: a server whose log is JSON writes nothing else to stderr. */
export const speakJson = (): void => {
  isLogJson = true
}

/** A message as one JSON object; a line of the log where stderr is a log that is JSON. */
export const messageJson = (level: "info" | "warning", message: string): string => {
  if (isLogJson) return JSON.stringify({ time: new Date().toISOString(), level, event: "message", message })
  return JSON.stringify(level === "info" ? { message } : { level, message })
}

/**
 * Whether `--json` or `--ndjson` is among the arguments of a run, or {@link speakJson} was called. Read from the
 * arguments themselves, because it also decides how a command line that cannot be understood is refused.
 */
export const wantsJson = (args: ReadonlyArray<string>): boolean => {
  if (isLogJson) return true
  const end = args.indexOf("--")
  return (end === -1 ? args : args.slice(0, end)).some((argument) => jsonFlag.test(argument))
}
