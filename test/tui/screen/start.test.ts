/** The first screen: what it asks and how often, where its rows lead, and what it looks like. */
import { assert, describe, it } from "@effect/vitest"
import type { OperationAnswer } from "@garrison/tui/operation"
import type { Request } from "@garrison/tui/Screen"
import { startScreen } from "@garrison/tui/screen/start/screen"
import { attentionAt, leadOf, openStart } from "@garrison/tui/screen/start/state"
import { assertDrawable } from "../../support/tui/anyKeys.ts"
import { type Answers, Driven, Refused } from "../../support/tui/driven.ts"
import { assertFrames } from "../../support/tui/frames.ts"
import { hostileTexts } from "../../support/tui/hostile.ts"
import { after, answer, key } from "../../support/tui/screenRun.ts"

type Figures = OperationAnswer<"figures.show">
type Attention = OperationAnswer<"attention.list">
type Row = Attention["rows"][number]

const NOW = Date.UTC(2026, 10, 23, 11)
const size = { columns: 80, rows: 21 }
const PLAYER = "019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f"

const database: Figures["database"] = {
  players_online: 1234,
  invisible: 34,
  platforms: [
    { platform: "Golf", online: 900, away: 100, invisible: 20 },
    { platform: "Anon", online: 150, away: 40, invisible: 10 },
    { platform: "Echo", online: 9, away: 0, invisible: 0 },
    { platform: "Alpha", online: 1, away: 0, invisible: 4 },
  ],
  minutes: Array.from({ length: 15 }, (_, minute) => ({
    time: new Date(NOW + minute * 60_000).toISOString(),
    logins: minute * 3,
    logins_refused: minute % 4,
    orders: 100 - minute,
  })),
  refused_logins: [
    { grant: "bravo", code: "bravo_failed_key_lookup", count: 20, portal_status: 503 },
    { grant: "anon", code: "client_credentials_invalid", count: 7 },
  ],
  bounded: false,
}

const absent: Figures = {
  time: new Date(NOW).toISOString(),
  database,
  server_state: "absent",
  server_absent: "no probe port is set; set probePort to see what the server counts",
}

const rows: ReadonlyArray<Row> = [
  { kind: "server_unready", urgency: "now", sentence: "The server is not ready: disk_full." },
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
  it("says that there are more restrictions than it lists", () => {
    const { state } = after(startScreen, opened, [answer("attention", { rows, restrictions_cut: true }), key("bottom")])
    assert.include(attentionAt(state)?.sentence, "More restrictions end")
  })

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
      [["settings"], ["keys"], ["clients", "server"], ["player", PLAYER], ["settings"], undefined, ["audit"]],
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

  const server: NonNullable<Figures["server"]> = {
    version: "1.2.3",
    started: new Date(NOW - 600_000).toISOString(),
    time: new Date(NOW).toISOString(),
    seconds: 600,
    unready: [],
    per_second: {
      requests: Array.from({ length: 600 }, (_, second) => 100 + Math.round(90 * Math.sin(second / 50))),
      refused: Array.from({ length: 600 }, (_, second) => (second % 97 === 0 ? 5 : 0)),
      failed: Array.from({ length: 600 }, (_, second) => (second === 580 ? 3 : 0)),
      logins: Array.from({ length: 600 }, () => 2),
      logins_refused: Array.from({ length: 600 }, () => 0),
      orders: Array.from({ length: 600 }, () => 7),
      p95_ms: Array.from({ length: 600 }, (_, second) => (second < 30 ? null : 3 + (second % 11))),
      event_loop_ms: Array.from({ length: 600 }, (_, second) => second % 5),
    },
    latency: { p50_ms: 1.2, p95_ms: 8.4, p99_ms: 31 },
    operations: ["login", "ownInventory", "submitOwnOrder"].map((operation, at) => ({
      operation,
      requests: 5000 - at * 1000,
      refused: at,
      failed: at === 2 ? 3 : 0,
      p50_ms: 1,
      p95_ms: 8.4,
      p99_ms: null,
    })),
    statuses: [],
    codes: [
      { name: "user_auth_restricted", count: 31, last_minute: 2 },
      { name: "auth_token_expired", count: 12, last_minute: 0 },
    ],
    logins: [{ grant: "anon", done: 1200, refused: 3 }],
    order_results: [{ name: "success", count: 4000, last_minute: 300 }],
    portals: [{ portal: "bravo", calls: 20, failures: 20, failures_last_minute: 9, down: true }],
    lanes: [
      { lane: "memory", in_flight: 0, places: 10, queued: 0 },
      { lane: "storage", in_flight: 10, places: 10, queued: 4 },
      { lane: "login", in_flight: 2, places: null, queued: 0 },
    ],
  }
  const live: Figures = { time: absent.time, database, server_state: "live", server }
  const open = (figures: unknown, given: unknown = attention, answers?: Answers) =>
    new Driven({
      screens: [startScreen],
      screen: "start",
      answers: answers ?? ((operation) => (operation === "figures.show" ? figures : given)),
    })

  it("is drawn", () => {
    assertFrames(open(live).press("j"), "start", "live")
    assertFrames(open(absent), "start", "absent")
    assertFrames(open(live, { rows: [], restrictions_cut: false }), "start", "calm")
    assertFrames(open(undefined, undefined), "start", "loading")
    const refused = new Refused({ code: "insufficient_permissions", message: "Your role does not allow this." })
    assertFrames(
      open(undefined, undefined, () => refused),
      "start",
      "denied",
    )
    assert.lengthOf(open(live).press("c", "j", "j", "c").wanted, 1)
  })

  it("is drawn after any keys, whatever clients are called", () => {
    const hostile = Object.values(hostileTexts).map((text) => ({
      ...rows[2],
      sentence: text,
      command: text,
      subject_id: text,
    }))
    const given = { rows: hostile, restrictions_cut: true }
    assert.notInclude(open(live, given).frame(), "\u001B")
    assertDrawable(() => open(live, { rows: hostile, restrictions_cut: true }), [startScreen])
  })
})
