/** A portal's grant in a deployment that cannot verify it: disabled, whatever the settings say. */
import * as Effect from "effect/Effect"
import { LoginRefused } from "../errors.ts"
import type { PortalCodes } from "../portal/portals.ts"
import { unchecked, type UserGrant } from "./Grant.ts"

/** Answers with the portal's `*_disabled` code. */
export const unavailable = (codes: PortalCodes): UserGrant => ({
  ...unchecked,
  kind: "user",
  available: false,
  disabledCode: codes.disabled,
  emptyCode: codes.tokenEmpty,
  verify: () => Effect.fail(new LoginRefused({ code: codes.disabled })),
})
