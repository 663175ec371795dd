/**
 * Garrison for hosts that do not use Effect: plain values in, promises out. Requests and answers are the JSON of the
 * interface, the same as of the HTTP server.
 */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Result from "effect/Result"
import { systemAct } from "./operation/Act.ts"
import { Clients } from "./client/Clients.ts"
import {
  type ActorMethods,
  type Calls,
  type EmbeddedGarrison,
  methodsFor,
  notificationFeed,
  parsed,
} from "./EmbeddedGarrison.ts"
import type { DocumentNames } from "./defineCatalog.ts"
import { FeedIterator } from "./FeedIterator.ts"
import * as Garrison from "./Garrison.ts"
import { closed, errorOf, openingErrorOf } from "./GarrisonError.ts"
import { actorFor, EMBEDDED_CLIENT_ID, theHost } from "./hostAct.ts"
import { BackgroundWorks, Works } from "./kernel/work/BackgroundWorks.ts"
import type { NotificationAnswer } from "./hostTypes.ts"
import { lender, type Lending } from "./lending.ts"
import { warnOfSwitchedOff } from "./login/portal/switchedOff.ts"
import { argumentMistake } from "./openArguments.ts"
import { NotificationDelivery } from "./notification/NotificationDelivery.ts"
import {
  checkSettings,
  defaultSettings,
  type GivenSettings,
  settingsInForce,
  type SettingsRefused,
} from "./settings.ts"

/** The client of logins without client credentials, unless the settings name another. */
const ensureEmbeddedClient = Clients.use((clients) => {
  const wanted = { clientId: EMBEDDED_CLIENT_ID, kind: "game", permissions: [], public: true } as const
  const made = Effect.catchTag(clients.create(wanted, systemAct), "ClientConflict", () => Effect.void)
  return Effect.catchTag(clients.find(EMBEDDED_CLIENT_ID), "ClientNotFound", () => made)
})

/**
 * Opens Garrison on `storage` (a layer of `@garrison/sql`: `sqlite(file)` or `postgres(url)`) with the given settings
 * over the defaults. `portals` is a layer of `@garrison/portals`; without it no third-party portal logs players in. A
 * portal that `grantsEnabled` does not name is switched off, and a warning on stderr says so.
 * Rejects with `invalid_input` when an argument is of another kind, with the line to write instead. Rejects with
 * `invalid_settings` when settings cannot be used, also when the keys in the database were encrypted with another
 * `keySecret`. Rejects with `service_unavailable` when the database cannot be reached or opened, and with the storage's
 * own error when the opened database is not usable. After a rejection nothing is left running.
 */
export const open = async <E>(
  storage: Layer.Layer<Garrison.GarrisonRequirements, E>,
  options: OpenOptions = {},
  portals: Layer.Layer<never, SettingsRefused> = Layer.empty,
): Promise<EmbeddedGarrison> => {
  const mistake = argumentMistake(storage, options, portals)
  if (mistake !== undefined) throw mistake
  const { background = true, ...settings } = options
  const works = new Works(background, Clock.Clock.defaultValue())
  const inForce = checkSettings(settings, { ...defaultSettings, defaultClientId: EMBEDDED_CLIENT_ID })
  if (Result.isFailure(inForce)) throw errorOf(inForce.failure)
  const runtime = ManagedRuntime.make(
    Layer.merge(Garrison.layer, Layer.effectDiscard(warnOfSwitchedOff)).pipe(
      Layer.provide(portals),
      Layer.provideMerge(storage),
      Layer.provideMerge(settingsInForce(inForce.success)),
      Layer.provideMerge(Layer.succeed(BackgroundWorks, works)),
    ),
  )
  const opened = await runtime.runPromiseExit(Effect.andThen(ensureEmbeddedClient, runtime.contextEffect))
  if (Exit.isFailure(opened)) {
    await runtime.dispose()
    throw openingErrorOf(Cause.squash(opened.cause))
  }
  const run: Run = async (effect) => {
    const exit = await runtime.runPromiseExit(Effect.andThen(works.beforeRequest, effect))
    if (Exit.isSuccess(exit)) return exit.value
    throw errorOf(Cause.squash(exit.cause))
  }
  return methodsOver(run, opened.value, works.upkeep, () => runtime.dispose())
}

/** Options of `open`: settings of the rules (docs/settings.md), with the same defaults. */
export interface OpenOptions extends GivenSettings {
  /**
   * False: nothing goes on between calls and requests, for hosts that are started per request (docs/mounting.md).
   * A call that comes when keys, the catalog or the time are due to be read again waits for that. What has expired is
   * out of sight, and is deleted by `upkeep`, or by a server on the same database. Default true.
   */
  readonly background?: boolean | undefined
}

type Run = <A, F>(effect: Effect.Effect<A, F, Garrison.GarrisonServices | Garrison.GarrisonRequirements>) => Promise<A>

/**
 * The methods as promises. No call begins after `close`, and all calls end before the database closes; so does what
 * faces run on the services that are lent to them.
 */
const methodsOver = (
  run: Run,
  services: Lending["services"],
  upkeep: Effect.Effect<void>,
  dispose: () => Promise<void>,
): EmbeddedGarrison => {
  const underWay = new Set<Promise<unknown>>()
  const joined = new Set<() => Promise<void>>()
  let closing: Promise<void> | undefined

  const call: Run = async (effect) => {
    if (closing !== undefined) throw closed()
    const answer = run(effect)
    underWay.add(answer)
    try {
      return await answer
    } finally {
      underWay.delete(answer)
    }
  }

  const join: Lending["join"] = (leave) => {
    if (closing !== undefined) throw closed()
    // A face that throws at once must not keep the others, and the database, open.
    const member = async () => leave()
    joined.add(member)
    return () => void joined.delete(member)
  }

  const end = async (): Promise<void> => {
    // What waits would wait for long.
    await run(NotificationDelivery.use(({ endAll }) => endAll))
    await Promise.allSettled([...Array.from(joined, (leave) => leave()), ...underWay])
    await dispose()
  }
  const close = () => (closing ??= Promise.resolve().then(end))

  const methodsOf = <Names extends DocumentNames, Beside>(calls: Calls): ActorMethods<Names, Beside> => {
    const promised = Object.entries(methodsFor(calls)).map(
      ([name, method]) => [name, (...given: ReadonlyArray<never>) => call(method(...given))] as const,
    )
    return {
      ...(Object.fromEntries(promised) as Omit<ActorMethods<Names, Beside>, "notificationStream" | "with">),
      notificationStream: (playerUuid, query) =>
        new FeedIterator<NotificationAnswer>(
          () => call(notificationFeed(calls.actor, playerUuid, query)),
          ({ wire }) => Effect.runPromise(parsed<NotificationAnswer>(wire)),
        ),
      // The document is a type alone.
      with: () => methodsOf({ ...calls, isNamed: true }),
    }
  }
  const as: EmbeddedGarrison["as"] = (given) => {
    const actor = Effect.runSync(Effect.result(actorFor(given)))
    if (Result.isFailure(actor)) throw errorOf(actor.failure)
    return methodsOf({ actor: actor.success, isNamed: false })
  }

  return {
    ...methodsOf({ actor: theHost, isNamed: false }),
    as,
    upkeep: () => call(upkeep),
    ...lender({ services, join }),
    close,
    [Symbol.asyncDispose]: close,
  }
}
