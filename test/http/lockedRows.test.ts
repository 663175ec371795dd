/**
 * One locked row of a player or person on Postgres, or a lock that many need, held by a stranger, and forty clients
 * that want it: everybody else is answered as before (guarantees R66).
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import { open } from "@garrison/core/open"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { tables } from "@garrison/sql/schema/tables"
import { postgres } from "@garrison/sql/storage"
import * as SqlTransaction from "@garrison/sql/SqlTransaction"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as SqlClient from "effect/sql/SqlClient"
import { randomBytes, randomUUID } from "node:crypto"
import { testAct } from "../support/acts.ts"
import { POUCH_LOOT, smallCatalog } from "../support/catalog.ts"
import { cryptoLayer } from "../support/crypto.ts"
import { patientPostgres, postgresUrl } from "../support/databases.ts"
import type { Reply } from "../support/httpCaller.ts"
import { type LoggedIn, startServer, type TestServer, type TestServerOptions } from "../support/server.ts"

const CLIENTS = 40
/** Connections of the pool, and places of requests. */
const PLACES = 10
const OTHERS = 15

const withoutBound = Layer.effect(
  Transaction,
  Effect.map(Transaction, (transaction) =>
    Transaction.of({ ...transaction, ofOwner: (_, work) => work, inTurn: (_, work) => work }),
  ),
).pipe(Layer.provide(SqlTransaction.layer))

const order = () => ({
  client_order_ref_id: randomUUID(),
  entries: [{ type: "fill_loot" as const, loot_id: POUCH_LOOT, quantity: 1 }],
})

/** A connection of the test's own. */
const outside = async (url: string) => {
  const runtime = ManagedRuntime.make(patientPostgres(url))
  const sql = await runtime.runPromise(SqlClient.SqlClient)
  const ask = (statement: string) => runtime.runPromise(sql.unsafe<{ readonly count: number }>(statement))
  return {
    /** Locks rows until the answered function is called. */
    lock: async (statement: string) => {
      let release = () => {}
      const released = new Promise<void>((settle) => (release = settle))
      let held: Promise<unknown> = Promise.resolve()
      await new Promise<void>((locked) => {
        const holding = Effect.andThen(
          sql.unsafe(statement),
          Effect.promise(() => (locked(), released)),
        )
        held = runtime.runPromise(sql.withTransaction(holding))
      })
      return async () => {
        release()
        await held
      }
    },
    /** Waits until so many connections wait for a lock. Answers with their number. */
    untilWaiting: async (count: number): Promise<number> => {
      for (;;) {
        const [found] = await ask(
          "SELECT COUNT(*)::int AS count FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
        )
        if (found !== undefined && found.count >= count) return found.count
      }
    },
    ask,
    close: () => runtime.dispose(),
  }
}

type Outside = Awaited<ReturnType<typeof outside>>

/** What forty clients of one player or person ask for, and what is locked meanwhile. */
interface Crowd {
  readonly locks: string
  readonly ask: (server: TestServer, player: LoggedIn, secret: string, machine: string, index: number) => Promise<Reply>
}

const ofPlayer = "FROM player WHERE player_uuid = 'PLAYER' FOR UPDATE"
const ofPerson = "FROM person WHERE person_id = (SELECT person_id FROM player WHERE player_uuid = 'PLAYER') FOR UPDATE"

