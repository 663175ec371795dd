/**
 * Portals that are configured and switched off: `grantsEnabled` does not name them, so that every login by them is
 * refused (decisions, section 4). A start says so, because the operator may have forgotten it.
 */
import { logWarning } from "../../kernel/work/logWarning.ts"
import { type Switch, SWITCHES } from "../../kernel/GrantType.ts"
import * as Effect from "effect/Effect"
import { isEnabled } from "../grant/Grant.ts"
import { LoginSettings } from "../settings.ts"
import { OAUTH_PORTALS, OauthGateway, type OauthPortals, oauthPortals } from "./OauthGateway.ts"
import { PortalGateway, type Portals } from "./PortalGateway.ts"

/** The configured portals, and what switches them on. */
interface Configured {
  readonly settings: Pick<LoginSettings, "grantsEnabled">
  readonly portals: Portals
  readonly byRedirect: OauthPortals
}

/** Portals that are switched off although they are configured. */
export interface SwitchedOff {
  /** By the names that `grantsEnabled` lacks. */
  readonly names: ReadonlyArray<Switch>
  /** The value of `grantsEnabled` that switches them on. */
  readonly wanted: ReadonlyArray<Switch>
}

/** The configured portals that `grantsEnabled` does not name; undefined: there is none. */
export const switchedOff = ({ byRedirect, portals, settings }: Configured): SwitchedOff | undefined => {
  const ofRedirects = OAUTH_PORTALS.filter((name) => byRedirect[name] !== undefined)
  const configured = new Set<string>([...Object.keys(portals), ...ofRedirects.map((name) => oauthPortals[name].grant)])
  const names = SWITCHES.filter((name) => configured.has(name) && !isEnabled(name, { settings }))
  return names.length === 0 ? undefined : { names, wanted: [...settings.grantsEnabled, ...names] }
}

/** The same of the portals and the settings in context. */
export const findSwitchedOff = Effect.gen(function* () {
  const settings = yield* LoginSettings
  return switchedOff({ settings, portals: yield* PortalGateway, byRedirect: yield* OauthGateway })
})

/** What is wrong, in a sentence. */
export const switchedOffSentence = ({ names }: SwitchedOff): string =>
  `Every login by ${names.join(", ")} is refused: the portal is configured, but the setting grantsEnabled does not switch it on.`

/** Logs a warning of the configured portals that are switched off, with the setting that switches them on. */
export const warnOfSwitchedOff = Effect.flatMap(findSwitchedOff, (off) =>
  off === undefined
    ? Effect.void
    : logWarning(`${switchedOffSentence(off)} To switch it on, set grantsEnabled to ${JSON.stringify(off.wanted)}.`),
)
