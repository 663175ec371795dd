/**
 * Tables of players: who they are, what restricts them, what they accepted, how they log in (decisions, sections 1, 3,
 * 4, 6 and 7).
 */
import type { Migration } from "../Migration.ts"

const platforms =
  "'Anon', 'Basic', 'DeltaLive', 'Echo', 'FoxtrotNAID', 'FoxtrotSwitch', 'FoxtrotPPID', 'Alpha', 'AlphaPlay', 'Bravo', " +
  "'Charlie', 'Golf', 'Hotel', 'India', 'Juliet', 'LegacyName'"

/** A person, the players of the person, and the portal users that log in as them. */
const identity = [
  `CREATE TABLE person (
    person_id TEXT PRIMARY KEY CHECK (length(person_id) = 36),
    created_at BIGINT NOT NULL,
    last_login_at BIGINT,
    deleted_at BIGINT
  )`,
  `CREATE TABLE player_sequence (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    last_player_id BIGINT NOT NULL CHECK (last_player_id >= 0)
  )`,
  `INSERT INTO player_sequence (id, last_player_id) VALUES (1, 0)`,
  // display_name and platform: of the portal user that logged in as this player last.
  // No foreign key on role_id: a role withdrawn while players hold it is what failed_to_retrieve_roles is for.
  `CREATE TABLE player (
    player_uuid TEXT PRIMARY KEY CHECK (length(player_uuid) = 36),
    player_id BIGINT NOT NULL UNIQUE CHECK (player_id > 0),
    person_id TEXT NOT NULL REFERENCES person (person_id),
    role_id BIGINT NOT NULL CHECK (role_id > 0),
    active BIGINT NOT NULL CHECK (active IN (0, 1)),
    display_name TEXT NOT NULL CHECK (length(display_name) BETWEEN 1 AND 64),
    platform TEXT NOT NULL CHECK (platform IN (${platforms})),
    created_at BIGINT NOT NULL
  )`,
  `CREATE INDEX player_of_person ON player (person_id)`,
  `CREATE UNIQUE INDEX player_active ON player (person_id) WHERE active = 1`,
  `CREATE TABLE portal_user (
    platform TEXT NOT NULL CHECK (platform IN (${platforms})),
    portal_user_id TEXT NOT NULL CHECK (length(portal_user_id) BETWEEN 1 AND 512),
    person_id TEXT NOT NULL REFERENCES person (person_id),
    player_uuid TEXT REFERENCES player (player_uuid),
    display_name TEXT NOT NULL CHECK (length(display_name) BETWEEN 1 AND 64),
    parent_platform TEXT CHECK (parent_platform IN (${platforms})),
    parent_portal_user_id TEXT,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (platform, portal_user_id),
    CHECK ((parent_platform IS NULL) = (parent_portal_user_id IS NULL))
  )`,
  `CREATE INDEX portal_user_of_person ON portal_user (person_id)`,
]

/** What stands between a person and a login. */
const standing = [
  `CREATE TABLE restriction (
    restriction_id TEXT PRIMARY KEY CHECK (length(restriction_id) = 36),
    person_id TEXT NOT NULL REFERENCES person (person_id),
    type TEXT NOT NULL
      CHECK (type IN ('account_ban', 'account_lockout', 'account_pending_deletion', 'account_deny_auth')),
    reason TEXT,
    note TEXT,
    issuer TEXT NOT NULL CHECK (length(issuer) > 0),
    created_at BIGINT NOT NULL,
    expires_at BIGINT,
    lifted_at BIGINT,
    lifted_by TEXT,
    CHECK ((lifted_at IS NULL) = (lifted_by IS NULL))
  )`,
  `CREATE INDEX restriction_of_person ON restriction (person_id, restriction_id)`,
  `CREATE TABLE agreement_receipt (
    person_id TEXT NOT NULL REFERENCES person (person_id),
    kind TEXT NOT NULL CHECK (kind IN ('eula', 'tos', 'privacy_policy')),
    version BIGINT NOT NULL CHECK (version > 0),
    sha256 TEXT NOT NULL,
    accepted_at BIGINT NOT NULL,
    client_uuid TEXT NOT NULL,
    address TEXT NOT NULL,
    PRIMARY KEY (person_id, kind, version)
  )`,
]

