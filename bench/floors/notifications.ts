/**
 * The notification page by hand, on SQLite: what a careful engineer writes for it. The player's own rows and the
 * broadcasts that the player reads are one list in one order, newest first. The rows of a page and the number of
 * broadcasts come from one statement, so they are of one moment. The log of broadcasts is kept in memory, and read on
 * when that number has grown. A cursor is sealed for its player.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"
import type { DatabaseSync } from "node:sqlite"
import { MONTH_MILLIS } from "./seed.ts"

/** The tables of notifications. */
export const notificationsSchema = `
  CREATE TABLE notification (player_uuid TEXT NOT NULL, position INTEGER NOT NULL, broadcasts INTEGER NOT NULL,
    created INTEGER NOT NULL, wire TEXT NOT NULL, PRIMARY KEY (player_uuid, position)) STRICT, WITHOUT ROWID;
  CREATE TABLE broadcast (position INTEGER PRIMARY KEY, created INTEGER NOT NULL, segment TEXT NOT NULL,
    role_id INTEGER, wire TEXT NOT NULL) STRICT;
  CREATE TABLE broadcast_member (player_uuid TEXT NOT NULL, position INTEGER NOT NULL,
    PRIMARY KEY (player_uuid, position)) STRICT, WITHOUT ROWID;
  CREATE TABLE broadcast_head (id INTEGER PRIMARY KEY, last INTEGER NOT NULL) STRICT;
  INSERT INTO broadcast_head VALUES (1, 0);
`

/** A place in the order: how many broadcasts there were, and the position in the player's own list. */
type Place = readonly [broadcast: number, position: number]

interface Item {
  readonly place: Place
  readonly wire: string
}

interface Broadcast extends Item {
  readonly created: number
  readonly segment: string
  readonly roleId: number
}

/** What is known of a reader; of broadcasts after `through` it says nothing of lists. */
interface Reader {
  /** How many broadcasts there were when the player was created. */
  readonly before: number
  /** The role of today. */
  readonly roleId: number
  readonly listed: ReadonlySet<number>
  readonly through: number
}

/** What is asked for. */
export interface PageQuery {
  readonly page_size?: string
  readonly start_at?: string
  readonly exclude_before?: string
}

/** What a broadcast is sent with. */
export interface BroadcastBody {
  readonly all?: boolean
  readonly role_id?: number
  readonly player_uuids?: ReadonlyArray<string>
  readonly message: string
}

const REMEMBERED_MAX = 10_000
const MOST = Number.MAX_SAFE_INTEGER

const newestFirst = ({ place: one }: Item, { place: other }: Item): number => other[0] - one[0] || other[1] - one[1]

const isUpTo = (one: Place, other: Place): boolean =>
  one[0] - other[0] < 0 || (one[0] === other[0] && one[1] <= other[1])

const remember = <Key, Value>(values: Map<Key, Value>, key: Key, value: Value): Value => {
  if (values.size >= REMEMBERED_MAX) values.delete(values.keys().next().value as Key)
  values.set(key, value)
  return value
}

/** Seals places for players and opens them again. */
const makeCursors = () => {
  const key = randomBytes(32)
  const sealed = new Map<string, string>()
  const tagOf = (player: string, place: string) =>
    createHmac("sha256", key).update(`${player}|${place}`).digest().subarray(0, 16)
  return {
    seal: (player: string, place: Place): string => {
      const text = place.join(".")
      const known = sealed.get(`${player}|${text}`)
      if (known !== undefined) return known
      const cursor = Buffer.concat([tagOf(player, text), Buffer.from(text)]).toString("base64url")
      return remember(sealed, `${player}|${text}`, cursor)
    },
    open: (player: string, cursor: string): Place => {
      const bytes = Buffer.from(cursor, "base64url")
      const text = bytes.subarray(16).toString()
      if (bytes.length < 17 || !timingSafeEqual(tagOf(player, text), bytes.subarray(0, 16))) throw new Error("bad_id")
      const [broadcast = "", position = ""] = text.split(".")
      return [Number(broadcast), Number(position)]
    },
  }
}

