/** Reading one order of the caller (decisions, section 12). */
import { Uuid } from "@garrison/core/kernel/Field"
import { PlayerOrder } from "@garrison/core/order/schema"
import { ownOrder as exampleOrder } from "../examples.ts"
import { bearer, operation } from "../operation.ts"
import { content, kept } from "../success.ts"

/** Of any age, as it was answered when it was submitted. */
export const ownOrder = operation({
  id: "ownOrder",
  method: "GET",
  path: "/inventory/v1/player/me/order/:order_id",
  mounts: ["public"],
  access: bearer.remembered("player", "inv:read_order:player:self", "inv:read_order:player:any"),
  lane: "storage",
  summary: "One order of the caller",
  description: "An order of any age, byte for byte as it was answered when it was submitted.",
  params: { order_id: Uuid },
  success: kept(content(PlayerOrder)),
  refusals: { 404: ["resource_not_found"] },
  example: { answer: exampleOrder },
})
