/** Refusals of acts for a reason other than the actor's permissions. */
import { notFoundCodes } from "../kernel/NotFound.ts"
import { listing, refusal, type Refusal } from "../kernel/Refusal.ts"
import { formatTimestamp } from "../kernel/time/Timestamp.ts"
import type { AuditRow } from "./schema.ts"

/** The codes of this area. */
export const auditCodes = {
  changed: "It has been changed since it was read.",
} as const

/** No access row has this id, and the audit names none. */
export class AccessRowNotFound extends refusal("AccessRowNotFound", notFoundCodes)<{
  readonly code: "resource_not_found"
}> {
  override get message() {
    return "There is no such row with a seal, and the audit names none."
  }
}

/** The subject has another revision than the act asks for. */
export class RevisionChanged extends refusal("RevisionChanged", auditCodes)<{
  readonly code: "changed"
  /** The present revision of the subject; undefined: the subject has no revision. */
  readonly revision: number | undefined
  /** Changes of the subject since the revision of the act, oldest first, at most 100. */
  readonly since: ReadonlyArray<AuditRow>
}> {
  override get message() {
    if (this.revision === undefined) return "It carries no revision."
    const changes = this.since.map(
      ({ actor, at, operation }) => `${operation} by ${actor.name} at ${formatTimestamp(at)}`,
    )
    const named = changes.length === 0 ? "" : ` (${listing(changes)})`
    return `It has been changed since it was read${named}, and has revision ${this.revision} now.`
  }
  override get details(): Refusal["details"] {
    const { revision, since } = this
    const changes = since.map(({ actor, at, operation, revision: then }) => ({
      operation,
      actor: actor.name,
      at: formatTimestamp(at),
      revision: then,
    }))
    return revision === undefined ? {} : { revision, since: changes }
  }
}
