/** The public surface of this package: the contract and the server. */
export { Api } from "./contract/Api.ts"
export { openApiDocument } from "./contract/document.ts"
export { Lifecycle } from "./Lifecycle.ts"
export { Readiness } from "./Readiness.ts"
export { HttpServer, ListenFailed, start, type Started } from "./Server.ts"
export { defaultServerOptions, type ServerOptions } from "./server/settings.ts"
