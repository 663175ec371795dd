/** What every {@link ClientStore} does. */
import { assert, layer as withLayer } from "@effect/vitest"
import { type ClientChange, ClientStore } from "@garrison/core/client/ClientStore"
import type { Client, ClientSecret } from "@garrison/core/client/schema"
import { ClientUuid } from "@garrison/core/kernel/Identifier"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Statement from "effect/sql/Statement"

let count = 0
const uuid = (): string => `00000000-0000-4000-8000-${(++count).toString(16).padStart(12, "0")}`

const client = (fields: Partial<Client> = {}): Client => ({
  clientUuid: ClientUuid.make(uuid()),
  clientId: `client-${count}`,
  kind: "machine",
  description: undefined,
  orgId: undefined,
  permissions: ["catalog:read"],
  grants: ["client_credentials"],
  public: false,
  disabled: false,
  created: 1000,
  generation: 0,
  revision: 0,
  redirectUris: [],
  pkceExempt: false,
  ...fields,
})

const secret = (fields: Partial<ClientSecret> = {}): ClientSecret => {
  const secretId = uuid()
  return {
    secretId,
    hash: new Uint8Array(32).fill(count),
    lastFour: "last",
    created: 1000,
    expires: undefined,
    lastUsed: undefined,
    ...fields,
  }
}

const run = <A>(use: (store: ClientStore["Service"]) => Effect.Effect<A>) =>
  Effect.gen(function* () {
    const transaction = yield* Transaction
    return yield* transaction.run(use(yield* ClientStore))
  })

const stored = Effect.fnUntraced(function* (fields: Partial<Client> = {}) {
  const made = client(fields)
  const first = secret()
  yield* run((store) => store.insert(made, first))
  return { made, first }
})

const find = (clientId: string) => Effect.flatMap(ClientStore, (store) => store.findById(clientId))

const bytesOf = (secrets: ReadonlyArray<ClientSecret> | undefined) =>
  secrets?.map((one) => ({ ...one, hash: [...one.hash] }))

