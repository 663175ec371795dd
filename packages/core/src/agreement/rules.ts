/** Which agreements are missing, and which acceptances make a receipt (decisions, section 6). */
import { AGREEMENT_KINDS, type AgreementKind, type AgreementReceipt, type ByKind } from "./schema.ts"
import type { AgreementDocument } from "./settings.ts"

/** The result of a person's receipts and the acceptances of one request. */
export interface AgreementOutcome {
  /** Required by the current version, and accepted neither before nor now. */
  readonly missing: ReadonlyArray<AgreementKind>
  /** Accepted now, in a version newer than the latest receipt. */
  readonly accepted: ReadonlyArray<{ readonly kind: AgreementKind; readonly document: AgreementDocument }>
}

/** The newest version of each kind that was accepted. */
export const latestVersions = (receipts: ReadonlyArray<AgreementReceipt>): ByKind<number> => {
  const latest: Partial<Record<AgreementKind, number>> = {}
  for (const { kind, version } of receipts) latest[kind] = Math.max(latest[kind] ?? 0, version)
  return latest
}

/** The versions that a person must have accepted to use access tokens; undefined where no document is required. */
export const requiredVersions = (documents: ByKind<AgreementDocument | undefined>): ByKind<number> | undefined => {
  const required = AGREEMENT_KINDS.flatMap((kind) => {
    const document = documents[kind]
    return document?.required === true ? [[kind, document.version] as const] : []
  })
  return required.length === 0 ? undefined : (Object.fromEntries(required) satisfies ByKind<number>)
}

/**
 * Decides by kind. A receipt for the current version or a later one is enough. Otherwise the acceptance of this request
 * is, and makes a receipt whether or not the document is required.
 */
export const assessAgreements = (
  documents: ByKind<AgreementDocument | undefined>,
  latest: ByKind<number>,
  accepts: ByKind<boolean>,
): AgreementOutcome => {
  const missing: Array<AgreementKind> = []
  const accepted: Array<{ readonly kind: AgreementKind; readonly document: AgreementDocument }> = []
  for (const kind of AGREEMENT_KINDS) {
    const document = documents[kind]
    if (document === undefined || (latest[kind] ?? 0) >= document.version) continue
    if (accepts[kind] === true) accepted.push({ kind, document })
    else if (document.required) missing.push(kind)
  }
  return { missing, accepted }
}
