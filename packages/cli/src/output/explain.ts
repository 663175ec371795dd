/** What the errors of the domain and of storage mean at a terminal. */
import { EnvironmentsRefused, KeySecretRefused } from "@garrison/core/environment/errors"
import { isRefusal } from "@garrison/core/errorCodes"
import { type InvalidDetail, InvalidInput } from "@garrison/core/kernel/input/Invalid"
import { CommandFailure } from "./CommandFailure.ts"
import { kindOfCode } from "./kindOfCode.ts"
import { storageFailure } from "./storageFailure.ts"

/** The failure for a player that does not exist, or no more. */
export const noSuchPlayer = (player: string, isDeleted = false): CommandFailure =>
  new CommandFailure({
    kind: "notFound",
    sentence: isDeleted ? `The player ${player} was deleted.` : `There is no player ${player}.`,
    next: "Check the player_uuid and the storage (garrison config).",
  })

/** The failure of what needs a catalog before one was published. */
export const nothingPublished = new CommandFailure({
  kind: "notFound",
  sentence: "No catalog has been published yet.",
  next: "Publish one with garrison catalog publish FILE.",
})

const messageOf = (error: object): string => ("message" in error ? String(error.message) : "")

/** What fields are called on the command line: a flag or an argument, by the name of the field; null: neither. */
export type InputNames = Readonly<Record<string, string | null>>

/** The place of a field as people know it. A member of a list has the name of its list. */
const placeOf = (keys: InvalidDetail["loc"], names: InputNames): string => {
  const place = keys.join(".")
  return names[String(keys[0])] ?? (place === "" ? "input" : place)
}

/** The failure for wrong input; `names` are those of fields that come from the command line. */
export const wrongInput = (
  { detail }: { readonly detail: ReadonlyArray<InvalidDetail> },
  names: InputNames = {},
): CommandFailure =>
  new CommandFailure({
    kind: "usage",
    sentence: "The input is wrong; nothing was changed.",
    details: detail.map(({ loc, msg }) => `${placeOf(loc, names)}: ${msg}`),
  })

/** Why an address cannot be listened on, by the system's code, and what to do about it. */
const listenReasons: ReadonlyArray<readonly [code: string, reason: string, next: string]> = [
  [
    "EADDRINUSE",
    "another program uses this port",
    "Stop it (lsof -i :PORT names it), or choose another port with --port; 0 picks a free one.",
  ],
  ["EACCES", "permission is denied", "Ports below 1024 are for privileged users: choose another with --port."],
  [
    "EADDRNOTAVAIL",
    "this machine does not have that address",
    "Choose another with --host; 0.0.0.0 means every address of this machine.",
  ],
  ["ENOTFOUND", "there is no such host", "Correct --host; the port is given by --port."],
]

const unlistenable = (message: string): CommandFailure => {
  const known = listenReasons.find(([code]) => message.includes(code))
  const address = /^cannot listen on (.*?): /.exec(message)?.[1] ?? ""
  return new CommandFailure({
    kind: "failure",
    sentence: known === undefined ? `The server ${message}.` : `The server cannot listen on ${address}: ${known[1]}.`,
    next:
      known?.[2].replace("PORT", /\d+$/.exec(address)?.[0] ?? "") ?? "Choose another address with --host and --port.",
  })
}

/** The failure that stands for an error, or undefined when it is none that was expected. */
export const explain = (error: unknown): CommandFailure | undefined => {
  if (error instanceof InvalidInput) return wrongInput(error)
  if (isRefusal(error)) return new CommandFailure({ kind: kindOfCode[error.code], sentence: error.message })
  if (error instanceof KeySecretRefused) {
    return new CommandFailure({
      kind: "usage",
      sentence: `The database cannot be used: ${error.reason}.`,
      next: "Correct keySecret: GARRISON_KEY_SECRET, GARRISON_KEY_SECRET_FILE or garrison.json.",
    })
  }
  if (error instanceof EnvironmentsRefused) {
    return new CommandFailure({
      kind: "usage",
      sentence: `The database cannot be served: ${error.reason}.`,
      next: "Correct foxtrot: GARRISON_FOXTROT or garrison.json.",
    })
  }
  if (typeof error !== "object" || error === null || !("_tag" in error)) return undefined
  switch (error._tag) {
    case "StorageUrlInvalid":
      return new CommandFailure({
        kind: "usage",
        sentence: `The storage cannot be used: ${messageOf(error)}.`,
        next: "Correct --storage, GARRISON_STORAGE or garrison.json.",
      })
    case "ListenFailed":
      return unlistenable(messageOf(error))
    case "MigrationRefused":
      return new CommandFailure({
        kind: "failure",
        sentence: `This version cannot use the database: ${messageOf(error)}.`,
        next: "Nothing was changed.",
      })
    default:
      break
  }
  return storageFailure(error)
}
