/** The screens of clients and of a rotation: their frames, what they want done, and the steps of a rotation. */
import { assert, describe, it } from "@effect/vitest"
import { clientsScreen } from "@garrison/tui/screen/clients"
import { rotationScreen } from "@garrison/tui/screen/rotation/screen"
import { type Answers, Driven, Refused, startMillis } from "../../support/tui/driven.ts"
import { assertFrames } from "../../support/tui/frames.ts"

const at = (minutes: number) => new Date(startMillis + minutes * 60_000).toISOString()

const current = {
  secret_id: "019aa1f2-6f5e-7000-8000-000000000001",
  last_four: "aB3d",
  created: at(-60 * 24 * 90),
  last_used: at(-3),
  state: "current",
  never_used: false,
}
const former = {
  secret_id: "019aa1f2-6f5e-7000-8000-000000000002",
  last_four: "9xYz",
  created: at(-60 * 24 * 400),
  expires: at(60 * 30),
  last_used: at(-2),
  state: "former",
  never_used: false,
  safe_to_retire: false,
  still_needed: "used_lately",
  safe_from: at(20),
}

const client = (given: object = {}) => ({
  client_uuid: "019aa1f2-6f5e-7000-8000-0000000000aa",
  client_id: "match-server",
  kind: "machine",
  description: "Gives loot after a match",
  permissions: ["inv:create_order:player:any", "catalog:read"],
  grants: ["*"],
  public: false,
  disabled: false,
  redirect_uris: [],
  pkce_exempt: false,
  created: at(-60 * 24 * 400),
  revision: 4,
  secrets: [current],
  uses_known_until: at(-1),
  ...given,
})

const game = client({
  client_id: "game",
  kind: "game",
  permissions: [],
  public: true,
  secrets: [],
  description: undefined,
})
const rotating = client({ client_id: "web", secrets: [{ ...current, last_used: undefined, never_used: true }, former] })
const unused = client({ client_id: "old-tool", disabled: true, secrets: [{ ...current, last_used: undefined }] })
const all = [game, client(), unused, rotating]

const open = (answers: Answers = () => ({ clients: all }), offered?: ReadonlySet<never>) =>
  new Driven({
    screens: [clientsScreen, rotationScreen],
    screen: "clients",
    answers: (operation, input, ask) => (operation === "client.show" ? client() : answers(operation, input, ask)),
    ...(offered && { offered }),
  })

const openRotation = (answer: unknown) =>
  new Driven({
    screens: [rotationScreen],
    screen: "rotation",
    params: { client_id: "web" },
    answers: () => answer,
  })

const actsOf = (driven: Driven) => driven.wanted.map(({ request }) => request)

describe("the screen of clients", () => {
  it("is drawn", () => {
    assertFrames(open(), "clients", "all")
    assertFrames(open().press("G"), "clients", "in-overlap")
    assertFrames(
      open(() => ({ clients: [] })),
      "clients",
      "empty",
    )
    assertFrames(
      open(() => new Refused({ code: "service_unavailable", message: "Storage cannot answer now." })),
      "clients",
      "away",
    )
    assert.include(open().frame(), "match-server")
  })

  it("acts on the marked clients, each by the revision that it was seen with", () => {
    const [wanted] = actsOf(open().press("space", "space", "d"))
    assert.deepStrictEqual(wanted, {
      type: "act",
      operation: "client.setDisabled",
      inputs: [
        { client_id: "game", disabled: true },
        { client_id: "match-server", disabled: true },
      ],
      subjects: ["game", "match-server"],
      ifRevisions: [4, 4],
      fields: [],
    })
  })

  it("edits and deletes the client at the cursor alone, whatever is marked", () => {
    const acts = actsOf(open().press("space", "space", "e", "D"))
    assert.deepStrictEqual(
      acts.map((act) => act.type === "act" && [act.operation, act.inputs, act.ifRevisions]),
      [
        ["client.edit", [{ client_id: "old-tool" }], [4]],
        ["client.remove", [{ client_id: "old-tool" }], [4]],
      ],
    )
  })

  it("shows the one client that led to it", () => {
    const params = { client_id: "old-tool" }
    const driven = new Driven({
      screens: [clientsScreen],
      screen: "clients",
      params,
      answers: () => ({ clients: all }),
    })
    assert.include(driven.frame(), "old-tool")
    assert.notInclude(driven.frame(), "match-server")
  })

  it("opens the secrets of a client, and says why a public one has none", () => {
    assert.strictEqual(open().press("j", "enter").state.stack.at(-1)?.screen.name, "rotation")
    assert.include(open().press("enter").frame(), "A public client has no secret.")
  })
})

describe("the screen of a rotation", () => {
  it("is drawn at each of its steps", () => {
    assertFrames(openRotation(client()), "rotation", "one-secret")
    assertFrames(
      openRotation(client({ secrets: [rotating.secrets[0], { ...former, still_needed: "new_secret_unused" }] })),
      "rotation",
      "unused",
    )
    assertFrames(openRotation(client({ secrets: [current, former] })), "rotation", "used-lately")
    const quiet = { ...former, safe_to_retire: true, still_needed: undefined, last_used: at(-60 * 5) }
    assertFrames(openRotation(client({ secrets: [current, quiet] })), "rotation", "safe")
    assertFrames(openRotation(undefined), "rotation", "loading")
    assert.include(openRotation(client({ secrets: [current, quiet] })).frame(), "SAFE to end")
  })

  it("gives a new secret by the revision that was seen, and ends the former one by its id", () => {
    const driven = openRotation(client({ secrets: [current, former] })).press("N", "x")
    assert.deepStrictEqual(actsOf(driven), [
      {
        type: "act",
        operation: "client.rotate",
        inputs: [{ client_id: "match-server" }],
        subjects: ["match-server"],
        ifRevision: 4,
        fields: ["overlap_seconds"],
      },
      {
        type: "act",
        operation: "client.retireSecret",
        inputs: [{ client_id: "match-server", secret_id: former.secret_id }],
        subjects: ["match-server"],
        ifRevision: 4,
        fields: [],
        warning: "NOT SAFE to end the former secret: somebody still uses it.",
      },
    ])
    const quiet = { ...former, safe_to_retire: true, still_needed: undefined }
    assert.notInclude(
      JSON.stringify(actsOf(openRotation(client({ secrets: [current, quiet] })).press("x"))),
      "NOT SAFE",
    )
  })

  it("ends no secret where there is no former one", () => {
    const driven = openRotation(client()).press("x")
    assert.deepStrictEqual(actsOf(driven), [])
    assert.include(driven.frame(), "There is no former secret to end.")
  })

  it("looks at the use of the secrets every few seconds while there are two, and only then", () => {
    const looks = (answer: unknown): number => {
      let asked = 0
      const driven = new Driven({
        screens: [rotationScreen],
        screen: "rotation",
        params: { client_id: "web" },
        answers: () => {
          asked += 1
          return answer
        },
      })
      for (let second = 1; second <= 10; second += 1) driven.wait(1)
      return asked
    }
    assert.strictEqual(looks(client({ secrets: [current, former] })), 3)
    assert.strictEqual(looks(client()), 1)
  })
})
