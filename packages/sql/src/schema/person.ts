/**
 * Tables of persons: identities, restrictions, accepted agreements, logins, presence (decisions, sections 1, 3, 4, 6, 7
 * and 13). All of them are keyed by `person_id`.
 */
import { nameGrams } from "../player/nameGrams.ts"
import {
  countMax,
  gathered,
  keyedBy,
  listedBy,
  platforms,
  portalEnvironment,
  readOfMany,
  sealed,
  sealedWith,
  searchedBy,
  sought,
  sweptBy,
} from "./Table.ts"

/**
 * `logins`: of this person so far, and so never fewer than it has sessions, or entries in its history. `players`: the
 * uuids of its players, each with a space behind it.
 */
const person = keyedBy(
  "person_id",
  `CREATE TABLE person (
    person_id UUID PRIMARY KEY,
    created_at BIGINT NOT NULL,
    last_login_at BIGINT,
    deleted_at BIGINT,
    logins BIGINT NOT NULL DEFAULT 0,
    revision BIGINT NOT NULL DEFAULT 0 CHECK (revision >= 0),
    players TEXT NOT NULL DEFAULT '' CHECK (length(players) % 37 = 0),
    seal TEXT
  ) WITHOUT ROWID`,
)

/**
 * The players of a person. `display_name` and `platform` are of the portal user that logged in as this player last. No
 * foreign key on `role_id`: a role withdrawn while players hold it is what `failed_to_retrieve_roles` is for.
 * `compared_name` is what names are searched and sorted by: bytes, A to Z as a to z. Both databases lower no other
 * letter. It is a column because SQLite finds a place in an index by two columns, not by an expression and a column.
 * `folded_name` is what any part of a name is searched in: without accents and case, as Garrison computes it, and NULL
 * until it has. An index has its pieces of three letters: on Postgres an inverted index of arrays, on SQLite a table of
 * its full-text search, whose rows have the numbers of the players. A player who
 * moves to another person keeps the number.
 */
const personPlayer = searchedBy(
  "compared_name",
  keyedBy(
    "person_id",
    `CREATE TABLE person_player (
    person_id UUID NOT NULL REFERENCES person (person_id),
    player_uuid UUID NOT NULL,
    player_id BIGINT NOT NULL CHECK (player_id > 0),
    role_id BIGINT NOT NULL CHECK (role_id > 0),
    active BIGINT NOT NULL CHECK (active IN (0, 1)),
    display_name TEXT NOT NULL CHECK (length(display_name) BETWEEN 1 AND 64),
    compared_name TEXT COLLATE "C" NOT NULL GENERATED ALWAYS AS (lower(display_name COLLATE "C")) STORED,
    platform TEXT NOT NULL CHECK (platform IN (${platforms})),
    created_at BIGINT NOT NULL,
    folded_name TEXT COLLATE "C",
    PRIMARY KEY (person_id, player_uuid)
  ) WITHOUT ROWID`,
    `CREATE UNIQUE INDEX person_player_active ON person_player (person_id) WHERE active = 1`,
    `CREATE INDEX person_player_by_name ON person_player (compared_name, player_uuid)`,
    `CREATE INDEX person_player_by_part ON person_player (folded_name, player_uuid, person_id)`,
    `CREATE INDEX person_player_by_number ON person_player (player_id)`,
    `CREATE INDEX person_player_not_folded ON person_player (person_id) WHERE folded_name IS NULL`,
    { pg: `CREATE INDEX person_player_by_gram ON person_player USING gin (${nameGrams("folded_name")})` },
    {
      sqlite: `CREATE VIRTUAL TABLE player_name_gram USING fts5(folded_name, content = '', contentless_delete = 1,
      detail = none, tokenize = 'trigram case_sensitive 1')`,
    },
    {
      sqlite: `CREATE TRIGGER player_name_added AFTER INSERT ON person_player WHEN new.folded_name IS NOT NULL BEGIN
      INSERT OR REPLACE INTO player_name_gram (rowid, folded_name) VALUES (new.player_id, new.folded_name);
    END`,
    },
    {
      sqlite: `CREATE TRIGGER player_name_changed AFTER UPDATE OF folded_name ON person_player
      WHEN new.folded_name IS NOT old.folded_name BEGIN
      DELETE FROM player_name_gram WHERE rowid = old.player_id AND old.folded_name IS NOT NULL;
      INSERT OR REPLACE INTO player_name_gram (rowid, folded_name) VALUES (new.player_id, new.folded_name);
    END`,
    },
    {
      sqlite: `CREATE TRIGGER player_name_removed AFTER DELETE ON person_player WHEN old.folded_name IS NOT NULL BEGIN
      DELETE FROM player_name_gram WHERE rowid = old.player_id
        AND NOT EXISTS (SELECT 1 FROM person_player WHERE player_id = old.player_id);
    END`,
    },
  ),
)

