/** Stores a login: the one way, on either database. */
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { SessionId } from "@garrison/core/kernel/Identifier"
import type { LoginToStore, NotStored, SessionToStore, StoredLogin } from "@garrison/core/login/storing/LoginStore"
import { lockOf } from "@garrison/core/login/throttle/FailureStore"
import { foldedName } from "@garrison/core/kernel/input/foldedName"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { AccessSeals } from "../audit/AccessSeals.ts"
import { integer, integerOrUndefined, type Row, textOrUndefined } from "../columns.ts"
import { PLAYER_LENGTH } from "../player/SqlPlayerStore.ts"
import { makePreparedByName, type Parameter } from "../preparedRead.ts"
import { isConflict } from "../SqlTransaction.ts"
import type { Rows } from "../StatementConnection.ts"
import { type IdEncoder, uuid, uuids } from "../uuid.ts"
import {
  type Because,
  isOneStatement,
  keptName,
  loginParts,
  placeNames,
  roomOf,
  shapeOf,
  TRIMMED_EVERY,
} from "./loginParts.ts"
import { type Counts, failing, joinedText, type Part } from "./Parts.ts"
import { placeValues } from "./places.ts"
import { makeTakeBack } from "./SqlFailureStore.ts"

/** The parameters of all parts. */
type Values = Record<string, Parameter>

/** The failure by which a unit of work is undone that finds a login not to be stored. */
class Refused extends Data.TaggedError("Refused")<{ readonly answer: NotStored }> {}

const overtaken: NotStored = { is: "overtaken" }

const sessionValues = (session: SessionToStore): Values => {
  if ("opened" in session) {
    const { opened, sessionsMax, token } = session
    return {
      generation: opened.clientGeneration ?? null,
      token: token?.hash ?? null,
      tokenEnd: token?.expiresAt ?? null,
      end: opened.expiresAt,
      sessionRoom: sessionsMax - 1,
    }
  }
  if ("rotation" in session) {
    const { exchangesMax, hash, successor, successorSeed } = session.rotation
    return { token: hash, successor: successor.hash, tokenEnd: successor.expiresAt, seed: successorSeed, exchangesMax }
  }
  return session.extended === undefined ? {} : { token: session.extended.hash, tokenEnd: session.extended.expiresAt }
}

const playerValues = ({ entry, player }: LoginToStore): Values => {
  if (player.is === "known") {
    const { movedTo, recalled, revision } = player
    const values: Values = { revision, portalUsersMax: movedTo?.portalUsersMax ?? null }
    if (recalled === undefined) return values
    const { clientRevision, roleId, roleRevision } = recalled
    return Object.assign(values, { clientRevision, role: roleId, roleRevision })
  }
  const { broadcasts, keptUnder = [], person, places, roleId } = player
  const values: Values = { broadcasts, role: roleId, players: `${entry.player.playerUuid} ` }
  for (const [index, digest] of keptUnder.entries()) values[keptName(index)] = digest
  if (person !== undefined) {
    Object.assign(values, { revision: person.revision, playersLength: person.playersMax * PLAYER_LENGTH })
  }
  for (const [index, place] of places.entries()) {
    Object.assign(values, placeValues(placeNames[index] ?? "", place, entry.at))
  }
  return values
}

const parentOf = ({ player }: LoginToStore) => (player.is === "known" ? player.movedTo?.parent : player.parent)

const valuesOf = (login: LoginToStore, id: IdEncoder): Values => {
  const { entry, historyMax, session, user } = login
  const parent = parentOf(login)
  const values: Values = {
    at: entry.at,
    person: id(entry.player.personId),
    player: id(entry.player.playerUuid),
    session: id(entry.sessionId),
    client: id(entry.clientUuid),
    login: id(entry.loginId),
    grant: entry.grantType,
    address: entry.address,
    agent: entry.userAgent,
    platform: user.platform,
    user: user.portalUserId,
    environment: user.environment ?? "",
    name: user.displayName,
    foldedName: foldedName(user.displayName),
    room: roomOf(login),
    historyRoom: Math.max(0, historyMax - TRIMMED_EVERY),
    parentPlatform: parent?.platform ?? null,
    parentUser: parent?.portalUserId ?? null,
    parentEnvironment: parent?.environment ?? "",
    parentName: parent?.displayName ?? null,
  }
  for (const { kind, sha256, version } of login.receipts) {
    Object.assign(values, { [`${kind}Version`]: version, [`${kind}Hash`]: sha256 })
  }
  return Object.assign(values, sessionValues(session), playerValues(login))
}

