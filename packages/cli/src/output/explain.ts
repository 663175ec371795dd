/** What the errors of the domain and of storage mean to someone at a terminal. */
import { CommandFailure } from "./CommandFailure.ts"

const tagOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "_tag" in error && typeof error._tag === "string" ? error._tag : ""

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The failure that stands for an error, or undefined when it is none that was expected. */
export const explain = (error: unknown): CommandFailure | undefined => {
  switch (tagOf(error)) {
    case "StorageUrlInvalid":
      return new CommandFailure({
        kind: "usage",
        sentence: `${messageOf(error)}.`,
        next: "Correct --storage or GARRISON_STORAGE.",
      })
    case "StorageUnavailable":
      return new CommandFailure({
        kind: "failure",
        sentence: "The database cannot answer now: it is busy, full or out of reach.",
        next: "Check the storage setting (garrison config), free space and permissions, then try again.",
      })
    default:
      return undefined
  }
}
