/** Acts of tests that are about something else. */
import { type Act, localActor } from "@garrison/core/operation/Act"
import { Audit } from "@garrison/core/audit/Audit"
import { Seals } from "@garrison/core/kernel/seal/Seals"
import * as SqlAuditStore from "@garrison/sql/audit/SqlAuditStore"
import * as Layer from "effect/Layer"

/** An act of a local operator of this name. */
export const actBy = (name: string): Act => ({ actor: localActor(name) })

/** An act of a local operator. */
export const testAct = actBy("test")

/** The audit over its store in context, sealed without a key. */
export const sealedAudit = Layer.provideMerge(Audit.layer, Seals.layerPlain)

/** The audit over the database in context, sealed without a key. */
export const auditLayer = Layer.provideMerge(sealedAudit, SqlAuditStore.layer)
