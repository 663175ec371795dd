/**
 * Whether an actor may act, the text that the seal of an audit row covers, and whether a chain of rows is intact
 * (guarantees R49).
 */
import { holdsAny } from "../permission/rules.ts"
import type { Actor } from "./Actor.ts"
import type { AuditedOperation, AuditEntry, AuditHead, AuditRow } from "./schema.ts"

/** Whether the actor may carry out the operation. */
export const mayAct = ({ kind, permissions }: Actor, operation: AuditedOperation): boolean =>
  kind === "local" || kind === "system" || holdsAny(permissions, operation.permissions)

/** Whether the actor comes over the network. Refusals of such an actor must be limited, because each stores a row. */
export const isRemote = ({ kind }: Pick<Actor, "kind">): boolean => kind === "player" || kind === "machine"

/** The text that the seal of a row covers: every field in a fixed order, and the row before it. */
export const sealedText = (entry: AuditEntry, after: AuditHead): string => {
  const { actor, at, before, operation, outcome, reason, revision, subject } = entry
  return JSON.stringify([
    after.seal,
    after.sequence + 1,
    at,
    [actor.kind, actor.id, actor.name, actor.address],
    operation,
    [subject.kind, subject.id],
    revision ?? null,
    reason ?? null,
    outcome,
    before ?? null,
    entry.after ?? null,
  ])
}

/** The first place where a chain was changed. */
export interface BrokenPlace {
  readonly sequence: number
  /**
   * `missing`: the row was removed. `altered`: the row does not fit its seal or the row before it. `inserted`: the
   * chain had ended before this row.
   */
  readonly because: "missing" | "altered" | "inserted"
}

/**
 * The first place where `rows` do not continue the chain that ends with `after`. `rows` are sorted by sequence. `seals`
 * are the seals that {@link sealedText} gives for each row after the row before it. A moved row breaks the seal of the
 * row after it.
 */
export const firstBroken = (
  after: AuditHead,
  rows: ReadonlyArray<AuditRow>,
  seals: ReadonlyArray<string>,
): BrokenPlace | undefined => {
  for (const [index, { seal, sequence }] of rows.entries()) {
    const expected = after.sequence + 1 + index
    if (sequence > expected) return { sequence: expected, because: "missing" }
    if (sequence < expected) return { sequence, because: "inserted" }
    if (seal !== seals[index]) return { sequence, because: "altered" }
  }
  return undefined
}

/**
 * The fault at the end of a chain; undefined: none. `last` is the last row that was read, `head` the stored end of the
 * chain.
 */
export const brokenEnd = (last: AuditHead, head: AuditHead): BrokenPlace | undefined => {
  if (last.sequence < head.sequence) return { sequence: last.sequence + 1, because: "missing" }
  if (last.sequence > head.sequence) return { sequence: head.sequence + 1, because: "inserted" }
  return last.seal === head.seal ? undefined : { sequence: last.sequence, because: "altered" }
}
