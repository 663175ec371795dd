/**
 * The environments of a portal whose users have one each, as far as the core needs them: to give users that were stored
 * without one theirs, and to find what was kept of such users (decisions, section 4).
 */
import * as Context from "effect/Context"
import type { Platform } from "./Platform.ts"

/** The environments of foxtrot, the one portal that has them. */
export interface ConfiguredEnvironments {
  /** The configured environments. */
  readonly names: ReadonlyArray<string>
  /** Whether their users share one name space: then no user has an environment. */
  readonly isShared: boolean
  /** The environment of users that were stored without one; undefined: the settings do not say. */
  readonly ofEarlierUsers: string | undefined
}

/** The environments of a deployment; undefined: no portal with environments is configured. */
export const PortalEnvironments = Context.Reference<ConfiguredEnvironments | undefined>(
  "@garrison/core/kernel/PortalEnvironments",
  { defaultValue: () => undefined },
)

/** The platforms whose portal may have several environments, each with a name space of users. */
export const isWithEnvironments = (platform: Platform): boolean => platform.startsWith("Foxtrot")

/** The environment of users that were stored without one; undefined: nobody knows. */
export const ofEarlierUsers = ({ names, ofEarlierUsers: told }: ConfiguredEnvironments): string | undefined =>
  told ?? (names.length === 1 ? names[0] : undefined)

/**
 * The environments that a user of this one may have been of under other settings, itself among them; undefined: none.
 * Where nobody knows of which environment earlier users are, they may be of each.
 */
export const environmentsOnce = (
  environment: string | undefined,
  configured: ConfiguredEnvironments | undefined,
): ReadonlyArray<string | undefined> => {
  if (configured === undefined) return [environment]
  const { isShared, names } = configured
  if (environment === undefined) return isShared || names.length === 1 ? [undefined, ...names] : [undefined]
  const earlier = ofEarlierUsers(configured) ?? environment
  return earlier === environment ? [environment, undefined] : [environment]
}
