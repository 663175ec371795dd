/** `garrison session …` as rows. */
import { endedSessionsFacts, sessionList } from "@garrison/core/token/show"
import { command, type Refused } from "../row/Row.ts"

const bothNamed: Refused = { kind: "usage", sentence: "Give --session or --token, not both." }

const noSession = (which: string): Refused => ({
  sentence: `The player {player_uuid} has no open session${which}.`,
  next: "garrison session list shows the sessions.",
})

/** Sessions. */
export const rows = {
  "session list": command(
    () => import("@garrison/core/overview/operations/listSessions").then(({ listSessions }) => listSessions),
    {
      arguments: ["player_uuid"],
      show: sessionList,
      examples: [
        ["019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f"],
        ["019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f --json", "For scripts"],
      ],
    },
  ),
  "session end": command(
    () => import("@garrison/core/player/operations/endSessions").then(({ endSessions }) => endSessions),
    {
      arguments: ["player_uuid"],
      flags: { session_id: { name: "session", metavar: "ID" }, token_id: { name: "token", metavar: "JTI" } },
      refuse: ({ session_id: session, token_id: token }, ended) => {
        if (session !== undefined && token !== undefined) return bothNamed
        const isNone = ended !== undefined && ended.ended_sessions + ended.ended_tokens === 0
        return isNone ? noSession(session === undefined ? "" : " {session_id}") : undefined
      },
      show: endedSessionsFacts,
      examples: [
        ['019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f --reason "stolen phone"'],
        ["019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f --dry-run --json", "For scripts; what would end"],
      ],
    },
  ),
}
