/** The work of `garrison player show`, `watch`, `prunable` and `create`, which is more than one operation each. */
import { AccountRefused } from "@garrison/core/login/errors"
import { createAccount } from "@garrison/core/login/operations/createAccount"
import { PasswordStore } from "@garrison/core/login/password/PasswordStore"
import { newUsernameOf, usernamesOf } from "@garrison/core/login/rules/password"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { facts } from "@garrison/core/operation/show/Shown"
import { awaitChange } from "@garrison/core/overview/operations/awaitChange"
import { showOverview } from "@garrison/core/overview/operations/showOverview"
import { overviewFacts } from "@garrison/core/overview/show"
import { countPrunable } from "@garrison/core/login/operations/countPrunable"
import { showPlayer } from "@garrison/core/player/operations/showPlayer"
import { playerFacts } from "@garrison/core/player/show"
import * as Effect from "effect/Effect"
import { lookedUp, withDatabase } from "../local.ts"
import { jsonOf, operate, type OperationAnswer, tellingFields } from "../operate.ts"
import { newSecret } from "../output/ask.ts"
import { present, printData, printLines, printMessage, whileProgressing } from "../output/print.ts"
import { moment } from "../output/table.ts"
import type { Said } from "../row/Code.ts"
import { factsText } from "../row/show.ts"
import { currentSettings } from "../settings/current.ts"
import { actOf, operatorAct, sayDryRun } from "./operator.ts"
import { owedText } from "./inventory.ts"

interface Shown {
  readonly player_uuid: PlayerUuid
  readonly sections?: ReadonlyArray<string>
  readonly limit?: number
}

const showSections = Effect.fnUntraced(function* ({ sections = [], ...wanted }: Shown, json: boolean) {
  const only = sections.includes("all") ? {} : { sections }
  const whole = jsonOf(showOverview, yield* operate(showOverview, { ...wanted, ...only }))
  yield* present(json, whole, () => factsText(overviewFacts, whole))
})

/** Shows one player, or sections of the player whole. */
export const showOnePlayer = Effect.fn("Player.show")(function* (given: Shown, { json }: Said) {
  if (given.sections !== undefined) return yield* showSections(given, json)
  const player = jsonOf(showPlayer, yield* operate(showPlayer, { player_uuid: given.player_uuid }))
  const owed = json ? undefined : yield* owedText(given.player_uuid)
  return yield* present(json, player, () =>
    [factsText(playerFacts, player), ...(owed === undefined ? [] : [owed])].join("\n\n"),
  )
})

/** How long one question waits, in seconds. */
const WAIT_SECONDS = 60

const lineOf = (at: number, { acts, changed }: OperationAnswer<typeof awaitChange>): string => {
  const by = acts.map(({ actor, operation, outcome, reason }) => {
    const refused = outcome === "done" ? "" : ` refused (${outcome})`
    return `${operation}${refused} by ${actor}${reason === undefined ? "" : `: ${reason}`}`
  })
  return `${moment(at)}  ${changed.join(", ")}${by.length === 0 ? "" : `  ${by.join("; ")}`}`
}

/** Writes a line for each change, until it is stopped. */
export const watchPlayer = Effect.fn("Player.watch")(function* (
  { player_uuid: player }: { readonly player_uuid: PlayerUuid },
  { json, ndjson }: Said,
) {
  const follow = Effect.gen(function* () {
    let { mark } = yield* showOverview.run({ player_uuid: player, sections: [] }, operatorAct())
    yield* printMessage(`Watching ${player}: a line for each change. Ctrl-C ends it.`)
    for (;;) {
      const wanted = { player_uuid: player, mark, deadline_seconds: WAIT_SECONDS }
      const change = yield* awaitChange.run(wanted, operatorAct())
      mark = change.mark
      if (change.changed.length === 0) continue
      const at = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
      yield* json || ndjson ? printLines([jsonOf(awaitChange, change)]) : printData(lineOf(at, change))
    }
  })
  yield* withDatabase("read", follow)
})

const counted = (count: number): string => count.toLocaleString("en")

/** Goes through all players, part by part. */
const countAll = (days: number) =>
  whileProgressing((show) =>
    Effect.gen(function* () {
      const total = { old: 0, prunable: 0 }
      for (let after: number | null = 0; after !== null;) {
        const input: { readonly days: number; readonly after: number } = { days, after }
        const part: OperationAnswer<typeof countPrunable> = yield* countPrunable.run(input, operatorAct())
        total.old += part.old
        total.prunable += part.prunable
        after = part.next
        show(`${counted(total.prunable)} of ${counted(total.old)} anonymous players so far …`)
      }
      return total
    }),
  )

/** Counts the anonymous players that the setting anonymousPruneDays would delete with this many days. */
export const showPrunable = Effect.fn("Player.prunable")(function* (
  { days }: { readonly days: number },
  { json }: Said,
) {
  const work = Effect.flatMap(countPrunable.decode({ days }), () => withDatabase("read", countAll(days)))
  const total = yield* tellingFields(countPrunable.name)(work)
  yield* present(json, { days, ...total }, () =>
    [
      `${counted(total.prunable)} of ${counted(total.old)} anonymous players that are older than ${days} days never came back, and nothing keeps them.`,
      `Nothing was deleted. The setting anonymousPruneDays=${days} deletes them, and those to come.`,
    ].join("\n"),
  )
})

/** Refuses a user name that is taken or not allowed, before the password is asked for. */
const checkName = Effect.fnUntraced(function* (given: string) {
  if (newUsernameOf(given) === undefined) return yield* new AccountRefused({ code: "username_invalid" })
  const taken = yield* lookedUp(PasswordStore.use((store) => Effect.forEach(usernamesOf(given), store.find)))
  if (taken?.some((account) => account !== undefined)) yield* new AccountRefused({ code: "username_taken" })
})

const accountFacts = facts<(typeof createAccount)["answer"]["schema"]["Encoded"]>([
  { name: "username", kind: "id", of: ({ username }) => username },
  { name: "display_name", kind: "label", of: ({ display_name }) => display_name },
])

/** Creates a password account. */
export const createPlayer = Effect.fn("Player.create")(function* (given: { readonly username: string }, said: Said) {
  const { values } = yield* currentSettings()
  const act = yield* actOf(said)
  yield* checkName(given.username)
  const password = yield* newSecret(`Password for ${given.username}`)
  const use = said.dryRun ? "upgrade" : "create"
  const account = jsonOf(createAccount, yield* operate(createAccount, { ...given, password }, act, use))
  yield* present(said.json, account, () => factsText(accountFacts, account))
  yield* sayDryRun(said)
  if (!values.grantsEnabled.includes("basic")) {
    yield* printMessage(
      "The grant basic is off, so this user cannot log in yet. Add basic to the setting grantsEnabled.",
    )
  }
})
