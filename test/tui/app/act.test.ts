/** The dialog of acts: it rehearses, shows what would happen, asks, performs, and offers to undo. */
import { assert, describe, it } from "@effect/vitest"
import { operations } from "@garrison/core/operations"
import type { CommandLine } from "@garrison/tui/app/overlay"
import type { Conditions, OperationName } from "@garrison/tui/operation"
import { type Screen, step, type WantAct } from "@garrison/tui/Screen"
import { type Answers, Driven, Refused } from "../../support/tui/driven.ts"

interface Ran {
  readonly operation: OperationName
  readonly input: object
  readonly conditions: Conditions
}

const uuid = "11111111-2222-4333-8444-555555555555"
const restriction = {
  restriction_id: "r-1",
  type: "account_ban",
  reverse: { operation: "restriction.lift", input: { player_uuid: uuid, restriction_id: "r-1" } },
}

/** A screen that wants one act at the key `a`, and counts how often it is told that something changed. */
const screenOf = (want: WantAct): Screen<number> => ({
  name: "acting",
  sentence: "Acts",
  needs: [],
  operations: [],
  bindings: [{ action: "act", keys: ["a"], sentence: "Act" }],
  open: () => step(0),
  update: (state, event) =>
    event.type === "action" ? step(state, want) : step(event.type === "changed" ? state + 1 : state),
  crumb: () => "acting",
  view: () => null,
})

const started = (
  want: Partial<WantAct>,
  answer: (ran: Ran) => unknown,
  commandLine?: CommandLine,
  answers: Answers = () => undefined,
) => {
  const ran: Array<Ran> = []
  const whole: WantAct = {
    type: "act",
    operation: "restriction.add",
    inputs: [{ player_uuid: uuid, type: "account_ban" }],
    subjects: ["Bob"],
    fields: [],
    ...want,
  }
  const driven = new Driven({
    screens: [screenOf(whole)],
    screen: "acting",
    answers,
    ...(commandLine !== undefined && { commandLine }),
    acts: (operation, input, conditions) => {
      const one = { operation, input, conditions }
      ran.push(one)
      return answer(one)
    },
  })
  return { ran, driven: driven.press("a") }
}

const changes = ({ state }: Driven): unknown => state.stack[0]?.state

/** Players that a list finds, by uuid. */
const playersCalled = (names: Readonly<Record<string, string>>) => ({
  players: Object.entries(names).map(([player_uuid, display_name]) => ({ player_uuid, display_name })),
  next: null,
})

const other = "11111111-2222-4333-8444-666666666666"

/** What is drawn, without its line ends. */
const wordsIn = (driven: Driven): string => driven.frame().replaceAll(/\s+/g, " ")

describe("a name in the form of an act", () => {
  const sending = {
    operation: "notification.send",
    inputs: [{ message: "Hello" }],
    subjects: [""],
    fields: ["player_uuid"],
  } as const
  const opened = (names: Readonly<Record<string, string>>) =>
    started(
      sending,
      () => ({}),
      undefined,
      (operation) => (operation === "player.list" ? playersCalled(names) : undefined),
    )

  it("becomes the id before the act is rehearsed", () => {
    const { driven, ran } = opened({ [uuid]: "Ada", [other]: "Ada Lovelace" })
    driven.type("ada").press("enter")
    assert.deepStrictEqual(ran[0]?.input, { message: "Hello", player_uuid: uuid })
    assert.include(driven.frame(), uuid)
  })

  it("of two or of nobody is refused beside its field, and nothing is rehearsed", () => {
    const two = opened({ [uuid]: "Ada", [other]: "Ada" })
    two.driven.type("Ada").press("enter")
    assert.include(two.driven.frame(), "several are called so")
    assert.include(wordsIn(two.driven), `takes Ada (${uuid}), Ada (${other})`)
    const none = opened({ [uuid]: "Ada Lovelace" })
    none.driven.type("Ada").press("enter")
    assert.include(none.driven.frame(), "no player is called Ada")
    assert.deepStrictEqual([...two.ran, ...none.ran], [])
  })

  it("offers what begins so, and the arrow takes its id", () => {
    const { driven, ran } = opened({ [uuid]: "Ada", [other]: "Ada" })
    driven.type("Ad")
    assert.include(wordsIn(driven), `takes Ada (${uuid}), Ada (${other})`)
    driven.press("right", "right", "enter")
    assert.deepStrictEqual(ran[0]?.input, { message: "Hello", player_uuid: other })
  })

  it("is not looked for where an id stands, which comes before any name", () => {
    const { driven, ran } = opened({ [other]: uuid })
    driven.type(uuid).press("enter")
    assert.deepStrictEqual(ran[0]?.input, { message: "Hello", player_uuid: uuid })
  })
})

