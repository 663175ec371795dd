/** Tables that stay small: settings, clients, roles, keys, catalogs, audit, ended tokens (decisions, section 1). */
import { countMax, sealed, sealedWith, small, sweptBy } from "./Table.ts"

/**
 * One row, the identity of the deployment: a second is refused by the key. `anon_secret` is made when Garrison opens
 * the database, and `seal_key` when it does so with a key secret. Orders that were made
 * later than `seals_from` are sealed.
 */
const environment = small(`CREATE TABLE environment (
  id BIGINT PRIMARY KEY CHECK (id = 1),
  publisher_uuid UUID NOT NULL,
  tenant_uuid UUID NOT NULL,
  config_elector_uuid UUID NOT NULL,
  cursor_secret BYTEA NOT NULL CHECK (length(cursor_secret) >= 32),
  anon_secret BYTEA CHECK (length(anon_secret) >= 32),
  revision BIGINT NOT NULL DEFAULT 0 CHECK (revision >= 0),
  seal_key BYTEA CHECK (length(seal_key) >= 32),
  seals_from BIGINT NOT NULL DEFAULT 0
)`)

/**
 * `generation` counts what ends sessions of a client. `redirect_uris` is a JSON array; NULL in a client that was made
 * before clients had such addresses, until it takes those of the settings.
 */
const client = small(`CREATE TABLE client (
  client_uuid UUID PRIMARY KEY,
  client_id TEXT NOT NULL UNIQUE CHECK (length(client_id) BETWEEN 1 AND 128),
  kind TEXT NOT NULL CHECK (kind IN ('game', 'machine')),
  description TEXT,
  org_id UUID,
  permissions TEXT NOT NULL,
  grants TEXT NOT NULL,
  is_public BIGINT NOT NULL CHECK (is_public IN (0, 1)),
  is_disabled BIGINT NOT NULL CHECK (is_disabled IN (0, 1)),
  generation BIGINT NOT NULL DEFAULT 0 CHECK (generation >= 0),
  revision BIGINT NOT NULL DEFAULT 0 CHECK (revision >= 0),
  created BIGINT NOT NULL,
  redirect_uris TEXT,
  is_pkce_exempt BIGINT NOT NULL DEFAULT 0 CHECK (is_pkce_exempt IN (0, 1)),
  seal TEXT,
  CHECK (kind = 'game' OR is_public = 0)
)`)

/**
 * `slot` 0 of a client is its current secret, 1 the one that a rotation left valid for a while. The key allows two
 * secrets. A secret is kept as its SHA-256.
 */
const clientSecret = small(`CREATE TABLE client_secret (
  client_uuid UUID NOT NULL REFERENCES client (client_uuid) ON DELETE CASCADE,
  slot BIGINT NOT NULL CHECK (slot IN (0, 1)),
  secret_id UUID NOT NULL UNIQUE,
  hash BYTEA NOT NULL CHECK (length(hash) = 32),
  last_four TEXT NOT NULL CHECK (length(last_four) <= 4),
  created BIGINT NOT NULL,
  expires BIGINT,
  last_used BIGINT,
  PRIMARY KEY (client_uuid, slot),
  CHECK (slot = 0 OR expires IS NOT NULL)
)`)

const role = small(
  `CREATE TABLE role (
    role_id BIGINT PRIMARY KEY CHECK (role_id BETWEEN 1 AND ${countMax}),
    name TEXT NOT NULL UNIQUE CHECK (length(name) > 0),
    permissions TEXT NOT NULL,
    bypasses_lock BIGINT NOT NULL CHECK (bypasses_lock IN (0, 1)),
    revision BIGINT NOT NULL DEFAULT 0 CHECK (revision >= 0),
    seal TEXT
  )`,
  `INSERT INTO role (role_id, name, permissions, bypasses_lock) VALUES (1, 'player',
    '["notification:playerid:self:*","notification:playerid:self:read","inv:read_order:player:self",'
    || '"inv:create_order:player:self","inv:read_inv:player:self","catalog:read","presence:read","presence:edit:self"]',
    0)`,
)

/** `sequence` is what nodes race for: one key per place. */
const signingKey = small(`CREATE TABLE signing_key (
  key_id TEXT PRIMARY KEY CHECK (length(key_id) > 0),
  sequence BIGINT NOT NULL UNIQUE CHECK (sequence BETWEEN 1 AND ${countMax}),
  algorithm TEXT NOT NULL CHECK (algorithm IN ('EdDSA', 'ES256')),
  published BIGINT NOT NULL,
  signs_from BIGINT NOT NULL,
  public_jwk TEXT NOT NULL,
  private_jwk TEXT NOT NULL,
  seal TEXT
)`)

