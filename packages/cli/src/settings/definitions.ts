/**
 * Every setting of the command: its kind, its default and what it is for. Names are those of `garrison.json`; the
 * environment variable of `keyRotationSeconds` is `GARRISON_KEY_ROTATION_SECONDS`, and so on (decisions, section 15).
 */
import { defaultSettings, type DomainSettings } from "@garrison/core/environment/Settings"
import {
  AgreementDocuments,
  KeySecret,
  type NumberSetting,
  SETTING_BOUNDS,
} from "@garrison/core/environment/settingsSchema"
import { GRANT_TYPES } from "@garrison/core/login/schema"
import { SIGNING_ALGORITHMS } from "@garrison/core/token/schema"
import { defaultServerOptions, type ServerOptions } from "@garrison/http/server/options"
import * as Kind from "./kinds.ts"
import { isStorageAddress, withoutPassword } from "./storageAddress.ts"

/**
 * All settings of the command: where it listens, keeps things, what it says and refuses, and the rules of the domain.
 */
export interface SettingValues extends Omit<ServerOptions, "log" | "sink" | "tracing">, DomainSettings {
  /** `sqlite:FILE` or `postgres://…`. */
  readonly storage: string
  /** `auto`: text on a terminal, JSON elsewhere. */
  readonly log: ServerOptions["log"] | "auto"
  /** Whether `serve` puts the demo world into a database that is still empty. */
  readonly demo: boolean
  /** Whether it does so on an address that other machines can reach. */
  readonly demoPublic: boolean
  /** A file whose first line is `keySecret`; further lines are `keySecretPrevious`. */
  readonly keySecretFile: string | undefined
}

type ServerSettings = Omit<SettingValues, keyof DomainSettings>

/** The name of one setting. */
export type SettingName = keyof SettingValues

/** One setting. */
interface Definition<A> {
  readonly kind: Kind.Kind<A>
  readonly fallback: A
  readonly description: string
}

const storage: Kind.Kind<string> = {
  accepts: "sqlite:FILE or postgres://USER:PASSWORD@HOST/DATABASE",
  is: (value): value is string => typeof value === "string" && isStorageAddress(value),
  fromText: (given) => given,
  shown: withoutPassword,
}

type DefinitionsOf<Values> = { readonly [Name in keyof Values]: Definition<Values[Name]> }

const seconds = (minimum = 1) => Kind.wholeNumber(minimum, 10 * 365 * 24 * 60 * 60)
const count = (maximum = 1_000_000) => Kind.wholeNumber(1, maximum)
const millis = Kind.wholeNumber(1, 60 * 1000)
const bytes = Kind.wholeNumber(1024, 1024 * 1024 * 1024)

const limit = <Name extends keyof ServerOptions>(
  name: Name,
  kind: Kind.Kind<ServerOptions[Name]>,
  description: string,
): Definition<ServerOptions[Name]> => ({ kind, fallback: defaultServerOptions[name], description })

/** What the setting `log` may be. */
export const LOG_FORMS = ["json", "text", "off", "auto"] as const