const crowds: Readonly<Record<string, Crowd>> = {
  "orders, by the player and by servers": {
    locks: "SELECT 1 FROM inventory_owner WHERE player_uuid = 'PLAYER' FOR UPDATE",
    ask: (server, { playerUuid, token }, _, machine, index) =>
      index % 2 === 0
        ? server.call("POST", "/inventory/v1/player/me/order", { token, body: order() })
        : server.call("POST", `/inventory/v1/player/uuid/${playerUuid}/order`, {
            token: machine,
            body: { source: "SUPPORT", ...order() },
          }),
  },
  "many orders in one request": {
    locks: "SELECT 1 FROM inventory_owner WHERE player_uuid = 'PLAYER' FOR UPDATE",
    ask: (server, { playerUuid }, _, machine) =>
      server.call("POST", "/inventory/v1/order", {
        token: machine,
        body: { orders: [{ player_uuid: playerUuid, source: "SUPPORT", ...order() }] },
      }),
  },
  notifications: {
    locks: `SELECT 1 ${ofPlayer}`,
    ask: (server, { playerUuid }, _, machine, index) =>
      server.call("POST", `/notification/v1/playerid/${playerUuid}/notification`, {
        token: machine,
        body: { message: "hello" },
        ...(index % 2 === 0 && { headers: { "idempotency-key": randomUUID() } }),
      }),
  },
  "reports of presence": {
    locks: "SELECT 1 FROM person_player WHERE player_uuid = 'PLAYER' FOR UPDATE",
    ask: (server, { token }) => server.call("PATCH", "/presence/v1/player/me/presence", { token, body: {} }),
  },
  logins: {
    locks: `SELECT 1 ${ofPerson}`,
    ask: (server, _, secret) =>
      server.call("POST", "/users/v1/login", {
        body: { grant_type: "anon", portal_access_token: secret, include_refresh: true },
      }),
  },
  refreshes: {
    locks: `SELECT 1 ${ofPerson}`,
    ask: (server, { refreshToken }) =>
      server.call("POST", "/users/v1/login", {
        body: { grant_type: "refresh", portal_access_token: refreshToken, include_refresh: true },
      }),
  },
}

/** Every kind of request of somebody else. Answers with the statuses. */
const somebodyElse = async (server: TestServer, machine: string): Promise<ReadonlyArray<number>> => {
  const { playerUuid, token } = await server.player()
  const replies = [
    await server.call("POST", "/inventory/v1/player/me/order", { token, body: order() }),
    await server.call("POST", `/notification/v1/playerid/${playerUuid}/notification`, {
      token: machine,
      body: { message: "hello" },
    }),
    await server.call("GET", "/notification/v1/playerid/me/notification", { token }),
    await server.call("PATCH", "/presence/v1/player/me/presence", { token, body: {} }),
    await server.call("POST", "/users/v1/logout", { token }),
  ]
  return replies.map(({ status }) => status)
}

/** A code whose uses are counted. */
const CODE = "LIMITED"
const withCode = { ...smallCatalog, promotions: { [CODE]: { loot_id: POUCH_LOOT, uses_maximum: 1_000_000 } } }

/** Somebody who asks: a player that exists, or a server. */
interface Asker {
  readonly server: TestServer
  readonly machine: string
  readonly player: LoggedIn
  readonly secret: string
}

const loginBy = (grant: string, token: string) => ({
  body: { grant_type: grant, portal_access_token: token, include_refresh: true },
})
const submit = ({ player: { token }, server }: Asker, entry: object) =>
  server.call("POST", "/inventory/v1/player/me/order", {
    token,
    body: { client_order_ref_id: randomUUID(), entries: [{ quantity: 1, ...entry }] },
  })

interface WantedRequest {
  readonly status: number
  /** How many ask at once, where that is not as many as usual. */
  readonly times?: number
  readonly ask: (by: Asker) => Promise<Reply>
}