/** Runs the suite against the store that `layer` gives. */
export const suite = (name: string, layer: Layer.Layer<ClientStore | Transaction>): void => {
  withLayer(layer)(`ClientStore on ${name}`, (it) => {
    it.effect("gives back what was stored, field by field", () =>
      Effect.gen(function* () {
        const made = client({
          description: "Match servers, Zürich ⚔",
          orgId: uuid(),
          kind: "game",
          permissions: ["catalog:read", "*"],
          grants: ["anon", "refresh"],
          public: true,
          disabled: true,
          generation: 7,
        })
        const first = secret({ expires: 5000, lastUsed: 4000 })
        assert.strictEqual(yield* run((store) => store.insert(made, first)), "stored")
        const found = yield* find(made.clientId)
        assert.deepStrictEqual(found?.client, made)
        assert.deepStrictEqual(bytesOf(found?.secrets), bytesOf([first]))
      }),
    )

    it.effect("finds a client without secrets, and nothing under an unknown id", () =>
      Effect.gen(function* () {
        const made = client({ kind: "game", public: true })
        yield* run((store) => store.insert(made, undefined))
        assert.deepStrictEqual(yield* find(made.clientId), { client: made, secrets: [] })
        assert.isUndefined(yield* find("nobody"))
        assert.isUndefined(yield* find(made.clientId.toUpperCase()))
      }),
    )

    it.effect("reads for a proof the same columns by one statement, whether there is a client or not", () =>
      Effect.gen(function* () {
        const { made, first } = yield* stored({ description: "a server" })
        const store = yield* ClientStore
        const found = yield* store.findForProof(made.clientId)
        assert.deepStrictEqual(found.client, made)
        assert.deepStrictEqual(bytesOf(found.secrets), bytesOf([first]))
        const nobody = yield* store.findForProof("nobody")
        assert.isTrue(nobody.client.disabled)
        assert.strictEqual(nobody.secrets.length, 1)
        const kinds = ({ client, secrets }: typeof found) =>
          [client, ...secrets].map((part) =>
            Object.entries(part).map(([name, value]) => [name, name === "orgId" ? "" : typeof value]),
          )
        assert.deepStrictEqual(kinds(nobody), kinds(found))
        const statements: Array<string> = []
        const watched = (clientId: string) =>
          Effect.provideService(store.findForProof(clientId), Statement.CurrentTransformer, (statement) =>
            Effect.sync(() => (statements.push(statement.compile()[0]), statement)),
          )
        yield* watched(made.clientId)
        yield* watched("nobody")
        assert.strictEqual(statements.length, 2)
        assert.strictEqual(statements[0], statements[1])
      }),
    )

    it.effect("a client_id is taken once, and the loser stores nothing", () =>
      Effect.gen(function* () {
        const rivals = Array.from({ length: 8 }, () => client({ clientId: "contested" }))
        const outcomes = yield* Effect.forEach(rivals, (rival) => run((store) => store.insert(rival, secret())), {
          concurrency: "unbounded",
        })
        assert.strictEqual(outcomes.filter((outcome) => outcome === "stored").length, 1)
        const found = yield* find("contested")
        assert.strictEqual(found?.client.clientUuid, rivals[outcomes.indexOf("stored")]?.clientUuid)
        assert.strictEqual(found?.secrets.length, 1)
      }),
    )

    it.effect("lists by the bytes of client_id, a page at a time", () =>
      Effect.gen(function* () {
        for (const clientId of ["list-b", "list-B", "list-a", "list-_", "list.a"]) yield* stored({ clientId })
        const store = yield* ClientStore
        const first = yield* store.list("list", 3)
        assert.deepStrictEqual(
          first.map((one) => one.clientId),
          ["list-B", "list-_", "list-a"],
        )
        const rest = yield* store.list("list-a", 2)
        assert.deepStrictEqual(
          rest.map((one) => one.clientId),
          ["list-b", "list.a"],
        )
      }),
    )

    it.effect("a secret that stops at once leaves the new one alone", () =>
      Effect.gen(function* () {
        const { made } = yield* stored()
        const next = secret({ created: 2000 })
        const changed = yield* run((store) =>
          store.change(made.clientUuid, { secret: { secret: next, previousExpires: 2000 } }),
        )
        assert.notStrictEqual(changed, "not_found")
        if (changed === "not_found") return
        assert.deepStrictEqual(bytesOf(changed.after.secrets), bytesOf([next]))
        assert.deepStrictEqual(bytesOf((yield* find(made.clientId))?.secrets), bytesOf([next]))
      }),
    )

    it.effect("an overlap keeps the previous secret until then, and drops the one before it", () =>
      Effect.gen(function* () {
        const { made, first } = yield* stored()
        const second = secret({ created: 2000 })
        const third = secret({ created: 3000 })
        const rotate = (next: ClientSecret, previousExpires: number) =>
          run((store) => store.change(made.clientUuid, { secret: { secret: next, previousExpires } }))
        yield* rotate(second, 9000)
        const afterSecond = bytesOf((yield* find(made.clientId))?.secrets)
        assert.deepStrictEqual(afterSecond, bytesOf([second, { ...first, expires: 9000 }]))
        yield* rotate(third, 9500)
        const afterThird = bytesOf((yield* find(made.clientId))?.secrets)
        assert.deepStrictEqual(afterThird, bytesOf([third, { ...second, expires: 9500 }]))
      }),
    )

    it.effect("an overlap never lengthens the life of the previous secret", () =>
      Effect.gen(function* () {
        const made = client()
        const first = secret({ expires: 4000 })
        yield* run((store) => store.insert(made, first))
        const next = secret({ created: 2000 })
        yield* run((store) => store.change(made.clientUuid, { secret: { secret: next, previousExpires: 9000 } }))
        assert.deepStrictEqual(bytesOf((yield* find(made.clientId))?.secrets), bytesOf([next, first]))
      }),
    )

    it.effect("a change leaves what it does not name", () =>
      Effect.gen(function* () {
        const { made, first } = yield* stored({ description: "before" })
        yield* run((store) => store.change(made.clientUuid, { disabled: true }))
        const changed = yield* run((store) => store.change(made.clientUuid, { description: "" }))
        if (changed === "not_found") return assert.fail("the change found no client")
        assert.deepStrictEqual(changed.before.client, { ...made, disabled: true, generation: 2, revision: 1 })
        assert.deepStrictEqual(bytesOf(changed.before.secrets), bytesOf([first]))
        const found = yield* find(made.clientId)
        assert.deepStrictEqual(found?.client, { ...made, description: "", disabled: true, generation: 2, revision: 2 })
        assert.deepStrictEqual(bytesOf(found?.secrets), bytesOf([first]))
        const nobody = ClientUuid.make(uuid())
        assert.strictEqual(yield* run((store) => store.change(nobody, { disabled: true })), "not_found")
      }),
    )

    it.effect("twenty rotations at once leave two secrets, each the answer of one of them", () =>
      Effect.gen(function* () {
        const { made, first } = yield* stored()
        const rotations = Array.from({ length: 20 }, () => secret({ created: 2000 }))
        const answers = yield* Effect.forEach(
          rotations,
          (next) => run((store) => store.change(made.clientUuid, { secret: { secret: next, previousExpires: 9000 } })),
          { concurrency: "unbounded" },
        )
        for (const [index, answer] of answers.entries()) {
          if (answer === "not_found") return assert.fail("a rotation found no client")
          assert.strictEqual(
            answer.after.secrets[0]?.secretId,
            rotations[index]?.secretId,
            "an answer shows its own change",
          )
          assert.strictEqual(answer.after.secrets.length, 2)
          const { before } = answer
          const former = answers.find(
            (other) => other !== "not_found" && other.after.client.revision === before.client.revision,
          )
          const stood =
            former === undefined || former === "not_found" ? { client: made, secrets: [first] } : former.after
          assert.deepStrictEqual(before.client, stood.client, "and what the one before it left")
          assert.deepStrictEqual(bytesOf(before.secrets), bytesOf(stood.secrets))
          assert.strictEqual(answer.after.client.revision, before.client.revision + 1)
        }
        const left = (yield* find(made.clientId))?.secrets ?? []
        assert.strictEqual(left.length, 2)
        const last = answers.find(
          (answer) => answer !== "not_found" && answer.after.secrets[0]?.secretId === left[0]?.secretId,
        )
        assert.deepStrictEqual(
          last === undefined || last === "not_found" ? [] : bytesOf(last.after.secrets),
          bytesOf(left),
        )
      }),
    )

    it.effect("each secret of a machine begins a generation, disabling two, and those of a game none", () =>
      Effect.gen(function* () {
        const { made } = yield* stored()
        const { made: game } = yield* stored({ kind: "game" })
        const generationAfter = (change: ClientChange, { clientUuid }: Client = made) =>
          Effect.map(
            run((store) => store.change(clientUuid, change)),
            (changed) => (changed === "not_found" ? changed : changed.after.client.generation),
          )
        const rotation = () => ({ secret: { secret: secret({ created: 2000 }), previousExpires: 9000 } })
        assert.strictEqual(yield* generationAfter(rotation()), 1)
        assert.strictEqual(yield* generationAfter({ description: "after" }), 1)
        assert.strictEqual(yield* generationAfter({ disabled: true }), 3)
        assert.strictEqual(yield* generationAfter({ disabled: false }), 3)
        assert.strictEqual(yield* generationAfter(rotation(), game), 0)
        assert.strictEqual(yield* generationAfter({ disabled: true }, game), 2)
      }),
    )

    it.effect("of changes at once that ask for the same generation one is made", () =>
      Effect.gen(function* () {
        const { made } = yield* stored()
        const rotations = Array.from({ length: 20 }, () => secret({ created: 2000 }))
        const answers = yield* Effect.forEach(
          rotations,
          (next) =>
            run((store) =>
              store.change(made.clientUuid, { secret: { secret: next, previousExpires: 9000 }, ifGeneration: 0 }),
            ),
          { concurrency: "unbounded" },
        )
        assert.strictEqual(answers.filter((answer) => answer !== "not_found").length, 1)
        const left = yield* find(made.clientId)
        assert.strictEqual(left?.client.generation, 1)
        assert.strictEqual(left?.secrets.length, 2)
      }),
    )

    it.effect("an edit gives and empties each field by itself, and answers with what was before", () =>
      Effect.gen(function* () {
        const { made } = yield* stored({ description: "before", orgId: "00000000-0000-4000-8000-0000000000aa" })
        const changed = (change: ClientChange) => run((store) => store.change(made.clientUuid, change))
        const first = yield* changed({ description: null, grants: [], permissions: [] })
        assert.notStrictEqual(first, "not_found")
        if (first === "not_found") return
        assert.deepStrictEqual(first.before.client, made)
        const emptied = { ...made, description: undefined, grants: [], permissions: [], revision: 1 }
        assert.deepStrictEqual(first.after.client, emptied)
        const second = yield* changed({ orgId: null, grants: ["*"] })
        if (second === "not_found") return
        assert.deepStrictEqual(second.before.client, emptied)
        assert.deepStrictEqual(second.after.client, { ...emptied, orgId: undefined, grants: ["*"], revision: 2 })
        assert.deepStrictEqual((yield* find(made.clientId))?.client, second.after.client)
        const third = yield* changed({ orgId: made.orgId ?? null, description: "after" })
        if (third === "not_found") return
        assert.deepInclude(third.after.client, { orgId: made.orgId, description: "after", grants: ["*"] })
      }),
    )

    it.effect("the former secret is ended by itself, and the current one stays", () =>
      Effect.gen(function* () {
        const { first, made } = yield* stored()
        const next = secret({ created: 2000 })
        yield* run((store) => store.change(made.clientUuid, { secret: { secret: next, previousExpires: 9000 } }))
        const ended = yield* run((store) => store.change(made.clientUuid, { endFormer: true }))
        if (ended === "not_found") return assert.fail("there is the client")
        assert.deepStrictEqual(
          [ended.before.secrets, ended.after.secrets].map((secrets) => secrets.map(({ secretId }) => secretId)),
          [[next.secretId, first.secretId], [next.secretId]],
        )
        assert.strictEqual(ended.after.client.generation, 1)
        assert.lengthOf((yield* find(made.clientId))?.secrets ?? [], 1)
      }),
    )

    it.effect("clients are listed with their secrets, page after page", () =>
      Effect.gen(function* () {
        const list = (after: string, limit: number) => run((store) => store.listWithSecrets(after, limit))
        const { first, made } = yield* stored({ clientId: "zz-a" })
        const next = secret({ created: 2000 })
        yield* run((store) => store.change(made.clientUuid, { secret: { secret: next, previousExpires: 9000 } }))
        const open = client({ clientId: "zz-b", kind: "game", public: true, permissions: [] })
        yield* run((store) => store.insert(open, undefined))
        yield* stored({ clientId: "zz-c" })
        const shown = (yield* list("zz", 2)).map(({ client: { clientId }, secrets }) => [
          clientId,
          secrets.map(({ secretId }) => secretId),
        ])
        assert.deepStrictEqual(shown, [
          ["zz-a", [next.secretId, first.secretId]],
          ["zz-b", []],
        ])
        assert.deepStrictEqual(
          (yield* list("zz-b", 2)).map(({ client: { clientId } }) => clientId),
          ["zz-c"],
        )
      }),
    )

    it.effect("a client is removed with its secrets, once", () =>
      Effect.gen(function* () {
        const { made, first } = yield* stored()
        assert.isTrue(yield* run((store) => store.remove(made.clientUuid)))
        assert.isFalse(yield* run((store) => store.remove(made.clientUuid)))
        assert.isUndefined(yield* find(made.clientId))
        yield* run((store) => store.insert(client(), first))
      }),
    )

    it.effect("the last use moves forward only, and an unknown secret is passed over", () =>
      Effect.gen(function* () {
        const { made, first } = yield* stored()
        yield* run((store) => store.recordUse(new Map([[first.secretId, 7000]])))
        yield* run((store) =>
          store.recordUse(
            new Map([
              [uuid(), 8000],
              [first.secretId, 6000],
            ]),
          ),
        )
        assert.strictEqual((yield* find(made.clientId))?.secrets[0]?.lastUsed, 7000)
      }),
    )
  })
}