describe("the dialog of acts", () => {
  it("names the act alone where it has no subject, also with fields that were left empty", () => {
    const { driven } = started(
      {
        operation: "notification.broadcast",
        inputs: [{ all: true, message: "Hello", role_id: undefined }],
        subjects: [""],
      },
      () => ({ segment: "all" }),
    )
    assert.include(driven.frame(), "Send a notification to many players\n")
    driven.press("enter")
    assert.include(driven.frame(), "type this: yes")
    driven.type("yes").press("enter")
    assert.include(driven.frame(), "Done. Send a notification to many players")
    assert.notInclude(driven.frame(), "undefined")
  })

  it("asks for a reason, rehearses, asks, performs and tells the screens", () => {
    const { driven, ran } = started({}, () => restriction)
    driven.type("he cheats").press("enter")
    assert.deepStrictEqual(ran, [
      {
        operation: "restriction.add",
        input: { player_uuid: uuid, type: "account_ban" },
        conditions: { reason: "he cheats", dryRun: true },
      },
    ])
    assert.include(driven.frame(), "This would happen; nothing is stored yet:")
    assert.include(driven.frame(), "restriction_id")
    assert.strictEqual(changes(driven), 0)
    driven.press("y")
    assert.deepStrictEqual(ran[1]?.conditions, { reason: "he cheats" })
    assert.strictEqual(driven.state.overlays.length, 0)
    assert.strictEqual(changes(driven), 1)
    assert.include(driven.frame(), "u undo (60 s): Restrict a player: Bob")
  })

  it("wants a reason of three characters where the act has one", () => {
    const required = operations.find(({ reason }) => reason === "required")
    const { driven, ran } = started({ operation: required?.name ?? "order.refund", inputs: [{}] }, () => ({}))
    driven.press("enter")
    assert.include(driven.frame(), "is needed")
    driven.type("no").press("enter")
    assert.include(driven.frame(), "must be at least 3 characters long")
    assert.deepStrictEqual(ran, [])
    driven.type(" more").press("enter")
    assert.strictEqual(ran.length, 1)
  })

  it("undoes by the reverse of the answer, through the same dialog", () => {
    const { driven, ran } = started({}, ({ operation }) =>
      operation === "restriction.add" ? restriction : { player_uuid: uuid, lifted: [] },
    )
    driven.type("cheats").press("enter", "y", "u")
    assert.strictEqual(driven.state.overlays.length, 1)
    driven.type("a mistake").press("enter")
    assert.deepStrictEqual(ran.at(-1), {
      operation: "restriction.lift",
      input: { player_uuid: uuid, restriction_id: "r-1" },
      conditions: { reason: "a mistake", dryRun: true },
    })
    // Lifting has no reverse: the name is typed.
    driven.press("enter")
    assert.include(driven.frame(), "That is not it.")
    driven.type("Bob").press("enter")
    assert.strictEqual(ran.at(-1)?.conditions.dryRun, undefined)
    assert.strictEqual(driven.state.undo, undefined)
  })

  it("offers undo for a minute", () => {
    const { driven } = started({}, () => restriction)
    driven.type("cheats").press("enter", "y").wait(59)
    assert.include(driven.frame(), "u undo (1 s)")
    driven.wait(1)
    assert.notInclude(driven.frame(), "u undo")
    driven.press("u")
    assert.strictEqual(driven.state.overlays.length, 0)
  })

  it("stores nothing when it is left", () => {
    const { driven, ran } = started({}, () => restriction)
    driven.type("cheats").press("enter", "escape")
    assert.strictEqual(driven.state.overlays.length, 0)
    assert.isTrue(ran.every(({ conditions }) => conditions.dryRun === true))
  })

  it("wants the name typed where the rehearsal names no reverse", () => {
    const { driven, ran } = started({}, () => ({ ...restriction, reverse: undefined }))
    driven.type("cheats").press("enter", "y", "enter")
    assert.strictEqual(ran.length, 1)
    assert.include(
      driven.frame(),
      "It cannot be undone. Shift+tab goes back to the form.\nTo do it in DEVELOPMENT test, type this: Bob",
    )
    driven.press("ctrl+u").type("Bob").press("enter")
    assert.strictEqual(ran.length, 2)
  })

  it("draws a rehearsal whose answer is a refusal as one, with the choices as keys before anything is typed", () => {
    const { driven, ran } = started(
      { operation: "order.refund", inputs: [{ player_uuid: uuid, order_id: "o-1" }], fields: ["partial", "from_paid"] },
      ({ input }) => ({ state: "partial" in input && input.partial === true ? "done" : "refused" }),
    )
    driven.type("chargeback").press("enter")
    const frame = driven.frame()
    assert.include(frame, "Refused as it is; nothing would be stored:")
    assert.notInclude(frame, "This would happen")
    assert.notInclude(frame, "type this")
    assert.notMatch(frame, /y yes/)
    assert.match(frame, /p partial · f from paid · e edit/)
    assert.strictEqual(ran.length, 1)
    driven.press("y", "enter")
    assert.strictEqual(driven.state.overlays.length, 0)
    assert.strictEqual(ran.length, 1)

    driven.press("a").type("chargeback").press("enter", "f", "p")
    assert.deepInclude(ran.at(-1), {
      input: { player_uuid: uuid, order_id: "o-1", partial: true, from_paid: true },
      conditions: { reason: "chargeback", dryRun: true },
    })
    assert.include(driven.frame(), "This would happen; nothing is stored yet:")
    assert.include(driven.frame(), "type this: Bob")
    driven.press("shift+tab")
    assert.match(driven.frame(), /partial +‹ true ›/)
    driven.press("enter").type("Bob").press("enter")
    assert.strictEqual(ran.at(-1)?.conditions.dryRun, undefined)
    assert.strictEqual(driven.state.overlays.length, 0)
  })

  it("acts on those of several whose rehearsal is no refusal, or on all with a choice", () => {
    const inputs = ["a", "b"].map((id) => ({ player_uuid: uuid, order_id: id }))
    const { driven, ran } = started(
      { operation: "order.refund", inputs, subjects: ["order a", "order b"] },
      ({ input }) => ({
        state: "order_id" in input && input.order_id === "a" && !("partial" in input) ? "refused" : "done",
      }),
    )
    driven.type("chargeback").press("enter")
    assert.include(driven.frame(), "Rehearsed: 1 of 2 would succeed.")
    assert.include(driven.frame(), "✗ order a: refused as it is")
    driven.press("shift+tab", "enter").type("order b").press("enter")
    assert.deepStrictEqual(
      ran.filter(({ conditions }) => conditions.dryRun !== true).map(({ input }) => input),
      [{ player_uuid: uuid, order_id: "b" }],
    )
  })

  it("shows a command line for each subject, and copies all of them", () => {
    const inputs = Array.from({ length: 5 }, (_, at) => ({ player_uuid: `p-${at}`, type: "account_ban" }))
    const { driven } = started({ inputs, subjects: inputs.map(() => "Ann") }, () => restriction, {
      commands: [],
      lineOf: (_, input) => `garrison player ban ${String(input["player_uuid"])}`,
    })
    driven.type("cheats").press("enter")
    const frame = driven.frame()
    for (const at of [0, 1, 2]) assert.include(frame, `$ garrison player ban p-${at}\n`)
    assert.include(frame, "and 2 more; c copies all of them")
    driven.press("c")
    const copied = inputs.map((input) => `garrison player ban ${input.player_uuid}`).join("\n")
    assert.deepInclude(driven.wanted.at(-1)?.request, { type: "copy", text: copied })
  })

  it("says how long the act can be undone after the minute in which undo is offered", () => {
    const until = "2026-03-31T12:00:00.000Z"
    const { driven } = started({}, () => ({ ...restriction, reverse: { ...restriction.reverse, until } }))
    driven.type("cheats").press("enter")
    const frame = driven.frame().replaceAll(/\s+/g, " ")
    assert.include(frame, `It can be undone: by u for a minute, and after that until ${until} by the way back`)
  })

  it("shows what speaks against the act until it is done", () => {
    const { driven } = started({ warning: "NOT SAFE: it is still used." }, () => restriction)
    assert.include(driven.frame(), "NOT SAFE: it is still used.")
    driven.type("cheats").press("enter")
    assert.include(driven.frame(), "NOT SAFE: it is still used.")
  })

  it("wants the id typed where the name cannot be typed as it is seen", () => {
    const { driven } = started({ subjects: ["Bo\u{202E}b"] }, () => ({}))
    driven.type("cheats").press("enter")
    assert.include(driven.frame(), uuid.slice(0, 8))
  })

  it("says who changed it meanwhile, and asks the screens to look again", () => {
    const refusal = {
      code: "changed",
      message: "It has been changed.",
      details: { revision: 5, since: [{ operation: "player.setRole", actor: "eve", at: "2026-03-01T11:59:00Z" }] },
    }
    const { driven, ran } = started({ ifRevision: 4 }, () => new Refused(refusal))
    driven.type("cheats").press("enter")
    assert.strictEqual(ran[0]?.conditions.ifRevision, 4)
    assert.match(driven.frame(), /2026-03-01T11:59:00Z {2}eve {2}player.setRole/)
    driven.press("r")
    assert.strictEqual(changes(driven), 1)
    assert.strictEqual(driven.state.overlays.length, 0)
  })

  it("acts on several, one after the other, and sums up", () => {
    const refusal = { code: "resource_not_found", message: "There is no such player." }
    const inputs = ["a", "b", "c"].map((id) => ({ player_uuid: id, type: "account_ban" }))
    const { driven, ran } = started({ inputs, subjects: ["Ann", "Bob", "Cid"] }, ({ conditions, input }) => {
      const id = "player_uuid" in input ? input.player_uuid : ""
      if (id === "b" || (id === "c" && conditions.dryRun !== true)) return new Refused(refusal)
      return restriction
    })
    driven.type("cheats").press("enter")
    assert.include(driven.frame(), "Rehearsed: 2 of 3 would succeed.")
    driven.press("y")
    assert.deepStrictEqual(
      ran.slice(3).map(({ input }) => input),
      inputs.filter((_, at) => at !== 1),
    )
    const frame = driven.frame()
    assert.include(frame, "Done for 1 of 3.")
    assert.match(frame, /✓ Ann\n/)
    assert.match(frame, /✗ Bob: There is no such player/)
    assert.match(frame, /✗ Cid: There is no such player/)
    assert.strictEqual(driven.state.undo?.subjects.length, 1)
  })

  it("shows a secret in the dialog alone, and copies it when asked", () => {
    const secret = "s3cr3t-value"
    const { driven } = started(
      { operation: "client.rotate", inputs: [{ client_id: "shop" }], subjects: ["shop"] },
      ({ conditions }) =>
        conditions.dryRun === true ? { client_id: "shop" } : { client_id: "shop", client_secret: secret },
    )
    driven.type("due").press("enter").type("shop").press("enter")
    assert.include(driven.frame(), secret)
    driven.press("y")
    assert.deepInclude(driven.wanted.at(-1)?.request, { type: "copy", text: secret })
    assert.notInclude(driven.frame().split("\n").at(-1), secret)
    driven.press("escape")
    assert.notInclude(driven.frame(), secret)
    assert.notInclude(JSON.stringify(driven.state.stack), secret)
    assert.strictEqual(JSON.stringify({ ...driven.state, screens: [] }).includes(secret), false)
  })

  it("does not run again what the database did not answer", () => {
    const away = { code: "service_unavailable", message: "Storage cannot answer now." }
    const { driven, ran } = started({}, ({ conditions }) =>
      conditions.dryRun === true ? restriction : new Refused(away),
    )
    driven.type("cheats").press("enter", "y")
    assert.strictEqual(ran.length, 2)
    assert.include(driven.frame(), "The audit says whether it was done nevertheless.")
  })

  it("never rehearses what cannot be rehearsed", () => {
    const { driven, ran } = started(
      { operation: "notification.create", inputs: [{ player_uuid: uuid, message: "hello" }] },
      () => ({}),
    )
    driven.press("enter")
    for (const { conditions, operation } of ran) {
      assert.isTrue(conditions.dryRun !== true || operation === "notification.create")
    }
  })
})
