import { assert, describe, it } from "@effect/vitest"
import { PersonId, type PlayerUuid } from "@garrison/core/kernel/Identifier"
import { jsonEncoder } from "@garrison/core/kernel/wire/encoder"
import { canonicalJson } from "@garrison/core/kernel/wire/Json"
import { PLATFORMS } from "@garrison/core/kernel/Platform"
import type { PresenceReport, StoredPresence } from "@garrison/core/presence/PresenceStore"
import { changeOf, type PresenceViewer, visible } from "@garrison/core/presence/rules"
import { PRESENCE_STATUSES, PresenceRecord } from "@garrison/core/presence/schema"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"

const now = 1_763_693_160_000
const offlineSeconds = 60

const others: PresenceViewer = { isSelf: false, seesAll: false }
const self: PresenceViewer = { isSelf: true, seesAll: false }
const operator: PresenceViewer = { isSelf: false, seesAll: true }

const stored = (report: PresenceReport | undefined): StoredPresence => ({
  playerUuid: "01890a5d-ac96-774b-bcce-b302099a8057" as PlayerUuid,
  personId: PersonId.make("01890a5d-0000-774b-bcce-b302099a8057"),
  platform: "Echo",
  displayName: "Ada",
  report,
})

const shown = (report: PresenceReport | undefined, viewer: PresenceViewer) =>
  visible(stored(report), viewer, now, offlineSeconds)

const encodePresence = jsonEncoder(PresenceRecord)

const bytes = (report: PresenceReport | undefined, viewer: PresenceViewer) => encodePresence(shown(report, viewer))

const online: PresenceReport = {
  status: "online",
  message: "hello",
  customData: { level: "3" },
  doNotDisturb: false,
  lastSeen: now,
  revision: 1,
}

const ages = [0, 1, 30_000, 59_999, 60_000, 60_001, 86_400_000, -60_000, -60_001, -86_400_000]
const messages = [undefined, "", "hello", "offline"]
const tidied = (given: Record<string, string>) => changeOf({ custom_data: given }, undefined).customData ?? undefined
const customDatas = [undefined, {}, tidied({ a: "1", b: "2" }), tidied({ b: "2", a: "1" }), tidied({ a: "1" })]

/** Every report there can be, with a few values of each field; and none. */
const reports: ReadonlyArray<PresenceReport | undefined> = [
  undefined,
  ...PRESENCE_STATUSES.flatMap((status) =>
    messages.flatMap((message) =>
      customDatas.flatMap((customData) =>
        [false, true].flatMap((doNotDisturb) =>
          ages.map((age): PresenceReport => ({
            status,
            message,
            customData,
            doNotDisturb,
            lastSeen: now - age,
            revision: 1,
          })),
        ),
      ),
    ),
  ),
]

const saidIn = (report: PresenceReport): string => canonicalJson(report.customData ?? {})

/** What of a report others may know, said in another way than the rules say it. */
const look = (report: PresenceReport | undefined): string => {
  if (report === undefined || report.status === "invisible" || report.status === "offline") return "offline"
  if (report.lastSeen < now - 60_000 || report.lastSeen > now + 60_000) return "offline"
  return JSON.stringify([report.status, report.message ?? "", saidIn(report)])
}

/** What of a report is there to be known at all. */
const truth = (report: PresenceReport | undefined): string => {
  if (report === undefined) return "never"
  const current = Math.abs(now - report.lastSeen) <= 60_000
  return JSON.stringify([
    current ? report.status : "offline",
    report.message ?? "",
    saidIn(report),
    report.doNotDisturb,
    report.lastSeen,
  ])
}

describe("what others see", () => {
  it("is the same bytes for states that look alike, and other bytes for states that don't", () => {
    const bytesOf = new Map<string, string>()
    for (const report of reports) {
      const text = bytes(report, others)
      const known = bytesOf.get(look(report))
      if (known === undefined) bytesOf.set(look(report), text)
      else assert.strictEqual(text, known)
    }
    assert.isAbove(bytesOf.size, 10)
    assert.strictEqual(new Set(bytesOf.values()).size, bytesOf.size)
  })

  it("is offline, without message and data, for a player who is invisible, silent for 60 seconds, offline, or never reported", () => {
    const offline =
      '{"online":false,"platform":"Echo","display_name":"Ada","player_uuid":"01890a5d-ac96-774b-bcce-b302099a8057","status":"offline"}'
    assert.strictEqual(bytes(undefined, others), offline)
    assert.strictEqual(bytes({ ...online, status: "invisible", doNotDisturb: true }, others), offline)
    assert.strictEqual(bytes({ ...online, status: "offline" }, others), offline)
    assert.strictEqual(bytes({ ...online, lastSeen: now - 60_001 }, others), offline)
  })

  it("shows all other fields of a player who is online or away", () => {
    assert.deepStrictEqual(shown({ ...online, doNotDisturb: true }, others), {
      online: true,
      platform: "Echo",
      display_name: "Ada",
      player_uuid: stored(undefined).playerUuid,
      status: "online",
      message: "hello",
      custom_data: { level: "3" },
    })
    assert.deepInclude(shown({ ...online, status: "away" }, others), { online: true, status: "away", message: "hello" })
  })

  it("never has the flag or the time, whatever the state", () => {
    for (const report of reports) {
      const record = shown(report, others)
      assert.notProperty(record, "do_not_disturb")
      assert.notProperty(record, "last_seen")
      assert.notProperty(record, "player_id")
      assert.notStrictEqual(record.status, "invisible")
      assert.strictEqual(record.online, record.status === "online" || record.status === "away")
      if (!record.online) assert.doesNotHaveAnyKeys(record, ["message", "custom_data"])
    }
  })
})