/** Sessions and the refresh tokens that descend in them, at most one of each family live. */
const sessions = [
  `CREATE TABLE login_session (
    session_id TEXT PRIMARY KEY CHECK (length(session_id) = 36),
    client_uuid TEXT NOT NULL CHECK (length(client_uuid) = 36),
    person_id TEXT REFERENCES person (person_id),
    player_uuid TEXT REFERENCES player (player_uuid),
    platform TEXT CHECK (platform IN (${platforms})),
    portal_user_id TEXT,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL CHECK (expires_at >= created_at),
    revoked_at BIGINT,
    revoked_for TEXT CHECK (revoked_for IN ('logout', 'reuse', 'restriction', 'deletion', 'operator')),
    CHECK ((person_id IS NULL) = (player_uuid IS NULL)),
    CHECK ((person_id IS NULL) = (platform IS NULL)),
    CHECK ((person_id IS NULL) = (portal_user_id IS NULL)),
    CHECK ((revoked_at IS NULL) = (revoked_for IS NULL))
  )`,
  `CREATE INDEX login_session_of_person ON login_session (person_id)`,
  `CREATE INDEX login_session_by_end ON login_session (expires_at)`,
  `CREATE TABLE refresh_token (
    token_hash BYTEA PRIMARY KEY CHECK (length(token_hash) = 32),
    session_id TEXT NOT NULL REFERENCES login_session (session_id) ON DELETE CASCADE,
    expires_at BIGINT NOT NULL,
    rotated_at BIGINT,
    successor_seed BYTEA CHECK (length(successor_seed) = 32),
    CHECK ((rotated_at IS NULL) = (successor_seed IS NULL))
  )`,
  `CREATE INDEX refresh_token_of_session ON refresh_token (session_id)`,
  `CREATE UNIQUE INDEX refresh_token_live ON refresh_token (session_id) WHERE rotated_at IS NULL`,
  `CREATE TABLE revoked_token (
    token_id TEXT PRIMARY KEY CHECK (length(token_id) BETWEEN 1 AND 64),
    expires_at BIGINT NOT NULL
  )`,
  `CREATE INDEX revoked_token_by_end ON revoked_token (expires_at)`,
]

/** Logins that were, logins that failed, passwords, codes, and what operators should know. */
const logins = [
  `CREATE TABLE login_history (
    login_id TEXT PRIMARY KEY CHECK (length(login_id) = 36),
    at BIGINT NOT NULL,
    person_id TEXT REFERENCES person (person_id),
    player_uuid TEXT,
    session_id TEXT NOT NULL,
    grant_type TEXT NOT NULL,
    platform TEXT,
    client_uuid TEXT NOT NULL,
    address TEXT NOT NULL,
    user_agent TEXT NOT NULL
  )`,
  `CREATE INDEX login_history_of_person ON login_history (person_id, login_id)`,
  `CREATE TABLE login_failure (
    subject TEXT NOT NULL CHECK (subject IN ('account', 'address', 'all', 'familiar')),
    bucket BIGINT NOT NULL,
    at BIGINT NOT NULL,
    forgotten_at BIGINT NOT NULL CHECK (forgotten_at > at),
    PRIMARY KEY (subject, bucket)
  )`,
  `CREATE INDEX login_failure_by_end ON login_failure (forgotten_at)`,
  `CREATE TABLE password_credential (
    account_id TEXT PRIMARY KEY CHECK (length(account_id) = 36),
    username TEXT NOT NULL UNIQUE CHECK (length(username) BETWEEN 1 AND 64),
    display_name TEXT NOT NULL CHECK (length(display_name) BETWEEN 1 AND 64),
    hash TEXT NOT NULL CHECK (hash LIKE '$argon2id$%'),
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
  )`,
  `CREATE TABLE authorization_code (
    code_hash BYTEA PRIMARY KEY CHECK (length(code_hash) = 32),
    client_uuid TEXT NOT NULL,
    platform TEXT NOT NULL CHECK (platform IN (${platforms})),
    portal_user_id TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL CHECK (expires_at > created_at)
  )`,
  `CREATE TABLE security_event (
    event_id TEXT PRIMARY KEY CHECK (length(event_id) = 36),
    at BIGINT NOT NULL,
    kind TEXT NOT NULL,
    person_id TEXT,
    session_id TEXT,
    client_uuid TEXT,
    address TEXT NOT NULL
  )`,
  `CREATE INDEX security_event_of_person ON security_event (person_id, event_id)`,
]

/** Every table that logging in reads or writes, beside clients and roles. */
export const migration: Migration = {
  id: 3,
  name: "player",
  statements: [...identity, ...standing, ...sessions, ...logins],
}
