/** What the errors of the domain and of storage mean to someone at a terminal. */
import { describeRefusal, isErrorCode, type Refusal } from "@garrison/core/errorCodes"
import type { InvalidDetail } from "@garrison/core/kernel/Invalid"
import { CommandFailure } from "./CommandFailure.ts"
import { kindOfCode } from "./kindOfCode.ts"

/** The failure for a player that does not exist. */
export const noSuchPlayer = (player: string, orElse = ""): CommandFailure =>
  new CommandFailure({
    kind: "notFound",
    sentence: `There is no player ${player}${orElse === "" ? "" : `, ${orElse}`}.`,
    next: "Check the player_uuid and the storage (garrison config).",
  })

const messageOf = (error: object): string => ("message" in error ? String(error.message) : "")

const invalid = (error: { readonly detail: ReadonlyArray<InvalidDetail> }): CommandFailure =>
  new CommandFailure({
    kind: "usage",
    sentence: "The input is not acceptable; nothing was changed.",
    details: error.detail.map(({ loc, msg }) => `${loc.slice(1).join(".") || "the whole"}: ${msg}`),
  })

/** The innermost message of an error: what the database itself said. */
const rootMessage = (error: unknown, depth = 0): string | undefined => {
  if (typeof error !== "object" || error === null || depth > 8) return undefined
  const inner = ["reason", "cause"].map((key) => (error as Readonly<Record<string, unknown>>)[key])
  const found = inner.map((cause) => rootMessage(cause, depth + 1)).find((message) => message !== undefined)
  return found ?? (error instanceof Error && error.message !== "" ? error.message : undefined)
}

const unavailable = (error: object): CommandFailure =>
  new CommandFailure({
    kind: "failure",
    sentence: `The database cannot be used: ${rootMessage(error) ?? "it is busy, full or out of reach"}.`,
    next: "Check the storage (garrison config), its permissions and free space, then try again.",
  })

const isRefusal = (error: object): error is Refusal => "code" in error && isErrorCode(error.code)

/** The failure that stands for an error, or undefined when it is none that was expected. */
export const explain = (error: unknown): CommandFailure | undefined => {
  if (typeof error !== "object" || error === null || !("_tag" in error)) return undefined
  switch (error._tag) {
    case "InvalidInput":
      return "detail" in error ? invalid(error as { detail: ReadonlyArray<InvalidDetail> }) : undefined
    case "StorageUrlInvalid":
      return new CommandFailure({
        kind: "usage",
        sentence: `The storage cannot be used: ${messageOf(error)}.`,
        next: "Correct --storage, GARRISON_STORAGE or garrison.json.",
      })
    case "ListenFailed":
      return new CommandFailure({
        kind: "failure",
        sentence: `The server ${messageOf(error)}.`,
        next: /EADDRINUSE/.test(messageOf(error))
          ? "Something else uses this port: stop it, or choose another with --port (0 picks a free one)."
          : "Choose another address with --host and --port.",
      })
    case "MigrationRefused":
      return new CommandFailure({
        kind: "failure",
        sentence: `This version cannot use the database: ${messageOf(error)}.`,
        next: "Nothing was changed.",
      })
    case "StorageUnavailable":
    case "SqlError":
      return unavailable(error)
    default:
      break
  }
  // Every other error of the domain carries a code of the closed tables.
  if (!isRefusal(error)) return undefined
  return new CommandFailure({ kind: kindOfCode[error.code], sentence: describeRefusal(error) })
}
