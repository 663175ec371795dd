/**
 * What a login writes, as parts. The first part is the condition on which all others depend. An act on the person
 * changes the revision in the person's row, which every login writes: so of an act and a login at once, one waits for
 * the other. Conditions on other tables would be as they were when the statement began, and miss a ban.
 */
import type {
  KnownPlayer,
  LoginToStore,
  NewPlayer,
  NotStored,
  SeenPerson,
  SessionToStore,
} from "@garrison/core/login/storing/LoginStore"
import { clientStays } from "../token/standing.ts"
import { type Manner, Parts } from "./Parts.ts"
import { countedIn, fullOf } from "./places.ts"

/** Why a login is not stored. A number is that of the place that is full. */
export type Because = Exclude<NotStored["is"], "full"> | number

type LoginParts = Parts<Because>

/** At every tenth login of a person the history is trimmed. */
export const TRIMMED_EVERY = 10

const unchanged = "person_id = :person AND deleted_at IS NULL AND revision = :revision"

/** That what the process remembers of the login is what is stored: the rows of the person, its client and its role. */
const asRecalled = `AND EXISTS (SELECT 1 FROM person_portal_user AS u
      JOIN person_player AS p ON p.person_id = u.person_id AND p.player_uuid = u.player_uuid
      WHERE u.person_id = :person AND u.platform = :platform AND u.portal_user_id = :user
        AND u.environment = :environment AND u.player_uuid = :player AND u.display_name = :name
        AND u.parent_platform IS NULL AND p.person_id = :person AND p.role_id = :role AND p.active = 1
        AND p.display_name = :name AND p.platform = :platform)
    AND NOT EXISTS (SELECT 1 FROM restriction AS x WHERE x.person_id = :person AND x.lifted_at IS NULL
      AND (x.expires_at IS NULL OR x.expires_at > :at))
    AND EXISTS (SELECT 1 FROM role AS r JOIN client AS c ON c.client_uuid = :client
      WHERE r.role_id = :role AND r.revision = :roleRevision AND c.revision = :clientRevision AND c.is_disabled = 0)`

/** No session and no entry of the person has to go. After a wait the row is read again, with every login before. */
const hasRoom = "AND logins < :room"

const touched = "UPDATE person SET last_login_at = :at, logins = logins + 1"

/** The names under which the places of a new identity are counted. */
export const placeNames = ["first", "second"] as const

/** How many logins of a person there may be before its oldest session or entry has to go. */
export const roomOf = ({ historyMax, session }: Pick<LoginToStore, "historyMax" | "session">): number =>
  "opened" in session ? Math.min(historyMax, session.sessionsMax) : historyMax

/** Whether the login need not look for what has to go. */
const isEarly = (login: LoginToStore, logins: number): boolean => logins < roomOf(login)

/** The oldest entries, at some logins: then the history has room until the next of them. */
const trimmed = (parts: LoginParts): void => {
  const logins = parts.isJoined ? "touched" : "person WHERE person_id = :person"
  parts.add(
    "trimmed",
    `DELETE FROM login_history WHERE person_id = :person${parts.ifGuarded}
      AND (SELECT logins FROM ${logins}) % ${TRIMMED_EVERY} = 0
      AND login_id <= (SELECT h.login_id FROM login_history AS h WHERE h.person_id = :person
        ORDER BY h.login_id DESC LIMIT 1 OFFSET :historyRoom)`,
  )
}

/** That a session of the player has to go before another one is opened: it is over, or among the oldest. */
const surplus = (session: string): string => `(SELECT COUNT(*) FROM login_session AS c
        WHERE c.person_id = :person AND c.player_uuid = :player) > :sessionRoom
      AND (${session}revoked_at IS NOT NULL OR ${session}session_id <= (SELECT o.session_id FROM login_session AS o
        WHERE o.person_id = :person AND o.player_uuid = :player AND o.revoked_at IS NULL AND o.expires_at > :at
        ORDER BY o.session_id DESC LIMIT 1 OFFSET :sessionRoom))`

/** Deletes the surplus sessions with their exchanged tokens. */
const dropped = (parts: LoginParts): void => {
  parts.add(
    "forgotten",
    `DELETE FROM refresh_exchange WHERE person_id = :person${parts.ifGuarded}
      AND session_id IN (SELECT s.session_id FROM login_session AS s
        WHERE s.person_id = :person AND s.player_uuid = :player AND ${surplus("s.")})`,
  )
  parts.add(
    "dropped",
    `DELETE FROM login_session WHERE person_id = :person AND player_uuid = :player${parts.ifGuarded}
      AND ${surplus("")} RETURNING session_id`,
  )
}