/**
 * A text of a catalog version. `byte_count` is its length before compression. `unnamed_since` is when it was written,
 * or when its version was given another text. Housekeeping deletes texts that no version names, a while after that.
 */
const catalogText = small(`CREATE TABLE catalog_text (
  text_id UUID PRIMARY KEY,
  byte_count BIGINT NOT NULL CHECK (byte_count >= 0),
  unnamed_since BIGINT NOT NULL
)`)

/** A part of a text, compressed. */
const catalogTextPart = small(`CREATE TABLE catalog_text_part (
  text_id UUID NOT NULL REFERENCES catalog_text (text_id) ON DELETE CASCADE,
  part BIGINT NOT NULL CHECK (part >= 0),
  bytes BYTEA NOT NULL,
  PRIMARY KEY (text_id, part)
)`)

/** A version is stored by the publication that first published it, hence the deferred reference of the publication. */
const catalogVersion = small(`CREATE TABLE catalog_version (
  version BIGINT PRIMARY KEY CHECK (version BETWEEN 1 AND ${countMax}),
  form BIGINT NOT NULL DEFAULT 1 CHECK (form >= 1),
  etag TEXT NOT NULL CHECK (length(etag) = 43),
  document_etag TEXT NOT NULL CHECK (length(document_etag) = 43),
  created BIGINT NOT NULL,
  body UUID NOT NULL REFERENCES catalog_text (text_id),
  prepared UUID NOT NULL REFERENCES catalog_text (text_id),
  document UUID NOT NULL REFERENCES catalog_text (text_id)
)`)

/** Each publication has the number after the one before: the primary key lets one of several racing publishers win. */
const catalogPublication = small(`CREATE TABLE catalog_publication (
  publication BIGINT PRIMARY KEY CHECK (publication BETWEEN 1 AND ${countMax}),
  version BIGINT NOT NULL REFERENCES catalog_version (version) DEFERRABLE INITIALLY DEFERRED,
  published BIGINT NOT NULL
)`)

/**
 * What operators changed. `outcome` is `done` or the code of a refusal. Rows from before there were kinds of seals have
 * no `sealing` and no `token_hash`, which is the hash of the `token` that the end of the chain had after the row.
 */
const audit = small(
  `CREATE TABLE audit (
    sequence BIGINT PRIMARY KEY CHECK (sequence BETWEEN 1 AND ${countMax}),
    at BIGINT NOT NULL,
    actor_kind TEXT NOT NULL CHECK (actor_kind IN ('player', 'machine', 'local', 'system')),
    actor_id TEXT NOT NULL,
    actor_name TEXT NOT NULL,
    address TEXT NOT NULL,
    operation TEXT NOT NULL CHECK (length(operation) > 0),
    subject_kind TEXT NOT NULL CHECK (length(subject_kind) > 0),
    subject_id TEXT NOT NULL,
    revision BIGINT CHECK (revision >= 0),
    reason TEXT,
    outcome TEXT NOT NULL CHECK (length(outcome) > 0),
    before_json TEXT,
    after_json TEXT,
    seal TEXT NOT NULL CHECK (length(seal) = 43),
    sealing TEXT CHECK (sealing IN ('plain', 'keyed')),
    token_hash TEXT CHECK (length(token_hash) = 43)
  )`,
  `CREATE INDEX audit_of_subject ON audit (subject_kind, subject_id, sequence)`,
  `CREATE INDEX audit_refusal ON audit (actor_id, at) WHERE outcome <> 'done'`,
  `CREATE INDEX audit_by_age ON audit (at, sequence)`,
  `CREATE INDEX audit_of_actor ON audit (actor_id, sequence)`,
  `CREATE INDEX audit_of_actor_name ON audit (actor_name, sequence)`,
  `CREATE INDEX audit_of_operation ON audit (operation, sequence)`,
  `CREATE INDEX audit_of_outcome ON audit (outcome, sequence)`,
)

/** One row, the end of the chain: what appends moves it first, so that two never stand behind the same row. */
const auditHead = small(
  `CREATE TABLE audit_head (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    sequence BIGINT NOT NULL CHECK (sequence >= 0),
    last_seal TEXT NOT NULL CHECK (length(last_seal) = CASE sequence WHEN 0 THEN 0 ELSE 43 END),
    token UUID
  )`,
  `INSERT INTO audit_head (id, sequence, last_seal) VALUES (1, 0, '')`,
)

/**
 * Access tokens that operators ended one by one, until they would have expired. Operators know the id of such a token,
 * and not its session, so every check of a session looks here.
 */
const revokedToken = sweptBy(
  "expires_at",
  small(
    `CREATE TABLE revoked_token (
    token_id UUID PRIMARY KEY,
    expires_at BIGINT NOT NULL
  ) WITHOUT ROWID`,
    `CREATE INDEX revoked_token_by_end ON revoked_token (expires_at)`,
  ),
)