/**
 * The portal users that log in as a person; the lookup `portal_user` finds the person. The columns of environments are
 * those of the portal user and of its parent.
 */
const personPortalUser = keyedBy(
  "person_id",
  `CREATE TABLE person_portal_user (
    person_id UUID NOT NULL REFERENCES person (person_id),
    platform TEXT NOT NULL CHECK (platform IN (${platforms})),
    portal_user_id TEXT NOT NULL CHECK (length(portal_user_id) BETWEEN 1 AND 512),
    player_uuid UUID,
    display_name TEXT NOT NULL CHECK (length(display_name) BETWEEN 1 AND 64),
    parent_platform TEXT CHECK (parent_platform IN (${platforms})),
    parent_portal_user_id TEXT,
    created_at BIGINT NOT NULL,
    ${portalEnvironment("environment")},
    ${portalEnvironment("parent_environment")},
    PRIMARY KEY (person_id, platform, portal_user_id, environment),
    FOREIGN KEY (person_id, player_uuid) REFERENCES person_player (person_id, player_uuid),
    CHECK ((parent_platform IS NULL) = (parent_portal_user_id IS NULL))
  ) WITHOUT ROWID`,
)

/**
 * When a restriction ends or ended: operators list by it. SQLite adds no column that is stored and generated to a table
 * that exists.
 */
const endsAt = `ends_at BIGINT NOT NULL GENERATED ALWAYS AS (COALESCE(lifted_at, expires_at, ${countMax}))`

const restriction = listedBy(
  "expires_at",
  keyedBy(
    "person_id",
    `CREATE TABLE restriction (
    person_id UUID NOT NULL REFERENCES person (person_id),
    restriction_id UUID NOT NULL,
    type TEXT NOT NULL
      CHECK (type IN ('account_ban', 'account_lockout', 'account_pending_deletion', 'account_deny_auth')),
    reason TEXT,
    note TEXT,
    issuer TEXT NOT NULL CHECK (length(issuer) > 0),
    created_at BIGINT NOT NULL,
    expires_at BIGINT,
    lifted_at BIGINT,
    lifted_by TEXT,
    PRIMARY KEY (person_id, restriction_id),
    CHECK ((lifted_at IS NULL) = (lifted_by IS NULL))
  ) WITHOUT ROWID`,
    `CREATE INDEX restriction_by_end ON restriction (expires_at, restriction_id) WHERE lifted_at IS NULL`,
    `CREATE INDEX restriction_in_force ON restriction (type, person_id) WHERE lifted_at IS NULL`,
    { pg: `ALTER TABLE restriction ADD COLUMN ${endsAt} STORED` },
    { sqlite: `ALTER TABLE restriction ADD COLUMN ${endsAt.replace("BIGINT", "INTEGER")} VIRTUAL` },
    `CREATE INDEX restriction_by_state ON restriction (ends_at, restriction_id, person_id)`,
    `CREATE INDEX restriction_by_type ON restriction (type, ends_at, restriction_id, person_id)`,
  ),
)

