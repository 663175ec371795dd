import { assert, describe, it } from "@effect/vitest"
import {
  brokenEnd,
  type BrokenPlace,
  type CheckedRow,
  firstBroken,
  formerSealedText,
  sealedText,
  wordsOf,
} from "@garrison/core/audit/rules"
import type { AuditEntry, AuditHead, AuditRow } from "@garrison/core/audit/schema"
import { createHash } from "node:crypto"

const beginning: AuditHead = { sequence: 0, seal: "" }

const entry = (at: number): AuditEntry => ({
  at,
  actor: { kind: "local", id: "ada", name: "ada", address: "" },
  operation: "client.rotate",
  subject: { kind: "client", id: "server" },
  revision: at,
  reason: "leaked",
  outcome: "done",
  before: `{"revision":${at - 1}}`,
  after: `{"revision":${at}}`,
})

const hashOf = (text: string) => createHash("sha256").update(text).digest("base64url")
const tokenOf = (sequence: number): string => `token ${sequence}`

const sealOf = (row: AuditEntry & Partial<AuditRow>, after: AuditHead) =>
  hashOf(sealedText(row, after, hashOf(wordsOf(row)), row.tokenHash ?? hashOf(tokenOf(after.sequence + 1))))

const sealed = (row: AuditEntry, after: AuditHead): AuditRow => ({
  ...row,
  sequence: after.sequence + 1,
  sealing: "plain",
  seal: sealOf(row, after),
  tokenHash: hashOf(tokenOf(after.sequence + 1)),
})

/** A row of a version that had no kinds of seals. */
const former = (row: AuditEntry, after: AuditHead): AuditRow => ({
  ...row,
  sequence: after.sequence + 1,
  sealing: undefined,
  seal: hashOf(formerSealedText(row, after)),
  tokenHash: undefined,
})

const chainOf = (length: number): ReadonlyArray<AuditRow> => {
  const rows: Array<AuditRow> = []
  for (let at = 1; at <= length; at++) rows.push(sealed(entry(at), rows.at(-1) ?? beginning))
  return rows
}

/** The fault of rows that are read page by page. `head` is the stored end. */
const verified = (
  rows: ReadonlyArray<AuditRow>,
  head: AuditHead,
  token = tokenOf(head.sequence),
  keyedFrom = Number.POSITIVE_INFINITY,
): BrokenPlace | undefined => {
  const page = 3
  let last: CheckedRow & Pick<AuditRow, "tokenHash"> = { ...beginning, sealing: undefined, tokenHash: undefined }
  for (let from = 0; from < rows.length; from += page) {
    const part = rows.slice(from, from + page)
    const before = last
    const seals = part.map((row, index) =>
      row.sealing === undefined
        ? hashOf(formerSealedText(row, part[index - 1] ?? before))
        : sealOf(row, part[index - 1] ?? before),
    )
    const broken = firstBroken(last, part, seals, keyedFrom)
    if (broken !== undefined) return broken
    last = part.at(-1) ?? last
  }
  return brokenEnd(last, head, head.sequence === 0 ? undefined : hashOf(token))
}