const server: DefinitionsOf<ServerSettings> = {
  host: limit("host", Kind.text, "address to listen on"),
  port: limit("port", Kind.wholeNumber(0, 65_535), "port to listen on; 0 picks a free one"),
  probePort: limit("probePort", Kind.portOrNothing, "another port, for `/livez` and `/readyz` alone"),
  storage: { kind: storage, fallback: "sqlite:garrison.db", description: "database: sqlite:FILE or postgres://…" },
  log: {
    kind: Kind.oneOf(LOG_FORMS),
    fallback: "auto",
    description: "access log on stderr; auto is text on a terminal and json elsewhere",
  },
  logBytesMax: limit(
    "logBytesMax",
    bytes,
    "log in bytes that waits for a reader that stalls; more is dropped and counted",
  ),
  docsEnabled: limit("docsEnabled", Kind.flag, "whether `/docs` and `/openapi.json` are served"),
  demo: { kind: Kind.flag, fallback: false, description: "serve the demo world, and put it into an empty database" },
  demoPublic: {
    kind: Kind.flag,
    fallback: false,
    description: "allow the demo world on an address that other machines can reach",
  },
  keySecretFile: {
    kind: Kind.textOrNothing,
    fallback: undefined,
    description: "file with keySecret in its first line, and keySecretPrevious in further ones",
  },
  trustedProxies: limit(
    "trustedProxies",
    Kind.list("addresses and CIDR ranges"),
    "proxies whose X-Forwarded-For counts",
  ),
  bodyBytesMax: limit("bodyBytesMax", bytes, "largest request body in bytes"),
  headerBytesMax: limit("headerBytesMax", bytes, "largest request head in bytes"),
  headersSeconds: limit("headersSeconds", seconds(), "time for a request's head to arrive"),
  requestSeconds: limit("requestSeconds", seconds(), "time for a whole request to arrive"),
  keepAliveSeconds: limit("keepAliveSeconds", seconds(), "how long an idle connection is kept"),
  checkSeconds: limit(
    "checkSeconds",
    seconds(),
    "how often the head, request and idle time-outs, and the pace of bodies, are enforced",
  ),
  connectionsMax: limit("connectionsMax", count(), "open connections; more are closed at once"),
  requestsInFlightMax: limit(
    "requestsInFlightMax",
    count(),
    "requests worked on at once; more wait in line. As many as `pool_size` are enough",
  ),
  requestsQueuedMax: limit("requestsQueuedMax", count(), "requests that wait in line; more are answered 503"),
  queueBurstMillis: limit(
    "queueBurstMillis",
    millis,
    "longest wait in a line that was empty so short a time ago; then 503",
  ),
  queueMillis: limit("queueMillis", millis, "longest wait in a line that has not been empty for that time; then 503"),
  bodiesArrivingMax: limit("bodiesArrivingMax", count(), "request bodies on their way; more are answered 503"),
  bodiesArrivingPerAddressMax: limit(
    "bodiesArrivingPerAddressMax",
    count(),
    "the same for one address, or one /64 of IPv6",
  ),
  bodyGraceSeconds: limit("bodyGraceSeconds", seconds(0), "how long a body may be slower than `bodyBytesPerSecondMin`"),
  bodyBytesPerSecondMin: limit(
    "bodyBytesPerSecondMin",
    Kind.wholeNumber(0, 1024 * 1024),
    "slowest pace of a body after that time; a slower one is refused with 408",
  ),
  unreadySeconds: limit(
    "unreadySeconds",
    seconds(0),
    "how long a stopping server accepts connections after `/readyz` has turned 503",
  ),
  drainSeconds: limit("drainSeconds", seconds(0), "time for requests under way when the server stops"),
}

type Described = { readonly [Name in keyof DomainSettings]: readonly [Kind.Kind<DomainSettings[Name]>, string] }

/** The bounds that every host of the core is held to. */
const within = (name: NumberSetting): Kind.Kind<number> => {
  const { maximum, minimum } = SETTING_BOUNDS[name]
  return Kind.wholeNumber(minimum, maximum)
}