const opened = (parts: LoginParts): void =>
  parts.add(
    "opened",
    `INSERT INTO login_session (person_id, session_id, client_uuid, client_generation, player_uuid, platform,
      portal_user_id, environment, token_hash, token_ends_at, created_at, expires_at)
    ${parts.rows(`CAST(:person AS UUID), CAST(:session AS UUID), CAST(:client AS UUID), CAST(:generation AS BIGINT),
      CAST(:player AS UUID), CAST(:platform AS TEXT), CAST(:user AS TEXT), CAST(:environment AS TEXT),
      CAST(:token AS BYTEA), CAST(:tokenEnd AS BIGINT), CAST(:at AS BIGINT), CAST(:end AS BIGINT)`)}`,
  )

/** The person as the checks saw it, and its login counted; with the exchange of a token where there is one. */
const admitted = (parts: LoginParts, session: SessionToStore, condition: string): void => {
  if (!("rotation" in session)) {
    parts.guard("touched", `${touched} WHERE ${condition} RETURNING logins`, "overtaken")
    return
  }
  const rotated = (): void =>
    // Of several exchanges of one token the first replaces its hash. The others wait for the row, and find another one.
    parts.guard(
      "rotated",
      `UPDATE login_session AS s SET token_hash = :successor, token_ends_at = :tokenEnd, exchanges = exchanges + 1
        WHERE s.person_id = :person AND s.session_id = :session AND s.token_hash = :token
          AND s.token_ends_at > :at AND s.expires_at > :at AND s.revoked_at IS NULL AND s.client_uuid = :client
          AND s.exchanges < :exchangesMax AND ${clientStays}${parts.ifGuarded} RETURNING person_id`,
      "token_exchanged",
    )
  if (parts.isJoined) {
    // The person is locked before its session, as everywhere, and written if the token is exchanged.
    parts.guard("locked", `SELECT person_id FROM person WHERE ${condition} FOR NO KEY UPDATE`, "overtaken")
    rotated()
    parts.add("touched", `${touched} WHERE person_id = :person${parts.ifGuarded} RETURNING logins`)
  } else {
    parts.guard("touched", `${touched} WHERE ${condition} RETURNING logins`, "overtaken")
    rotated()
  }
  parts.add(
    "exchanged",
    `INSERT INTO refresh_exchange (person_id, session_id, token_hash, successor_seed, rotated_at)
    ${parts.rows(`CAST(:person AS UUID), CAST(:session AS UUID), CAST(:token AS BYTEA), CAST(:seed AS BYTEA),
      CAST(:at AS BIGINT)`)}`,
  )
}

/** The parameters of the portal user that logs in, and of its parent. */
const [ofUser, ofParent] = ["user platform environment", "parentUser parentPlatform parentEnvironment"].map((names) =>
  names
    .split(" ")
    .map((name) => `CAST(:${name} AS TEXT)`)
    .join(", "),
)

/** The portal user belongs to the person from now on. Of several that claim one at once, one gets it. */
const claim = (parts: LoginParts, columns: string | undefined, from?: string): string =>
  `INSERT INTO portal_user (portal_user_id, platform, environment, person_id)
    ${parts.rows(`${columns}, CAST(:person AS UUID)`, from)}
    ON CONFLICT (portal_user_id, platform, environment) DO NOTHING RETURNING person_id`

/** The name of a digest that something may be kept under. */
export const keptName = (index: number): string => `kept${index}`

/** What is kept with a new portal user and its parent, which the checks did not see. */
const keptUnseen = (under: ReadonlyArray<Uint8Array>): string => `FROM kept_restriction AS k
      WHERE k.portal_user IN (${under.map((_, index) => `CAST(:${keptName(index)} AS BYTEA)`).join(", ")})
        AND (k.expires_at IS NULL OR k.expires_at > :at)`

/** All other players of the person step back, because one is active. */
const steppedBack = (parts: LoginParts): void =>
  parts.add(
    "stepped_back",
    `UPDATE person_player SET active = 0
      WHERE person_id = :person AND active = 1 AND player_uuid <> :player${parts.ifGuarded} RETURNING player_uuid`,
  )

/** The portal user with another name, or another parent, which joins the person if it is new and there is room. */
const changedUser = (parts: LoginParts, { isRenamed, movedTo }: KnownPlayer): void => {
  const changes = [
    ...(isRenamed ? ["display_name = :name"] : []),
    ...(movedTo
      ? [
          "parent_platform = :parentPlatform, parent_portal_user_id = :parentUser, parent_environment = :parentEnvironment",
        ]
      : []),
  ]
  if (changes.length === 0) return
  parts.add(
    "changed",
    `UPDATE person_portal_user SET ${changes.join(", ")} WHERE person_id = :person AND platform = :platform
      AND portal_user_id = :user AND environment = :environment${parts.ifGuarded}`,
  )
  if (movedTo?.portalUsersMax === undefined) return
  parts.add(
    "taken_in",
    `INSERT INTO person_portal_user (person_id, platform, portal_user_id, environment, player_uuid, display_name,
      created_at)
    SELECT i.person_id, CAST(:parentPlatform AS TEXT), CAST(:parentUser AS TEXT), CAST(:parentEnvironment AS TEXT),
      CAST(:player AS UUID), CAST(:parentName AS TEXT), CAST(:at AS BIGINT)
    FROM person AS i WHERE i.person_id = :person${parts.ifGuarded}
      AND (SELECT COUNT(*) FROM person_portal_user AS c WHERE c.person_id = :person) < :portalUsersMax
    ON CONFLICT (person_id, platform, portal_user_id, environment) DO NOTHING RETURNING platform`,
  )
  parts.check("claimed_parent", claim(parts, ofParent, "taken_in"), "taken_in", "overtaken")
}

