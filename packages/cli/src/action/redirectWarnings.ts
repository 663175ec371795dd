/**
 * What goes on with logins by redirect as in former versions: clients without a PKCE challenge, and addresses in the
 * settings (decisions, section 5). Each start says so, because both are to end.
 */
import type { Client } from "@garrison/core/client/schema"
import type { DomainSettings } from "@garrison/core/settings"

/** Most names in a sentence. */
const NAMES_MAX = 10

const named = (names: ReadonlyArray<string>): string =>
  names.length <= NAMES_MAX
    ? names.join(", ")
    : `${names.slice(0, NAMES_MAX).join(", ")} and ${names.length - NAMES_MAX} more`

/** A warning for each that goes on, with the command that ends it. `storageFlag` makes that find the database. */
export const redirectWarnings = (
  { redirectUris: configured }: Pick<DomainSettings, "redirectUris">,
  clients: ReadonlyArray<Client>,
  storageFlag: string,
): ReadonlyArray<string> => {
  const exempt = clients.filter(
    ({ disabled, pkceExempt, redirectUris = [] }) => pkceExempt && !disabled && redirectUris.length > 0,
  )
  const ofExempt = `Logins by redirect of ${named(exempt.map(({ clientId }) => clientId))} may begin without a PKCE challenge: whoever sees a code can exchange it.
Once every version of the game sends a challenge, run garrison client edit CLIENT_ID --pkce-required${storageFlag}.`
  const ofSetting = `The setting redirectUris gives addresses to clients of former versions alone, once; no other client takes them.
Remove it, and give a client its addresses with garrison client edit CLIENT_ID --redirect-uri ADDRESS${storageFlag}.`
  return [...(exempt.length > 0 ? [ofExempt] : []), ...(configured.length > 0 ? [ofSetting] : [])]
}
