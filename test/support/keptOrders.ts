/** Orders as they are stored, for tests that store them without a submission. */
import type { KeptOrder } from "@garrison/core/order/OrderStore"
import { randomUUID } from "node:crypto"

/** A submitted order of one entry, with nothing that is not needed but what `fields` say. */
export const keptOrder = (fields: Partial<KeptOrder> = {}): KeptOrder => ({
  orderId: randomUUID(),
  created: 0,
  entryCount: 1,
  entryTotal: 1,
  reference: undefined,
  fingerprint: undefined,
  parentOrderId: undefined,
  catalogVersion: 1,
  platform: undefined,
  isServer: true,
  disabled: undefined,
  submitterKind: "machine",
  submitterUuid: "00000000-0000-7000-8000-00000000a11e",
  clientId: "game-server",
  byteCount: undefined,
  byteTotal: undefined,
  choices: fields.parentOrderId === undefined ? "[]" : undefined,
  promotions: undefined,
  applied: undefined,
  beganSession: false,
  seal: undefined,
  tokenHash: undefined,
  refundedOrderId: undefined,
  owed: undefined,
  stated: undefined,
  wire: "{}",
  ...fields,
})