const known = (parts: LoginParts, login: LoginToStore, player: KnownPlayer): void => {
  const early = isEarly(login, player.logins)
  const conditions = [unchanged, ...(early ? [hasRoom] : []), ...(player.recalled === undefined ? [] : [asRecalled])]
  admitted(parts, login.session, conditions.join("\n    "))
  changedUser(parts, player)
  if (player.isShownAnew) {
    steppedBack(parts)
    parts.add(
      "shown",
      `UPDATE person_player SET active = 1, display_name = :name, folded_name = :foldedName, platform = :platform
        WHERE person_id = :person AND player_uuid = :player${parts.ifGuarded}${parts.after("stepped_back")}`,
    )
  }
  if (early) return
  trimmed(parts)
  if ("opened" in login.session) dropped(parts)
}

/** Counts the new identity where it is counted. */
const counted = (parts: LoginParts, { places }: NewPlayer): void => {
  // The parts of one statement see what was there before it. So nothing is counted where the second bucket is full.
  if (parts.isJoined && places.length > 1) parts.none("room", `FROM login_failure WHERE ${fullOf("second")}`, 1)
  for (const [index, name] of placeNames.slice(0, places.length).entries()) {
    parts.guard(
      name,
      countedIn(name, (values) => parts.rows(values)),
      index,
    )
  }
}

/** The new player among those of its person. Postgres draws its number; SQLite numbers the rows of `player`. */
const owned = (parts: LoginParts, isPostgres: boolean): void => {
  if (isPostgres) parts.add("drawn", `SELECT nextval('player_id_sequence') AS player_id${parts.guarded}`)
  parts.add(
    "owned",
    `INSERT INTO person_player (person_id, player_uuid, player_id, role_id, active, display_name, platform, created_at,
      folded_name)
    ${parts.rows(
      `CAST(:person AS UUID), CAST(:player AS UUID), ${parts.isJoined ? "player_id" : "CAST(:playerId AS BIGINT)"},
      CAST(:role AS BIGINT), 1, CAST(:name AS TEXT), CAST(:platform AS TEXT), CAST(:at AS BIGINT), CAST(:foldedName AS TEXT)`,
      "drawn",
    )}
    ${parts.isJoined ? "RETURNING player_id" : ""}`,
  )
}

/** The way to log in as the player: the portal user, or the parent, which has none itself. */
const wayIn = (parts: LoginParts, name: string, columns: string | undefined, shown: string, parent: string): void =>
  parts.add(
    name,
    `INSERT INTO person_portal_user (portal_user_id, platform, environment, display_name, person_id, player_uuid,
      created_at, parent_portal_user_id, parent_platform, parent_environment)
    ${parts.rows(`${columns}, CAST(:${shown} AS TEXT), CAST(:person AS UUID), CAST(:player AS UUID),
      CAST(:at AS BIGINT), ${parent}`)}`,
  )

/** Receipts of agreements; the first one for a version stays. */
const accepted = (parts: LoginParts, login: LoginToStore): void => {
  for (const { kind } of login.receipts) {
    parts.add(
      `accepted_${kind}`,
      `INSERT INTO agreement_receipt (person_id, kind, version, sha256, accepted_at, client_uuid, address)
      ${parts.rows(`CAST(:person AS UUID), CAST('${kind}' AS TEXT), CAST(:${kind}Version AS BIGINT),
        CAST(:${kind}Hash AS TEXT), CAST(:at AS BIGINT), CAST(:client AS UUID), CAST(:address AS TEXT)`)}
      ON CONFLICT (person_id, kind, version) DO NOTHING`,
    )
  }
}

