/** The settings of the portal foxtrot, whose environments are portals of their own (decisions, section 4). */
import { complaint, ListOf, TextOf } from "@garrison/core/kernel/input/Field"
import * as Schema from "effect/Schema"
import {
  Algorithms,
  Audiences,
  codeFields,
  type CodeSettings,
  NotEmpty,
  portal,
  PortalUrl,
  requestFields,
  type RequestSettings,
  type SignatureAlgorithm,
} from "./fields.ts"

/** Most environments that may be configured. */
const ENVIRONMENTS_MAX = 16

/** The name of an environment, which is stored with each of its users. */
const EnvironmentName = TextOf({ minimum: 1, maximum: 255 })

/** Most addresses of keys, and most applications, of one environment. */
const NAMES_MAX = 32

/** How an environment converts account ids to PPIDs. */
export interface FoxtrotPpidSettings {
  /** Where Garrison gets the token with which it may ask for a conversion. It needs the client of the environment. */
  readonly clientTokenUrl: string
  /** Where account ids are converted. */
  readonly conversionUrl: string
  /** `iss` of the tokens that carry PPIDs. */
  readonly issuer: string
  /** Where the keys of those tokens are published. */
  readonly jwksUrl: string
}

/** The service tokens of an environment. */
export interface FoxtrotServiceSettings {
  /** `iss` of its service tokens. */
  readonly issuer: string
  /** Where the keys of service tokens are published. Each token names one of these addresses. */
  readonly keyUrls: ReadonlyArray<string>
  /** The applications whose tokens log players in. */
  readonly applicationIds: ReadonlyArray<string>
}

/** One environment of foxtrot. Its addresses are https, or http on this machine. */
export interface FoxtrotEnvironment extends CodeSettings {
  /** The claim `env` of its account tokens. */
  readonly env: string
  /** `iss` of its account tokens. */
  readonly issuer: string
  /** `aud` of its account tokens, and of those that carry PPIDs: the game at the portal. */
  readonly audiences: ReadonlyArray<string>
  /** Where the keys of account tokens are published. */
  readonly jwksUrl: string
  /** What every token of it is signed with. Default: RS256. */
  readonly algorithms?: ReadonlyArray<SignatureAlgorithm> | undefined
  /** Absent: the users of the environment are those of its account tokens. */
  readonly ppid?: FoxtrotPpidSettings | undefined
  /** Absent: the environment has no users of the platform FoxtrotSwitch. */
  readonly service?: FoxtrotServiceSettings | undefined
}

/**
 * The portal foxtrot. A code that is presented as a credential is one of the first environment with a `tokenUrl`, and a
 * login by redirect is at the first one with an `authorizeUrl`.
 */
export interface FoxtrotSettings extends RequestSettings {
  readonly environments: ReadonlyArray<FoxtrotEnvironment>
  /**
   * Whether one id is one user in all environments. Default: false, so that each environment has users of its own.
   * Users that are stored with an environment do not log in any more.
   */
  readonly usersShared?: boolean | undefined
  /**
   * The environment of users that were stored by a version of Garrison which did not tell environments apart. Needed
   * where there are such users and several environments; with one environment it is that.
   */
  readonly earlierUsers?: string | undefined
}

const Ppid: Schema.Codec<FoxtrotPpidSettings> = Schema.Struct({
  clientTokenUrl: PortalUrl,
  conversionUrl: PortalUrl,
  issuer: NotEmpty,
  jwksUrl: PortalUrl,
})

const Service: Schema.Codec<FoxtrotServiceSettings> = Schema.Struct({
  issuer: NotEmpty,
  keyUrls: ListOf(PortalUrl, NAMES_MAX).check(Schema.isMinLength(1, complaint("value_error", "must name an address"))),
  applicationIds: ListOf(NotEmpty, NAMES_MAX).check(
    Schema.isMinLength(1, complaint("value_error", "must name an application")),
  ),
})

const hasWholeClient = ({ authorizeUrl, clientId, clientSecret, tokenUrl }: FoxtrotEnvironment): boolean =>
  (clientId === undefined) === (clientSecret === undefined) &&
  (tokenUrl === undefined || clientId !== undefined) &&
  (authorizeUrl === undefined || tokenUrl !== undefined)

const Environment: Schema.Codec<FoxtrotEnvironment> = Schema.Struct({
  env: EnvironmentName,
  issuer: NotEmpty,
  audiences: Audiences.check(Schema.isMinLength(1, complaint("value_error", "must name an audience"))),
  jwksUrl: PortalUrl,
  algorithms: Schema.optional(Algorithms),
  ...codeFields,
  ppid: Schema.optional(Ppid),
  service: Schema.optional(Service),
}).check(
  Schema.makeFilter(
    hasWholeClient,
    complaint(
      "value_error",
      "must have clientId and clientSecret, or none of them; a tokenUrl needs both, and an authorizeUrl a tokenUrl",
    ),
  ),
)

const differ = (environments: ReadonlyArray<FoxtrotEnvironment>): boolean =>
  environments.length > 0 && new Set(environments.map(({ env }) => env)).size === environments.length

const ownsEarlierUsers = ({ earlierUsers, environments, usersShared = false }: FoxtrotSettings): boolean =>
  earlierUsers === undefined || (!usersShared && environments.some(({ env }) => env === earlierUsers))

const Foxtrot: Schema.Codec<FoxtrotSettings> = Schema.Struct({
  environments: ListOf(Environment, ENVIRONMENTS_MAX).check(
    Schema.makeFilter(differ, complaint("value_error", "must have an environment, and no two of one env")),
  ),
  usersShared: Schema.optional(Schema.Boolean),
  earlierUsers: Schema.optional(EnvironmentName),
  ...requestFields,
}).check(
  Schema.makeFilter(
    ownsEarlierUsers,
    complaint("value_error", "must have earlierUsers that is the env of an environment, and not beside usersShared"),
  ),
)

/** The setting `foxtrot`. */
export const foxtrot = portal(
  Foxtrot,
  "an object {environments} with objects {env, issuer, audiences, jwksUrl} with https urls; each may have algorithms, clientId with clientSecret, tokenUrl, redirectUri, authorizeUrl, ppid {clientTokenUrl, conversionUrl, issuer, jwksUrl} and service {issuer, keyUrls, applicationIds}; beside them earlierUsers, usersShared, timeoutSeconds and failuresMax",
  "the portal foxtrot, whose account tokens, authorization codes and service tokens log players in",
)
