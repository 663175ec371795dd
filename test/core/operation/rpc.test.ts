/**
 * The table of operations fits effect/rpc: the whole group runs in memory, by its client and its server, on a real
 * database (architecture, section 2).
 */
import { assert, describe, it } from "@effect/vitest"
import { AuditStore } from "@garrison/core/audit/AuditStore"
import * as Garrison from "@garrison/core/Garrison"
import type { Act } from "@garrison/core/operation/Act"
import { operations } from "@garrison/core/operations"
import { settingsInForce } from "@garrison/core/settings"
import * as Stores from "@garrison/sql/Stores"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as RpcTest from "effect/rpc/RpcTest"
import { actBy } from "../../support/acts.ts"
import { onEachDatabase } from "../../support/databases.ts"
import { countingKdf } from "../../support/kdf.ts"
import { loginAnon, testSettings, whoIs } from "../../support/logins.ts"
import { strangerUuid } from "../../support/players.ts"
import { Asking, Declared, groupOf, handlersOf, NamesActor } from "../../support/rpc.ts"

const group = groupOf(operations)

/** Who the requests of a test come from. A remote face reads the token and the headers of each request. */
const asking: { act: Act } = { act: actBy("ada") }

const namesActor = Layer.succeed(NamesActor, (effect) => Effect.provideService(effect, Asking, asking.act))

onEachDatabase((name, database) => {
  const services = Garrison.layer.pipe(
    Layer.provideMerge(Stores.layer),
    Layer.provideMerge(settingsInForce(testSettings)),
    Layer.provideMerge(Layer.merge(database, countingKdf().layer)),
  )
  const remote = Layer.merge(handlersOf(group, operations), namesActor).pipe(Layer.provideMerge(services))
  const client = RpcTest.makeClient(group, { flatten: true, disableFatalDefects: true })
  const asked = (by: Act, operation: string, input: unknown) =>
    Effect.flatMap(client, (ask) => {
      asking.act = by
      return ask(operation, input)
    })

  describe(`the group of all operations on ${name}`, () => {
    it.effect("reads, acts, rehearses and refuses as the operations themselves", () =>
      Effect.gen(function* () {
        const host = actBy("ada")
        const input = { client_id: "game", kind: "game", public: true, permissions: [] }
        const head = Effect.flatMap(AuditStore, (store) => store.head)
        const before = (yield* head).sequence
        yield* asked({ ...host, dryRun: true }, "client.create", input)
        assert.strictEqual((yield* head).sequence, before, "a rehearsal writes no row")
        assert.property(yield* asked(host, "client.create", input), "client_id")
        assert.strictEqual((yield* head).sequence, before + 1)
        assert.deepInclude(yield* Effect.flip(asked(host, "client.create", input)), {
          code: "client_id_taken",
        })
        const { playerUuid } = whoIs(yield* loginAnon(1))
        assert.deepInclude(yield* asked(host, "presence.view", { player_uuid: playerUuid }), {
          player_uuid: playerUuid,
          online: false,
        })
        assert.deepStrictEqual(yield* asked(host, "order.list", { player_uuid: playerUuid }), {
          data: [],
          page: { sort: "asc", limit: 10 },
        })
      }).pipe(Effect.scoped, Effect.provide(remote)),
    )

    it.effect("refuses an actor without the permission, and one without a token", () =>
      Effect.gen(function* () {
        const machine = { ...actBy("eve").actor, kind: "machine" as const, permissions: ["catalog:read"] }
        const denied = { code: "insufficient_permissions" }
        for (const kind of ["machine", "anonymous"] as const) {
          const by = { actor: { ...machine, kind } }
          assert.deepInclude(yield* Effect.flip(asked(by, "presence.view", { player_uuid: strangerUuid })), denied)
          assert.deepInclude(yield* Effect.flip(asked(by, "signingKey.rotate", {})), denied)
        }
        assert.property(yield* asked({ actor: { ...machine, kind: "anonymous" } }, "signingKey.listPublic", {}), "keys")
      }).pipe(Effect.scoped, Effect.provide(remote)),
    )

    it.effect("refuses a bad payload with every broken field, and goes on", () =>
      Effect.gen(function* () {
        const refusal = yield* Effect.flip(
          asked(actBy("ada"), "order.list", { player_uuid: "nobody", limit: 0, sort: "up" }),
        )
        assert.strictEqual(refusal.code, "invalid_input")
        assert.lengthOf(refusal.details?.["detail"] as ReadonlyArray<unknown>, 3)
        assert.deepInclude(yield* Effect.flip(asked(actBy("ada"), "order.list", "a text")), { code: "invalid_input" })
        assert.property(yield* asked(actBy("ada"), "signingKey.list", {}), "keys")
      }).pipe(Effect.scoped, Effect.provide(remote)),
    )
  })
})

describe("the group", () => {
  it("has a request for each operation, with its declaration", () => {
    assert.strictEqual(group.requests.size, operations.length)
    for (const operation of operations) {
      assert.strictEqual(group.requests.get(operation.name)?.annotations.mapUnsafe.get(Declared.key), operation)
    }
  })

  it("refuses a name that is given twice", () => {
    assert.throws(() => groupOf([...operations, operations[0]]), "two operations have one name")
  })
})