/** Whether the login adds a way in to a person that exists. Then the person is sealed anew, in a unit of work. */
const joins = ({ player }: LoginToStore): boolean =>
  player.is === "new" ? player.person !== undefined : player.movedTo?.portalUsersMax !== undefined

/** The seal of a new person with the rows that the login inserts: the same statement stores it. */
const sealValues = ({ entry, player, user }: LoginToStore, id: IdEncoder, seals: AccessSeals["Service"]): Values => {
  if (player.is === "known" || player.person !== undefined) return {}
  const { parent, roleId } = player
  const playerUuid = id(entry.player.playerUuid)
  const users = [user, ...(parent === undefined ? [] : [parent])].map(
    ({ environment = "", platform, portalUserId }) => ({
      platform,
      portal_user_id: portalUserId,
      environment,
      player_uuid: playerUuid,
    }),
  )
  const rows = { person_player: [{ player_uuid: playerUuid, role_id: roleId }], person_portal_user: users }
  return { seal: seals.sealOfNew("person", id(entry.player.personId), {}, rows) }
}

/** What running the parts found. */
interface Ran {
  readonly counts: Counts
  readonly playerId: number | undefined
  readonly dropped: ReadonlyArray<SessionId>
}

const notStored = (because: Because, { player }: LoginToStore): NotStored => {
  if (typeof because === "string") return { is: because }
  const limit = player.is === "new" ? player.places[because]?.limit : undefined
  return limit === undefined ? overtaken : { is: "full", limit }
}

const answerOf = (login: LoginToStore, parts: ReadonlyArray<Part<Because>>, ran: Ran): StoredLogin | NotStored => {
  const because = failing(parts, ran.counts)?.because
  if (because !== undefined) return notStored(because, login)
  return { is: "stored", playerId: ran.playerId, dropped: ran.dropped }
}

type Run = (values: Values) => Effect.Effect<Ran>

const sessionIds = (rows: Rows) => rows.map((row) => SessionId.make(uuid(row["session_id"])))

/** A part as SQLite takes it: identifiers and hashes are bytes there. */
const forSqlite = (text: string): string => text.replaceAll(/ AS (?:UUID|BYTEA)\)/g, " AS BLOB)")

/** Makes the function that runs the parts one after the other, up to the one that fails. */
const makeInTurn = Effect.fnUntraced(function* (isPostgres: boolean) {
  const prepared = yield* makePreparedByName
  const textOf = ({ text }: Part<Because>): string => (isPostgres ? text : forSqlite(text))
  return (parts: ReadonlyArray<Part<Because>>): Run => {
    const steps = parts.map((part) => ({ part, run: prepared<string, Rows>(textOf(part), (rows) => rows) }))
    return Effect.fnUntraced(function* (values: Values) {
      const counts: Record<string, number> = {}
      let playerId: number | undefined
      let dropped: ReadonlyArray<SessionId> = []
      for (const { part, run } of steps) {
        if (part.onlyAfter !== undefined && counts[part.onlyAfter] === 0) continue
        const rows = yield* run(values)
        counts[part.name] = rows.length
        if (part.because !== undefined && rows.length === 0) break
        if (part.name === "dropped") dropped = sessionIds(rows)
        const number = rows[0]?.["player_id"]
        if (number !== undefined) values["playerId"] = playerId = integer(number)
      }
      return { counts, playerId, dropped }
    })
  }
})

const ranOf = ([row = {}]: ReadonlyArray<Row>): Ran => ({
  counts: Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => (typeof value === "bigint" ? [[name, Number(value)]] : [])),
  ),
  playerId: integerOrUndefined(row["player_id"]),
  dropped: (JSON.parse(textOrUndefined(row["dropped_ids"]) ?? "[]") as ReadonlyArray<string>).map((id) =>
    SessionId.make(id),
  ),
})

