/**
 * The public surface of this package. Hosts without Effect need `open` alone; hosts with Effect provide
 * `Garrison.layer` and use the services. Every module can also be imported by its path, as
 * `@garrison/core/order/Orders`. Authors of another storage import the storage interfaces in that way.
 */
import "./requireNode.ts"
export { open, type OpenOptions } from "./open.ts"
export type { ActorMethods, EmbeddedGarrison, PublishCatalogOptions } from "./EmbeddedGarrison.ts"
export type { HostAct, HostActor, LoginOptions, ReasonedAct } from "./hostAct.ts"
export { GarrisonError, type GarrisonErrorCode, type GarrisonErrorDetails } from "./GarrisonError.ts"
export * as Garrison from "./Garrison.ts"

// The act, a parameter of every operation that changes more than a player's own play.
export { type Act, type Actor, localActor } from "./operation/Act.ts"
export type { ActRefused } from "./audit/Audit.ts"

export type { AgreementDocument } from "./agreement/settings.ts"
export { EnvironmentsRefused, KeySecretRefused } from "./environment/errors.ts"
export {
  defaultSettings,
  type DomainSettings,
  domainSettings,
  type GivenSettings,
  settingsLayer,
  SettingsRefused,
} from "./settings.ts"

// Catalogs in code, and orders that name loot and items.
export {
  defineCatalog,
  type DocumentInCode,
  type DocumentNames,
  type NamesBesideIds,
  type NamesOf,
} from "./defineCatalog.ts"
export type { NamedOrder, NamedOrderEntry, NamedOrderForPlayer, NamedPrice, NamedPriceCurrency } from "./hostOrders.ts"
export type { CatalogReference } from "./catalog/idOfReference.ts"

// The inputs and answers of the methods of `open`: the JSON of the interface.
export type { MachineLoginAnswer, MachineLoginInput, StepsWithin, SubmittedOrder } from "./hostAnswers.ts"
export type * from "./hostTypes.ts"

// The closed lists in that JSON.
export type { InventoryBucket } from "./catalog/schema.ts"
export type { InventoryRecordType } from "./inventory/schema.ts"
export type { Platform } from "./kernel/Platform.ts"
export type { GrantType } from "./kernel/GrantType.ts"
export type { EntryDetailType, EntryResult, EntryType, OrderSource, Sort } from "./order/enumerations.ts"
export type { PresenceStatus } from "./presence/schema.ts"

// The services.
export { Catalogs, type Published, type PublishOptions } from "./catalog/Catalogs.ts"
export { Clients } from "./client/Clients.ts"
export { Idempotency, type IdempotentCall } from "./idempotency/Idempotency.ts"
export { Inventories } from "./inventory/Inventories.ts"
export { Links } from "./linking/Links.ts"
export { LootOdds } from "./odds/LootOdds.ts"
export { Logins } from "./login/Logins.ts"
export { Passwords } from "./login/password/Passwords.ts"
export { Notifications } from "./notification/Notifications.ts"
export { Oauth } from "./oauth/Oauth.ts"
export { Orders } from "./order/Orders.ts"
export { Players } from "./player/Players.ts"
export { Presences } from "./presence/Presences.ts"
export { Restrictions } from "./restriction/Restrictions.ts"
export { AccessTokens } from "./token/AccessTokens.ts"
export { Sessions } from "./token/Sessions.ts"
export { SigningKeys } from "./token/SigningKeys.ts"

// Their inputs and answers.
export type { CatalogDocument } from "./catalog/document.ts"
export type { CheckReport, Finding } from "./catalog/rules/findings.ts"
export type { CatalogVersion } from "./catalog/schema.ts"
export type { Client, NewClient } from "./client/schema.ts"
export { InventoryPage, type InventoryPageRequest, OwnedRecord } from "./inventory/schema.ts"
export { ClientUuid, PersonId, PlayerUuid, SessionId } from "./kernel/Identifier.ts"
export { LoginRequest, LoginResult } from "./login/schema.ts"
export { Notification, NotificationInput, NotificationPage } from "./notification/schema.ts"
export { TokenExchangeRequest, TokenExchangeResponse } from "./oauth/schema.ts"
export type { OrderPageRequest } from "./order/schema.ts"
export { OrderRequest, PlayerOrder, PlayerOrderPage } from "./order/schema.ts"
export type { PermissionName } from "./permission/names.ts"
export type { PlayerProfile } from "./player/schema.ts"
export type { PresenceViewer } from "./presence/rules.ts"
export { PresencePatch, PresenceRecord } from "./presence/schema.ts"
export type { RestrictionWanted } from "./restriction/Restrictions.ts"
export type { RestrictionRecord, RestrictionType } from "./restriction/schema.ts"
export { type Caller, hostCaller } from "./kernel/Caller.ts"

// Their errors: each has a `code`, a sentence as its `message`, and `details`.
export { describeErrorCode, type ErrorCode, isRefusal } from "./errorCodes.ts"
export type { Refusal } from "./kernel/Refusal.ts"
export { CatalogConflict, CatalogNotFound, CatalogNotPrepared, CatalogRefused } from "./catalog/errors.ts"
export { ClientConflict, ClientNotFound, ClientRefused } from "./client/errors.ts"
export { IdempotencyConflict } from "./idempotency/errors.ts"
export { InvalidInput } from "./kernel/input/Invalid.ts"
export { StorageUnavailable } from "./kernel/work/Transaction.ts"
export { LinkRefused, PortalUserNotFound, PortalUserTaken } from "./linking/errors.ts"
export { AccountRefused, AgreementsRequired, LoginBusy, LoginRefused, LoginRestricted } from "./login/errors.ts"
export { MergeNotFound, MergeRefused } from "./merging/errors.ts"
export { NotificationBusy, NotificationRefused } from "./notification/errors.ts"
export { OrderNotFound, OrderRefused } from "./order/errors.ts"
export { PermissionDenied } from "./permission/errors.ts"
export { PlayerNotFound } from "./player/errors.ts"
export { RestrictionNotFound } from "./restriction/errors.ts"
export { TokenRefused } from "./token/errors.ts"
