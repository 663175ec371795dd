/**
 * A process that is killed loses no change, and no heartbeat that it acknowledged longer ago than the flush interval
 * (guarantees R281). The process reports for players without a pause; the test kills it and compares what is stored
 * with what was answered. `GARRISON_TEST_KILLS` kills more often.
 */
import { assert, it } from "@effect/vitest"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { PresenceStore } from "@garrison/core/presence/PresenceStore"
import * as Database from "@garrison/sql/Database"
import * as SqlPresenceStore from "@garrison/sql/presence/SqlPresenceStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as SqlClient from "effect/sql/SqlClient"
import { newFile } from "../../sql/bare.ts"
import { nextLine, restOfLines, startChild } from "../../sql/child.ts"
import { postgresUrl } from "../../support/databases.ts"
import { insertPlayer } from "../../support/players.ts"

const KILLS = Number(process.env["GARRISON_TEST_KILLS"] ?? 1)

/** The interval that the checks go by, in seconds; the shortest that can be set. */
const FLUSH_SECONDS = 1

/** How long a process reports at least, in ms: so long that heartbeats are old enough to be stored. */
const REPORTING_MILLIS = FLUSH_SECONDS * 1000 + 700

const opened = <A, E>(url: string, effect: Effect.Effect<A, E, PresenceStore | Transaction | SqlClient.SqlClient>) => {
  const database = Layer.orDie(Database.layer(url))
  return Effect.provide(effect, Layer.fresh(SqlPresenceStore.layer.pipe(Layer.provideMerge(database)))).pipe(
    Effect.scoped,
  )
}

interface Answer {
  readonly player: string
  readonly lastSeen: number
  readonly message: string
}

const answerIn = (line: string): Answer | undefined => {
  const [player = "", lastSeen = "", message = ""] = line.split(" ")
  // The kill may cut a line.
  return message === "" ? undefined : { player, lastSeen: Number(lastSeen), message }
}

/** Reports until killed. Answers with what the process answered, in its sequence. */
const reportUntilKilled = async (url: string, players: ReadonlyArray<PlayerUuid>, flushSeconds: number) => {
  const child = startChild("report", [url, players.join(), String(flushSeconds)], import.meta.dirname)
  const answers: Array<Answer> = []
  const take = (line: string) => void answers.push(...[answerIn(line) ?? []].flat())
  take(await nextLine(child))
  while ((answers.at(-1)?.lastSeen ?? 0) - (answers[0]?.lastSeen ?? 0) < REPORTING_MILLIS) take(await nextLine(child))
  child.process.kill("SIGKILL")
  for (const line of await restOfLines(child)) take(line)
  assert.isNull(await child.ended)
  return answers
}

/** The longest time in which the process answered nothing. The machine had other work, and nothing was stored. */
const standstillIn = (answers: ReadonlyArray<Answer>): number =>
  Math.max(0, ...answers.slice(1).map(({ lastSeen }, index) => lastSeen - (answers[index]?.lastSeen ?? lastSeen)))

/** What was answered and is not stored, though it had to be. */
const lostIn = Effect.fnUntraced(function* (players: ReadonlyArray<PlayerUuid>, answers: ReadonlyArray<Answer>) {
  const store = yield* PresenceStore
  const killed = answers.at(-1)?.lastSeen ?? 0
  const due = killed - FLUSH_SECONDS * 1000 - standstillIn(answers)
  const lost: Array<string> = []
  for (const player of players) {
    const found = yield* store.find(player)
    const report = found === "not_found" ? undefined : found.report
    const own = answers.filter((answer) => answer.player === player)
    const heartbeat = own.findLast(({ lastSeen }) => lastSeen <= due)
    if (heartbeat === undefined || report === undefined) lost.push("no heartbeat is old enough")
    else if (report.lastSeen < heartbeat.lastSeen) lost.push(`a heartbeat of ${killed - heartbeat.lastSeen} ms ago`)
    const [said, stored] = [own.at(-1)?.message ?? "", report?.message ?? ""]
    // A change that was stored and not yet answered is not lost.
    if (Number(stored.slice(1)) < Number(said.slice(1))) lost.push(`the message ${said}: ${stored}`)
  }
  return lost
})

/** Kills a process that stores its heartbeats within so many seconds, and answers with what was lost. */
const killed = Effect.fnUntraced(function* (url: string, flushSeconds: number) {
  const players = yield* opened(url, Effect.all(Array.from({ length: 20 }, () => insertPlayer())))
  const lost: Array<string> = []
  for (let kill = 0; kill < KILLS; kill++) {
    const answers = yield* Effect.promise(() => reportUntilKilled(url, players, flushSeconds))
    lost.push(...(yield* opened(url, lostIn(players, answers))))
  }
  return lost
})

it.live(
  `SIGKILL under reports: changes and heartbeats of more than ${FLUSH_SECONDS} s ago are stored, and a process that waits longer is found out`,
  () =>
    Effect.gen(function* () {
      const file = Effect.map(newFile, (path) => `sqlite:${path}`)
      const [sqlite, postgres, patient] = yield* Effect.all(
        [
          Effect.flatMap(file, (url) => killed(url, FLUSH_SECONDS)),
          Effect.flatMap(postgresUrl(), (url) => killed(url, FLUSH_SECONDS)),
          // The control.
          Effect.flatMap(file, (url) => killed(url, 60)),
        ],
        { concurrency: "unbounded" },
      )
      assert.deepStrictEqual({ sqlite, postgres }, { sqlite: [], postgres: [] })
      assert.isAbove(patient.length, 0)
      assert.match(patient[0] ?? "", /^a heartbeat of \d{4} ms ago$/)
    }).pipe(Effect.scoped),
  120_000,
)