describe("a chain of audit rows", () => {
  const chain = chainOf(10)
  const head = chain.at(-1) ?? beginning

  it("is intact as written", () => {
    assert.isUndefined(verified(chain, head))
    assert.isUndefined(verified([], beginning))
  })

  it("names a row of which any field was altered", () => {
    const alterations: Record<keyof AuditEntry, Partial<AuditEntry>> = {
      at: { at: 99 },
      actor: { actor: { kind: "local", id: "ada", name: "eve", address: "" } },
      operation: { operation: "client.remove" },
      subject: { subject: { kind: "client", id: "other" } },
      revision: { revision: undefined },
      reason: { reason: undefined },
      outcome: { outcome: "changed" },
      before: { before: undefined },
      after: { after: "{}" },
    }
    for (const [field, altered] of Object.entries(alterations)) {
      for (const index of [0, 4, 9]) {
        const rows = chain.map((row, place) => (place === index ? { ...row, ...altered } : row))
        assert.deepStrictEqual(verified(rows, head), { sequence: index + 1, because: "altered" }, field)
      }
    }
    const moved = chain.map((row) =>
      row.sequence === 5 ? { ...row, actor: { ...row.actor, id: "", name: "adaada" } } : row,
    )
    assert.deepStrictEqual(verified(moved, head), { sequence: 5, because: "altered" })
  })

  it("names a row that was altered and sealed anew by the row after it, and the last row by the end", () => {
    for (const index of [0, 4, 9]) {
      const before = chain[index - 1] ?? beginning
      const rows = chain.map((row, place) => (place === index ? sealed({ ...row, reason: "none" }, before) : row))
      const sequence = index === 9 ? 10 : index + 2
      assert.deepStrictEqual(verified(rows, head), { sequence, because: "altered" })
    }
  })

  it("names a removed row, also the last rows", () => {
    for (const removed of [1, 5, 10]) {
      const rows = chain.filter(({ sequence }) => sequence !== removed)
      assert.deepStrictEqual(verified(rows, head), { sequence: removed, because: "missing" })
    }
    assert.deepStrictEqual(verified(chain.slice(0, 7), head), { sequence: 8, because: "missing" })
    assert.deepStrictEqual(verified([], head), { sequence: 1, because: "missing" })
  })

  it("names a row that was removed while the rows after it were moved up", () => {
    const rows = [...chain.slice(0, 4), ...chain.slice(5).map((row) => ({ ...row, sequence: row.sequence - 1 }))]
    assert.deepStrictEqual(verified(rows, head), { sequence: 5, because: "altered" })
  })

  it("names the first row after its end where the end has the token of another end", () => {
    const shorter = chain.slice(0, 7)
    const end = shorter.at(-1) ?? beginning
    assert.isUndefined(verified(shorter, end))
    assert.deepStrictEqual(verified(shorter, end, tokenOf(10)), { sequence: 8, because: "missing" })
  })

  it("goes on from rows without a kind, and never back to a weaker kind", () => {
    const rows: Array<AuditRow> = [former(entry(1), beginning)]
    rows.push(former(entry(2), rows[0] ?? beginning))
    rows.push(sealed(entry(3), rows[1] ?? beginning))
    assert.isUndefined(verified(rows, rows[2] ?? beginning))
    const back: ReadonlyArray<AuditRow> = [...rows, former(entry(4), rows[2] ?? beginning)]
    assert.deepStrictEqual(verified(back, back[3] ?? beginning), { sequence: 4, because: "altered" })
    const keyed = rows.map((row, index): AuditRow => (index === 2 ? { ...row, sealing: "keyed" } : row))
    const weaker: ReadonlyArray<AuditRow> = [...keyed, sealed(entry(4), rows[2] ?? beginning)]
    assert.deepStrictEqual(verified(weaker, weaker[3] ?? beginning), { sequence: 4, because: "altered" })
    // Sound in itself, but for the recorded row from which on every row is keyed.
    assert.deepStrictEqual(verified(rows, rows[2] ?? beginning, tokenOf(3), 3), { sequence: 3, because: "altered" })
    assert.isUndefined(verified(rows, rows[2] ?? beginning, tokenOf(3), 4))
  })

  it("names an inserted row, at the end or between others", () => {
    const more = sealed(entry(11), head)
    assert.deepStrictEqual(verified([...chain, more], head), { sequence: 11, because: "inserted" })
    const forged: AuditRow = { ...sealed(entry(99), head), sequence: 5, seal: "x".repeat(43) }
    const behind = chain.slice(4).map((row) => ({ ...row, sequence: row.sequence + 1 }))
    const between = [...chain.slice(0, 4), forged, ...behind]
    assert.deepStrictEqual(verified(between, head), { sequence: 5, because: "altered" })
    assert.deepStrictEqual(verified([...chain.slice(0, 5), ...chain.slice(4)], head), {
      sequence: 5,
      because: "inserted",
    })
  })
})
