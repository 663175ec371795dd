/**
 * What strangers import. Hosts without Effect need `open` alone; hosts with Effect provide `Garrison.layer` and use the
 * services. Every module can also be imported by its path, as `@garrison/core/order/Orders`.
 */
export { type EmbeddedGarrison, GarrisonError, open } from "./open.ts"
export * as Garrison from "./Garrison.ts"
export { type DomainSettings, defaultSettings, Settings } from "./environment/Settings.ts"
export { describeErrorCode, type ErrorCode } from "./errorCodes.ts"
export { Catalogs } from "./catalog/Catalogs.ts"
export { Clients } from "./client/Clients.ts"
export { Logins } from "./login/Logins.ts"
export { Notifications } from "./notification/Notifications.ts"
export { Orders } from "./order/Orders.ts"
export { Players } from "./player/Players.ts"
export { Presences } from "./presence/Presences.ts"
export { AccessTokens } from "./token/AccessTokens.ts"
