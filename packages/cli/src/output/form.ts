/** The form in which this run speaks: for people, or as JSON for scripts. */

const jsonFlag = /^--json(?:=(?:true|yes|on|1|y))?$/i

/**
 * Whether `--json` was asked for. Read from the arguments themselves, because it also decides how a command line that
 * cannot be understood is refused.
 */
export const wantsJson = (args: ReadonlyArray<string> = process.argv.slice(2)): boolean => {
  const end = args.indexOf("--")
  return (end === -1 ? args : args.slice(0, end)).some((argument) => jsonFlag.test(argument))
}
