/**
 * The typed client, for game servers, browser games and tools: promises, with no more than the `fetch` of the engine.
 * Its table of routes and its types are made from the contract; nothing of the server or of effect is loaded.
 */
export { createClient, type GarrisonClient } from "./client/createClient.ts"
export { GarrisonError, type GarrisonErrorCode, type GarrisonErrorDetails } from "./client/GarrisonError.ts"
export type { NotificationsOptions } from "./client/notifications.ts"
export type { CacheOptions, CallOptions, ClientCredentials, ClientOptions, ClientSession } from "./client/options.ts"
export type { RetryOptions } from "./client/retry.ts"
export type * from "./client/operations.ts"
export type * from "@garrison/core/hostTypes"
