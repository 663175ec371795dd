/** The storage interface of receipts for agreements (decisions, section 6). */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { PersonId } from "../kernel/Identifier.ts"
import type { AgreementReceipt } from "./schema.ts"

/** Storage of receipts; append only. */
export class AgreementStore extends Context.Service<
  AgreementStore,
  {
    /** Stores a receipt. The first one for a version stays. */
    readonly record: (receipt: AgreementReceipt) => Effect.Effect<void>
    /** Every receipt of the person, the oldest first. */
    readonly history: (person: PersonId) => Effect.Effect<ReadonlyArray<AgreementReceipt>>
  }
>()("@garrison/core/agreement/AgreementStore") {}
