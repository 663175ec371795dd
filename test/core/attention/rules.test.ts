/** What needs attention: each thing from the moment at which it does, with what to do about it. */
import { assert, describe, it } from "@effect/vitest"
import { type AttentionFacts, attentionOf } from "@garrison/core/attention/rules"
import type { ServerFigures } from "@garrison/core/figures/schema"
import { PersonId, PlayerUuid } from "@garrison/core/kernel/Identifier"
import { defaultSettings } from "@garrison/core/settings"
import type { SigningKeyRecord } from "@garrison/core/token/rules/keys"
import { randomUUID } from "node:crypto"

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const NOW = 1000 * DAY

const fresh = new Map([
  ["backup", NOW],
  ["audit_verify", NOW],
  ["ledger_verify", NOW],
])

const facts = (given: Partial<AttentionFacts> = {}): AttentionFacts => ({
  now: NOW,
  keys: [],
  keySettings: defaultSettings,
  secrets: [],
  restrictions: [],
  knowsBackups: true,
  tasks: fresh,
  clockAheadMillis: undefined,
  newestRow: undefined,
  server: undefined,
  version: undefined,
  ...given,
})

const told = (given: Partial<AttentionFacts>) =>
  attentionOf(facts(given)).map(({ kind, urgency }) => `${urgency} ${kind}`)

const key = (sequence: number, signsFrom: number): SigningKeyRecord => ({
  sequence,
  keyId: `key${sequence}`,
  algorithm: "EdDSA",
  published: signsFrom,
  signsFrom,
  publicJwk: { kty: "OKP", kid: `key${sequence}` } as never,
  storedPrivateJwk: "",
})

const secret = { clientId: "server", isFormer: false, created: NOW - 8 * DAY, expires: undefined, lastUsed: undefined }

const server = (given: Partial<ServerFigures>): ServerFigures => ({
  version: "1.0.0",
  started: 0,
  time: NOW,
  seconds: 0,
  unready: [],
  per_second: {
    requests: [],
    refused: [],
    failed: [],
    logins: [],
    logins_refused: [],
    orders: [],
    p95_ms: [],
    event_loop_ms: [],
  },
  latency: { p50_ms: null, p95_ms: null, p99_ms: null },
  operations: [],
  statuses: [],
  codes: [],
  logins: [],
  order_results: [],
  portals: [],
  lanes: [],
  ...given,
})

const portal = { portal: "bravo", calls: 10, failures: 4, failures_last_minute: 0, down: false }

const rotation = defaultSettings.keyRotationSeconds * 1000
const restriction = (expires: number) => ({
  personId: PersonId.make(randomUUID()),
  restrictionId: randomUUID(),
  type: "account_ban",
  expires,
  playerUuid: PlayerUuid.make(randomUUID()),
})

describe("what needs attention", () => {
  it.each<readonly [string, Partial<AttentionFacts>, ReadonlyArray<string>]>([
    ["nothing", {}, []],
    ["a key in its middle years", { keys: [key(1, NOW - rotation / 2), key(2, NOW + rotation / 2)] }, []],
    ["a key that is replaced soon", { keys: [key(1, NOW - rotation), key(2, NOW + HOUR)] }, ["notice key_due"]],
    ["a key that nobody replaced", { keys: [key(1, NOW - rotation - HOUR)] }, ["now key_due"]],
    ["a secret that was never used", { secrets: [secret] }, ["notice secret_unused"]],
    ["a secret that was used", { secrets: [{ ...secret, lastUsed: NOW - 7 * DAY }] }, []],
    ["a young secret", { secrets: [{ ...secret, created: NOW - 6 * DAY }] }, []],
    [
      "a former secret that is still used",
      { secrets: [{ ...secret, isFormer: true, expires: NOW + 9 * DAY, lastUsed: NOW - HOUR }] },
      ["soon secret_ends"],
    ],
    ["a former secret at rest", { secrets: [{ ...secret, isFormer: true, expires: NOW + 9 * DAY }] }, []],
    [
      "a former secret on its last day",
      { secrets: [{ ...secret, isFormer: true, expires: NOW + HOUR }] },
      ["notice secret_ends"],
    ],
    ["a former secret that has ended", { secrets: [{ ...secret, isFormer: true, expires: NOW, lastUsed: NOW }] }, []],
    ["a restriction that ends", { restrictions: [restriction(NOW + HOUR)] }, ["notice restriction_ends"]],
    [
      "nothing ever done",
      { tasks: new Map() },
      ["soon backup_old", "soon audit_not_verified", "soon ledger_not_verified"],
    ],
    [
      "backups elsewhere",
      { tasks: new Map(), knowsBackups: false },
      ["soon audit_not_verified", "soon ledger_not_verified"],
    ],
    ["a backup of two days ago", { tasks: new Map([...fresh, ["backup", NOW - 2 * DAY]]) }, ["soon backup_old"]],
    ["an audit verified six days ago", { tasks: new Map([...fresh, ["audit_verify", NOW - 6 * DAY]]) }, []],
    ["a clock that is right", { clockAheadMillis: -900 }, []],
    ["a clock that is an hour behind the newest rows", { newestRow: NOW + HOUR }, ["now clock_off"]],
    ["a clock that is less behind them", { newestRow: NOW + HOUR - 1 }, []],
    ["a clock that is off", { clockAheadMillis: -1500 }, ["soon clock_off"]],
    ["a portal that had trouble", { server: server({ portals: [portal] }) }, []],
    [
      "a portal that has trouble",
      { server: server({ portals: [{ ...portal, failures_last_minute: 1 }] }) },
      ["soon portal_failing"],
    ],
    ["a portal that is down", { server: server({ portals: [{ ...portal, down: true }] }) }, ["now portal_failing"]],
    ["an unready server", { server: server({ unready: ["disk_full"] }), version: "1.0.0" }, ["now server_unready"]],
    ["a server of another version", { server: server({}), version: "1.0.1" }, ["soon server_version"]],
  ])("%s", (_, given, expected) => {
    assert.deepStrictEqual(told(given), expected)
  })

  it("comes with the most urgent first, each with words, and a command where there is one", () => {
    const rows = attentionOf(
      facts({
        tasks: new Map(),
        restrictions: [restriction(NOW + 90 * MINUTE)],
        server: server({ unready: ["disk_full"], portals: [{ ...portal, down: true }] }),
        secrets: [secret],
      }),
    )
    assert.deepStrictEqual(
      rows.map(({ urgency }) => urgency),
      ["now", "now", "soon", "soon", "soon", "notice", "notice"],
    )
    assert.deepInclude(rows.at(-2), { subject_id: "server", command: "garrison client disable server" })
    assert.deepInclude(rows.at(-1), { subject_kind: "player", sentence: "A restriction (account_ban) ends in 1 hour." })
    for (const { sentence } of rows) assert.match(sentence, /^[A-Z].*\.$/)
  })
})
