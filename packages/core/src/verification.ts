/**
 * The services that verify what is stored, over the storage interfaces (guarantees R49 and R63): `verifyAll` of the
 * ledger and `verifyAudit` run on them. They change nothing, and work without the key secret, too.
 */
import * as Layer from "effect/Layer"
import { AtRest } from "./environment/AtRest.ts"
import * as sealing from "./environment/sealing.ts"
import { Ledger } from "./order/Ledger.ts"

/** Verification, with the settings in context. A database whose key cannot be read is opened, too. */
export const layer = Layer.provideMerge(Ledger.layer, Layer.provide(sealing.layerReading, AtRest.layer))

/** The services that {@link layer} provides. */
export type VerificationServices = Layer.Success<typeof layer>