const agreementReceipt = keyedBy(
  "person_id",
  `CREATE TABLE agreement_receipt (
    person_id UUID NOT NULL REFERENCES person (person_id),
    kind TEXT NOT NULL CHECK (kind IN ('eula', 'tos', 'privacy_policy')),
    version BIGINT NOT NULL CHECK (version > 0),
    sha256 TEXT NOT NULL,
    accepted_at BIGINT NOT NULL,
    client_uuid UUID NOT NULL,
    address TEXT NOT NULL,
    PRIMARY KEY (person_id, kind, version)
  ) WITHOUT ROWID`,
)

/**
 * What one login of a person opened. `client_generation` is that of the client which opened it, NULL where no client
 * did. `token_hash` is that of the live refresh token, NULL where the login asked for none; `token_ends_at` is when
 * that token ends if it is not used. `exchanges` counts the tokens before it, which are in `refresh_exchange`.
 * `is_issued` is 1 where an operator issued the session and no credential opened it. The player that it refers to
 * refers to the person: every login would pay for a second reference.
 */
const loginSession = sweptBy(
  "expires_at",
  keyedBy(
    "person_id",
    `CREATE TABLE login_session (
    person_id UUID NOT NULL,
    session_id UUID NOT NULL,
    client_uuid UUID NOT NULL,
    client_generation BIGINT,
    player_uuid UUID NOT NULL,
    platform TEXT NOT NULL CHECK (platform IN (${platforms})),
    portal_user_id TEXT NOT NULL,
    token_hash BYTEA CHECK (length(token_hash) = 32),
    token_ends_at BIGINT,
    exchanges BIGINT NOT NULL DEFAULT 0 CHECK (exchanges >= 0),
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL CHECK (expires_at >= created_at),
    revoked_at BIGINT,
    revoked_for TEXT CHECK (revoked_for IN ('logout', 'reuse', 'restriction', 'deletion', 'unlink', 'operator')),
    is_issued BIGINT NOT NULL DEFAULT 0 CHECK (is_issued IN (0, 1)),
    ${portalEnvironment("environment")},
    PRIMARY KEY (person_id, session_id),
    FOREIGN KEY (person_id, player_uuid) REFERENCES person_player (person_id, player_uuid),
    CHECK ((token_hash IS NULL) = (token_ends_at IS NULL)),
    CHECK ((revoked_at IS NULL) = (revoked_for IS NULL))
  )`,
    `CREATE INDEX login_session_by_end ON login_session (expires_at)`,
  ),
)

/**
 * The refresh tokens of a session that were exchanged, each for one successor. They are kept to recognise a token that
 * is used again. The successor is made again from `successor_seed` and the text of the token.
 */
const refreshExchange = keyedBy(
  "person_id",
  `CREATE TABLE refresh_exchange (
    person_id UUID NOT NULL,
    session_id UUID NOT NULL,
    token_hash BYTEA NOT NULL CHECK (length(token_hash) = 32),
    successor_seed BYTEA NOT NULL CHECK (length(successor_seed) = 32),
    rotated_at BIGINT NOT NULL,
    PRIMARY KEY (person_id, session_id, token_hash),
    FOREIGN KEY (person_id, session_id) REFERENCES login_session (person_id, session_id)
      DEFERRABLE INITIALLY DEFERRED
  ) WITHOUT ROWID`,
)

const loginHistory = listedBy(
  "at",
  sweptBy(
    "at",
    keyedBy(
      "person_id",
      `CREATE TABLE login_history (
    person_id UUID NOT NULL REFERENCES person (person_id),
    login_id UUID NOT NULL,
    at BIGINT NOT NULL,
    player_uuid UUID NOT NULL,
    session_id UUID NOT NULL,
    grant_type TEXT NOT NULL,
    platform TEXT NOT NULL,
    client_uuid UUID NOT NULL,
    address TEXT NOT NULL,
    user_agent TEXT NOT NULL,
    PRIMARY KEY (person_id, login_id)
  )`,
      `CREATE INDEX login_history_by_age ON login_history (at)`,
    ),
  ),
)