/** What every login writes of its session, its receipts and its history. */
const opens = (parts: LoginParts, login: LoginToStore): void => {
  if ("opened" in login.session) opened(parts)
  if ("extended" in login.session && login.session.extended !== undefined) {
    parts.add(
      "extended",
      `UPDATE login_session SET token_ends_at = :tokenEnd
        WHERE person_id = :person AND session_id = :session AND token_hash = :token AND token_ends_at < :tokenEnd
          AND expires_at >= :tokenEnd${parts.ifGuarded}`,
    )
  }
  accepted(parts, login)
  parts.add(
    "logged",
    `INSERT INTO login_history (person_id, login_id, at, player_uuid, session_id, grant_type, platform, client_uuid,
      address, user_agent)
    ${parts.rows(`CAST(:person AS UUID), CAST(:login AS UUID), CAST(:at AS BIGINT), CAST(:player AS UUID),
      CAST(:session AS UUID), CAST(:grant AS TEXT), CAST(:platform AS TEXT), CAST(:client AS UUID),
      CAST(:address AS TEXT), CAST(:agent AS TEXT)`)}`,
  )
}

/** The person that the parent has made before: one player more, which is the active one. */
const joined = (parts: LoginParts, login: LoginToStore, person: SeenPerson): void => {
  const early = isEarly(login, person.logins)
  parts.guard(
    "touched",
    `${touched}, players = players || CAST(:players AS TEXT) WHERE ${unchanged}${early ? ` ${hasRoom}` : ""}
      AND length(players) < :playersLength RETURNING logins`,
    "overtaken",
  )
  steppedBack(parts)
  if (!early) trimmed(parts)
}

const made = (parts: LoginParts, login: LoginToStore, wanted: NewPlayer, isPostgres: boolean): void => {
  const { parent, person } = wanted
  counted(parts, wanted)
  if (person !== undefined) joined(parts, login, person)
  if (wanted.keptUnder !== undefined) parts.none("unkept", keptUnseen(wanted.keptUnder), "overtaken")
  parts.guard("claimed", claim(parts, ofUser), "overtaken")
  // The parent of a new person must be new too, or it would belong to another person.
  const newParent = person === undefined ? parent : undefined
  if (newParent !== undefined) parts.guard("claimed_parent", claim(parts, ofParent), "overtaken")
  parts.add(
    "player_made",
    `INSERT INTO player (player_uuid, person_id, created_at, broadcasts_before)
    ${parts.rows("CAST(:player AS UUID), CAST(:person AS UUID), CAST(:at AS BIGINT), CAST(:broadcasts AS BIGINT)")}
    ${isPostgres ? "" : "RETURNING rowid AS player_id"}`,
  )
  if (person === undefined) {
    parts.add(
      "touched",
      `INSERT INTO person (person_id, created_at, last_login_at, logins, players, seal)
      ${parts.rows("CAST(:person AS UUID), CAST(:at AS BIGINT), CAST(:at AS BIGINT), 1, CAST(:players AS TEXT), CAST(:seal AS TEXT)")}`,
    )
  }
  owned(parts, isPostgres)
  wayIn(parts, "user_made", ofUser, "name", parent === undefined ? "NULL, NULL, ''" : `${ofParent}`)
  if (newParent !== undefined) wayIn(parts, "parent_made", ofParent, "parentName", "NULL, NULL, ''")
}

/**
 * Whether one statement can store the login: no two conditions have to hold of which the first one writes. The count of
 * a new identity is taken back. The rows of a new person are of several keys, each part of the statement of one.
 */
export const isOneStatement = ({ player }: LoginToStore): boolean =>
  player.is === "known"
    ? player.movedTo?.portalUsersMax === undefined
    : player.parent === undefined && player.person === undefined

/** The parts of a login, in the order in which they run in turn. */
export const loginParts = (manner: Manner, isPostgres: boolean, login: LoginToStore): LoginParts["list"] => {
  const parts: LoginParts = new Parts(manner)
  if (login.player.is === "known") known(parts, login, login.player)
  else made(parts, login, login.player, isPostgres)
  opens(parts, login)
  return parts.list
}

/** What tells the parts of one login from those of another: logins of one shape have the same texts. */
export const shapeOf = ({ historyMax, player, receipts, session }: LoginToStore): string => {
  const seen = player.is === "known" ? player : player.person
  const shape = [
    "opened" in session
      ? "opened"
      : "rotation" in session
        ? "rotation"
        : session.extended === undefined
          ? "kept"
          : "extended",
    seen === undefined || seen.logins < roomOf({ historyMax, session }) ? "early" : "later",
    ...receipts.map(({ kind }) => kind),
  ]
  if (player.is === "new")
    shape.push(
      "new",
      `${player.places.length}`,
      player.parent ? "child" : "",
      player.person ? "of" : "",
      `${player.keptUnder?.length ?? "kept"}`,
    )
  else {
    const { isRenamed, isShownAnew, movedTo, recalled } = player
    shape.push(recalled ? "recalled" : "", isRenamed ? "renamed" : "", isShownAnew ? "shown" : "")
    if (movedTo !== undefined) shape.push(movedTo.portalUsersMax === undefined ? "moved" : "taken in")
  }
  return shape.join()
}