/** When a task of upkeep last ended well. A task that never did has no row. */
const upkeep = small(`CREATE TABLE upkeep (
  task TEXT PRIMARY KEY CHECK (length(task) > 0),
  succeeded_at BIGINT NOT NULL
)`)

/** One row, the place before which orders are still to be entered into `order_lookup`; none: all are. */
const orderLookupLeft = small(`CREATE TABLE order_lookup_left (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    created BIGINT NOT NULL,
    order_id UUID NOT NULL
  )`)

/**
 * One row, the end of the log of broadcasts: what broadcasts wait on. Its positions count up from 1, and are not given
 * again when a broadcast is deleted.
 */
const broadcastHead = small(
  `CREATE TABLE broadcast_head (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    last_position BIGINT NOT NULL CHECK (last_position BETWEEN 0 AND ${countMax}),
    last_created BIGINT NOT NULL
  )`,
  `INSERT INTO broadcast_head (id, last_position, last_created) VALUES (1, 0, 0)`,
)

/**
 * The log of broadcasts: a row for each, however many players read it. A broadcast to a list of players has their rows
 * in `broadcast_member`. `wire` is the notification as it is sent to everybody.
 */
const broadcast = small(`CREATE TABLE broadcast (
  position BIGINT PRIMARY KEY CHECK (position BETWEEN 1 AND ${countMax}),
  created BIGINT NOT NULL,
  segment TEXT NOT NULL CHECK (segment IN ('all', 'role', 'players')),
  role_id BIGINT CHECK (role_id > 0),
  wire TEXT NOT NULL CHECK (length(wire) > 0),
  CHECK ((segment = 'role') = (role_id IS NOT NULL))
)`)

/**
 * One row: the oldest epoch that may still write here. The epoch of a version is the number of its newest step. A step
 * that the versions before it cannot stand moves it on to itself (Migration.ts).
 */
const schemaEpoch = small(
  `CREATE TABLE schema_epoch (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    oldest BIGINT NOT NULL CHECK (oldest > 0)
  )`,
  `INSERT INTO schema_epoch (id, oldest) VALUES (1, 22)`,
)

/**
 * Restrictions of whoever logs in by a portal user next, which left its person with them. `portal_user` is a keyed
 * digest. The person is the one that it left: the row is sealed with that of the person, which stays. An engine that
 * spreads tables has no reference from here to there.
 */
const keptRestriction = small(
  `CREATE TABLE kept_restriction (
  portal_user BYTEA NOT NULL CHECK (length(portal_user) = 32),
  person_id UUID NOT NULL,
  restriction_id UUID NOT NULL,
  type TEXT NOT NULL
    CHECK (type IN ('account_ban', 'account_lockout', 'account_pending_deletion', 'account_deny_auth')),
  reason TEXT,
  note TEXT,
  issuer TEXT NOT NULL CHECK (length(issuer) > 0),
  created_at BIGINT NOT NULL,
  expires_at BIGINT,
  PRIMARY KEY (portal_user, restriction_id)
) WITHOUT ROWID`,
  `CREATE INDEX kept_restriction_of_person ON kept_restriction (person_id)`,
)

/** Refused logins by minute since 1970, grant and code, with the HTTP status that the grant's portal answered last. */
const refusedLogin = sweptBy(
  "minute",
  small(`CREATE TABLE refused_login (
    minute BIGINT NOT NULL,
    grant_type TEXT NOT NULL,
    code TEXT NOT NULL,
    portal_status BIGINT,
    count BIGINT NOT NULL CHECK (count > 0),
    PRIMARY KEY (minute, grant_type, code)
  )`),
)

/** In the order in which they are created. */
export const smallTables = [
  environment,
  sealed(
    [
      "client_id",
      "kind",
      "org_id",
      "permissions",
      "grants",
      "is_public",
      "is_disabled",
      "generation",
      "redirect_uris",
      "is_pkce_exempt",
    ],
    client,
    "client_id",
  ),
  // Not `last_used`, which moves by itself.
  sealedWith("client", ["slot", "secret_id", "hash", "expires"], clientSecret),
  sealed(["name", "permissions", "bypasses_lock"], role),
  sealed(["sequence", "algorithm", "published", "signs_from", "public_jwk", "private_jwk"], signingKey),
  catalogText,
  catalogTextPart,
  catalogVersion,
  catalogPublication,
  audit,
  auditHead,
  revokedToken,
  upkeep,
  orderLookupLeft,
  broadcastHead,
  broadcast,
  schemaEpoch,
  // A reason and a note are for people alone.
  sealedWith("person", ["portal_user", "restriction_id", "type", "created_at", "expires_at"], keptRestriction),
  refusedLogin,
] as const
