/** Agreements and the receipts for them (decisions, section 6). */
import type { PersonId } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"

/** The kinds of agreement, in the interface's order; the documents themselves are settings. */
export const AGREEMENT_KINDS = ["eula", "tos", "privacy_policy"] as const

/** One of {@link AGREEMENT_KINDS}. */
export type AgreementKind = (typeof AGREEMENT_KINDS)[number]

/** A value for each kind of agreement. */
export type ByKind<A> = Readonly<Partial<Record<AgreementKind, A>>>

/** Proof that a person accepted one version of one document. */
export interface AgreementReceipt {
  readonly personId: PersonId
  readonly kind: AgreementKind
  readonly version: number
  /** Hex SHA-256 of the text that was accepted. */
  readonly sha256: string
  readonly acceptedAt: Timestamp
  readonly clientUuid: string
  readonly address: string
}