/** What is asked for, by its name, and the status of an answer that is not a refusal for want of a lock. */
const requests = {
  order: { status: 200, ask: (by: Asker) => submit(by, { type: "fill_loot", loot_id: POUCH_LOOT }) },
  "order with a code": {
    status: 200,
    ask: (by: Asker) => submit(by, { type: "promotion_code", external_tran_id: CODE }),
  },
  notification: {
    status: 200,
    ask: ({ machine, player: { playerUuid }, server }: Asker) =>
      server.call("POST", `/notification/v1/playerid/${playerUuid}/notification`, {
        token: machine,
        body: { message: "hello" },
      }),
  },
  broadcast: {
    status: 200,
    ask: ({ machine, server }: Asker) =>
      server.call("POST", "/notification/v1/broadcast", { token: machine, body: { all: true, message: "hello" } }),
  },
  page: {
    status: 200,
    ask: ({ player: { token }, server }: Asker) =>
      server.call("GET", "/notification/v1/playerid/me/notification", { token }),
  },
  "report of presence": {
    status: 200,
    ask: ({ player: { token }, server }: Asker) =>
      server.call("PATCH", "/presence/v1/player/me/presence", { token, body: {} }),
  },
  login: {
    status: 200,
    ask: ({ secret, server }: Asker) => server.call("POST", "/users/v1/login", loginBy("anon", secret)),
  },
  "login of a new player": {
    status: 200,
    ask: ({ server }: Asker) =>
      server.call("POST", "/users/v1/login", loginBy("anon", randomBytes(24).toString("hex"))),
  },
  "wrong password": {
    status: 403,
    times: 1,
    ask: ({ server }: Asker) => server.call("POST", "/users/v1/login", loginBy("basic", `${randomUUID()}:wrong`)),
  },
  catalog: {
    status: 200,
    ask: ({ player: { token }, server }: Asker) => server.call("GET", "/inventory/v1/catalog/etag", { token }),
  },
} satisfies Readonly<Record<string, WantedRequest>>

type RequestName = keyof typeof requests

const names = Object.keys(requests) as ReadonlyArray<RequestName>
/** The request by its name. */
const wantedOf = (name: RequestName): WantedRequest => requests[name]

/** The lock of the log of broadcasts. */
const LOG = "7204171118"

/**
 * Each lock, and each row of those that many write, as a stranger holds it; and who needs it. Whatever is not named
 * there goes on. Rows of one player or person are the crowds above.
 */
const shared: Readonly<Record<string, { readonly locks: string; readonly needs: ReadonlyArray<RequestName> }>> = {
  "the log of broadcasts, as a broadcast has it": {
    locks: `SELECT pg_advisory_xact_lock(${LOG})`,
    needs: ["notification", "broadcast"],
  },
  "the log of broadcasts, as a notification has it": {
    locks: `SELECT pg_advisory_xact_lock_shared(${LOG})`,
    needs: ["broadcast"],
  },
  "the number of broadcasts": { locks: "SELECT 1 FROM broadcast_head FOR UPDATE", needs: ["broadcast"] },
  "the end of the audit chain": { locks: "SELECT 1 FROM audit_head FOR UPDATE", needs: ["broadcast"] },
  "the count of all wrong guesses": {
    locks: "SELECT 1 FROM login_failure WHERE subject = 'all' FOR UPDATE",
    needs: ["wrong password"],
  },
  "the counts of new identities": {
    locks: "SELECT 1 FROM login_failure WHERE subject LIKE 'new_%' FOR UPDATE",
    needs: ["login of a new player"],
  },
  "the uses of a code": { locks: "SELECT 1 FROM promotion_use FOR UPDATE", needs: ["order with a code"] },
  "the turn of those who write roles": { locks: "SELECT pg_advisory_xact_lock(7204171119)", needs: [] },
  "the turn of flushes of presence": { locks: "SELECT pg_advisory_xact_lock(5077322118)", needs: [] },
  "the turn of migrations": { locks: "SELECT pg_advisory_xact_lock(7204171117)", needs: [] },
  // What nobody needs who plays.
  "every other row that is not of a player, a person or a machine": {
    locks: `SELECT ${tables
      .filter(({ key, name }) => key === undefined && !["audit_head", "broadcast_head"].includes(name))
      .map(({ name }) => `(SELECT COUNT(*) FROM (SELECT 1 FROM ${name} FOR UPDATE) AS locked)`)
      .join(", ")}`,
    needs: [],
  },
}

