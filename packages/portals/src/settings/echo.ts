/** The settings of the portal echo, which serves two generations and two versions of its API (decisions, section 4). */
import { complaint } from "@garrison/core/kernel/input/Field"
import * as Schema from "effect/Schema"
import {
  Algorithms,
  Audiences,
  type ClientSettings,
  NotEmpty,
  portal,
  PortalUrl,
  requestFields,
  type RequestSettings,
  type SignatureAlgorithm,
} from "./fields.ts"

/** The first version of the API: a code brings a token, and the token brings details and an id token. */
export interface EchoV1Settings {
  /** Where codes are exchanged for tokens. */
  readonly tokenUrl: string
  /** Where the details of a token are. Absent: the portal has switched them off, and every login is refused. */
  readonly detailsUrl?: string | undefined
  /** Where tokens are exchanged for id tokens. */
  readonly idTokenUrl: string
}

/** The third version of the API: a code brings an id token. */
export interface EchoV3Settings {
  /** Where codes are exchanged for id tokens. */
  readonly idTokenUrl: string
  /** Whether a login reads the details of its user, and is refused without them. Default: false. */
  readonly detailsRequired?: boolean | undefined
  /** Where the details are. Absent: the portal has switched them off. */
  readonly detailsUrl?: string | undefined
}

/** The third version of the API for devices of generation 5, whose codes a login by redirect brings too. */
export interface Echo5V3Settings extends EchoV3Settings {
  /** Where players log in by redirect; absent: they do not. */
  readonly authorizeUrl?: string | undefined
}

/** The portal echo. Its addresses are https, or http on this machine. A grant whose API is absent is off. */
export interface EchoSettings extends RequestSettings, ClientSettings {
  /** The environment whose users log in: the claim `env` of id tokens, and `environment` of details. */
  readonly environment: string
  /** `iss` of its id tokens. */
  readonly issuer: string
  /** `aud` of its id tokens: the game at the portal. */
  readonly audiences: ReadonlyArray<string>
  /** Where its keys are published. */
  readonly jwksUrl: string
  /** What its id tokens are signed with. Default: RS256. */
  readonly algorithms?: ReadonlyArray<SignatureAlgorithm> | undefined
  /** Sent with every code; absent: codes were asked for without an address. */
  readonly redirectUri?: string | undefined
  /** The API of the grant echo4_v1. */
  readonly echo4V1?: EchoV1Settings | undefined
  /** The API of the grant echo4_v3. */
  readonly echo4V3?: EchoV3Settings | undefined
  /** The API of the grant echo5_v3, and of logins by redirect. */
  readonly echo5V3?: Echo5V3Settings | undefined
}

const V1: Schema.Codec<EchoV1Settings> = Schema.Struct({
  tokenUrl: PortalUrl,
  detailsUrl: Schema.optional(PortalUrl),
  idTokenUrl: PortalUrl,
})

const fieldsOfV3 = {
  idTokenUrl: PortalUrl,
  detailsRequired: Schema.optional(Schema.Boolean),
  detailsUrl: Schema.optional(PortalUrl),
}

const V3: Schema.Codec<EchoV3Settings> = Schema.Struct(fieldsOfV3)

const V3OfGeneration5: Schema.Codec<Echo5V3Settings> = Schema.Struct({
  ...fieldsOfV3,
  authorizeUrl: Schema.optional(PortalUrl),
})

const hasGrant = ({ echo4V1, echo4V3, echo5V3 }: EchoSettings): boolean => (echo4V1 ?? echo4V3 ?? echo5V3) !== undefined

const Echo: Schema.Codec<EchoSettings> = Schema.Struct({
  environment: NotEmpty,
  clientId: NotEmpty,
  clientSecret: NotEmpty,
  issuer: NotEmpty,
  audiences: Audiences.check(Schema.isMinLength(1, complaint("value_error", "must name an audience"))),
  jwksUrl: PortalUrl,
  algorithms: Schema.optional(Algorithms),
  redirectUri: Schema.optional(NotEmpty),
  echo4V1: Schema.optional(V1),
  echo4V3: Schema.optional(V3),
  echo5V3: Schema.optional(V3OfGeneration5),
  ...requestFields,
}).check(Schema.makeFilter(hasGrant, complaint("value_error", "must have echo4V1, echo4V3 or echo5V3")))

/** The setting `echo`. */
export const echo = portal(
  Echo,
  "an object {environment, clientId, clientSecret, issuer, audiences, jwksUrl} with https urls, and with echo4V1 {tokenUrl, detailsUrl, idTokenUrl}, echo4V3 or echo5V3 {idTokenUrl, detailsRequired, detailsUrl}, or several of them, and echo5V3 with authorizeUrl for logins by redirect; it may have algorithms, redirectUri, timeoutSeconds and failuresMax",
  "the portal echo, whose authorization codes of three kinds log players in",
)
