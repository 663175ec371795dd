/**
 * The first schema, as it was released. It is frozen: databases have its checksum. What changed since is in the steps
 * after it, and `schema/tables.ts` declares what all steps lead to.
 */
import type { FrozenMigration } from "../Migration.ts"

/** Every table of the first schema with its indexes, in the order of their references. */
export const migration: FrozenMigration = {
  id: 1,
  name: "schema",
  checksums: {
    sqlite: "6b193731abbb55531be7a35c71785e240d42b08cc97576e94d01304e346af4d6",
    pg: "3c89236c736aa214c6c27efa62053729d39b95fa3a9bc50b07430bde123fb0a5",
  },
  statements: [
    `CREATE TABLE environment (
  id BIGINT PRIMARY KEY CHECK (id = 1),
  publisher_uuid UUID NOT NULL,
  tenant_uuid UUID NOT NULL,
  config_elector_uuid UUID NOT NULL,
  cursor_secret BYTEA NOT NULL CHECK (length(cursor_secret) >= 32),
  anon_secret BYTEA CHECK (length(anon_secret) >= 32),
  revision BIGINT NOT NULL DEFAULT 0 CHECK (revision >= 0)
)`,
    `CREATE TABLE client (
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
  CHECK (kind = 'game' OR is_public = 0)
)`,
    `CREATE TABLE client_secret (
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
)`,
    `CREATE TABLE role (
    role_id BIGINT PRIMARY KEY CHECK (role_id BETWEEN 1 AND 9007199254740991),
    name TEXT NOT NULL UNIQUE CHECK (length(name) > 0),
    permissions TEXT NOT NULL,
    bypasses_lock BIGINT NOT NULL CHECK (bypasses_lock IN (0, 1)),
    revision BIGINT NOT NULL DEFAULT 0 CHECK (revision >= 0)
  )`,
    `INSERT INTO role (role_id, name, permissions, bypasses_lock) VALUES (1, 'player',
    '["notification:playerid:self:*","notification:playerid:self:read","inv:read_order:player:self",'
    || '"inv:create_order:player:self","inv:read_inv:player:self","catalog:read","presence:read","presence:edit:self"]',
    0)`,
    `CREATE TABLE signing_key (
  key_id TEXT PRIMARY KEY CHECK (length(key_id) > 0),
  sequence BIGINT NOT NULL UNIQUE CHECK (sequence BETWEEN 1 AND 9007199254740991),
  algorithm TEXT NOT NULL CHECK (algorithm IN ('EdDSA', 'ES256')),
  published BIGINT NOT NULL,
  signs_from BIGINT NOT NULL,
  public_jwk TEXT NOT NULL,
  private_jwk TEXT NOT NULL
)`,
    `CREATE TABLE catalog_text (
  text_id UUID PRIMARY KEY,
  byte_count BIGINT NOT NULL CHECK (byte_count >= 0),
  unnamed_since BIGINT NOT NULL
)`,
    `CREATE TABLE catalog_text_part (
  text_id UUID NOT NULL REFERENCES catalog_text (text_id) ON DELETE CASCADE,
  part BIGINT NOT NULL CHECK (part >= 0),
  bytes BYTEA NOT NULL,
  PRIMARY KEY (text_id, part)
)`,
    `CREATE TABLE catalog_version (
  version BIGINT PRIMARY KEY CHECK (version BETWEEN 1 AND 9007199254740991),
  form BIGINT NOT NULL DEFAULT 1 CHECK (form >= 1),
  etag TEXT NOT NULL CHECK (length(etag) = 43),
  document_etag TEXT NOT NULL CHECK (length(document_etag) = 43),
  created BIGINT NOT NULL,
  body UUID NOT NULL REFERENCES catalog_text (text_id),
  prepared UUID NOT NULL REFERENCES catalog_text (text_id),
  document UUID NOT NULL REFERENCES catalog_text (text_id)
)`,
    `CREATE TABLE catalog_publication (
  publication BIGINT PRIMARY KEY CHECK (publication BETWEEN 1 AND 9007199254740991),
  version BIGINT NOT NULL REFERENCES catalog_version (version) DEFERRABLE INITIALLY DEFERRED,
  published BIGINT NOT NULL
)`,
    `CREATE TABLE audit (
    sequence BIGINT PRIMARY KEY CHECK (sequence BETWEEN 1 AND 9007199254740991),
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
    seal TEXT NOT NULL CHECK (length(seal) = 43)
  )`,
    `CREATE INDEX audit_of_subject ON audit (subject_kind, subject_id, sequence)`,
    `CREATE INDEX audit_refusal ON audit (actor_id, at) WHERE outcome <> 'done'`,
    `CREATE TABLE audit_head (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    sequence BIGINT NOT NULL CHECK (sequence >= 0),
    seal TEXT NOT NULL CHECK (length(seal) = CASE sequence WHEN 0 THEN 0 ELSE 43 END)
  )`,
    `INSERT INTO audit_head (id, sequence, seal) VALUES (1, 0, '')`,
    `CREATE TABLE person (
    person_id UUID PRIMARY KEY,
    created_at BIGINT NOT NULL,
    last_login_at BIGINT,
    deleted_at BIGINT,
    logins BIGINT NOT NULL DEFAULT 0,
    revision BIGINT NOT NULL DEFAULT 0 CHECK (revision >= 0)
  ) WITHOUT ROWID`,
    `CREATE TABLE person_player (
    person_id UUID NOT NULL REFERENCES person (person_id),
    player_uuid UUID NOT NULL,
    player_id BIGINT NOT NULL CHECK (player_id > 0),
    role_id BIGINT NOT NULL CHECK (role_id > 0),
    active BIGINT NOT NULL CHECK (active IN (0, 1)),
    display_name TEXT NOT NULL CHECK (length(display_name) BETWEEN 1 AND 64),
    compared_name TEXT COLLATE "C" NOT NULL GENERATED ALWAYS AS (lower(display_name COLLATE "C")) STORED,
    platform TEXT NOT NULL CHECK (platform IN ('Anon', 'Basic', 'DeltaLive', 'Echo', 'FoxtrotNAID', 'FoxtrotSwitch', 'FoxtrotPPID', 'Alpha', 'AlphaPlay', 'Bravo', 'Charlie', 'Golf', 'Hotel', 'India', 'Juliet', 'LegacyName')),
    created_at BIGINT NOT NULL,
    PRIMARY KEY (person_id, player_uuid)
  ) WITHOUT ROWID`,
    `CREATE UNIQUE INDEX person_player_active ON person_player (person_id) WHERE active = 1`,
    `CREATE INDEX person_player_by_name ON person_player (compared_name, player_uuid)`,
    `CREATE TABLE person_portal_user (
    person_id UUID NOT NULL REFERENCES person (person_id),
    platform TEXT NOT NULL CHECK (platform IN ('Anon', 'Basic', 'DeltaLive', 'Echo', 'FoxtrotNAID', 'FoxtrotSwitch', 'FoxtrotPPID', 'Alpha', 'AlphaPlay', 'Bravo', 'Charlie', 'Golf', 'Hotel', 'India', 'Juliet', 'LegacyName')),
    portal_user_id TEXT NOT NULL CHECK (length(portal_user_id) BETWEEN 1 AND 512),
    player_uuid UUID,
    display_name TEXT NOT NULL CHECK (length(display_name) BETWEEN 1 AND 64),
    parent_platform TEXT CHECK (parent_platform IN ('Anon', 'Basic', 'DeltaLive', 'Echo', 'FoxtrotNAID', 'FoxtrotSwitch', 'FoxtrotPPID', 'Alpha', 'AlphaPlay', 'Bravo', 'Charlie', 'Golf', 'Hotel', 'India', 'Juliet', 'LegacyName')),
    parent_portal_user_id TEXT,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (person_id, platform, portal_user_id),
    FOREIGN KEY (person_id, player_uuid) REFERENCES person_player (person_id, player_uuid),
    CHECK ((parent_platform IS NULL) = (parent_portal_user_id IS NULL))
  ) WITHOUT ROWID`,
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
    `CREATE TABLE login_session (
    person_id UUID NOT NULL,
    session_id UUID NOT NULL,
    client_uuid UUID NOT NULL,
    client_generation BIGINT,
    player_uuid UUID NOT NULL,
    platform TEXT NOT NULL CHECK (platform IN ('Anon', 'Basic', 'DeltaLive', 'Echo', 'FoxtrotNAID', 'FoxtrotSwitch', 'FoxtrotPPID', 'Alpha', 'AlphaPlay', 'Bravo', 'Charlie', 'Golf', 'Hotel', 'India', 'Juliet', 'LegacyName')),
    portal_user_id TEXT NOT NULL,
    token_hash BYTEA CHECK (length(token_hash) = 32),
    token_expires_at BIGINT,
    exchanges BIGINT NOT NULL DEFAULT 0 CHECK (exchanges >= 0),
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL CHECK (expires_at >= created_at),
    revoked_at BIGINT,
    revoked_for TEXT CHECK (revoked_for IN ('logout', 'reuse', 'restriction', 'deletion', 'unlink', 'operator')),
    PRIMARY KEY (person_id, session_id),
    FOREIGN KEY (person_id, player_uuid) REFERENCES person_player (person_id, player_uuid),
    CHECK ((token_hash IS NULL) = (token_expires_at IS NULL)),
    CHECK ((revoked_at IS NULL) = (revoked_for IS NULL))
  )`,
    `CREATE INDEX login_session_by_end ON login_session (expires_at)`,
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
    `CREATE TABLE security_event (
    person_id UUID NOT NULL,
    event_id UUID NOT NULL,
    at BIGINT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('login_refused', 'refresh_token_reuse', 'authorization_code_reuse',
      'portal_user_linked', 'portal_user_unlinked', 'parent_of_another_person')),
    session_id UUID,
    client_uuid UUID,
    address TEXT NOT NULL,
    grant_type TEXT,
    code TEXT,
    PRIMARY KEY (person_id, event_id),
    CHECK ((kind = 'login_refused') = (code IS NOT NULL) AND (grant_type IS NULL) = (code IS NULL))
  ) WITHOUT ROWID`,
    `CREATE INDEX security_event_by_age ON security_event (at)`,
    `CREATE TABLE portal_user (
    portal_user_id TEXT NOT NULL CHECK (length(portal_user_id) BETWEEN 1 AND 512),
    platform TEXT NOT NULL CHECK (platform IN ('Anon', 'Basic', 'DeltaLive', 'Echo', 'FoxtrotNAID', 'FoxtrotSwitch', 'FoxtrotPPID', 'Alpha', 'AlphaPlay', 'Bravo', 'Charlie', 'Golf', 'Hotel', 'India', 'Juliet', 'LegacyName')),
    person_id UUID NOT NULL,
    PRIMARY KEY (portal_user_id, platform)
  ) WITHOUT ROWID`,
    `CREATE TABLE password_credential (
    username TEXT PRIMARY KEY CHECK (length(username) BETWEEN 1 AND 64),
    account_id UUID NOT NULL,
    display_name TEXT NOT NULL CHECK (length(display_name) BETWEEN 1 AND 64),
    hash TEXT NOT NULL CHECK (hash LIKE '$argon2id$%'),
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
  )`,
    `CREATE TABLE revoked_token (
    token_id UUID PRIMARY KEY,
    expires_at BIGINT NOT NULL
  ) WITHOUT ROWID`,
    `CREATE INDEX revoked_token_by_end ON revoked_token (expires_at)`,
    `CREATE TABLE authorization_request (
    state_hash BYTEA PRIMARY KEY CHECK (length(state_hash) = 32),
    portal TEXT NOT NULL
      CHECK (portal IN ('alpha', 'bravo', 'charlie', 'delta', 'echo', 'foxtrot', 'golf', 'hotel', 'india')),
    sealed BYTEA NOT NULL,
    expires_at BIGINT NOT NULL
  ) WITHOUT ROWID`,
    `CREATE INDEX authorization_request_by_end ON authorization_request (expires_at)`,
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
    `CREATE TABLE promotion_use (
    code TEXT NOT NULL CHECK (length(code) BETWEEN 1 AND 256),
    uses BIGINT NOT NULL CHECK (uses BETWEEN 1 AND 9007199254740991),
    PRIMARY KEY (code)
  ) WITHOUT ROWID`,
    `CREATE TABLE login_failure (
    bucket BIGINT NOT NULL,
    subject TEXT NOT NULL
      CHECK (subject IN ('account', 'address', 'all', 'familiar', 'new_at_address', 'new_in_all', 'oauth_at_address',
        'oauth_in_all')),
    at BIGINT NOT NULL,
    forgotten_at BIGINT NOT NULL CHECK (forgotten_at > at),
    PRIMARY KEY (bucket, subject)
  ) WITHOUT ROWID`,
    `CREATE INDEX login_failure_by_end ON login_failure (forgotten_at)`,
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
    `CREATE TABLE machine_login (
    client_uuid UUID NOT NULL,
    login_id UUID NOT NULL,
    at BIGINT NOT NULL,
    session_id UUID NOT NULL,
    grant_type TEXT NOT NULL,
    address TEXT NOT NULL,
    user_agent TEXT NOT NULL,
    PRIMARY KEY (client_uuid, login_id)
  )`,
    `CREATE INDEX machine_login_by_age ON machine_login (at)`,
    `CREATE TABLE player (
    player_uuid UUID PRIMARY KEY,
    person_id UUID NOT NULL,
    created_at BIGINT NOT NULL
  )`,
    `CREATE TABLE inventory_owner (
    player_uuid UUID PRIMARY KEY REFERENCES player (player_uuid),
    last_changed BIGINT NOT NULL
  ) WITHOUT ROWID`,
    `CREATE TABLE inventory_record (
    player_uuid UUID NOT NULL REFERENCES inventory_owner (player_uuid),
    inventory_id UUID NOT NULL,
    item_id BIGINT NOT NULL CHECK (item_id BETWEEN 0 AND 9007199254740991),
    type TEXT NOT NULL CHECK (type IN ('persistent', 'transient')),
    bucket TEXT NOT NULL CHECK (bucket IN ('free', 'sweat', 'none', 'anon', 'hotel', 'golf', 'echo', 'delta_live', 'alpha', 'india', 'foxtrot_switch', 'bravo', 'foxtrot', 'charlie', 'alpha_play', 'foxtrot_ppid')),
    count BIGINT NOT NULL CHECK (count BETWEEN 0 AND 9007199254740991),
    acquired BIGINT NOT NULL,
    expires BIGINT,
    custom_data TEXT,
    legacy_inventory_id BIGINT NOT NULL,
    revision BIGINT NOT NULL CHECK (revision BETWEEN 1 AND 9007199254740991),
    PRIMARY KEY (player_uuid, inventory_id),
    UNIQUE (player_uuid, legacy_inventory_id)
  ) WITHOUT ROWID`,
    `CREATE INDEX inventory_record_of_item ON inventory_record (player_uuid, item_id, inventory_id)`,
    `CREATE INDEX inventory_record_of_session ON inventory_record (player_uuid) WHERE type = 'transient'`,
    `CREATE INDEX inventory_record_filled
    ON inventory_record (player_uuid, item_id, bucket, type, expires, acquired, inventory_id) WHERE count > 0`,
    `CREATE INDEX inventory_record_empty
    ON inventory_record (player_uuid, item_id, bucket, type, expires, acquired, inventory_id) WHERE count = 0`,
    `CREATE TABLE inventory_count (
    player_uuid UUID NOT NULL REFERENCES inventory_owner (player_uuid),
    item_id BIGINT NOT NULL,
    bucket TEXT NOT NULL,
    count BIGINT NOT NULL,
    records BIGINT NOT NULL,
    PRIMARY KEY (player_uuid, item_id, bucket)
  ) WITHOUT ROWID`,
    `CREATE TABLE inventory_ledger (
    player_uuid UUID NOT NULL,
    inventory_id UUID NOT NULL,
    revision BIGINT NOT NULL CHECK (revision BETWEEN 1 AND 9007199254740991),
    item_id BIGINT NOT NULL,
    order_id UUID NOT NULL,
    entry_id UUID,
    delta BIGINT NOT NULL,
    count_after BIGINT NOT NULL CHECK (count_after BETWEEN 0 AND 9007199254740991),
    created BIGINT NOT NULL,
    submitter_uuid UUID,
    expires BIGINT,
    type TEXT,
    bucket TEXT,
    legacy_inventory_id BIGINT,
    custom_data TEXT,
    PRIMARY KEY (player_uuid, inventory_id, revision),
    CHECK (count_after - delta BETWEEN 0 AND 9007199254740991),
    CHECK (revision > 1 OR count_after = delta),
    CHECK (entry_id IS NOT NULL OR (count_after = 0 AND expires = created)),
    CHECK ((revision = 1) = (type IS NOT NULL AND bucket IS NOT NULL AND legacy_inventory_id IS NOT NULL))
  ) WITHOUT ROWID`,
    `CREATE INDEX inventory_ledger_of_item ON inventory_ledger (player_uuid, item_id, inventory_id) WHERE revision = 1`,
    `CREATE TABLE player_order (
    player_uuid UUID NOT NULL REFERENCES inventory_owner (player_uuid),
    order_id UUID NOT NULL,
    created BIGINT NOT NULL,
    entry_count BIGINT NOT NULL CHECK (entry_count >= 0),
    entry_total BIGINT NOT NULL CHECK (entry_total >= entry_count),
    client_order_ref_id UUID,
    fingerprint TEXT CHECK (length(fingerprint) > 0),
    parent_order_id UUID,
    catalog_version BIGINT NOT NULL CHECK (catalog_version >= 0),
    platform TEXT,
    is_server BIGINT NOT NULL CHECK (is_server IN (0, 1)),
    disabled TEXT CHECK (length(disabled) > 0),
    submitter_kind TEXT CHECK (submitter_kind IN ('player', 'machine')),
    submitter_uuid UUID,
    client_id TEXT CHECK (length(client_id) > 0),
    byte_count BIGINT CHECK (byte_count > 0),
    byte_total BIGINT CHECK (byte_total >= byte_count),
    choices TEXT,
    promotions TEXT,
    applied TEXT,
    wire TEXT NOT NULL CHECK (length(wire) > 0),
    PRIMARY KEY (player_uuid, order_id),
    UNIQUE (player_uuid, client_order_ref_id),
    FOREIGN KEY (player_uuid, parent_order_id) REFERENCES player_order (player_uuid, order_id),
    CHECK ((client_order_ref_id IS NULL) = (fingerprint IS NULL)),
    CHECK ((parent_order_id IS NULL) = (choices IS NOT NULL)),
    CHECK (choices IS NOT NULL OR (promotions IS NULL AND applied IS NULL))
  )`,
    `CREATE INDEX player_order_of_player ON player_order (player_uuid, created, order_id)`,
    `CREATE INDEX player_order_of_client ON player_order (player_uuid, created, order_id, byte_count, byte_total)
    WHERE byte_count IS NOT NULL`,
    `CREATE TABLE promotion_claim (
    player_uuid UUID NOT NULL,
    code TEXT NOT NULL CHECK (length(code) BETWEEN 1 AND 256),
    order_id UUID NOT NULL,
    created BIGINT NOT NULL,
    PRIMARY KEY (player_uuid, code),
    FOREIGN KEY (player_uuid, order_id) REFERENCES player_order (player_uuid, order_id)
  ) WITHOUT ROWID`,
    `CREATE TABLE applied_loot (
    player_uuid UUID NOT NULL REFERENCES inventory_owner (player_uuid),
    loot_id BIGINT NOT NULL CHECK (loot_id BETWEEN 0 AND 9007199254740991),
    PRIMARY KEY (player_uuid, loot_id)
  ) WITHOUT ROWID`,
    `CREATE TABLE notification_list (
    player_uuid UUID PRIMARY KEY REFERENCES player (player_uuid) ON DELETE CASCADE,
    last_position BIGINT NOT NULL CHECK (last_position BETWEEN 1 AND 9007199254740991),
    last_created BIGINT NOT NULL
  ) WITHOUT ROWID`,
    `CREATE TABLE notification (
    player_uuid UUID NOT NULL REFERENCES notification_list (player_uuid) ON DELETE CASCADE,
    position BIGINT NOT NULL CHECK (position BETWEEN 1 AND 9007199254740991),
    created BIGINT NOT NULL,
    wire TEXT NOT NULL CHECK (length(wire) > 0),
    PRIMARY KEY (player_uuid, position)
  )`,
    `CREATE INDEX notification_by_age ON notification (created)`,
    `CREATE TABLE presence (
    player_uuid UUID PRIMARY KEY REFERENCES player (player_uuid) ON DELETE CASCADE,
    status TEXT NOT NULL CHECK (status IN ('online', 'away', 'invisible', 'offline')),
    do_not_disturb BIGINT NOT NULL CHECK (do_not_disturb IN (0, 1)),
    last_seen BIGINT NOT NULL,
    platform TEXT NOT NULL CHECK (platform IN ('Anon', 'Basic', 'DeltaLive', 'Echo', 'FoxtrotNAID', 'FoxtrotSwitch', 'FoxtrotPPID', 'Alpha', 'AlphaPlay', 'Bravo', 'Charlie', 'Golf', 'Hotel', 'India', 'Juliet', 'LegacyName')),
    message TEXT CHECK (length(message) > 2),
    custom_data TEXT CHECK (length(custom_data) > 2)
  ) WITHOUT ROWID`,
    { pg: "CREATE SEQUENCE player_id_sequence" },
  ],
}