describe("one locked row on Postgres", () => {
  let url: string
  let database: Outside
  const runtime = ManagedRuntime.make(Layer.effectDiscard(Effect.map(postgresUrl(), (made) => void (url = made))))
  const stops: Array<() => Promise<unknown>> = []
  const serve = async (
    units: Layer.Layer<Transaction, never, SqlClient.SqlClient>,
    isPrepared: boolean,
    options: TestServerOptions["server"] = {},
  ) => {
    const client = patientPostgres(`${url}?pool_size=${PLACES}`).pipe(Layer.orDie)
    const services = Layer.merge(units.pipe(Layer.provideMerge(client)), cryptoLayer)
    const server = await startServer({
      database: services,
      isPrepared,
      settings: { grantsEnabled: ["anon", "refresh", "basic"] },
      server: options,
    })
    stops.push(server.stop)
    const machine = await server.machine(
      "inv:create_order:player:any",
      "notification:playerid:write",
      "operator:broadcast:segment",
    )
    return { server, machine }
  }
  let bounded: Awaited<ReturnType<typeof serve>>
  let control: Awaited<ReturnType<typeof serve>>
  beforeAll(async () => {
    await runtime.runPromise(Effect.void)
    database = await outside(url)
    bounded = await serve(SqlTransaction.layer, false)
    await bounded.server.run(Effect.flatMap(Catalogs, (catalogs) => catalogs.publish(withCode, {}, testAct)))
    control = await serve(withoutBound, true)
  })
  afterAll(async () => {
    for (const stop of stops) await stop()
    await database.close()
    await runtime.dispose()
  })

  const begin = async ({ machine, server }: typeof bounded, { ask, locks }: Crowd) => {
    const secret = randomBytes(24).toString("hex")
    const player = await server.player(secret)
    // So that the rows are there that are locked.
    await server.call("POST", "/inventory/v1/player/me/order", { token: player.token, body: order() })
    const release = await database.lock(locks.replace("PLAYER", player.playerUuid))
    let answered = 0
    const replies = Array.from({ length: CLIENTS }, (_, index) =>
      ask(server, player, secret, machine, index).finally(() => answered++),
    )
    return { release, replies: Promise.all(replies), answered: () => answered }
  }

  describe.each(Object.entries(crowds))("of somebody with forty %s at once", (_, crowd) => {
    it("takes two connections, and everybody else is answered meanwhile", async () => {
      const { release, replies } = await begin(bounded, crowd)
      await database.untilWaiting(2)
      const others = await Promise.all(
        Array.from({ length: OTHERS }, () => somebodyElse(bounded.server, bounded.machine)),
      )
      assert.deepStrictEqual(
        others.flat().filter((status) => status !== 200),
        [],
      )
      assert.isAtMost(await database.untilWaiting(0), 2)
      await release()
      // On a slow machine some have waited for as long as Postgres lets a statement wait for a lock.
      for (const { status, text } of await replies) assert.include([200, 503], status, text)
    })

    it("takes every place without the bound, as a control", async () => {
      const { release, replies } = await begin(control, crowd)
      const waiting = await database.untilWaiting(PLACES)
      assert.strictEqual(waiting, PLACES)
      let isAnswered = false
      const other = control.server.player().then(() => (isAnswered = true))
      for (let turn = 0; turn < 20; turn++) await control.server.call("GET", "/livez")
      assert.isFalse(isAnswered)
      await release()
      await Promise.all([replies, other])
    })
  })

  /** Players that exist, so that nothing that is locked is needed to have one. */
  const askers = async ({ machine, server }: typeof bounded, count: number): Promise<ReadonlyArray<Asker>> => {
    const made: Array<Asker> = []
    while (made.length < count) {
      const secret = randomBytes(24).toString("hex")
      made.push({ server, machine, secret, player: await server.player(secret) })
    }
    return made
  }

  /** How many have the log of broadcasts, or wait for it, as a broadcast has it. */
  const logClaims = async () => {
    const [found] = await database.ask(
      `SELECT COUNT(*)::int AS count FROM pg_locks AS l JOIN pg_database AS d ON d.oid = l.database
        WHERE d.datname = current_database() AND locktype = 'advisory' AND mode = 'ExclusiveLock'
          AND (CAST(classid AS BIGINT) << 32) + CAST(objid AS BIGINT) = ${LOG}`,
    )
    return found?.count
  }
  /** No address has guessed too often. */
  const noGuesses = () => database.ask("DELETE FROM login_failure WHERE subject IN ('all', 'account', 'address')")

  describe.each(Object.entries(shared))("with %s locked by a stranger", (_, { locks, needs }) => {
    it("answers everybody who does not need it, and those who do within bounds", async () => {
      const [crowded, others] = [await askers(bounded, CLIENTS), await askers(bounded, OTHERS)]
      await noGuesses()
      // So that the rows are there that are locked.
      for (const name of ["wrong password", "order with a code"] as const)
        if (others[0]) await wantedOf(name).ask(others[0])
      const release = await database.lock(locks)
      const crowd = Promise.all(needs.flatMap((name) => crowded.map(wantedOf(name).ask)))
      try {
        if (needs.length > 0) await database.untilWaiting(1)
        for (let turn = 0; turn < 20; turn++) await bounded.server.call("GET", "/livez")
        assert.isAtMost(await database.untilWaiting(0), PLACES / 2 + 2)
        if (!locks.includes(LOG)) assert.strictEqual(await logClaims(), 0, "who waits has not locked the log")
        for (const name of names.filter((one) => !needs.includes(one))) {
          const { ask, status, times = OTHERS } = wantedOf(name)
          const replies = await Promise.all(others.slice(0, times).map(ask))
          for (const reply of replies) assert.strictEqual(reply.status, status, `${name}: ${reply.text}`)
        }
      } finally {
        await release()
      }
      for (const { status, text } of await crowd) assert.include([200, 403, 503], status, text)
    })

    it.runIf(needs.length > 0)("keeps everybody waiting without the bound, as a control", async () => {
      const crowded = await askers(control, CLIENTS)
      await noGuesses()
      if (crowded[0]) await wantedOf("wrong password").ask(crowded[0])
      const release = await database.lock(locks)
      const crowd = Promise.all(needs.flatMap((name) => crowded.map(wantedOf(name).ask)))
      try {
        assert.isAtLeast(await database.untilWaiting(PLACES - 1), PLACES - 1)
      } finally {
        await release()
      }
      await crowd
    })
  })

  it("lets nobody wait for longer than a burst may, and blames no storage", async () => {
    const hasty = await serve(SqlTransaction.layer, true, { queueBurstMillis: 1 })
    const crowd: Crowd = {
      locks: "SELECT 1 FROM inventory_owner WHERE player_uuid = 'PLAYER' FOR UPDATE",
      ask: ({ call }, { token }) => call("POST", "/inventory/v1/player/me/order", { token, body: order() }),
    }
    const { answered, release, replies } = await begin(hasty, crowd)
    while (answered() < CLIENTS - 2) assert.notInclude((await hasty.server.call("GET", "/readyz")).text, "storage")
    assert.notInclude(hasty.server.log.access, "storage_unavailable")
    await release()
    const events = hasty.server.log.defects.trimEnd().split("\n")
    assert.lengthOf(events, 1)
    assert.deepInclude(JSON.parse(events[0] ?? ""), { event: "overload_began", limit: "writesPerPlayer" })
    const refused = (await replies).filter(({ status }) => status !== 200)
    assert.isAtLeast(refused.length, CLIENTS - 2)
    for (const { headers, json } of refused) {
      assert.propertyVal(json, "error_code", "service_unavailable")
      assert.match(String(headers["retry-after"]), /^[1-9]\d*$/)
    }
  })

  it("of a player leaves a host that embeds Garrison the others", async () => {
    const garrison = await open(postgres(`${url}?pool_size=${PLACES}`))
    stops.push(() => garrison.close())
    await garrison.publishCatalog(smallCatalog)
    const player = async () => {
      const login = { grant_type: "anon", portal_access_token: randomBytes(24).toString("hex") }
      const { active_player_uuid: uuid } = await garrison.login(login)
      await garrison.submitOrder(uuid, order())
      return uuid
    }
    const [locked, other] = [await player(), await player()]
    const release = await database.lock(`SELECT 1 FROM inventory_owner WHERE player_uuid = '${locked}' FOR UPDATE`)
    const orders = Promise.allSettled(Array.from({ length: CLIENTS }, () => garrison.submitOrder(locked, order())))
    await database.untilWaiting(2)
    for (let count = 0; count < OTHERS; count++) await garrison.submitOrder(other, order())
    assert.isAtMost(await database.untilWaiting(0), 2)
    await release()
    await orders
  })
})
