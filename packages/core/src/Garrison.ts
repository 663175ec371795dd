/**
 * All services of the core as one layer. It needs the storage interfaces, units of work and cryptography, which
 * `@garrison/sql` has as one layer.
 */
import * as Layer from "effect/Layer"
import type { UpkeepStore } from "./attention/UpkeepStore.ts"
import { Audit } from "./audit/Audit.ts"
import { Catalogs } from "./catalog/Catalogs.ts"
import * as catalogHousekeeping from "./catalog/housekeeping.ts"
import { Clients } from "./client/Clients.ts"
import { AtRest } from "./environment/AtRest.ts"
import { Environment } from "./environment/Environment.ts"
import * as sealAccessRows from "./environment/sealAccessRows.ts"
import * as sealing from "./environment/sealing.ts"
import { Idempotency } from "./idempotency/Idempotency.ts"
import * as idempotencyHousekeeping from "./idempotency/housekeeping.ts"
import type { HappeningStore } from "./happening/HappeningStore.ts"
import { Inventories } from "./inventory/Inventories.ts"
import { Cursors } from "./kernel/wire/Cursors.ts"
import * as SharedClock from "./kernel/time/SharedClock.ts"
import type { StorageProbe } from "./kernel/work/StorageProbe.ts"
import { Links } from "./linking/Links.ts"
import { DeviceIdentities } from "./login/grant/DeviceIdentities.ts"
import { FailedAttempts } from "./login/throttle/FailedAttempts.ts"
import * as earlierUsers from "./login/storing/earlierUsers.ts"
import * as anonymousPruning from "./login/storing/anonymousPruning.ts"
import * as housekeeping from "./login/storing/housekeeping.ts"
import { KnownAddresses } from "./login/throttle/KnownAddresses.ts"
import { Logins } from "./login/Logins.ts"
import { NewIdentities } from "./login/throttle/NewIdentities.ts"
import { Passwords } from "./login/password/Passwords.ts"
import { Merges } from "./merging/Merges.ts"
import { Broadcasts } from "./notification/Broadcasts.ts"
import { Listeners } from "./notification/Listeners.ts"
import * as notificationHousekeeping from "./notification/housekeeping.ts"
import { NotificationDelivery } from "./notification/NotificationDelivery.ts"
import { Notifications } from "./notification/Notifications.ts"
import * as oauthHousekeeping from "./oauth/housekeeping.ts"
import { Oauth } from "./oauth/Oauth.ts"
import { LootOdds } from "./odds/LootOdds.ts"
import { Ledger } from "./order/Ledger.ts"
import { Orders } from "./order/Orders.ts"
import { Refunds } from "./order/Refunds.ts"
import { UnsealedOrders } from "./order/UnsealedOrders.ts"
import { Replay } from "./order/replay.ts"
import { WrongCodes } from "./order/WrongCodes.ts"
import { PlayerChanges } from "./overview/PlayerChanges.ts"
import * as earlierNames from "./player/earlierNames.ts"
import { LocatedOrders } from "./order/LocatedOrders.ts"
import * as earlierOrders from "./order/earlierOrders.ts"
import { Players } from "./player/Players.ts"
import { Presences } from "./presence/Presences.ts"
import { KeptRestrictions } from "./restriction/KeptRestrictions.ts"
import { Restrictions } from "./restriction/Restrictions.ts"
import { AccessTokens } from "./token/AccessTokens.ts"
import { Sessions } from "./token/Sessions.ts"
import { SigningKeys } from "./token/SigningKeys.ts"
import { VerifiedTokens } from "./token/VerifiedTokens.ts"

/** The identity of the deployment, its cursor key, the encryption of stored secrets, and the seals of rows. */
const environment = Environment.layerCursorKey.pipe(
  Layer.provideMerge(Environment.layer),
  // Before anything writes such a row.
  Layer.provideMerge(sealAccessRows.layer),
  Layer.provideMerge(Audit.layer),
  Layer.provideMerge(sealing.layer),
  Layer.provideMerge(AtRest.layer),
)

/** Services that others share: cursors, tokens, sessions, clients, the catalog. */
const shared = Layer.mergeAll(
  Cursors.layer,
  Layer.provideMerge(AccessTokens.layer, SigningKeys.layer),
  Sessions.layer,
  Clients.layer,
  Passwords.layer,
  DeviceIdentities.layer,
  FailedAttempts.layer,
  KnownAddresses.layer,
  NewIdentities.layer,
  WrongCodes.layer,
  KeptRestrictions.layer,
  Listeners.layer,
  Layer.provideMerge(catalogHousekeeping.layer, Catalogs.layer),
).pipe(Layer.provideMerge(Layer.merge(environment, VerifiedTokens.layer)))

const notifications = Layer.mergeAll(notificationHousekeeping.layer, NotificationDelivery.layer).pipe(
  Layer.provideMerge(Notifications.layer),
  Layer.provideMerge(Broadcasts.layer),
)

/**
 * Every service of the core, with the settings in context (the defaults if none are given). Opening the layer creates
 * the environment and the first signing key in a new database. It fails with `KeySecretRefused` when the stored keys
 * cannot be read, and with `EnvironmentsRefused` when stored users do not fit the environments of their portal. While
 * the layer is open, it rotates keys, loads newly published catalogs and prunes expired rows. On Postgres whatever runs
 * on the layer has the time of the database as its `Clock`.
 */
export const layer = Layer.mergeAll(
  Layer.merge(Links.layer, Merges.layer).pipe(Layer.provideMerge(Layer.merge(Logins.layer, notifications))),
  Layer.provideMerge(oauthHousekeeping.layer, Oauth.layer),
  Players.layer,
  Restrictions.layer,
  PlayerChanges.layer.pipe(Layer.provideMerge(Presences.layer)),
  Layer.provideMerge(LootOdds.layer, Orders.layer),
  Layer.provideMerge(UnsealedOrders.layer, Ledger.layer),
  Refunds.layer,
  LocatedOrders.layer,
  Replay.layer,
  Inventories.layer,
  Layer.provideMerge(idempotencyHousekeeping.layer, Idempotency.layer),
  housekeeping.layer,
  anonymousPruning.layer,
  earlierUsers.layer,
  earlierNames.layer,
  earlierOrders.layer,
).pipe(Layer.provideMerge(shared), Layer.provideMerge(SharedClock.layer))

/** The services that {@link layer} provides. */
export type GarrisonServices = Layer.Success<typeof layer>

/** The services that {@link layer} needs, and those of storage that single operations ask. */
export type GarrisonRequirements = Layer.Services<typeof layer> | HappeningStore | StorageProbe | UpkeepStore
