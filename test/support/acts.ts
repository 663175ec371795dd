/** Acts of tests that are about something else. */
import { type Act, localActor } from "@garrison/core/audit/Actor"
import { Audit } from "@garrison/core/audit/Audit"
import * as SqlAuditStore from "@garrison/sql/audit/SqlAuditStore"
import * as Layer from "effect/Layer"

/** An act of a local operator of this name. */
export const actBy = (name: string): Act => ({ actor: localActor(name) })

/** An act of a local operator. */
export const testAct = actBy("test")

/** The audit over the database in context. */
export const auditLayer = Audit.layer.pipe(Layer.provideMerge(SqlAuditStore.layer))
