/** The clients and players of the demo world. These names are public; its one secret is random per database. */

/** `client_id` of the public game client that serves logins without client credentials. */
export const DEMO_GAME = "demo-game"

/** `client_id` of the machine client that may do anything: the demo's game server. */
export const DEMO_SERVER = "demo-server"

/** A demo player. */
export interface DemoPlayerName {
  readonly name: string
  /** `portal_access_token` of the grant anon. */
  readonly token: string
}

/** The demo players; the first one is the guide's. */
export const DEMO_PLAYERS: readonly [DemoPlayerName, ...ReadonlyArray<DemoPlayerName>] = [
  { name: "Ada", token: "demo-player-ada-01" },
  { name: "Brian", token: "demo-player-brian-02" },
  { name: "Grace", token: "demo-player-grace-03" },
]