const domain: Described = {
  issuer: [Kind.text, "`iss` of access tokens"],
  audience: [Kind.text, "`aud` of access tokens"],
  keySecret: [Kind.secretOrNothing(KeySecret), "secret that the keys in the database are encrypted with"],
  keySecretPrevious: [
    Kind.secrets(KeySecret),
    "former secrets; what they encrypted is encrypted anew with keySecret on start",
  ],
  signingAlgorithm: [Kind.oneOf(SIGNING_ALGORITHMS), "algorithm of new signing keys"],
  keyRotationSeconds: [within("keyRotationSeconds"), "age at which a signing key is replaced"],
  keyPublicationSeconds: [within("keyPublicationSeconds"), "how long a new signing key is published before it signs"],
  accessSecondsPlayer: [within("accessSecondsPlayer"), "life of a player's access token"],
  accessSecondsMachine: [within("accessSecondsMachine"), "life of a machine client's access token"],
  refreshIdleSeconds: [within("refreshIdleSeconds"), "life of a refresh token that is not used"],
  refreshAbsoluteSeconds: [within("refreshAbsoluteSeconds"), "life of a session, however often it is refreshed"],
  refreshGraceSeconds: [
    within("refreshGraceSeconds"),
    "how long a rotated refresh token still gets the same successor",
  ],
  verificationCacheSeconds: [
    within("verificationCacheSeconds"),
    "how long a verified token is trusted without checking that its session still exists; a logout takes this long to reach every server",
  ],
  verifiedTokensMax: [within("verifiedTokensMax"), "verified tokens remembered per process"],
  secretOverlapSeconds: [within("secretOverlapSeconds"), "how long the old client secret stays valid after a rotation"],
  defaultClientId: [Kind.textOrNothing, "public game client that serves logins without client credentials"],
  userAuthEnabled: [Kind.flag, "whether players may log in"],
  clientAuthEnabled: [Kind.flag, "whether machine clients may log in"],
  grantsEnabled: [Kind.listOf(GRANT_TYPES), "grants that may be used"],
  authenticationLimited: [Kind.flag, "only identities seen before may log in"],
  authenticationLocked: [Kind.flag, "no player may log in, except those whose role bypasses the lock"],
  playersPerPersonMax: [within("playersPerPersonMax"), "players that one person may own"],
  sessionsPerPlayerMax: [within("sessionsPerPlayerMax"), "open sessions of a player; a further login ends the oldest"],
  sessionsPerMachineMax: [
    within("sessionsPerMachineMax"),
    "open sessions of a machine client; a further login ends the oldest",
  ],
  newIdentitiesPerAddressBurst: [
    within("newIdentitiesPerAddressBurst"),
    "first logins from one address (of IPv6 its /64) that may come at once; more are answered 503",
  ],
  newIdentitiesPerAddressPerMinute: [
    within("newIdentitiesPerAddressPerMinute"),
    "first logins from one address per minute, once that many have come",
  ],
  newIdentitiesBurst: [within("newIdentitiesBurst"), "first logins from all addresses that may come at once"],
  newIdentitiesPerMinute: [
    within("newIdentitiesPerMinute"),
    "first logins from all addresses per minute, once that many have come",
  ],
  loginsInFlightMax: [within("loginsInFlightMax"), "logins served at the same time; more are answered 503"],
  agreements: [
    Kind.object(
      "an object with eula, tos and privacy_policy, each {version, url, sha256, required}",
      AgreementDocuments,
    ),
    "documents that players must accept",
  ],
  notificationRetentionSeconds: [within("notificationRetentionSeconds"), "age at which a notification is dropped"],
  notificationsPerPlayerMax: [within("notificationsPerPlayerMax"), "notifications kept per player, the newest"],
  listenersPerPlayerMax: [within("listenersPerPlayerMax"), "notification listeners per player"],
  listenersPerProcessMax: [within("listenersPerProcessMax"), "notification listeners per process"],
  presenceHeartbeatSeconds: [within("presenceHeartbeatSeconds"), "how often clients should report their presence"],
  presenceOfflineSeconds: [within("presenceOfflineSeconds"), "silence after which a player is offline"],
  orderPageWindowSeconds: [within("orderPageWindowSeconds"), "how far back the order page looks"],
  orderEntriesPerWindowMax: [
    within("orderEntriesPerWindowMax"),
    "order entries per player and window; more are too_many_requests",
  ],
  orderBytesPerWindowMax: [
    within("orderBytesPerWindowMax"),
    "bytes that clients may store in orders per player and window; more are too_many_requests",
  ],
  orderEntriesWindowSeconds: [within("orderEntriesWindowSeconds"), "length of that window, in seconds"],
}

const described = Object.fromEntries(
  Object.entries(domain).map(([name, [kind, description]]) => [
    name,
    { kind, description, fallback: defaultSettings[name as keyof DomainSettings] },
  ]),
) as unknown as DefinitionsOf<DomainSettings>

/** Every setting, the server's first. */
export const definitions: DefinitionsOf<SettingValues> = { ...server, ...described }

/** The names of all settings, in the order in which they are shown. */
export const settingNames = Object.keys(definitions) as ReadonlyArray<SettingName>

/** The environment variable of a setting. */
export const environmentName = (name: string): string =>
  `GARRISON_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`

/** A value as the text of a flag or an environment variable. */
export const textOf = (value: SettingValues[SettingName]): string => {
  if (value === undefined) return ""
  if (Array.isArray(value)) return value.join(",")
  return typeof value === "object" ? JSON.stringify(value) : String(value)
}

/** A value as it may be shown: secrets masked. */
export const shownValue = <Name extends SettingName>(name: Name, value: SettingValues[Name]): string => {
  const { shown } = definitions[name].kind
  return shown === undefined ? textOf(value) : shown(value)
}