/** The broadcasts in memory, and who reads them. */
const makeLog = (reading: DatabaseSync) => {
  const readLog = reading.prepare("SELECT * FROM broadcast WHERE position > ? ORDER BY position")
  const readPlayer = reading.prepare("SELECT role_id, broadcasts_before FROM player WHERE player_uuid = ?")
  const readListed = reading.prepare("SELECT position FROM broadcast_member WHERE player_uuid = ?")
  const log: Array<Broadcast> = []
  const readers = new Map<string, Reader>()
  let through = 0

  const readOn = (head: number): void => {
    for (const row of readLog.all(through)) {
      const [position, created] = [Number(row.position), Number(row.created)]
      const [segment, roleId, wire] = [String(row.segment), Number(row.role_id), String(row.wire)]
      log.push({ place: [position, 0], created, segment, roleId, wire })
    }
    through = head
  }

  const readerOf = (player: string): Reader => {
    const known = readers.get(player)
    if (known?.through === through) return known
    const listed = new Set(readListed.all(player).map(({ position }) => Number(position)))
    const row = readPlayer.get(player)
    const [before, roleId] = [Number(row?.broadcasts_before), Number(row?.role_id)]
    return remember(readers, player, { before, roleId, listed, through })
  }

  const reads = ({ before, listed, roleId }: Reader, { place, roleId: wanted, segment }: Broadcast): boolean =>
    place[0] > before && (segment === "all" || (segment === "role" ? wanted === roleId : listed.has(place[0])))

  /** The newest `limit` broadcasts in `(after, upTo]` that the player reads. */
  return (player: string, head: number, [after, upTo]: readonly [Place, Place], limit: number, since: number) => {
    if (head > through) readOn(head)
    const found: Array<Broadcast> = []
    if (log.length === 0) return found
    const reader = readerOf(player)
    for (let at = log.length - 1; at >= 0 && found.length < limit; at--) {
      const one = log[at]
      if (one === undefined || one.created <= since || isUpTo(one.place, after)) break
      if (isUpTo(one.place, upTo) && reads(reader, one)) found.push(one)
    }
    return found
  }
}

/** Makes the function that answers with a page as JSON. */
export const makeNotificationPage = (reading: DatabaseSync) => {
  // With a bare parameter as its LIMIT, SQLite compiles a statement again for each run.
  const readRows = reading.prepare(
    `SELECT position, broadcasts, wire, (SELECT last FROM broadcast_head) AS head FROM notification
      WHERE player_uuid = ? AND position <= ? AND position > ? AND broadcasts <= ? AND broadcasts >= ? AND created > ?
      ORDER BY position DESC LIMIT +?`,
  )
  const readHead = reading.prepare("SELECT last FROM broadcast_head")
  const broadcastsOf = makeLog(reading)
  const cursors = makeCursors()

  return (player: string, { exclude_before: older, page_size = "10", start_at: newest }: PageQuery): string => {
    const size = Number(page_size)
    if (!Number.isInteger(size) || size < 1 || size > 100) throw new Error("page_size")
    const upTo: Place = newest === undefined ? [MOST, MOST] : cursors.open(player, newest)
    const after: Place = older === undefined ? [0, 0] : cursors.open(player, older)
    const positionMax = upTo[1] === 0 ? MOST : upTo[1]
    const broadcastsMax = upTo[1] === 0 ? upTo[0] - 1 : MOST
    const broadcastsMin = after[1] === 0 ? after[0] : 0
    const since = Date.now() - MONTH_MILLIS
    const rows = readRows.all(player, positionMax, after[1], broadcastsMax, broadcastsMin, since, size + 1)
    const own = rows.map(({ broadcasts, position, wire }): Item => {
      return { place: [Number(broadcasts), Number(position)], wire: String(wire) }
    })
    const head = Number(rows[0]?.head ?? readHead.get()?.last)
    const sent = head === 0 ? [] : broadcastsOf(player, head, [after, upTo], size + 1, since)
    const found = sent.length === 0 ? own : [...own, ...sent].sort(newestFirst)
    const wires = found.slice(0, size).map(({ wire }) => wire)
    const cursor = cursors.seal(player, found[size]?.place ?? [0, 0])
    return `{"notifications":[${wires.join(",")}],"cursor":"${cursor}"}`
  }
}

/** Makes what stores a broadcast, inside a transaction. */
export const makeBroadcast = (writing: DatabaseSync) => {
  const claim = writing.prepare("UPDATE broadcast_head SET last = last + 1 RETURNING last")
  const add = writing.prepare("INSERT INTO broadcast VALUES (?, ?, ?, ?, ?)")
  const addMember = writing.prepare("INSERT INTO broadcast_member VALUES (?, ?)")
  return ({ all, message, player_uuids: players = [], role_id: roleId }: BroadcastBody): void => {
    const position = Number(claim.get()?.last)
    const now = Date.now()
    const created = new Date(now).toISOString()
    const wire = JSON.stringify({ message, notification_id: `broadcast-${position}`, created })
    const segment = all === true ? "all" : roleId === undefined ? "players" : "role"
    add.run(position, now, segment, roleId ?? null, wire)
    for (const player of players) addMember.run(player, position)
  }
}
