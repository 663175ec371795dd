/**
 * Tables that are found from outside, by what a caller presents, and those of machines. Each lookup is keyed by what is
 * presented, and names the person or client that it belongs to.
 */
import {
  countMax,
  gathered,
  insertedOfMany,
  keyedBy,
  listedBy,
  platforms,
  platformsWithEnvironments,
  portalEnvironment,
  promotionCode,
  sealed,
  searchedBy,
  sweptBy,
} from "./Table.ts"

/**
 * Which person a portal user logs in as. `environment` is that of the portal, and empty where its users share one name
 * space. A start looks through the users of portals that have environments.
 */
const portalUser = searchedBy(
  "environment",
  keyedBy(
    "portal_user_id",
    `CREATE TABLE portal_user (
    portal_user_id TEXT NOT NULL CHECK (length(portal_user_id) BETWEEN 1 AND 512),
    platform TEXT NOT NULL CHECK (platform IN (${platforms})),
    person_id UUID NOT NULL,
    ${portalEnvironment("environment")},
    PRIMARY KEY (portal_user_id, platform, environment)
  ) WITHOUT ROWID`,
    `CREATE INDEX portal_user_by_environment ON portal_user (environment, portal_user_id, platform)
    WHERE platform IN (${platformsWithEnvironments})`,
  ),
)

/** The password accounts of the platform Basic: `account_id` is the `portal_user_id` there. */
const passwordCredential = keyedBy(
  "username",
  `CREATE TABLE password_credential (
    username TEXT PRIMARY KEY CHECK (length(username) BETWEEN 1 AND 64),
    account_id UUID NOT NULL,
    display_name TEXT NOT NULL CHECK (length(display_name) BETWEEN 1 AND 64),
    hash TEXT NOT NULL CHECK (hash LIKE '$argon2id$%'),
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    seal TEXT
  )`,
)

/** States of logins by redirect that a portal's answer has used, as hashes: none is used twice. */
const usedState = sweptBy(
  "expires_at",
  keyedBy(
    "state_hash",
    `CREATE TABLE used_state (
    state_hash BYTEA PRIMARY KEY CHECK (length(state_hash) = 32),
    expires_at BIGINT NOT NULL
  ) WITHOUT ROWID`,
    `CREATE INDEX used_state_by_end ON used_state (expires_at)`,
  ),
)

/**
 * Authorization codes. `sealed` is encrypted with the code, of which a hash is stored. A used code led to a session or
 * to another code, which is derived from `seed` and the text of this one.
 */
const authorizationCode = sweptBy(
  "login_ends_at",
  keyedBy(
    "code_hash",
    `CREATE TABLE authorization_code (
    code_hash BYTEA PRIMARY KEY CHECK (length(code_hash) = 32),
    client_uuid UUID NOT NULL,
    sealed BYTEA NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL CHECK (expires_at > created_at),
    login_ends_at BIGINT NOT NULL CHECK (login_ends_at >= expires_at),
    regenerations BIGINT NOT NULL CHECK (regenerations BETWEEN 0 AND 5),
    used_at BIGINT,
    person_id UUID,
    player_uuid UUID,
    session_id UUID,
    seed BYTEA CHECK (length(seed) = 32),
    missing TEXT,
    accepted TEXT,
    CHECK ((used_at IS NULL) = (session_id IS NULL AND seed IS NULL)),
    CHECK (session_id IS NULL OR seed IS NULL),
    CHECK ((session_id IS NULL) = (person_id IS NULL) AND (session_id IS NULL) = (player_uuid IS NULL)),
    CHECK ((seed IS NULL) = (missing IS NULL) AND (seed IS NULL) = (accepted IS NULL))
  ) WITHOUT ROWID`,
    `CREATE INDEX authorization_code_by_end ON authorization_code (login_ends_at)`,
  ),
)

/**
 * How often a promotion code was claimed while the catalog limited its uses. A code without a limit has no row, so its
 * claims wait for no other player's. Operators list all of them.
 */