describe("what the player and operators see", () => {
  it("is the same", () => {
    for (const report of reports) {
      assert.strictEqual(bytes(report, self), bytes(report, operator))
      assert.strictEqual(bytes(report, self), bytes(report, { isSelf: true, seesAll: true }))
    }
  })

  it("is the true status, with message, custom data, flag and time", () => {
    assert.deepInclude(shown({ ...online, status: "invisible", doNotDisturb: true }, self), {
      online: false,
      status: "invisible",
      message: "hello",
      custom_data: { level: "3" },
      do_not_disturb: true,
      last_seen: now,
    })
    assert.deepInclude(shown(undefined, operator), { online: false, status: "offline", do_not_disturb: false })
    assert.notProperty(shown(undefined, operator), "last_seen")
  })

  it("grows old as it does for others", () => {
    for (const status of PRESENCE_STATUSES) {
      assert.strictEqual(shown({ ...online, status, lastSeen: now - 60_000 }, self).status, status)
      assert.strictEqual(shown({ ...online, status, lastSeen: now - 60_001 }, self).status, "offline")
    }
  })

  it("tells any two states apart that differ in more than the order of keys or an empty text", () => {
    const bytesOf = new Map(reports.map((report) => [truth(report), bytes(report, self)]))
    for (const report of reports) assert.strictEqual(bytes(report, self), bytesOf.get(truth(report)))
    assert.strictEqual(new Set(bytesOf.values()).size, bytesOf.size)
  })
})

describe("the encoded record", () => {
  const text = fc.string({ unit: "binary", maxLength: 20 })
  const record = fc.record(
    {
      online: fc.boolean(),
      message: text,
      platform: fc.constantFrom(...PLATFORMS),
      display_name: text,
      custom_data: fc.dictionary(
        text.filter((key) => key !== "__proto__"),
        text,
        { maxKeys: 5 },
      ),
      player_id: fc.integer(),
      player_uuid: fc.uuid(),
      do_not_disturb: fc.boolean(),
      last_seen: fc.integer({ min: 0, max: 4_102_444_800_000 }),
      status: fc.constantFrom(...PRESENCE_STATUSES),
    },
    { requiredKeys: ["online", "platform", "display_name", "player_uuid", "status"] },
  )

  it("is what the schema encodes, to the byte, in the interface's order", () => {
    const encode = Schema.encodeSync(PresenceRecord)
    fc.assert(
      fc.property(record, (value) => {
        assert.strictEqual(encodePresence(value), JSON.stringify(encode(value)))
        assert.deepStrictEqual(Schema.decodeUnknownSync(PresenceRecord)(JSON.parse(encodePresence(value))), value)
      }),
    )
    assert.deepStrictEqual(Object.keys(PresenceRecord.fields), [
      "online",
      "message",
      "platform",
      "display_name",
      "custom_data",
      "player_id",
      "player_uuid",
      "do_not_disturb",
      "last_seen",
      "status",
    ])
  })
})

describe("the change that a patch asks for", () => {
  it.each([
    ["nothing", {}, {}],
    ["a status", { status: "away" }, { status: "away" }],
    ["no status after all", { status: null, do_not_disturb: null }, {}],
    ["a message", { message: "hi" }, { message: "hi" }],
    ["an empty message clears it", { message: "" }, { message: null }],
    ["null clears the message", { message: null }, { message: null }],
    ["null clears the custom data", { custom_data: null }, { customData: null }],
    ["empty custom data clear them", { custom_data: {} }, { customData: null }],
    ["custom data of nulls clear them", { custom_data: { a: null } }, { customData: null }],
    ["nulls in custom data are not given", { custom_data: { a: null, b: "" } }, { customData: { b: "" } }],
    ["the flag", { do_not_disturb: false }, { doNotDisturb: false }],
  ] as const)("%s", (_, patch, expected) =>
    assert.deepStrictEqual(
      Object.fromEntries(Object.entries(changeOf(patch, undefined)).filter(([, value]) => value !== undefined)),
      expected,
    ),
  )

  it("has custom data in one order, whatever order they came in", () => {
    const entries = fc.uniqueArray(fc.tuple(fc.string({ maxLength: 3 }), fc.string({ maxLength: 3 })), {
      selector: ([key]) => key,
      maxLength: 8,
    })
    fc.assert(
      fc.property(entries, (given) => {
        const text = (list: typeof given) =>
          JSON.stringify(changeOf({ custom_data: Object.fromEntries(list) }, undefined).customData)
        assert.strictEqual(text(given), text(given.toReversed()))
      }),
    )
  })

  it("carries the platform that the player reports from", () =>
    assert.strictEqual(changeOf({}, "Golf").platform, "Golf"))
})
