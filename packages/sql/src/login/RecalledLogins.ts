/**
 * Logins that a process remembers whole, so that the next one of the same device asks the database once: the statement
 * that stores it proves what is remembered (loginParts.ts). Only usual ones are, of which that statement can.
 */
import type { LoginQuestion, LoginState, Recalled } from "@garrison/core/login/storing/LoginStore"
import type { PortalUserKey } from "@garrison/core/player/schema"
import { Remembered } from "../Remembered.ts"

/** Logins that a process remembers: some 10 MB. */
const LOGINS_MAX = 5000

/** The text that a portal user is remembered by. */
export const nameOf = ({ environment = "", platform, portalUserId }: PortalUserKey): string =>
  `${platform} ${portalUserId} ${environment}`

/** Whether the login that reads this has nothing to look out for but what its statement compares. */
const isUsual = ({ client, known, restrictions, role }: LoginState): boolean => {
  if (client === undefined || known?.player === undefined || role === undefined) return false
  const { active, displayName, platform } = known.player
  const isShown = active && displayName === known.displayName && platform === known.platform
  return isShown && known.parent === undefined && restrictions.length === 0
}

/** What is remembered of logins through public clients. */
export class RecalledLogins {
  readonly #states = new Remembered<LoginState>(LOGINS_MAX)

  /** Remembers what was read, or forgets what it differs from. `roleRevision`: that of its role. */
  remember(user: PortalUserKey, { publicClientId }: LoginQuestion, state: LoginState, roleRevision: number): void {
    if (publicClientId === undefined) return
    const key = `${nameOf(user)} ${publicClientId}`
    if (state.client === undefined || !isUsual(state)) return this.#states.delete(key)
    const recalled: Recalled = { clientRevision: state.client.revision, roleRevision }
    this.#states.set(key, { ...state, recalled })
  }

  /** What is remembered of who logs in. */
  recall({ publicClientId, subject }: LoginQuestion): LoginState | undefined {
    if (publicClientId === undefined || !("portalUserId" in subject)) return undefined
    return this.#states.get(`${nameOf(subject)} ${publicClientId}`)
  }
}
