/** Every configured portal, as one layer: the ports that logins ask (decisions, sections 4 and 5). */
import { OauthGateway, type OauthPortals } from "@garrison/core/login/portal/OauthGateway"
import { PortalEnvironments } from "@garrison/core/kernel/PortalEnvironments"
import { PortalGateway, type Portals } from "@garrison/core/login/portal/PortalGateway"
import { checkValues, type SettingsRefused } from "@garrison/core/settings"
import * as Context from "effect/Context"
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
import { makeHotel } from "./portal/hotel.ts"
import { makeIndia } from "./portal/india.ts"
import { makeJuliet } from "./portal/juliet.ts"
import { type GivenPortals, portalSettings } from "./settings.ts"

/**
 * The portals of these settings, asked over the `HttpClient` in context. On Node, `NodeHttpClient.layerUndici` of
 * `@effect/platform-node` takes less than half of the processor time of `fetch`. Fails with `SettingsRefused` when the
 * settings cannot be used.
 */
export const portalsOver = (settings: GivenPortals): Layer.Layer<never, SettingsRefused, HttpClient> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const { alpha, bravo, charlie, deltalive, echo, foxtrot, golf, hotel, india, juliet } = yield* Effect.fromResult(
        checkValues(portalSettings, settings),
      )
      const atAlpha = alpha && (yield* makeAlpha(alpha))
      const atBravo = bravo && (yield* makeBravo(bravo))
      const atCharlie = charlie && (yield* makeCharlie(charlie))
      const atDeltalive = deltalive && (yield* makeDeltalive(deltalive))
      const atEcho = echo && (yield* makeEcho(echo))
      const atFoxtrot = foxtrot && (yield* makeFoxtrot(foxtrot))
      const atGolf = golf && (yield* makeGolf(golf))
      const atHotel = hotel && (yield* makeHotel(hotel))
      const atIndia = india && (yield* makeIndia(india))
      const atJuliet = juliet && (yield* makeJuliet(juliet))
      const portals: Portals = {
        ...(atAlpha && { alpha: atAlpha.portal }),
        ...(atBravo && { bravo: atBravo.portal }),
        ...(atCharlie && { charlie: atCharlie.portal }),
        ...(atDeltalive && { deltalive: atDeltalive.portal }),
        ...atEcho?.portals,
        ...atFoxtrot?.portals,
        ...(atGolf && { golf: atGolf.portal }),
        ...(atJuliet && { juliet: atJuliet }),
      }
      const oauthPortals: OauthPortals = {
        ...(atAlpha?.oauth && { alpha: atAlpha.oauth }),
        ...(atBravo?.oauth && { bravo: atBravo.oauth }),
        ...(atCharlie?.oauth && { charlie: atCharlie.oauth }),
        ...(atDeltalive?.oauth && { delta: atDeltalive.oauth }),
        ...(atEcho?.oauth && { echo: atEcho.oauth }),
        ...(atFoxtrot && { foxtrot: atFoxtrot.oauth }),
        ...(atGolf?.oauth && { golf: atGolf.oauth }),
        ...(atHotel && { hotel: atHotel }),
        ...(atIndia && { india: atIndia }),
      }
      return Context.make(PortalGateway, portals).pipe(
        Context.add(OauthGateway, oauthPortals),
        Context.add(PortalEnvironments, atFoxtrot?.environments),
      )
    }),
  )

/**
 * The portals of these settings, asked over the host's `fetch`: the third argument of `open`. Fails with
 * `SettingsRefused` when they cannot be used.
 */
export const portals = (settings: GivenPortals): Layer.Layer<never, SettingsRefused> =>
  Layer.provide(portalsOver(settings), FetchHttpClient.layer)