/** `grant_type` and `code` are those of a refused login. */
const securityEvent = listedBy(
  "at",
  sweptBy(
    "at",
    keyedBy(
      "person_id",
      `CREATE TABLE security_event (
    person_id UUID NOT NULL,
    event_id UUID NOT NULL,
    at BIGINT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('login_refused', 'refresh_token_reuse', 'authorization_code_reuse',
      'portal_user_linked', 'portal_user_unlinked', 'parent_of_another_person', 'persons_merged', 'persons_unmerged')),
    session_id UUID,
    client_uuid UUID,
    address TEXT NOT NULL,
    grant_type TEXT,
    code TEXT,
    PRIMARY KEY (person_id, event_id),
    CHECK ((kind = 'login_refused') = (code IS NOT NULL) AND (grant_type IS NULL) = (code IS NULL))
  ) WITHOUT ROWID`,
      `CREATE INDEX security_event_by_age ON security_event (at)`,
    ),
  ),
)

/**
 * What each player of a person reported last: others see it with the player's name, which is a row of the person.
 * `message` is a JSON string and `custom_data` a JSON object, keys in order: JSON text is ASCII-safe where what players
 * type need not be (Postgres refuses U+0000 in a TEXT, and half a surrogate pair survives neither database). `revision`
 * counts the changes of all but `last_seen`.
 */
const personPresence = listedBy(
  "last_seen",
  keyedBy(
    "person_id",
    `CREATE TABLE person_presence (
    person_id UUID NOT NULL,
    player_uuid UUID NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('online', 'away', 'invisible', 'offline')),
    undisturbed BIGINT NOT NULL CHECK (undisturbed IN (0, 1)),
    last_seen BIGINT NOT NULL,
    platform TEXT NOT NULL CHECK (platform IN (${platforms})),
    message TEXT CHECK (length(message) > 2),
    custom_data TEXT CHECK (length(custom_data) > 2),
    revision BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (person_id, player_uuid),
    FOREIGN KEY (person_id, player_uuid) REFERENCES person_player (person_id, player_uuid) ON DELETE CASCADE
  ) WITHOUT ROWID`,
    `CREATE INDEX person_presence_by_age ON person_presence (last_seen, platform, status)
    WHERE status <> 'offline'`,
  ),
)

/**
 * The merges of persons, each as a row of both of them: `kept` is the person that has everything since, `merged` the
 * one that has nothing. `had` is JSON: what this person had before. It has ids alone, because rows of merges stay.
 * `revision` is that of this person by the merge: merges of a person are in its order. `role_id` is the role that all
 * players got.
 */
const personMerge = keyedBy(
  "person_id",
  `CREATE TABLE person_merge (
    person_id UUID NOT NULL REFERENCES person (person_id),
    merge_id UUID NOT NULL,
    side TEXT NOT NULL CHECK (side IN ('kept', 'merged')),
    other_person_id UUID NOT NULL,
    merged_at BIGINT NOT NULL,
    merged_by TEXT NOT NULL CHECK (length(merged_by) > 0),
    undo_ends_at BIGINT NOT NULL CHECK (undo_ends_at >= merged_at),
    revision BIGINT NOT NULL CHECK (revision > 0),
    role_id BIGINT NOT NULL CHECK (role_id > 0),
    had TEXT NOT NULL CHECK (length(had) > 2),
    undone_at BIGINT,
    undone_by TEXT,
    PRIMARY KEY (person_id, merge_id),
    CHECK ((undone_at IS NULL) = (undone_by IS NULL))
  ) WITHOUT ROWID`,
)

/** In the order in which they are created. */
export const personTables = [
  // A person is what its players, portal users and restrictions make of it. Names, and which player is active, let
  // nobody in.
  sealed([], searchedBy("person_id", gathered(person))),
  sealedWith("person", ["player_uuid", "role_id"], gathered(readOfMany(sought(personPlayer)))),
  sealedWith("person", ["platform", "portal_user_id", "environment", "player_uuid"], gathered(personPortalUser)),
  sealedWith(
    "person",
    ["restriction_id", "type", "created_at", "expires_at", "lifted_at"],
    gathered(sought(restriction)),
  ),
  readOfMany(agreementReceipt),
  readOfMany(loginSession),
  refreshExchange,
  loginHistory,
  securityEvent,
  gathered(sought(personPresence)),
  personMerge,
] as const
