/** The first screen: what it asks and how often, where its rows lead, and what it looks like. */
import { assert, describe, it } from "@effect/vitest"
import { sparkline } from "@garrison/tui/part/chart/sparkline"
import type { OperationAnswer } from "@garrison/tui/operation"
import type { Request } from "@garrison/tui/Screen"
import { startScreen } from "@garrison/tui/screen/start/screen"
import { attentionAt, leadOf, openStart } from "@garrison/tui/screen/start/state"
import * as fc from "fast-check"
import { after, answer, key } from "../../support/tui/screenRun.ts"

type Figures = OperationAnswer<"figures.show">
type Attention = OperationAnswer<"attention.list">
type Row = Attention["rows"][number]

const NOW = Date.UTC(2026, 10, 23, 11)
const size = { columns: 80, rows: 21 }
const PLAYER = "019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f"

const database: Figures["database"] = {
  players_online: 1234,
  minutes: Array.from({ length: 15 }, (_, minute) => ({
    time: new Date(NOW + minute * 60_000).toISOString(),
    logins: minute * 3,
    logins_refused: minute % 4,
    orders: 100 - minute,
  })),
  bounded: false,
}

const absent: Figures = {
  time: new Date(NOW).toISOString(),
  database,
  server_state: "absent",
  server_absent: "no probe port is set; set probePort to see what the server counts",
}

const rows: ReadonlyArray<Row> = [
  { kind: "server_unready", urgency: "now", sentence: "The server is not ready: storage." },
  {
    kind: "key_due",
    urgency: "soon",
    sentence: "The signing key is old.",
    subject_kind: "signing_key",
    subject_id: "k1",
    command: "garrison key rotate",
  },
  {
    kind: "secret_unused",
    urgency: "notice",
    sentence: "The secret of server was never used in 8 days.",
    subject_kind: "client",
    subject_id: "server",
    command: "garrison client disable server",
  },
  {
    kind: "restriction_ends",
    urgency: "notice",
    sentence: "A restriction (account_ban) ends in 2 hours.",
    subject_kind: "player",
    subject_id: PLAYER,
    command: `garrison player show ${PLAYER}`,
  },
  {
    kind: "portal_failing",
    urgency: "now",
    sentence: "The portal bravo counts as down.",
    subject_kind: "portal",
    subject_id: "bravo",
  },
  {
    kind: "backup_old",
    urgency: "soon",
    sentence: "The database was never backed up.",
    command: "garrison backup FILE",
  },
  {
    kind: "audit_not_verified",
    urgency: "soon",
    sentence: "The audit was never verified.",
    command: "garrison audit verify",
  },
]

const attention: Attention = { rows, restrictions_cut: false }
const opened = openStart(size, NOW)
const all = [answer("figures", absent), answer("attention", attention)]

const asksIn = (requests: ReadonlyArray<Request>) =>
  requests.flatMap((request) => (request.type === "ask" ? [request.operation] : []))

describe("the first screen", () => {
  it("asks figures every two seconds and attention every twenty, and never twice at once", () => {
    const ticks = (seconds: number) =>
      Array.from({ length: seconds }, (_, second) => ({ type: "ticked", now: NOW + (second + 1) * 1000 }) as const)
    assert.deepStrictEqual(asksIn(after(startScreen, opened, ticks(60)).requests), ["figures.show", "attention.list"])
    const answered = ticks(40).flatMap((tick) => [tick, ...all])
    const asked = asksIn(after(startScreen, opened, answered).requests)
    assert.lengthOf(
      asked.filter((name) => name === "figures.show"),
      21,
    )
    assert.lengthOf(
      asked.filter((name) => name === "attention.list"),
      3,
    )
  })

  it("goes on asking after a refusal, and keeps what it shows", () => {
    const refusal = { code: "internal_error", message: "It broke." }
    const { requests, state } = after(startScreen, opened, [
      ...all,
      { type: "ticked", now: NOW + 2000 },
      { type: "refused", ask: "figures", refusal },
      { type: "ticked", now: NOW + 4000 },
    ])
    assert.lengthOf(asksIn(requests), 4)
    assert.deepStrictEqual(state.figures, absent)
  })

  it("leads from each row to the screen for it, and says the command where there is none", () => {
    assert.deepStrictEqual(
      rows.map((row) => {
        const lead = leadOf(row)
        return lead?.type === "open" ? [lead.screen, ...Object.values(lead.params)] : undefined
      }),
      [
        ["settings"],
        ["keys"],
        ["clients", "server"],
        ["player", PLAYER],
        ["log", "login_refused"],
        undefined,
        ["audit"],
      ],
    )
    const { requests, state } = after(startScreen, opened, [
      ...all,
      ...Array.from({ length: 5 }, () => key("down" as const)),
      key("lead"),
    ])
    assert.strictEqual(attentionAt(state)?.kind, "backup_old")
    assert.deepInclude(requests.at(-1), { type: "say", text: "No screen does this: garrison backup FILE" })
    const copied = after(startScreen, { state, requests: [] }, [key("copyCommand")])
    assert.deepStrictEqual(copied.requests, [{ type: "copy", text: "garrison backup FILE", what: "the command" }])
  })
})

describe("a line of bars", () => {
  it("has the largest number as the highest bar, zero as the lowest, and a space for what is not known", () => {
    assert.strictEqual(sparkline([0, 1, 4, 8], 10), "▁▂▅█")
    assert.strictEqual(sparkline([0, 0], 10), "▁▁")
    assert.strictEqual(sparkline([null, 5], 10), " █")
    assert.strictEqual(sparkline([], 10), "")
    assert.strictEqual(sparkline([1, 2], 0), "")
  })

  it("joins numbers where there are more than columns, the newest at the end", () => {
    assert.strictEqual(sparkline([0, 0, 0, 0, 7, 7], 3), "▁▁█")
    assert.strictEqual(sparkline([9, 1, 1, 1, 1, 2], 3, "largest"), "█▂▃")
    fc.assert(
      fc.property(
        fc.array(fc.option(fc.nat(1e6)), { maxLength: 1000 }),
        fc.integer({ min: 1, max: 200 }),
        (numbers, columns) => {
          const drawn = sparkline(numbers, columns)
          assert.isAtMost(drawn.length, columns)
          if (numbers.length <= columns) assert.lengthOf(drawn, numbers.length)
          assert.match(drawn, /^[ ▁-█]*$/)
        },
      ),
    )
  })
})
