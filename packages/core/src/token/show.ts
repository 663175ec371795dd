/** What sessions and signing keys look like. */
import type { SessionView } from "../overview/operations/listSessions.ts"
import type { SigningKeyView } from "./schema.ts"
import { counted } from "../operation/show/counted.ts"
import { facts, list } from "../operation/show/Shown.ts"
import type { endSessions } from "../player/operations/endSessions.ts"

type Key = typeof SigningKeyView.Encoded

const DAY_SECONDS = 86_400

/** The signing keys. */
export const signingKeyList = list({
  rows: ({ keys }: { readonly keys: ReadonlyArray<Key> }) => keys,
  columns: [
    { name: "key_id", kind: "id", ideal: 43, priority: 3, of: ({ key_id }) => key_id },
    {
      name: "state",
      kind: "label",
      min: 9,
      ideal: 9,
      priority: 1,
      of: ({ state }) => state,
      tone: ({ state }) => (state === "signing" ? "good" : "dim"),
    },
    { name: "algorithm", kind: "label", min: 9, ideal: 9, priority: 4, of: ({ algorithm }) => algorithm },
    {
      name: "age",
      kind: "label",
      min: 6,
      ideal: 6,
      priority: 1,
      of: ({ age_seconds: age }) => (age === 0 ? undefined : `${Math.floor(age / DAY_SECONDS)} d`),
      tone: ({ overdue }) => (overdue ? "bad" : undefined),
    },
    { name: "signs from", kind: "moment", priority: 2, of: ({ signs_from }) => signs_from },
    { name: "replaced", kind: "moment", priority: 2, of: ({ overdue, replaced }) => (overdue ? "overdue" : replaced) },
    { name: "retires", kind: "moment", priority: 3, of: ({ retires }) => retires },
  ],
  empty: "There is no signing key yet: a server makes one when it starts.",
})

/** One signing key. */
export const signingKeyFacts = facts<Key>([
  { name: "key_id", kind: "id", of: ({ key_id }) => key_id },
  { name: "state", kind: "label", of: ({ state }) => state },
  { name: "signs from", kind: "moment", of: ({ signs_from }) => signs_from },
])

const MEANING: Readonly<Record<Key["state"], string>> = {
  signing: "It signs the access tokens of every server.",
  published: "It is in the key set, and signs when every copy of the set has it.",
  retiring: "It signs no more. Its tokens are accepted until they expire.",
}

/** What a signing key is for. */
export const signingKeyDetail = facts<Key>([
  { name: "key_id", kind: "id", of: ({ key_id }) => key_id },
  { name: "state", kind: "text", of: ({ state }) => `${state}: ${MEANING[state]}` },
  {
    name: "due",
    kind: "text",
    of: ({ overdue }) => (overdue ? "It signs for too long: no server with this database has rotated it." : undefined),
    tone: () => "bad",
  },
])

type Session = typeof SessionView.Encoded

/** The sessions of a player. */
export const sessionList = list({
  rows: ({ sessions }: { readonly sessions: ReadonlyArray<Session> }) => sessions,
  columns: [
    { name: "session_id", kind: "id", min: 36, priority: 6, of: ({ session_id }) => session_id },
    {
      name: "state",
      kind: "label",
      ideal: 24,
      priority: 1,
      of: ({ ended_for: reason, open }) => (reason === null ? (open ? "open" : "expired") : `ended: ${reason}`),
      tone: ({ open }) => (open ? "good" : "dim"),
    },
    { name: "platform", kind: "label", priority: 4, of: ({ platform }) => platform },
    {
      name: "client",
      kind: "text",
      min: 10,
      priority: 3,
      grows: true,
      of: ({ client_id: id, client_uuid: uuid }) => id ?? uuid,
    },
    { name: "began", kind: "moment", ideal: 19, priority: 2, of: ({ created }) => created },
    { name: "ends", kind: "moment", ideal: 19, priority: 5, of: ({ ended, expires }) => ended ?? expires },
  ],
  empty: "This player has no session.",
})

/** What of a player's sessions was ended. */
export const endedSessionsFacts = facts<(typeof endSessions)["answer"]["schema"]["Encoded"]>([
  { name: "player_uuid", kind: "id", of: ({ player_uuid }) => player_uuid },
  {
    name: "ended",
    kind: "label",
    of: ({ ended_sessions: sessions, ended_tokens: tokens }) =>
      tokens === 0 ? counted(sessions, "session") : counted(tokens, "access token"),
  },
])
