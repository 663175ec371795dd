/** What the command says of a subject that there is not, by the tag of the error. */
import type { Refusal } from "@garrison/core/kernel/Refusal"
import type { Refused } from "./Row.ts"

/** A player of a person that was deleted. */
export const deletedPlayer: Refused = {
  sentence: "The player {player_uuid} was deleted.",
  next: "Check the player_uuid and the storage (garrison config).",
}

const missing: Readonly<Record<string, Refused>> = {
  PlayerNotFound: { ...deletedPlayer, sentence: "There is no player {player_uuid}." },
  OrderNotFound: {
    sentence: "Player {player_uuid} has no order {order_id}.",
    next: "Check both ids and the storage (garrison config).",
  },
  ClientNotFound: {
    sentence: "There is no client {client_id}.",
    next: "garrison client list shows the clients of this database.",
  },
  RoleNotFound: {
    sentence: "There is no role {role_id}.",
    next: "garrison role list shows the roles; garrison role put makes one.",
  },
  CatalogNotFound: {
    sentence: "No catalog has been published yet.",
    next: "Publish one with garrison catalog publish FILE.",
  },
}

/** What is said of a version of the catalog. */
export const missingVersion: Refused = {
  sentence: "There is no catalog version {version}.",
  next: "garrison catalog list shows the versions.",
}

/** What is said of an error; `{player_uuid}` stands for what is given for that field. Undefined: nothing of its own. */
export const missingOf = (error: Refusal): Refused | undefined =>
  error._tag === "CatalogNotFound" && "version" in error && error.version !== undefined
    ? missingVersion
    : missing[error._tag]
