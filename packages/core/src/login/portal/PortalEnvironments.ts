/**
 * The environments of a portal whose users have one each, as far as the core needs them: to give users that were stored
 * without one theirs (decisions, section 4).
 */
import * as Context from "effect/Context"

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
  "@garrison/core/login/portal/PortalEnvironments",
  { defaultValue: () => undefined },
)
