/** The palette, help, the list of places and the copy menu: what leads from one place to another. */
import { assert, describe, it } from "@effect/vitest"
import { operations } from "@garrison/core/operations"
import type { CommandWords } from "@garrison/tui/app/overlay"
import type { OperationName } from "@garrison/tui/operation"
import { type Screen, step } from "@garrison/tui/Screen"
import { type Answers, Driven } from "../../support/tui/driven.ts"

const uuid = "11111111-2222-4333-8444-555555555555"

const commands: ReadonlyArray<CommandWords> = [
  {
    operation: "restriction.add",
    command: "player ban",
    fields: { player_uuid: "player_uuid", type: "--type", told: "--tell", note: "--note", expires_at: "--until" },
    without: {},
  },
  {
    operation: "client.setDisabled",
    command: "client disable",
    fields: { client_id: "client_id", disabled: null },
    without: {},
    says: { disabled: true },
  },
  {
    operation: "notification.send",
    command: "notify",
    fields: { player_uuid: "player_uuid", message: "message", rh_url: "--url" },
    without: {},
  },
  {
    operation: "notification.broadcast",
    command: "notify",
    fields: { all: "--all", player_uuids: "--player", message: "message", rh_url: "--url" },
    without: {},
  },
]

const screenOf = (name: string, needs: ReadonlyArray<string> = []): Screen => ({
  name,
  sentence: `Shows ${name}`,
  needs,
  operations: [],
  bindings: [{ action: "go", keys: ["x"], sentence: `Do what ${name} do`, word: "go" }],
  open: (params) => step(params),
  update: (state) => step(state),
  crumb: (state) => `${name} ${JSON.stringify(state)}`,
  selected: (state) => ({ id: "id-1", row: state, operation: "role.list", input: {} }),
  view: () => null,
})

const started = (offered?: ReadonlySet<OperationName>, answers: Answers = () => undefined) => {
  const ran: Array<{ readonly operation: OperationName; readonly input: object }> = []
  const driven = new Driven({
    screens: [screenOf("players"), screenOf("order", ["order_id"])],
    screen: "players",
    answers,
    acts: (operation, input) => {
      ran.push({ operation, input })
      return { rehearsed: "yes" }
    },
    commandLine: { commands, lineOf: (operation) => `garrison ${operation}` },
    ...(offered !== undefined && { offered }),
  })
  return { driven, ran }
}

const every = new Set(operations.map(({ name }) => name))

const line = (driven: Driven, text: string): Driven => driven.press(":").type(text).press("enter")