/** Makes the function that runs the parts as one statement. */
const makeJoined = Effect.map(makePreparedByName, (prepared) => (parts: ReadonlyArray<Part<Because>>): Run => {
  const has = (name: string) => parts.some((part) => part.name === name)
  const answers = [
    ...(has("owned") ? ["(SELECT player_id FROM owned) AS player_id"] : []),
    ...(has("dropped") ? ["(SELECT CAST(json_agg(session_id) AS TEXT) FROM dropped) AS dropped_ids"] : []),
  ]
  return prepared<string, Ran>(joinedText(parts, answers), ranOf)
})

/** A login of one shape: its parts, and how they are run. */
interface Shaped {
  readonly parts: ReadonlyArray<Part<Because>>
  readonly run: Run
}

/** Makes the function that answers with the parts of a login. Those of one shape are made once. */
const makeShaped = Effect.fnUntraced(function* (isPostgres: boolean) {
  const [joined, inTurn] = [yield* makeJoined, yield* makeInTurn(isPostgres)]
  const shapes = new Map<string, Shaped>()
  return (login: LoginToStore, isJoined: boolean): Shaped => {
    const shape = shapeOf(login)
    const found = shapes.get(shape)
    if (found !== undefined) return found
    const parts = loginParts(isJoined ? "joined" : "in_turn", isPostgres, login)
    const made = { parts, run: isJoined ? joined(parts) : inTurn(parts) }
    shapes.set(shape, made)
    return made
  }
})

/** The buckets in which a new identity is counted. */
const locksOf = ({ player }: LoginToStore) => (player.is === "new" ? player.places.map(({ key }) => lockOf(key)) : [])

/** Makes `LoginStore.store`. */
export const makeStore = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const transaction = yield* Transaction
  const { id } = uuids(sql)
  const takeBack = yield* makeTakeBack
  const seals = yield* AccessSeals
  const isPostgres = sql.onDialectOrElse({ pg: () => true, orElse: () => false })
  const shaped = yield* makeShaped(isPostgres)
  const isJoined = (login: LoginToStore): boolean => isPostgres && isOneStatement(login)

  const ran = Effect.fnUntraced(function* (login: LoginToStore) {
    const { parts, run } = shaped(login, isJoined(login))
    const found = yield* run(Object.assign(valuesOf(login, id), sealValues(login, id, seals)))
    return { answer: answerOf(login, parts, found), counts: found.counts }
  })

  /** In one statement. Another login may fill a bucket, or take the portal user, while this one waits for it. */
  const alone = Effect.fnUntraced(function* (login: LoginToStore) {
    const { answer, counts } = yield* ran(login)
    if (answer.is === "stored" || login.player.is === "known") return answer
    const counted = login.player.places.filter((_, index) => counts[placeNames[index] ?? ""] === 1)
    if (counted.length > 0) yield* transaction.run(takeBack(counted, login.entry.at))
    return answer
  })

  const inUnit = Effect.fnUntraced(function* <E, R>(login: LoginToStore, further: Effect.Effect<void, E, R>) {
    const person = login.entry.player.personId
    const { answer } = yield* joins(login) ? seals.writing("person", person, ran(login)) : ran(login)
    if (answer.is !== "stored") return yield* new Refused({ answer })
    yield* further
    return answer
  })

  return <E = never, R = never>(
    login: LoginToStore,
    inLoginUnit?: Effect.Effect<void, E, R>,
  ): Effect.Effect<StoredLogin | NotStored, E, R> => {
    if (inLoginUnit === undefined && isJoined(login)) {
      const storing = transaction.inTurn(locksOf(login), alone(login))
      return Effect.catchCauseIf(
        storing,
        (cause) => isConflict(cause),
        () => Effect.succeed(overtaken),
      )
    }
    return transaction
      .inTurn(locksOf(login), transaction.run(inUnit(login, inLoginUnit ?? Effect.void)))
      .pipe(Effect.catch((error) => (error instanceof Refused ? Effect.succeed(error.answer) : Effect.fail(error))))
  }
})
