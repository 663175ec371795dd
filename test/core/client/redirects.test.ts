/** Logins by redirect of clients: where they return to, and whether they need PKCE (decisions, section 5). */
import { assert, describe, it } from "@effect/vitest"
import { Clients } from "@garrison/core/client/Clients"
import type { NewClient, RedirectEdit } from "@garrison/core/client/schema"
import { InvalidInput } from "@garrison/core/kernel/input/Invalid"
import { StorageUnavailable } from "@garrison/core/kernel/work/Transaction"
import { defaultSettings, settingsInForce } from "@garrison/core/settings"
import { VerifiedTokens } from "@garrison/core/token/VerifiedTokens"
import * as SqlClientStore from "@garrison/sql/client/SqlClientStore"
import * as SqlRoleStore from "@garrison/sql/permission/SqlRoleStore"
import * as SqlSessionStore from "@garrison/sql/token/SqlSessionStore"
import * as SqlSignals from "@garrison/sql/signal/SqlSignals"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { auditLayer, testAct } from "../../support/acts.ts"
import { onEachDatabase } from "../../support/databases.ts"
import { failAfterStatements } from "../../support/faults.ts"

const HERE = "https://game.example/login"
const APP = "my-game://login"

/** The services of a start with these addresses in the settings, over the database in context. */
const started = (redirectUris: ReadonlyArray<string> = []) =>
  Layer.fresh(
    Clients.layer.pipe(
      Layer.provideMerge(
        Layer.mergeAll(
          SqlSignals.layer,
          SqlClientStore.layer,
          SqlRoleStore.layer,
          SqlSessionStore.layer,
          VerifiedTokens.layer,
          auditLayer,
        ),
      ),
      Layer.provideMerge(settingsInForce({ ...defaultSettings, redirectUris })),
    ),
  )

const game: NewClient = { clientId: "game", kind: "game", permissions: [], public: true }

const create = (wanted: NewClient) =>
  Clients.use((clients) => clients.create(wanted, testAct)).pipe(Effect.map(({ client }) => client))

const edit = (wanted: RedirectEdit, act: Parameters<Clients["Service"]["editRedirects"]>[2] = testAct) =>
  Effect.map(
    Clients.use((clients) => clients.editRedirects("game", wanted, act)),
    ({ after }) => after,
  )

/** The fields that a refusal names. */
const flaws = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(work), (error) =>
    error instanceof InvalidInput ? error.detail.map(({ loc }) => loc.join(".")) : [String(error)],
  )

const audited = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(sql`SELECT operation, subject_id, actor_kind FROM audit ORDER BY sequence`, (rows) =>
    rows.map((row) => `${String(row.operation)} ${String(row.subject_id)} ${String(row.actor_kind)}`),
  ),
)

/** Makes every client one of a version before clients had addresses, as the step of the schema leaves them. */
const asBefore = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.withTransaction(sql`UPDATE client SET redirect_uris = NULL, is_pkce_exempt = is_public`),
)

const listed = Clients.use((clients) => clients.list()).pipe(
  Effect.map((found) => Object.fromEntries(found.map(({ clientId, redirectUris }) => [clientId, redirectUris]))),
)

