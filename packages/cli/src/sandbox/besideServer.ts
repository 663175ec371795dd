/** The sandbox beside a server: the server asks the portals of the sandbox, and the sandbox shows its other grants. */
import { SWITCHES } from "@garrison/core/kernel/GrantType"
import type { Sandbox } from "@garrison/portals/sandbox/Sandbox"
import { portalsIn, portalSettings } from "@garrison/portals/settings"
import * as Effect from "effect/Effect"
import { printWarning } from "../output/print.ts"
import type { SettingValues } from "../settings/definitions.ts"
import type { ResolvedSettings } from "../settings/resolve.ts"
import { SANDBOX_GAME, SANDBOX_REDIRECT } from "./names.ts"
import { responseAddresses } from "./responseAddresses.ts"

/** Where logins of every client may return to beside this sandbox: its own page, and where nothing listens. */
export const sharedRedirects = (sandbox: Sandbox["Service"] | undefined): ReadonlyArray<string> =>
  sandbox === undefined ? [] : [sandbox.callbackUrl, SANDBOX_REDIRECT]

/** The settings of a server, and the sandbox whose portals it asks; undefined: there is none. */
export interface Sandboxed {
  readonly sandbox: Sandbox["Service"] | undefined
  readonly settings: SettingValues
}

/** Warns of portals of the settings that are not asked, because the sandbox plays them. */
const warnOfPlayed = (values: SettingValues, { settings }: Sandbox["Service"]) => {
  const configured = portalsIn(values)
  const names = Object.keys(portalSettings) as ReadonlyArray<keyof typeof portalSettings>
  const played = names.filter((name) => configured[name] !== undefined && settings[name] !== undefined)
  return played.length === 0
    ? Effect.void
    : printWarning(`the sandbox plays ${played.join(", ")}: the portals of these names in the settings are not asked.`)
}

/**
 * The settings of a server, after starting the sandbox where they ask for it. `demoClient` serves logins without client
 * credentials if no other client does. Beside a sandbox everything is switched on unless the settings say which are.
 */
export const withSandbox = Effect.fnUntraced(function* (
  { sources, values }: ResolvedSettings,
  demoClient: string | undefined,
) {
  const defaultClientId = values.defaultClientId ?? demoClient
  if (!values.sandbox) return { sandbox: undefined, settings: { ...values, defaultClientId } } satisfies Sandboxed
  const { startSandbox } = yield* Effect.promise(() => import("./startSandbox.ts"))
  const sandbox = yield* startSandbox(values)
  yield* warnOfPlayed(values, sandbox)
  const settings = {
    ...values,
    ...sandbox.settings,
    grantsEnabled: sources.grantsEnabled === "default" ? SWITCHES : values.grantsEnabled,
    defaultClientId: defaultClientId ?? SANDBOX_GAME,
  }
  return { sandbox, settings } satisfies Sandboxed
})

/** Lets the sandbox send players back to the server at `url`, and show its credentials beside those of the portals. */
export const joinServer = Effect.fnUntraced(function* (
  url: string,
  { defaultClientId, publicUrl }: SettingValues,
  sandbox: Sandbox["Service"],
) {
  sandbox.register(responseAddresses(Number(new URL(url).port || 80), publicUrl))
  const { createSandboxGame, ownCredentials } = yield* Effect.promise(() => import("./ownGrants.ts"))
  if (defaultClientId === SANDBOX_GAME) yield* createSandboxGame
  sandbox.showBeside({ serverUrl: url, redirectUri: sandbox.callbackUrl, credentials: yield* ownCredentials })
})
