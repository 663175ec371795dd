/**
 * The storage of the hand-written floor: SQLite through prepared statements, without further layers. Durability, tables
 * and the number of statements per operation are those that Garrison needs. Its orders are in orders.ts, its
 * notifications in notifications.ts. A bare parameter is no LIMIT: SQLite would compile the statement for each run.
 */
import { DatabaseSync, type StatementSync } from "node:sqlite"
import { makeBroadcast, makeNotificationPage, notificationsSchema } from "./notifications.ts"
import { makeOrdersFloor, ordersSchema } from "./orders.ts"

const schema = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA foreign_keys = ON;
  PRAGMA cache_size = -32768;
  CREATE TABLE failure (subject TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT;
  CREATE TABLE client (client_uuid TEXT PRIMARY KEY, client_id TEXT NOT NULL UNIQUE, description TEXT, hash BLOB) STRICT;
  CREATE TABLE code (hash BLOB PRIMARY KEY, portal_user_id TEXT NOT NULL, expires INTEGER NOT NULL,
    session_id TEXT) STRICT;
  CREATE TABLE person (person_id TEXT PRIMARY KEY, last_login INTEGER) STRICT;
  CREATE TABLE player (player_uuid TEXT PRIMARY KEY, person_id TEXT NOT NULL, player_id INTEGER NOT NULL,
    portal_user_id TEXT NOT NULL UNIQUE, display_name TEXT NOT NULL, role_id INTEGER NOT NULL,
    broadcasts_before INTEGER NOT NULL) STRICT;
  CREATE TABLE role (role_id INTEGER PRIMARY KEY, permissions TEXT NOT NULL) STRICT;
  CREATE TABLE restriction (person_id TEXT NOT NULL, type TEXT NOT NULL, expires INTEGER) STRICT;
  CREATE INDEX restriction_person ON restriction (person_id);
  CREATE TABLE session (session_id TEXT PRIMARY KEY, player_uuid TEXT NOT NULL, created INTEGER NOT NULL,
    expires INTEGER NOT NULL) STRICT;
  CREATE TABLE refresh (hash BLOB PRIMARY KEY, session_id TEXT NOT NULL, expires INTEGER NOT NULL) STRICT;
  CREATE TABLE history (login_id TEXT PRIMARY KEY, at INTEGER NOT NULL, player_uuid TEXT NOT NULL, address TEXT) STRICT;
  CREATE TABLE presence (player_uuid TEXT PRIMARY KEY, status TEXT NOT NULL, message TEXT, seen INTEGER NOT NULL) STRICT;
`

type Prepare = (sql: string) => StatementSync

/** What reads and writes presence. */
const presenceStatements = (read: Prepare, write: Prepare) => ({
  findPresence: read(
    "SELECT player.player_uuid, display_name, status, message, seen FROM player LEFT JOIN presence ON presence.player_uuid = player.player_uuid WHERE player.player_uuid = ?",
  ),
  findPresences: read(
    `SELECT given.key AS at, player.player_uuid, display_name, status, message, seen FROM json_each(?) AS given
      JOIN player ON player.player_uuid = given.value LEFT JOIN presence ON presence.player_uuid = player.player_uuid`,
  ),
  reportPresence: write(
    `INSERT INTO presence VALUES (?, ?, NULL, ?) ON CONFLICT (player_uuid) DO UPDATE SET status = excluded.status,
      seen = excluded.seen
    RETURNING status, message, seen,
      (SELECT display_name FROM player WHERE player.player_uuid = presence.player_uuid) AS display_name`,
  ),
  addPresence: write("INSERT INTO presence VALUES (?, ?, ?, ?)"),
})

/** Opens the floor's database in `file`: one connection that writes, one that reads, every statement prepared once. */
export const openDatabase = (file: string, itemId: number) => {
  const writing = new DatabaseSync(file)
  writing.exec(schema + notificationsSchema + ordersSchema)
  const reading = new DatabaseSync(file, { readOnly: true })
  const read = (sql: string) => reading.prepare(sql)
  const write = (sql: string) => writing.prepare(sql)
  const begin = write("BEGIN IMMEDIATE")
  const commit = write("COMMIT")
  const rollback = write("ROLLBACK")
  return {
    findFailures: read("SELECT subject, at FROM failure WHERE subject IN (?, ?, ?)"),
    findClient: read("SELECT client_uuid, client_id, description, hash FROM client WHERE client_id = ?"),
    findCode: read("SELECT portal_user_id, expires, session_id FROM code WHERE hash = ?"),
    findPlayer: read("SELECT * FROM player WHERE portal_user_id = ?"),
    findRole: read("SELECT permissions FROM role WHERE role_id = ?"),
    findRestrictions: read("SELECT type, expires FROM restriction WHERE person_id = ?"),
    isRevoked: read("SELECT session_id FROM session WHERE session_id = ? AND expires > ?"),
    /** The page of a player as JSON (notifications.ts). */
    notificationPage: makeNotificationPage(reading),
    ...presenceStatements(read, write),
    findOwner: read("SELECT changed FROM owner WHERE player = ?"),
    listRecords: read(
      "SELECT hex(inventory_id) AS inventory_id, item_id, type, bucket, count, acquired, expires, custom_data FROM record WHERE player = ? AND (item_id, inventory_id) > (?, ?) ORDER BY item_id, inventory_id LIMIT +?",
    ),
    listOrders: read(
      "SELECT hex(order_id) AS order_id, created, wire FROM player_order WHERE player = ? AND created >= ? ORDER BY created, order_id LIMIT +?",
    ),
    touchPerson: write("UPDATE person SET last_login = ? WHERE person_id = ?"),
    useCode: write("UPDATE code SET session_id = ? WHERE hash = ? AND session_id IS NULL AND expires > ?"),
    addCode: write("INSERT INTO code VALUES (?, ?, ?, NULL)"),
    addSession: write("INSERT INTO session VALUES (?, ?, ?, ?)"),
    addRefresh: write("INSERT INTO refresh VALUES (?, ?, ?)"),
    addHistory: write("INSERT INTO history VALUES (?, ?, ?, ?)"),
    describeClient: write(
      "UPDATE client SET description = ? WHERE client_uuid = ? RETURNING client_uuid, description, hash",
    ),
    /** An order that gives the item, durable before it answers (orders.ts). */
    submitOrder: makeOrdersFloor(writing, itemId),
    addOwner: write("INSERT INTO owner VALUES (?, ?)"),
    addOrder: write("INSERT INTO player_order VALUES (?, ?, ?, 1, ?, NULL, NULL, 1, '[]', zeroblob(16), 'floor', ?)"),
    addPerson: write("INSERT INTO person VALUES (?, NULL)"),
    addPlayer: write("INSERT INTO player VALUES (?, ?, ?, ?, ?, 1, (SELECT last FROM broadcast_head))"),
    addNotification: write("INSERT INTO notification VALUES (?, ?, (SELECT last FROM broadcast_head), ?, ?)"),
    addBroadcast: makeBroadcast(writing),
    addRecord: write("INSERT INTO record VALUES (?, ?, ?, 'persistent', 'none', ?, ?, NULL, NULL, 1)"),
    addClient: write("INSERT INTO client VALUES (?, ?, ?, ?)"),
    addRole: write("INSERT INTO role VALUES (?, ?)"),
    /** Runs `unit` in one durable transaction. */
    transaction: <A>(unit: () => A): A => {
      begin.run()
      try {
        const result = unit()
        commit.run()
        return result
      } catch (error) {
        if (writing.isTransaction) rollback.run()
        throw error
      }
    },
  }
}

/** The floor's database, open. */
export type FloorDatabase = ReturnType<typeof openDatabase>
