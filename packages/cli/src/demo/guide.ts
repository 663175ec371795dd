/** What a server with the demo world prints: its address, the clients and players, and three lines to paste. */
import { DEMO_GAME, DEMO_PLAYERS, DEMO_SERVER } from "./names.ts"

/** A kill that the demo's game server reports. */
export interface DemoKill {
  readonly monster: string
  readonly lootId: number
}

/** What the guide is about. */
export interface DemoFacts {
  readonly url: string
  /** `player_uuid` of the first demo player. */
  readonly playerUuid: string
  readonly kill: DemoKill | undefined
  /** The machine client's secret, right after it was made; it cannot be shown again. */
  readonly machineSecret: string | undefined
  /** How this very command is started, for a shell. */
  readonly command: string
  /** The storage in use, as a word of a shell. */
  readonly storage: string
  /** Whether other machines can reach the server. */
  readonly isPublic: boolean
  /** The page of the sandbox; undefined: there is no sandbox. */
  readonly sandboxUrl: string | undefined
  /** Users of the grant basic, when the demo made some: `USERNAME:PASSWORD`. */
  readonly basicUsers: ReadonlyArray<string>
}

/** A text as one word of a POSIX shell. */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`

const JSON_HEADER = `-H 'content-type: application/json'`
/** Takes the access token out of a login result with what every machine has. */
const TOKEN_OF = `sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/'`

const curl = (url: string, path: string): string => `curl -s ${shellWord(`${url}${path}`)}`

const loginLine = (url: string): string =>
  `${curl(url, "/users/v1/login")} ${JSON_HEADER} -d '{"grant_type":"anon","portal_access_token":"${DEMO_PLAYERS[0].token}"}'`

const notificationLine = (url: string): string =>
  `${curl(url, "/notification/v1/playerid/me/notification")} -H "authorization: Bearer $(${loginLine(url)} | ${TOKEN_OF})"`

const machineToken = ({ url, machineSecret, command, storage }: DemoFacts): string =>
  machineSecret === undefined
    ? `${command} token --client ${DEMO_SERVER} --storage ${storage} 2>/dev/null`
    : `${curl(url, "/users/v1/login")} -u ${DEMO_SERVER}:${machineSecret} ${JSON_HEADER} -d '{"grant_type":"client_credentials"}' | ${TOKEN_OF}`

const killLine = (facts: DemoFacts, kill: DemoKill): string =>
  `${curl(facts.url, `/inventory/v1/player/uuid/${facts.playerUuid}/order`)} ${JSON_HEADER} -H "authorization: Bearer $(${machineToken(facts)})"` +
  ` -d '{"source":"REWARDS","entries":[{"type":"fill_loot","loot_id":${kill.lootId},"quantity":1}]}'`

/** The three lines: log in, read notifications, and have the game server report a kill. */
const curlLines = (facts: DemoFacts): ReadonlyArray<string> => [
  loginLine(facts.url),
  notificationLine(facts.url),
  ...(facts.kill === undefined ? [] : [killLine(facts, facts.kill)]),
]

const secretLines = ({ machineSecret, command, storage }: DemoFacts): ReadonlyArray<string> =>
  machineSecret === undefined
    ? [
        `  secret           shown on the first start only; for a new one:`,
        `    ${command} client rotate ${DEMO_SERVER} --storage ${storage}`,
      ]
    : [`  secret           ${machineSecret}`, "                   (shown this once)"]

const PUBLIC_WARNING =
  "Other machines can reach this server, and the demo's players are known to everyone: use it for trials only."

/** The guide, for stderr. */
export const demoGuide = (facts: DemoFacts): string => {
  const [login = "", notifications = "", kill] = curlLines(facts)
  return [
    "",
    `The demo world is served at ${facts.url}`,
    `Documentation: ${facts.url}/docs`,
    ...(facts.sandboxUrl === undefined ? [] : [`Logins by third-party portals, to paste: ${facts.sandboxUrl}`]),
    "",
    `  game client      ${DEMO_GAME}   (public: logins need no client credentials)`,
    `  machine client   ${DEMO_SERVER}`,
    ...secretLines(facts),
    ...DEMO_PLAYERS.map(({ name, token }) => `  player           ${name.padEnd(7)}grant anon, token ${token}`),
    ...facts.basicUsers.map((user) => `  user             grant basic, ${user}`),
    ...(facts.isPublic ? ["", PUBLIC_WARNING] : []),
    "",
    facts.storage.startsWith('"$')
      ? "Paste these into another terminal, with GARRISON_STORAGE set as here."
      : "Paste these into another terminal.",
    "",
    "Log in:",
    login,
    "",
    "Read the player's notifications:",
    notifications,
    ...(kill === undefined || facts.kill === undefined
      ? []
      : ["", `Let the game server report a kill (${facts.kill.monster}) and roll its drops:`, kill]),
    "",
  ].join("\n")
}