const promotionUse = searchedBy(
  "code",
  keyedBy(
    "code",
    `CREATE TABLE promotion_use (
    ${promotionCode},
    uses BIGINT NOT NULL CHECK (uses BETWEEN 1 AND ${countMax}),
    PRIMARY KEY (code)
  ) WITHOUT ROWID`,
  ),
)

/** Whose each order is: operators find an order by its id alone. Orders that others made have a row, too. */
const orderLookup = insertedOfMany(
  keyedBy(
    "order_id",
    `CREATE TABLE order_lookup (
    order_id UUID PRIMARY KEY,
    player_uuid UUID NOT NULL
  ) WITHOUT ROWID`,
  ),
)

/** Buckets of failed attempts and of flows, by keyed hashes; the rows of a flow in all count from 0. */
const loginFailure = sweptBy(
  "forgotten_at",
  keyedBy(
    "bucket",
    `CREATE TABLE login_failure (
    bucket BIGINT NOT NULL,
    subject TEXT NOT NULL
      CHECK (subject IN ('account', 'address', 'all', 'familiar', 'new_at_address', 'new_in_all', 'oauth_at_address',
        'oauth_in_all', 'code_of_player', 'code_at_address')),
    at BIGINT NOT NULL,
    forgotten_at BIGINT NOT NULL CHECK (forgotten_at > at),
    PRIMARY KEY (bucket, subject)
  ) WITHOUT ROWID`,
    `CREATE INDEX login_failure_by_end ON login_failure (forgotten_at)`,
  ),
)

/**
 * An answer is sealed with a key that is not stored: `key_hash` and `request_hash` are SHA-256. A row is written in the
 * unit of work that makes the change, and is empty until that ends. The indexes find a caller's newest, and the oldest
 * of all.
 */
const idempotentAnswer = sweptBy(
  "created",
  keyedBy(
    "caller",
    `CREATE TABLE idempotent_answer (
    caller UUID NOT NULL,
    operation TEXT NOT NULL CHECK (length(operation) > 0),
    key_hash BYTEA NOT NULL CHECK (length(key_hash) = 32),
    request_hash BYTEA NOT NULL CHECK (length(request_hash) = 32),
    created BIGINT NOT NULL,
    sealed BYTEA NOT NULL,
    PRIMARY KEY (caller, operation, key_hash)
  )`,
    `CREATE INDEX idempotent_answer_of_caller ON idempotent_answer (caller, created)`,
    `CREATE INDEX idempotent_answer_by_age ON idempotent_answer (created)`,
  ),
)

/** The sessions of machine clients. */
const machineSession = sweptBy(
  "expires_at",
  keyedBy(
    "client_uuid",
    `CREATE TABLE machine_session (
    client_uuid UUID NOT NULL,
    session_id UUID NOT NULL,
    client_generation BIGINT,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL CHECK (expires_at >= created_at),
    revoked_at BIGINT,
    revoked_for TEXT CHECK (revoked_for IN ('logout', 'reuse', 'restriction', 'deletion', 'operator')),
    PRIMARY KEY (client_uuid, session_id),
    CHECK ((revoked_at IS NULL) = (revoked_for IS NULL))
  ) WITHOUT ROWID`,
    `CREATE INDEX machine_session_by_end ON machine_session (expires_at)`,
  ),
)

/** The logins of machine clients for themselves. */
const machineLogin = listedBy(
  "at",
  sweptBy(
    "at",
    keyedBy(
      "client_uuid",
      `CREATE TABLE machine_login (
    client_uuid UUID NOT NULL,
    login_id UUID NOT NULL,
    at BIGINT NOT NULL,
    session_id UUID NOT NULL,
    grant_type TEXT NOT NULL,
    address TEXT NOT NULL,
    agent TEXT NOT NULL,
    PRIMARY KEY (client_uuid, login_id)
  )`,
      `CREATE INDEX machine_login_by_age ON machine_login (at)`,
    ),
  ),
)

/** In the order in which they are created. */
export const lookupTables = [
  gathered(portalUser),
  sealed(["account_id", "hash"], searchedBy("username", passwordCredential), "account_id"),
  usedState,
  authorizationCode,
  promotionUse,
  orderLookup,
  loginFailure,
  idempotentAnswer,
  machineSession,
  machineLogin,
] as const