describe("the palette", () => {
  it("begins with what is in view, unless the line is about another one", () => {
    const inView = () => {
      const begun = started()
      begun.driven.send({ type: "opened", screen: "order", params: { order_id: "o-1", player_uuid: uuid } })
      return begun
    }
    const { driven, ran } = inView()
    driven.press(":")
    assert.include(driven.frame(), `In view: order_id o-1, player_uuid ${uuid}`)
    driven.type("player ban").press("tab")
    assert.include(driven.frame(), `: player ban ${uuid}`)
    driven.press("escape")
    line(driven, "player ban --type account_ban").type("cheats").press("enter", "enter")
    assert.deepInclude(ran[0]?.input, { player_uuid: uuid, type: "account_ban" })
    driven.press("escape")
    const other = inView()
    line(other.driven, "order.refund player_uuid=someone")
    assert.match(other.driven.frame(), /order_id\*\s*$/m)
    // A read takes what it needs, and no more: a search would find less than was asked for.
    const read = inView()
    line(read.driven, "order.search")
    assert.deepStrictEqual(read.ran[0]?.input, {})
    line(read.driven.press("escape"), "order.locate")
    assert.deepStrictEqual(read.ran[1]?.input, { order_id: "o-1" })
  })

  it("takes an id alone for the screens that show one, and says once that there is nothing", () => {
    const { driven } = started()
    line(driven, uuid)
    assert.deepStrictEqual(driven.state.stack.at(-1)?.params, { order_id: uuid })
    line(driven, "nothing like it")
    assert.lengthOf(driven.frame().split("There is no such screen, command or operation."), 2)
  })

  it("opens a screen with what it needs", () => {
    const { driven } = started()
    line(driven, "order 42")
    assert.strictEqual(driven.state.stack.length, 2)
    assert.deepStrictEqual(driven.state.stack[1]?.params, { order_id: "42" })
    line(driven, "order")
    assert.include(driven.frame(), "It needs order_id")
    driven.press("escape")
    line(driven, "order ban 42")
    assert.include(driven.frame(), "There is no such screen, command or operation.")
    assert.strictEqual(driven.state.stack.length, 2)
  })

  it("takes the words of the command line", () => {
    const { driven, ran } = started(every)
    line(driven, `garrison player ban ${uuid} --until 2030-01-31T18:00:00Z --type account_lockout --reason "he cheats"`)
    driven.press("enter")
    assert.deepStrictEqual(ran, [
      {
        operation: "restriction.add",
        input: {
          player_uuid: uuid,
          type: "account_lockout",
          told: undefined,
          note: undefined,
          expires_at: "2030-01-31T18:00:00Z",
        },
      },
    ])
  })

  it("tells two operations of one command by their flags", () => {
    const asked = (text: string) => {
      const { driven, ran } = started(every)
      line(driven, text)
      driven.press("enter")
      return JSON.parse(JSON.stringify(ran[0] ?? null)) as unknown
    }
    assert.deepStrictEqual(asked("notify --all 'The servers restart' --url=/news"), {
      operation: "notification.broadcast",
      input: { all: true, message: "The servers restart", rh_url: "/news" },
    })
    assert.deepStrictEqual(asked(`notify ${uuid} Hello --url /news`), {
      operation: "notification.send",
      input: { player_uuid: uuid, message: "Hello", rh_url: "/news" },
    })
    assert.deepStrictEqual(asked(`notify --player ${uuid} Hello`), {
      operation: "notification.broadcast",
      input: { player_uuids: [uuid], message: "Hello" },
    })
  })

  it("knows what words alone say of a field", () => {
    const { driven, ran } = started(every)
    line(driven, "client disable shop").press("enter")
    assert.deepStrictEqual(ran[0]?.input, { client_id: "shop", disabled: true })
  })

  it("says which flag there is not", () => {
    const { driven } = started(every)
    line(driven, `player ban ${uuid} --unti x`)
    assert.include(driven.frame(), "The command has no flag --unti.")
  })

  it("completes words and the values of closed lists", () => {
    const { driven } = started(every)
    driven.press(":").type("player b").press("tab")
    driven.type(`${uuid} --ty`).press("tab")
    driven.type("account_l").press("tab")
    assert.include(driven.frame(), `: player ban ${uuid} --type account_lockout`)
  })

  it("completes a name to the id, and asks for the id of one that was not completed", () => {
    const { driven, ran } = started(every, (operation) =>
      operation === "player.list"
        ? { players: [{ player_uuid: uuid, display_name: "Ada Lovelace" }], next: null }
        : undefined,
    )
    driven.press(":").type("player ban ada")
    assert.match(driven.frame(), new RegExp(`Ada Lovelace +${uuid}`))
    driven.press("tab")
    assert.include(driven.frame(), `: player ban ${uuid}`)
    driven.press("escape")
    line(driven, 'player ban "Ada Lovelace" --type account_ban --reason cheats')
    assert.deepStrictEqual(ran, [])
    driven.press("enter")
    assert.deepInclude(ran[0]?.input, { player_uuid: uuid, type: "account_ban" })
  })

  it("runs an operation by its name, and shows the answer of a read", () => {
    const { driven, ran } = started(every)
    line(driven, "role.list")
    assert.deepStrictEqual(ran, [{ operation: "role.list", input: {} }])
    assert.include(driven.frame(), "rehearsed")
    driven.press("escape")
    line(driven, "player.show")
    assert.strictEqual(ran.length, 1)
    assert.include(driven.frame(), "player_uuid*")
  })

  it("offers nothing that the actor may not do", () => {
    const { driven, ran } = started(new Set(["role.list"]))
    driven.press(":")
    assert.notInclude(driven.frame(), "player ban")
    driven.type(`player ban ${uuid}`).press("enter")
    assert.include(driven.frame(), "There is no such screen, command or operation.")
    assert.deepStrictEqual(ran, [])
  })
})

describe("help", () => {
  it("has every key of the screen and of the console, and searches them", () => {
    const { driven } = started()
    driven.press("?")
    assert.include(driven.frame(), "Do what players do.")
    assert.include(driven.frame(), "Copy an id, a row or a command line.")
    driven.type("leave anywhere")
    assert.notInclude(driven.frame(), "Do what players do.")
    assert.match(driven.frame(), /ctrl\+c +Leave the console, from anywhere/)
  })
})

describe("places", () => {
  it("lead back to what was visited", () => {
    const { driven } = started()
    line(driven, "order 7")
    driven.press("escape", "ctrl+o")
    assert.include(driven.frame(), "order_id")
    driven.press("enter")
    assert.deepStrictEqual(driven.state.stack.at(-1)?.params, { order_id: "7" })
  })
})

describe("the copy menu", () => {
  it("copies an id, a row and the command line", () => {
    const { driven } = started()
    driven.press("y", "i", "y", "r", "y", "c")
    assert.deepStrictEqual(
      driven.wanted.map(({ request }) => request.type === "copy" && request.text),
      ["id-1", "{}", "garrison role.list"],
    )
    assert.strictEqual(driven.state.overlays.length, 0)
  })
})

describe("read-only", () => {
  it("offers no act, whoever acts", () => {
    const driven = new Driven({
      screens: [screenOf("players")],
      screen: "players",
      answers: () => undefined,
      acts: () => ({}),
      offered: every,
      isReadOnly: true,
    })
    const acts = operations.filter(({ kind }) => kind === "act").map(({ name }) => name)
    assert.deepStrictEqual(
      acts.filter((name) => driven.state.offered.has(name)),
      [],
    )
    assert.isTrue(driven.state.offered.has("role.list"))
    assert.include(driven.frame(), "read only")
  })
})
