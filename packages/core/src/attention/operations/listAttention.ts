/** What needs the attention of an operator, with what to do about it. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { RunningServer } from "../../figures/RunningServer.ts"
import { StorageTime } from "../../kernel/time/StorageTime.ts"
import { StorageProbe } from "../../kernel/work/StorageProbe.ts"
import { value } from "../../operation/answer.ts"
import { mayAct, read } from "../../operation/Operation.ts"
import { TokenSettings } from "../../token/settings.ts"
import { SigningKeyStore } from "../../token/SigningKeyStore.ts"
import type { PermissionName } from "../../permission/names.ts"
import { attentionOf, SOON_MILLIS } from "../rules.ts"
import { Attention, type AttentionKind } from "../schema.ts"
import { UpkeepStore } from "../UpkeepStore.ts"

/** Secrets that are looked at, and restrictions that are listed. */
const SECRETS_MAX = 10_000
const RESTRICTIONS_MAX = 20

/** What a row is read by: what it is about is read by it elsewhere. */
const neededFor = (kind: AttentionKind): PermissionName => {
  if (kind === "key_due") return "operator:read:key"
  if (kind === "secret_ends" || kind === "secret_unused") return "operator:read:client"
  return kind === "restriction_ends" ? "operator:read:player" : "operator:read:*"
}

/** How far the clock of this machine is ahead of the database's. The clock in context is the database's already. */
const clockAhead = Effect.flatMap(StorageTime, (storage) =>
  storage === undefined
    ? Effect.succeed(undefined)
    : Effect.map(storage.now, (millis) => Clock.Clock.defaultValue().currentTimeMillisUnsafe() - millis),
)

/** Lists what needs attention. */
export const listAttention = read(
  {
    name: "attention.list",
    permissions: ["operator:read:*", "operator:read:player", "operator:read:client", "operator:read:key"],
  },
  {
    title: "List what needs attention",
    sentence:
      "List signing keys that are due, secrets that were never used or are about to end, restrictions that end within a " +
      "day, portals that fail, what was not verified for a week or backed up for a day, a clock that is off, and what " +
      "keeps the server from being ready; each with the command that does something about it. A reader gets the rows of " +
      "what they may read elsewhere.",
    input: {},
    answer: value(Attention),
    refusals: [],
    run: Effect.fnUntraced(function* (_, { actor }) {
      const now = yield* Clock.currentTimeMillis
      const store = yield* UpkeepStore
      const { ask, version } = yield* RunningServer
      const ending = yield* store.restrictionsEnding(now, now + SOON_MILLIS, RESTRICTIONS_MAX + 1)
      const server = yield* ask
      const { newest } = yield* StorageProbe
      const rows = attentionOf({
        now,
        keys: yield* (yield* SigningKeyStore).list,
        keySettings: yield* TokenSettings,
        secrets: yield* store.secrets(SECRETS_MAX),
        restrictions: ending.slice(0, RESTRICTIONS_MAX),
        knowsBackups: (yield* StorageTime) === undefined,
        tasks: yield* store.last,
        clockAheadMillis: yield* clockAhead,
        newestRow: newest === undefined ? undefined : yield* newest(now),
        server: server.state === "live" ? server.figures : undefined,
        version,
      })
      const shown = rows.filter(({ kind }) => mayAct(actor, { name: "attention.list", permissions: [neededFor(kind)] }))
      const isCut = ending.length > RESTRICTIONS_MAX && shown.some(({ kind }) => kind === "restriction_ends")
      return { rows: shown, restrictions_cut: isCut }
    }),
  },
)
