/** The grants of third-party portals: they ask the portal which user the credential proves (decisions, section 4). */
import * as Effect from "effect/Effect"
import { displayName } from "../../player/rules.ts"
import { LoginRefused } from "../errors.ts"
import { askingFrom } from "../portal/asking.ts"
import { type Portal, PortalGateway, type PortalGrantType, type Portals, portals } from "../portal/PortalGateway.ts"
import { type GrantAttempt, isEnabled, unguessable, type UserGrant } from "./Grant.ts"

/** The grant of a portal. It is available only if the portal is configured. */
export const portalGrant = (name: PortalGrantType): UserGrant => {
  const { credential, disabled, platforms, refusals, tokenEmpty } = portals[name]
  const portalOf = (configured: Portals): Portal<PortalGrantType> | undefined => configured[name]

  const verify = Effect.fnUntraced(function* ({ context, request }: GrantAttempt) {
    const portal = portalOf(yield* PortalGateway)
    if (portal === undefined) return yield* new LoginRefused({ code: disabled })
    const presented = { token: request.portal_access_token, parentToken: request.portal_parent_access_token }
    const asking = askingFrom(context.address, portal.prove(presented))
    const proved = yield* Effect.mapError(asking, (code) => new LoginRefused({ code }))
    const { environment, parent, platform, portalUserId } = proved
    return {
      platform,
      portalUserId,
      environment,
      displayName: displayName(proved.displayName ?? "") ?? displayName(request.portal_display_name),
      parent: parent && {
        ...parent,
        displayName: displayName(parent.displayName ?? "") ?? displayName(request.portal_parent_display_name),
      },
      presented: undefined,
    }
  })

  return {
    ...unguessable,
    asksPortal: true,
    kind: "user",
    isAvailable: (deployment) => isEnabled(name, deployment) && portalOf(deployment.portals) !== undefined,
    disabledCode: disabled,
    emptyCode: tokenEmpty,
    refusals,
    platforms,
    credential,
    verify,
  }
}
