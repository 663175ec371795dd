/** What is said of a server at which players cannot log in without client credentials. */
import { assert, describe, it } from "@effect/vitest"
import type { Client } from "@garrison/core/client/schema"
import { ClientUuid } from "@garrison/core/kernel/Identifier"
import type { OauthPortals } from "@garrison/core/login/portal/OauthGateway"
import { type DomainSettings, defaultSettings } from "@garrison/core/settings"
import { plainPortals } from "../../support/oauth.ts"
import { loginObstacle } from "../../../packages/cli/src/action/loginObstacle.ts"

const client = (clientId: string, change: Partial<Client> = {}): Client => ({
  clientUuid: ClientUuid.make("019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f"),
  clientId,
  kind: "game",
  description: undefined,
  orgId: undefined,
  permissions: [],
  grants: ["*"],
  public: true,
  disabled: false,
  created: 0,
  generation: 0,
  revision: 0,
  redirectUris: [],
  pkceExempt: false,
  ...change,
})

const said = (settings: Partial<DomainSettings>, ...clients: ReadonlyArray<Client>): string | undefined =>
  saidWith({}, settings, ...clients)

const saidWith = (
  byRedirect: OauthPortals,
  settings: Partial<DomainSettings>,
  ...clients: ReadonlyArray<Client>
): string | undefined => {
  const { defaultClientId } = settings
  const named = clients.find(({ clientId }) => clientId === defaultClientId)
  const deployment = { settings: { ...defaultSettings, ...settings }, portals: {}, byRedirect }
  const obstacle = loginObstacle(deployment, named, clients, " --storage sqlite:x.db")
  return obstacle && `${obstacle.problem} ${obstacle.remedy}`
}

const game = { defaultClientId: "game" }

describe("the default client", () => {
  it("that serves logins is no reason to warn", () => {
    assert.isUndefined(said(game, client("game")))
    assert.isUndefined(said(game, client("game", { grants: ["anon", "refresh"] })))
  })

  it.each<readonly [string, Partial<Client> | undefined, string]>([
    ["is not there", undefined, "garrison client create game --kind game --public --storage sqlite:x.db"],
    ["is a machine client", { kind: "machine" }, "garrison client create my-game --kind game --public"],
    ["is disabled", { disabled: true }, "garrison client create my-game --kind game --public"],
    ["has a secret", { public: false }, "garrison client create my-game --kind game --public"],
    ["may only refresh", { grants: ["refresh"] }, "--set grantsEnabled="],
    ["may use a grant that is off", { grants: ["basic"] }, "--set grantsEnabled="],
    ["may use a grant that nothing implements", { grants: ["golf"] }, "--set grantsEnabled="],
  ])("that %s is warned about, with what mends it", (_, change, remedy) => {
    const text = said(game, ...(change === undefined ? [] : [client("game", change)]))
    assert.match(text ?? "", /^Players cannot log in without client credentials: the client game, /)
    assert.include(text, remedy)
  })

  it("that logs players in by redirect alone is no reason to warn, while the portal is switched on", () => {
    const hotel = plainPortals("hotel")
    const on = { ...game, grantsEnabled: ["refresh", "hotel"] } as const
    assert.isUndefined(saidWith(hotel, on, client("game")))
    assert.isDefined(saidWith(hotel, on, client("game", { grants: ["golf"] })))
    assert.isDefined(saidWith(hotel, { ...on, grantsEnabled: ["refresh"] }, client("game")))
    assert.isDefined(saidWith({}, on, client("game")))
  })

  it("that is misspelt is guessed", () => {
    assert.include(
      said({ defaultClientId: "gaem" }, client("game"), client("server", { kind: "machine" })),
      "mean game?",
    )
  })

  it("that is not set matters where a public game client waits, or none can log players in", () => {
    assert.include(said({}, client("game")), "--set defaultClientId=game")
    assert.include(said({}), "garrison client create my-game --kind game --public --storage sqlite:x.db")
    assert.include(said({}, client("server", { kind: "machine" })), "there is no game client")
    // The owner's own server logs players in, with its secret.
    assert.isUndefined(said({}, client("backend", { public: false })))
  })

  it("does not matter where the settings keep players out", () => {
    assert.isUndefined(said({ userAuthEnabled: false }))
  })
})