onEachDatabase((name, database) => {
  const world = <A, E, R>(test: Effect.Effect<A, E, R>) => Effect.provide(test, database)

  describe(`redirect addresses of a client on ${name}`, () => {
    it.effect("are its own: those it was created with, and none by itself, whatever the settings have", () =>
      Effect.gen(function* () {
        const made = yield* create({ ...game, redirectUris: [HERE, APP, HERE] })
        assert.deepInclude(made, { redirectUris: [HERE, APP], pkceExempt: false })
        yield* create({ ...game, clientId: "other" })
        yield* create({ ...game, clientId: "exempt", pkceExempt: true })
        assert.deepStrictEqual(yield* listed, { game: [HERE, APP], other: [], exempt: [] })
        assert.isTrue((yield* Clients.use((clients) => clients.find("exempt"))).pkceExempt)
        assert.deepStrictEqual(yield* Effect.provide(listed, started([HERE])), {
          game: [HERE, APP],
          other: [],
          exempt: [],
        })
      }).pipe(Effect.provide(started([HERE])), world),
    )

    it.effect("have no scheme that a browser runs, and no fragment, letter case aside", () =>
      Effect.gen(function* () {
        const refused = [
          "javascript:/alert(1)",
          "JavaScript:/x",
          "data:/text/html,x",
          "file:///etc/passwd",
          "vbscript:/x",
          "blob:/https://game.example/x",
          "https://game.example/#x",
          "game.example",
          "https://game.example/ x",
          `https://game.example/${"x".repeat(512)}`,
        ]
        assert.deepStrictEqual(
          yield* flaws(create({ ...game, redirectUris: refused })),
          refused.map((_, at) => `redirect_uris.${at}`),
        )
        const near = ["javascripts:/x", "x-data:/x", "files:/x", "https://javascript:/x"]
        yield* create({ ...game, redirectUris: near })
        assert.deepStrictEqual(yield* flaws(edit({ redirectUris: [HERE, "data:/x"] })), ["redirect_uris.1"])
        assert.deepStrictEqual(yield* listed, { game: near })
      }).pipe(Effect.provide(started()), world),
    )

    it.effect("are of games alone, and only a public client is exempt", () =>
      Effect.gen(function* () {
        const machine: NewClient = { clientId: "server", kind: "machine", permissions: [] }
        assert.deepStrictEqual(yield* flaws(create({ ...machine, redirectUris: [HERE] })), ["redirect_uris"])
        assert.deepStrictEqual(yield* flaws(create({ ...machine, pkceExempt: true })), ["pkce_exempt"])
        yield* create({ ...game, public: false })
        assert.deepStrictEqual(yield* flaws(edit({ pkceExempt: true })), ["pkce_exempt"])
        assert.deepInclude(yield* edit({ redirectUris: [HERE], pkceExempt: false }), { redirectUris: [HERE] })
      }).pipe(Effect.provide(started()), world),
    )

    it.effect("change by an act with a revision and an audit row, each by itself, and not in a dry run", () =>
      Effect.gen(function* () {
        yield* create({ ...game, redirectUris: [HERE], description: "kept" })
        const dry = yield* edit({ redirectUris: [APP] }, { ...testAct, dryRun: true })
        assert.deepInclude(dry, { redirectUris: [APP], revision: 1 })
        assert.deepStrictEqual(yield* listed, { game: [HERE] })
        assert.deepInclude(yield* edit({ pkceExempt: true }, { ...testAct, ifRevision: 0 }), {
          redirectUris: [HERE],
          pkceExempt: true,
          revision: 1,
        })
        const outdated = yield* Effect.flip(edit({ redirectUris: [] }, { ...testAct, ifRevision: 0 }))
        assert.propertyVal(outdated, "code", "changed")
        assert.deepInclude(yield* edit({ redirectUris: [] }), {
          redirectUris: [],
          pkceExempt: true,
          description: "kept",
          revision: 2,
        })
        const sql = yield* SqlClient.SqlClient
        const rows = yield* sql`SELECT before_json, after_json FROM audit
          WHERE operation = 'client.editRedirects' AND outcome = 'done' ORDER BY sequence`
        const states = rows.map((row) =>
          [row.before_json, row.after_json].map((json) => {
            const { pkce_exempt, redirect_uris } = JSON.parse(String(json)) as Readonly<Record<string, unknown>>
            return [redirect_uris, pkce_exempt]
          }),
        )
        assert.deepStrictEqual(states, [
          [
            [[HERE], false],
            [[HERE], true],
          ],
          [
            [[HERE], true],
            [[], true],
          ],
        ])
      }).pipe(Effect.provide(started()), world),
    )
  })

  describe(`clients of a former version on ${name}`, () => {
    const make = Effect.gen(function* () {
      for (const clientId of ["one", "two", "three"]) yield* create({ ...game, clientId })
      yield* create({ clientId: "server", kind: "machine", permissions: [] })
      yield* asBefore
    }).pipe(Effect.provide(started()))

    it.effect("take the addresses of the settings once, as soon as there are any, and the games alone", () =>
      Effect.gen(function* () {
        yield* make
        const none = { one: undefined, two: undefined, three: undefined, server: undefined }
        assert.deepStrictEqual(yield* Effect.provide(listed, started()), none)
        const given = { one: [HERE], two: [HERE], three: [HERE], server: undefined }
        assert.deepStrictEqual(yield* Effect.provide(listed, started([HERE])), given)
        assert.deepStrictEqual(yield* Effect.provide(listed, started([APP])), given)
        const rows = (yield* audited).filter((row) => row.startsWith("client.takeRedirects"))
        assert.sameMembers(
          rows,
          ["one", "two", "three"].map((clientId) => `client.takeRedirects ${clientId} system`),
        )
      }).pipe(world),
    )

    it.effect("keep what an operator gave them meanwhile, also nothing", () =>
      Effect.gen(function* () {
        yield* make
        yield* Clients.use((clients) =>
          Effect.andThen(
            clients.editRedirects("one", { redirectUris: [APP] }, testAct),
            clients.editRedirects("two", { redirectUris: [] }, testAct),
          ),
        ).pipe(Effect.provide(started()))
        const given = { one: [APP], two: [], three: [HERE], server: undefined }
        assert.deepStrictEqual(yield* Effect.provide(listed, started([HERE])), given)
      }).pipe(world),
    )

    it.effect("take them at whichever statement a start is killed, one after the other", () =>
      Effect.gen(function* () {
        yield* make
        const seen = new Set<number>()
        for (let statements = 0; ; statements++) {
          const start = Effect.provide(Effect.void, started([HERE])).pipe(failAfterStatements(statements), Effect.exit)
          const exit = yield* start
          const found = Object.values(yield* Effect.provide(listed, started()))
          seen.add(found.filter((redirectUris) => redirectUris !== undefined).length)
          if (Exit.isSuccess(exit)) break
          assert.instanceOf(Cause.squash(exit.cause), StorageUnavailable)
        }
        assert.deepStrictEqual([...seen], [0, 1, 2, 3])
        assert.lengthOf(
          (yield* audited).filter((row) => row.startsWith("client.takeRedirects")),
          3,
        )
      }).pipe(world),
    )

    it.effect("take them once where servers start together", () =>
      Effect.gen(function* () {
        yield* make
        const starts = Array.from({ length: 4 }, () => Effect.provide(Effect.void, started([HERE])))
        yield* Effect.all(starts, { concurrency: "unbounded" })
        const given = { one: [HERE], two: [HERE], three: [HERE], server: undefined }
        assert.deepStrictEqual(yield* Effect.provide(listed, started()), given)
        const revisions = yield* Clients.use((clients) => clients.list()).pipe(Effect.provide(started()))
        assert.deepStrictEqual(
          revisions.map(({ revision }) => revision),
          [1, 0, 1, 1],
        )
        assert.lengthOf(
          (yield* audited).filter((row) => row.startsWith("client.takeRedirects")),
          3,
        )
      }).pipe(world),
    )
  })
})
