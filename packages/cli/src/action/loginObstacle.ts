/** Why players cannot log in at this server without client credentials, and the command that mends it. */
import type { Client } from "@garrison/core/client/schema"
import { nearest } from "@garrison/core/kernel/input/nearest"
import { allowsGrant } from "@garrison/core/client/rules"
import { type Deployment, isEnabled } from "@garrison/core/login/grant/Grant"
import { grants } from "@garrison/core/login/grant/grants"
import { OAUTH_PORTALS, type OauthPortals, oauthPortals } from "@garrison/core/login/portal/OauthGateway"
import { grantCode } from "@garrison/core/login/rules/checks"
import { GRANT_TYPES } from "@garrison/core/kernel/GrantType"
import type { DomainSettings } from "@garrison/core/settings"

/** What is in the way, and what to do about it: a sentence or two each. */
export interface LoginObstacle {
  readonly problem: string
  readonly remedy: string
}

/** The deployment, with the portals at which players log in by redirect. */
interface Ways extends Deployment {
  readonly byRedirect: OauthPortals
}

/**
 * Whether a new player can log in through the client: by redirect, or by any grant but `refresh`, which needs a login
 * before it.
 */
const logsPlayersIn = (deployment: Ways, client: Client): boolean => {
  if (client.kind !== "game" || client.disabled) return false
  const byGrant = GRANT_TYPES.some(
    (grantType) =>
      grantType !== "refresh" &&
      grants[grantType].kind === "user" &&
      grantCode(deployment, client, grantType, grants[grantType]) === undefined,
  )
  const byRedirect = OAUTH_PORTALS.some((name) => {
    const { grant } = oauthPortals[name]
    return deployment.byRedirect[name] !== undefined && isEnabled(grant, deployment) && allowsGrant(client, grant)
  })
  return byGrant || byRedirect
}

const withoutDefault = (
  deployment: Ways,
  clients: ReadonlyArray<Client>,
  create: string,
): LoginObstacle | undefined => {
  const able = clients.filter((client) => logsPlayersIn(deployment, client))
  const isPublic = able.find((client) => client.public)
  if (isPublic !== undefined) {
    return {
      problem: "Players can log in only with the credentials of a game client: defaultClientId is not set.",
      remedy: `Start with --set defaultClientId=${isPublic.clientId} (GARRISON_DEFAULT_CLIENT_ID) to serve logins without credentials.`,
    }
  }
  // Game clients with a secret alone: a server of the game's owner logs the players in.
  if (able.length > 0) return undefined
  return {
    problem: "No player can log in: there is no game client that may log players in.",
    remedy: `Create one with ${create}, then start with --set defaultClientId=my-game.`,
  }
}

/** What keeps the default client from serving logins, behind "the client ID, which defaultClientId names, ". */
const flawOf = (deployment: Ways, client: Client): string | undefined => {
  if (client.kind !== "game") return "is a machine client, and logs no player in"
  if (client.disabled) return "is disabled"
  if (!client.public) return "has a secret, so that it serves no login without it"
  return logsPlayersIn(deployment, client)
    ? undefined
    : `may use no grant that is enabled (${client.grants.join(", ")})`
}

/**
 * What keeps players from logging in without client credentials; undefined when they can, or when the settings switch
 * their logins off. `client` is the default client, `clients` are those of the database. `storageFlag` makes a command
 * find that database.
 */
export const loginObstacle = (
  deployment: Ways & { readonly settings: DomainSettings },
  client: Client | undefined,
  clients: ReadonlyArray<Client>,
  storageFlag: string,
): LoginObstacle | undefined => {
  const { defaultClientId, grantsEnabled, userAuthEnabled } = deployment.settings
  const create = `garrison client create my-game --kind game --public${storageFlag}`
  if (!userAuthEnabled) return undefined
  if (defaultClientId === undefined) return withoutDefault(deployment, clients, create)
  const named = `Players cannot log in without client credentials: the client ${defaultClientId}, which defaultClientId names,`
  if (client === undefined) {
    const names = clients.filter(({ kind }) => kind === "game").map(({ clientId }) => clientId)
    const meant = nearest(defaultClientId, names)
    return {
      problem: `${named} does not exist.${meant === undefined ? "" : ` Did you mean ${meant}?`}`,
      remedy: `Create it with ${create.replace("my-game", defaultClientId)}, or name another client.`,
    }
  }
  const flaw = flawOf(deployment, client)
  if (flaw === undefined) return undefined
  const isOfGrants = client.kind === "game" && client.public && !client.disabled
  return {
    problem: `${named} ${flaw}.`,
    remedy: isOfGrants
      ? `Enable a grant of the client with --set grantsEnabled=…, which is ${grantsEnabled.join(",")}, or name another client.`
      : `Create a public game client with ${create}, and start with --set defaultClientId=my-game.`,
  }
}
