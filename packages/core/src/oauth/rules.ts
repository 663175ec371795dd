/** The decisions of logins by redirect that need only data (decisions, section 5; guarantees R12 to R14). */
import { AGREEMENT_KINDS, type AgreementKind, type ByKind } from "../agreement/schema.ts"
import type { ClientUuid } from "../kernel/Identifier.ts"
import type { Platform } from "../kernel/Platform.ts"
import { isSecretText, secretText } from "../kernel/input/SecretText.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import type { PlainLoginCode } from "../login/errors.ts"
import { isEnabled } from "../login/grant/Grant.ts"
import { OAUTH_PORTALS, oauthPortals } from "../login/portal/OauthGateway.ts"
import type { LoginSettings } from "../login/settings.ts"
import type { AuthorizationCode, IssuedSession, Regeneration } from "./AuthorizationCodeStore.ts"
import type { TokenExchangeRequest } from "./schema.ts"

/** The first characters of every authorization code. */
export const CODE_PREFIX = "garc_"

/** Most replacement codes of one login: how often agreements may be missing. */
export const REGENERATIONS_MAX = 5

/** The text of a code. */
export const codeText = (random: Uint8Array): string => secretText(CODE_PREFIX, random)

/** Whether a text can be a code. Other texts are unknown without a read of storage. */
export const isCodeText = (text: string): boolean => isSecretText(CODE_PREFIX, text)

/** Why a login may not return to this address, compared letter by letter; undefined: it may. */
export const redirectCode = (
  redirectUri: string,
  configured: ReadonlyArray<string>,
): "no_redirects_configured" | "redirect_uri_does_not_match" | undefined => {
  if (configured.length === 0) return "no_redirects_configured"
  return configured.includes(redirectUri) ? undefined : "redirect_uri_does_not_match"
}

/**
 * Why no user of this platform may log in by redirect now; undefined: the portal is switched on. A portal may have been
 * switched off after it proved the user.
 */
export const switchedOffCode = (settings: LoginSettings, platform: Platform): PlainLoginCode | undefined => {
  const name = OAUTH_PORTALS.find((each) => oauthPortals[each].platforms.some((one) => one === platform))
  return name === undefined || isEnabled(oauthPortals[name].grant, { settings })
    ? undefined
    : oauthPortals[name].disabled
}

/** The address with more parameters; those without a value are left out. */
export const withParameters = (address: string, parameters: Readonly<Record<string, string | undefined>>): string => {
  const pairs = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  )
  return `${address}${address.includes("?") ? "&" : "?"}${pairs.join("&")}`
}

/**
 * Whether an exchange presents the verifier that its login asks for (RFC 7636, section 4.6). A login that began without
 * a challenge takes no verifier, so that an attacker cannot strip the challenge unnoticed. `"hash"`: if the hash of the
 * verifier is the challenge.
 */
export const verifierVerdict = (
  challenge: string | undefined,
  verifier: string | undefined,
): "fits" | "does_not_fit" | "hash" => {
  if (challenge === undefined) return verifier === undefined ? "fits" : "does_not_fit"
  return verifier !== undefined && /^[A-Za-z0-9._~-]{43,128}$/.test(verifier) ? "hash" : "does_not_fit"
}

/** The agreements that an exchange accepts. */
export const acceptsOf = (request: TokenExchangeRequest): ByKind<boolean> => ({
  eula: request.accepted_eula === true,
  tos: request.accepted_tos === true,
  privacy_policy: request.accepted_privacy_policy === true,
})

/** The agreements that are marked, in one order. */
export const kindsIn = (marked: ByKind<boolean>): ReadonlyArray<AgreementKind> =>
  AGREEMENT_KINDS.filter((kind) => marked[kind] === true)

/**
 * The verdict on a code that its client presents. `live`: usable. `repeated`: the same exchange once more, after its
 * answer was lost. `spent`: used already, by whatever came of it. `not_found`: refused without consequences.
 */
export type CodeVerdict =
  | { readonly is: "live" }
  | { readonly is: "not_found" }
  | { readonly is: "repeated"; readonly regeneration: Regeneration }
  | { readonly is: "spent"; readonly used: IssuedSession | Regeneration }

/**
 * Judges a code that `clientUuid` presents at `now`. Both ends, of the code and of its login, are exclusive. For
 * another client nothing changes, and the verdict reveals nothing.
 */
export const judgeCode = (
  code: AuthorizationCode | undefined,
  presented: { readonly clientUuid: ClientUuid; readonly now: Timestamp; readonly accepts: ByKind<boolean> },
): CodeVerdict => {
  if (code === undefined || code.clientUuid !== presented.clientUuid) return { is: "not_found" }
  const { used } = code
  if (used === undefined) return { is: presented.now < code.expiresAt ? "live" : "not_found" }
  const isSame =
    "seed" in used && presented.now < code.loginEndsAt && used.accepted.join() === kindsIn(presented.accepts).join()
  return isSame ? { is: "repeated", regeneration: used } : { is: "spent", used }
}

/** Whether one more code may take the place of this one. */
export const mayRegenerate = ({ regenerations }: AuthorizationCode): boolean => regenerations < REGENERATIONS_MAX
