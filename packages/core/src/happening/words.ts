/**
 * What happened in a few words, for a line of a log. What players wrote is in them as it came, and a face draws it
 * safely.
 */
import type { HappeningKind } from "./schema.ts"

/** What the words are made of. */
interface Told {
  readonly kind: HappeningKind
  readonly id: string
  readonly player_uuid?: string | undefined
  readonly display_name?: string | undefined
  readonly client_id?: string | undefined
  readonly address?: string | undefined
  readonly grant_type?: string | undefined
  readonly platform?: string | undefined
  readonly error_code?: string | undefined
  readonly event?: string | undefined
  readonly source?: string | undefined
  readonly entries?: number | undefined
  readonly results?: ReadonlyArray<string> | undefined
  readonly operation?: string | undefined
  readonly actor?: string | undefined
  readonly subject_kind?: string | undefined
  readonly subject_id?: string | undefined
  readonly reason?: string | undefined
}

const joined = (...parts: ReadonlyArray<string | undefined>): string => parts.filter(Boolean).join(" ")

/** Who it was: an operator, a player by name where there is one, a client. */
export const whoOf = ({ actor, client_id: client, display_name: name, player_uuid: player }: Told): string =>
  actor ?? name ?? player ?? client ?? "-"

/** What it was. */
export const whatOf = (told: Told): string => {
  const from = told.address === undefined || told.address === "" ? undefined : `from ${told.address}`
  const by = told.client_id === undefined ? undefined : `by ${told.client_id}`
  switch (told.kind) {
    case "order":
      return joined(told.source, `${told.entries ?? 0}:`, told.results?.join(", "), by, `order ${told.id}`)
    case "act":
    case "act_refused": {
      const reason = told.reason === undefined ? undefined : `(${told.reason})`
      return joined(told.operation, told.subject_kind, told.subject_id, told.error_code, reason, from)
    }
    default: {
      const client = told.player_uuid === undefined ? undefined : by
      return joined(told.event, told.grant_type, told.platform, told.error_code, client, from)
    }
  }
}
