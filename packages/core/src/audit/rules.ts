/**
 * Whether an actor may act, what an act may change for others, the texts that the seal of an audit row covers, and
 * whether a chain of rows is intact (guarantees R49).
 */
import type { Actor } from "../operation/Act.ts"
import type { AuditEntry, AuditHead, AuditRow } from "./schema.ts"

/** Whether the actor comes over the network. Refusals of such an actor must be limited, because each stores a row. */
export const isRemote = ({ kind }: Pick<Actor, "kind">): boolean => kind === "player" || kind === "machine"

/** Acts on people, roles and clients. Other acts end no session and take no permission away. */
const ON_STANDING = /^(?:client|person|player|restriction|role)\./

/** Whether an act of this name may end sessions, or change what a role may do. */
export const mayEndStanding = (operation: string): boolean => ON_STANDING.test(operation)

/** The text that the seal of a row without a kind covers: every field in a fixed order, and the row before it. */
export const formerSealedText = (entry: AuditEntry, after: AuditHead): string => {
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

/** What may be the words of a person, or name one. A row is sealed with the seal of these alone. */
export const wordsOf = ({ actor, after, before, reason }: AuditEntry): string =>
  JSON.stringify(["audit words", actor.id, actor.name, actor.address, reason ?? null, before ?? null, after ?? null])

/**
 * The text that the seal of a row covers: every field in a fixed order, and the row before it. `words` is the seal of
 * {@link wordsOf}, so that words can be replaced without a break of the chain, if their seal is kept.
 */
export const sealedText = (entry: AuditEntry, after: AuditHead, words: string, tokenHash: string): string =>
  JSON.stringify([
    "audit",
    after.seal,
    after.sequence + 1,
    entry.at,
    entry.actor.kind,
    entry.operation,
    [entry.subject.kind, entry.subject.id],
    entry.revision ?? null,
    entry.outcome,
    words,
    tokenHash,
  ])

/** The first place where a chain was changed. */
export interface BrokenPlace {
  readonly sequence: number
  /**
   * `missing`: the row was removed. `altered`: the row does not fit its seal or the row before it. `inserted`: the
   * chain had ended before this row.
   */
  readonly because: "missing" | "altered" | "inserted"
}

const STRENGTH = { former: 0, plain: 1, keyed: 2 } as const

const strengthOf = ({ sealing }: Pick<AuditRow, "sealing">): number => STRENGTH[sealing ?? "former"]

/** A row that was checked: rows after it are sealed as well as it, or better. */
export type CheckedRow = AuditHead & Pick<AuditRow, "sealing">

/**
 * The first place where `rows` do not continue the chain after `last`. `rows` are sorted by sequence. `seals` are those
 * that the rows should have, each after the row before it; undefined: it cannot be computed. From `keyedFrom` on, every
 * row is keyed. A moved row breaks the seal of the row after it.
 */
export const firstBroken = (
  last: CheckedRow,
  rows: ReadonlyArray<AuditRow>,
  seals: ReadonlyArray<string | undefined>,
  keyedFrom: number,
): BrokenPlace | undefined => {
  for (const [index, row] of rows.entries()) {
    const { seal, sequence } = row
    const expected = last.sequence + 1 + index
    if (sequence > expected) return { sequence: expected, because: "missing" }
    if (sequence < expected) return { sequence, because: "inserted" }
    const isWeaker = strengthOf(row) < strengthOf(rows[index - 1] ?? last)
    if (isWeaker || (sequence >= keyedFrom && row.sealing !== "keyed")) return { sequence, because: "altered" }
    if (seals[index] !== undefined && seal !== seals[index]) return { sequence, because: "altered" }
  }
  return undefined
}

/**
 * The fault at the end of a chain; undefined: none. `last` is the last row that was read, `end` the stored end of the
 * chain, and `tokenHash` the hash of its token.
 */
export const brokenEnd = (
  last: AuditHead & Pick<AuditRow, "tokenHash">,
  end: AuditHead,
  tokenHash: string | undefined,
): BrokenPlace | undefined => {
  if (last.sequence < end.sequence) return { sequence: last.sequence + 1, because: "missing" }
  if (last.sequence > end.sequence) return { sequence: end.sequence + 1, because: "inserted" }
  if (last.seal !== end.seal) return { sequence: last.sequence, because: "altered" }
  // The token of another end: rows after this one are gone.
  return last.tokenHash === tokenHash ? undefined : { sequence: last.sequence + 1, because: "missing" }
}

/** Rows that are shown of each list of a history, where the input does not say. */
export const HISTORY_LIMIT_DEFAULT = 100

/** What a login is called in a history: it may have changed the ways to log in. */
export const kindOfLogin = (grantType: string): string =>
  grantType === "link" || grantType === "unlink" ? grantType : "login"
