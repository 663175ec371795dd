/** What the command says of a subject that there is not, by the tag of the error. */
import type { Refused } from "./Row.ts"

/** A player of a person that was deleted. */
export const deletedPlayer: Refused = {
  sentence: "The player {player_uuid} was deleted.",
  next: "Check the player_uuid and the storage (garrison config).",
}

/** `{player_uuid}` stands for what is given for that field. */
export const missing: Readonly<Record<string, Refused>> = {
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
}
