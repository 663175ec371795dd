/** Whether a stored session still lets anybody in (decisions, section 3). */
import type { Timestamp } from "../../kernel/time/Timestamp.ts"
import type { SessionView } from "../SessionStore.ts"

/** Whether the session is open at `now`: it was not ended, also not with its client, and has not run out. */
export const isOpen = ({ clientEnded, ended, expiresAt }: SessionView, now: Timestamp): boolean =>
  ended === undefined && !clientEnded && now < expiresAt
