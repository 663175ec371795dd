/** Every configured portal, as one layer: the port that logins ask (decisions, section 4). */
import { PortalGateway, type Portals } from "@garrison/core/login/portal/PortalGateway"
import { checkValues, type SettingsRefused } from "@garrison/core/settings"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import type { HttpClient } from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import { makeAlpha } from "./portal/alpha.ts"
import { makeBravo } from "./portal/bravo.ts"
import { makeCharlie } from "./portal/charlie.ts"
import { makeDeltalive } from "./portal/deltalive.ts"
import { makeEcho } from "./portal/echo.ts"
import { makeFoxtrot } from "./portal/foxtrot.ts"
import { makeGolf } from "./portal/golf.ts"
import { makeJuliet } from "./portal/juliet.ts"
import { type PortalSettings, portalSettings } from "./settings.ts"

/** The portals of these settings, asked over the `HttpClient` in context. */
export const portalsOver = (settings: Partial<PortalSettings>): Layer.Layer<never, SettingsRefused, HttpClient> =>
  Layer.effect(
    PortalGateway,
    Effect.gen(function* () {
      const { alpha, bravo, charlie, deltalive, echo, foxtrot, golf, juliet } = yield* Effect.fromResult(
        checkValues(portalSettings, settings),
      )
      const portals: Portals = {
        ...(alpha && { alpha: yield* makeAlpha(alpha) }),
        ...(bravo && { bravo: yield* makeBravo(bravo) }),
        ...(charlie && { charlie: yield* makeCharlie(charlie) }),
        ...(deltalive && { deltalive: yield* makeDeltalive(deltalive) }),
        ...(echo && (yield* makeEcho(echo))),
        ...(foxtrot && (yield* makeFoxtrot(foxtrot))),
        ...(golf && { golf: yield* makeGolf(golf) }),
        ...(juliet && { juliet: yield* makeJuliet(juliet) }),
      }
      return portals
    }),
  )

/**
 * The portals of these settings, asked over the host's `fetch`: the third argument of `open`. Fails with
 * `SettingsRefused` when they cannot be used.
 */
export const portals = (settings: Partial<PortalSettings>): Layer.Layer<never, SettingsRefused> =>
  Layer.provide(portalsOver(settings), FetchHttpClient.layer)
