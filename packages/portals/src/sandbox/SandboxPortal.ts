/**
 * The form of a portal that the sandbox plays: what it serves, the credentials that it gives its made-up users, and the
 * settings by which Garrison asks it. The file `portal/<name>.ts` here is the other end of `../portal/<name>.ts`.
 */
import type { Platform } from "@garrison/core/kernel/Platform"
import type { GrantType } from "@garrison/core/kernel/GrantType"
import type * as Effect from "effect/Effect"
import type { PortalSettings } from "../settings.ts"
import type { Answered, Received } from "./answers.ts"
import type { Codes } from "./codes.ts"
import type { Fault } from "./faults.ts"
import type { Signer } from "./signer.ts"

/** A login body that works, and the platform of the user that it logs in. */
export interface Credential {
  readonly grant_type: GrantType
  /** null: a client logs in, no user. */
  readonly platform: Platform | null
  readonly body: Readonly<Record<string, unknown>>
}

/** What the sandbox gives a portal to play with. */
export interface Stage {
  /** Where the routes of the portal begin: `http://127.0.0.1:PORT/alpha`. */
  readonly url: string
  /** The fault that is set now. */
  readonly fault: () => Fault
  /** Signs the tokens of the portal. Its public keys are to be served by a route `GET /jwks`. */
  readonly signer: Signer
  /** Signs tokens with another key: one in the settings of the portal, or published at another address. */
  readonly configuredSigner: Signer
  /** The authorization codes of the portal, and its opaque tokens. */
  readonly codes: Codes
  /** Whether an address is registered: players who logged in are sent there alone. */
  readonly isRegistered: (address: string) => boolean
}

/** A portal that the sandbox plays. */
export interface SandboxPortal {
  /** The faults that it can have. */
  readonly faults: ReadonlyArray<Fault>
  /** What it serves, by method and path below its address: `POST /token`. */
  readonly routes: Readonly<Record<string, (request: Received) => Effect.Effect<Answered>>>
  /** New credentials of its users, one for each form in which they log in. */
  readonly credentials: Effect.Effect<ReadonlyArray<Credential>>
  /** The settings by which Garrison asks this portal. */
  readonly settings: Partial<PortalSettings>
}
