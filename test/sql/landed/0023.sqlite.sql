CREATE TABLE garrison_migration (
  id INTEGER PRIMARY KEY CHECK (id > 0),
  name TEXT NOT NULL,
  checksum TEXT NOT NULL CHECK (length(checksum) = 64),
  applied_at INTEGER NOT NULL
) STRICT;
CREATE TABLE environment (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  publisher_uuid BLOB CHECK (length(publisher_uuid) = 16) NOT NULL,
  tenant_uuid BLOB CHECK (length(tenant_uuid) = 16) NOT NULL,
  config_elector_uuid BLOB CHECK (length(config_elector_uuid) = 16) NOT NULL,
  cursor_secret BLOB NOT NULL CHECK (length(cursor_secret) >= 32),
  anon_secret BLOB CHECK (length(anon_secret) >= 32),
  revision INTEGER NOT NULL DEFAULT 0 CHECK (revision >= 0)
, seal_key BLOB CHECK (length(seal_key) >= 32), seals_from INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE client (
  client_uuid BLOB CHECK (length(client_uuid) = 16) PRIMARY KEY,
  client_id TEXT NOT NULL UNIQUE CHECK (length(client_id) BETWEEN 1 AND 128),
  kind TEXT NOT NULL CHECK (kind IN ('game', 'machine')),
  description TEXT,
  org_id BLOB CHECK (length(org_id) = 16),
  permissions TEXT NOT NULL,
  grants TEXT NOT NULL,
  is_public INTEGER NOT NULL CHECK (is_public IN (0, 1)),
  is_disabled INTEGER NOT NULL CHECK (is_disabled IN (0, 1)),
  generation INTEGER NOT NULL DEFAULT 0 CHECK (generation >= 0),
  revision INTEGER NOT NULL DEFAULT 0 CHECK (revision >= 0),
  created INTEGER NOT NULL, redirect_uris TEXT, is_pkce_exempt INTEGER NOT NULL DEFAULT 0 CHECK (is_pkce_exempt IN (0, 1)), seal TEXT,
  CHECK (kind = 'game' OR is_public = 0)
) STRICT;
CREATE TABLE client_secret (
  client_uuid BLOB CHECK (length(client_uuid) = 16) NOT NULL REFERENCES client (client_uuid) ON DELETE CASCADE,
  slot INTEGER NOT NULL CHECK (slot IN (0, 1)),
  secret_id BLOB CHECK (length(secret_id) = 16) NOT NULL UNIQUE,
  hash BLOB NOT NULL CHECK (length(hash) = 32),
  last_four TEXT NOT NULL CHECK (length(last_four) <= 4),
  created INTEGER NOT NULL,
  expires INTEGER,
  last_used INTEGER,
  PRIMARY KEY (client_uuid, slot),
  CHECK (slot = 0 OR expires IS NOT NULL)
) STRICT;
CREATE TABLE role (
    role_id INTEGER PRIMARY KEY CHECK (role_id BETWEEN 1 AND 9007199254740991),
    name TEXT NOT NULL UNIQUE CHECK (length(name) > 0),
    permissions TEXT NOT NULL,
    bypasses_lock INTEGER NOT NULL CHECK (bypasses_lock IN (0, 1)),
    revision INTEGER NOT NULL DEFAULT 0 CHECK (revision >= 0)
  , seal TEXT) STRICT;
CREATE TABLE signing_key (
  key_id TEXT PRIMARY KEY CHECK (length(key_id) > 0),
  sequence INTEGER NOT NULL UNIQUE CHECK (sequence BETWEEN 1 AND 9007199254740991),
  algorithm TEXT NOT NULL CHECK (algorithm IN ('EdDSA', 'ES256')),
  published INTEGER NOT NULL,
  signs_from INTEGER NOT NULL,
  public_jwk TEXT NOT NULL,
  private_jwk TEXT NOT NULL
, seal TEXT) STRICT;
CREATE TABLE catalog_text (
  text_id BLOB CHECK (length(text_id) = 16) PRIMARY KEY,
  byte_count INTEGER NOT NULL CHECK (byte_count >= 0),
  unnamed_since INTEGER NOT NULL
) STRICT;
CREATE TABLE catalog_text_part (
  text_id BLOB CHECK (length(text_id) = 16) NOT NULL REFERENCES catalog_text (text_id) ON DELETE CASCADE,
  part INTEGER NOT NULL CHECK (part >= 0),
  bytes BLOB NOT NULL,
  PRIMARY KEY (text_id, part)
) STRICT;
CREATE TABLE catalog_version (
  version INTEGER PRIMARY KEY CHECK (version BETWEEN 1 AND 9007199254740991),
  form INTEGER NOT NULL DEFAULT 1 CHECK (form >= 1),
  etag TEXT NOT NULL CHECK (length(etag) = 43),
  document_etag TEXT NOT NULL CHECK (length(document_etag) = 43),
  created INTEGER NOT NULL,
  body BLOB CHECK (length(body) = 16) NOT NULL REFERENCES catalog_text (text_id),
  prepared BLOB CHECK (length(prepared) = 16) NOT NULL REFERENCES catalog_text (text_id),
  document BLOB CHECK (length(document) = 16) NOT NULL REFERENCES catalog_text (text_id)
) STRICT;
CREATE TABLE catalog_publication (
  publication INTEGER PRIMARY KEY CHECK (publication BETWEEN 1 AND 9007199254740991),
  version INTEGER NOT NULL REFERENCES catalog_version (version) DEFERRABLE INITIALLY DEFERRED,
  published INTEGER NOT NULL
) STRICT;
CREATE TABLE audit (
    sequence INTEGER PRIMARY KEY CHECK (sequence BETWEEN 1 AND 9007199254740991),
    at INTEGER NOT NULL,
    actor_kind TEXT NOT NULL CHECK (actor_kind IN ('player', 'machine', 'local', 'system')),
    actor_id TEXT NOT NULL,
    actor_name TEXT NOT NULL,
    address TEXT NOT NULL,
    operation TEXT NOT NULL CHECK (length(operation) > 0),
    subject_kind TEXT NOT NULL CHECK (length(subject_kind) > 0),
    subject_id TEXT NOT NULL,
    revision INTEGER CHECK (revision >= 0),
    reason TEXT,
    outcome TEXT NOT NULL CHECK (length(outcome) > 0),
    before_json TEXT,
    after_json TEXT,
    seal TEXT NOT NULL CHECK (length(seal) = 43)
  , sealing TEXT CHECK (sealing IN ('plain', 'keyed')), token_hash TEXT CHECK (length(token_hash) = 43)) STRICT;
CREATE INDEX audit_of_subject ON audit (subject_kind, subject_id, sequence);
CREATE INDEX audit_refusal ON audit (actor_id, at) WHERE outcome <> 'done';
CREATE TABLE audit_head (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    sequence INTEGER NOT NULL CHECK (sequence >= 0),
    last_seal TEXT NOT NULL CHECK (length(last_seal) = CASE sequence WHEN 0 THEN 0 ELSE 43 END)
  , token BLOB CHECK (length(token) = 16)) STRICT;
CREATE TABLE person (
    person_id BLOB CHECK (length(person_id) = 16) PRIMARY KEY,
    created_at INTEGER NOT NULL,
    last_login_at INTEGER,
    deleted_at INTEGER,
    logins INTEGER NOT NULL DEFAULT 0,
    revision INTEGER NOT NULL DEFAULT 0 CHECK (revision >= 0)
  , players TEXT NOT NULL DEFAULT '' CHECK (length(players) % 37 = 0), seal TEXT) WITHOUT ROWID, STRICT;
CREATE TABLE person_player (
    person_id BLOB CHECK (length(person_id) = 16) NOT NULL REFERENCES person (person_id),
    player_uuid BLOB CHECK (length(player_uuid) = 16) NOT NULL,
    player_id INTEGER NOT NULL CHECK (player_id > 0),
    role_id INTEGER NOT NULL CHECK (role_id > 0),
    active INTEGER NOT NULL CHECK (active IN (0, 1)),
    display_name TEXT NOT NULL CHECK (length(display_name) BETWEEN 1 AND 64),
    compared_name TEXT NOT NULL GENERATED ALWAYS AS (lower(display_name)) STORED,
    platform TEXT NOT NULL CHECK (platform IN ('Anon', 'Basic', 'DeltaLive', 'Echo', 'FoxtrotNAID', 'FoxtrotSwitch', 'FoxtrotPPID', 'Alpha', 'AlphaPlay', 'Bravo', 'Charlie', 'Golf', 'Hotel', 'India', 'Juliet', 'LegacyName')),
    created_at INTEGER NOT NULL, folded_name TEXT,
    PRIMARY KEY (person_id, player_uuid)
  ) WITHOUT ROWID, STRICT;
CREATE UNIQUE INDEX person_player_active ON person_player (person_id) WHERE active = 1;
CREATE INDEX person_player_by_name ON person_player (compared_name, player_uuid);
CREATE TABLE restriction (
    person_id BLOB CHECK (length(person_id) = 16) NOT NULL REFERENCES person (person_id),
    restriction_id BLOB CHECK (length(restriction_id) = 16) NOT NULL,
    type TEXT NOT NULL
      CHECK (type IN ('account_ban', 'account_lockout', 'account_pending_deletion', 'account_deny_auth')),
    reason TEXT,
    note TEXT,
    issuer TEXT NOT NULL CHECK (length(issuer) > 0),
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    lifted_at INTEGER,
    lifted_by TEXT, ends_at INTEGER NOT NULL GENERATED ALWAYS AS (COALESCE(lifted_at, expires_at, 9007199254740991)) VIRTUAL,
    PRIMARY KEY (person_id, restriction_id),
    CHECK ((lifted_at IS NULL) = (lifted_by IS NULL))
  ) WITHOUT ROWID, STRICT;
CREATE TABLE agreement_receipt (
    person_id BLOB CHECK (length(person_id) = 16) NOT NULL REFERENCES person (person_id),
    kind TEXT NOT NULL CHECK (kind IN ('eula', 'tos', 'privacy_policy')),
    version INTEGER NOT NULL CHECK (version > 0),
    sha256 TEXT NOT NULL,
    accepted_at INTEGER NOT NULL,
    client_uuid BLOB CHECK (length(client_uuid) = 16) NOT NULL,
    address TEXT NOT NULL,
    PRIMARY KEY (person_id, kind, version)
  ) WITHOUT ROWID, STRICT;
CREATE TABLE login_session (
    person_id BLOB CHECK (length(person_id) = 16) NOT NULL,
    session_id BLOB CHECK (length(session_id) = 16) NOT NULL,
    client_uuid BLOB CHECK (length(client_uuid) = 16) NOT NULL,
    client_generation INTEGER,
    player_uuid BLOB CHECK (length(player_uuid) = 16) NOT NULL,
    platform TEXT NOT NULL CHECK (platform IN ('Anon', 'Basic', 'DeltaLive', 'Echo', 'FoxtrotNAID', 'FoxtrotSwitch', 'FoxtrotPPID', 'Alpha', 'AlphaPlay', 'Bravo', 'Charlie', 'Golf', 'Hotel', 'India', 'Juliet', 'LegacyName')),
    portal_user_id TEXT NOT NULL,
    token_hash BLOB CHECK (length(token_hash) = 32),
    token_ends_at INTEGER,
    exchanges INTEGER NOT NULL DEFAULT 0 CHECK (exchanges >= 0),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL CHECK (expires_at >= created_at),
    revoked_at INTEGER,
    revoked_for TEXT CHECK (revoked_for IN ('logout', 'reuse', 'restriction', 'deletion', 'unlink', 'operator')), is_issued INTEGER NOT NULL DEFAULT 0 CHECK (is_issued IN (0, 1)), environment TEXT NOT NULL DEFAULT '' CHECK (length(environment) <= 255),
    PRIMARY KEY (person_id, session_id),
    FOREIGN KEY (person_id, player_uuid) REFERENCES person_player (person_id, player_uuid),
    CHECK ((token_hash IS NULL) = (token_ends_at IS NULL)),
    CHECK ((revoked_at IS NULL) = (revoked_for IS NULL))
  ) STRICT;
CREATE INDEX login_session_by_end ON login_session (expires_at);
CREATE TABLE refresh_exchange (
    person_id BLOB CHECK (length(person_id) = 16) NOT NULL,
    session_id BLOB CHECK (length(session_id) = 16) NOT NULL,
    token_hash BLOB NOT NULL CHECK (length(token_hash) = 32),
    successor_seed BLOB NOT NULL CHECK (length(successor_seed) = 32),
    rotated_at INTEGER NOT NULL,
    PRIMARY KEY (person_id, session_id, token_hash),
    FOREIGN KEY (person_id, session_id) REFERENCES login_session (person_id, session_id)
      DEFERRABLE INITIALLY DEFERRED
  ) WITHOUT ROWID, STRICT;
CREATE TABLE login_history (
    person_id BLOB CHECK (length(person_id) = 16) NOT NULL REFERENCES person (person_id),
    login_id BLOB CHECK (length(login_id) = 16) NOT NULL,
    at INTEGER NOT NULL,
    player_uuid BLOB CHECK (length(player_uuid) = 16) NOT NULL,
    session_id BLOB CHECK (length(session_id) = 16) NOT NULL,
    grant_type TEXT NOT NULL,
    platform TEXT NOT NULL,
    client_uuid BLOB CHECK (length(client_uuid) = 16) NOT NULL,
    address TEXT NOT NULL,
    user_agent TEXT NOT NULL,
    PRIMARY KEY (person_id, login_id)
  ) STRICT;
CREATE INDEX login_history_by_age ON login_history (at);
CREATE TABLE password_credential (
    username TEXT PRIMARY KEY CHECK (length(username) BETWEEN 1 AND 64),
    account_id BLOB CHECK (length(account_id) = 16) NOT NULL,
    display_name TEXT NOT NULL CHECK (length(display_name) BETWEEN 1 AND 64),
    hash TEXT NOT NULL CHECK (hash LIKE '$argon2id$%'),
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  , seal TEXT) STRICT;
CREATE TABLE revoked_token (
    token_id BLOB CHECK (length(token_id) = 16) PRIMARY KEY,
    expires_at INTEGER NOT NULL
  ) WITHOUT ROWID, STRICT;
CREATE INDEX revoked_token_by_end ON revoked_token (expires_at);
CREATE TABLE authorization_code (
    code_hash BLOB PRIMARY KEY CHECK (length(code_hash) = 32),
    client_uuid BLOB CHECK (length(client_uuid) = 16) NOT NULL,
    sealed BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL CHECK (expires_at > created_at),
    login_ends_at INTEGER NOT NULL CHECK (login_ends_at >= expires_at),
    regenerations INTEGER NOT NULL CHECK (regenerations BETWEEN 0 AND 5),
    used_at INTEGER,
    person_id BLOB CHECK (length(person_id) = 16),
    player_uuid BLOB CHECK (length(player_uuid) = 16),
    session_id BLOB CHECK (length(session_id) = 16),
    seed BLOB CHECK (length(seed) = 32),
    missing TEXT,
    accepted TEXT,
    CHECK ((used_at IS NULL) = (session_id IS NULL AND seed IS NULL)),
    CHECK (session_id IS NULL OR seed IS NULL),
    CHECK ((session_id IS NULL) = (person_id IS NULL) AND (session_id IS NULL) = (player_uuid IS NULL)),
    CHECK ((seed IS NULL) = (missing IS NULL) AND (seed IS NULL) = (accepted IS NULL))
  ) WITHOUT ROWID, STRICT;
CREATE INDEX authorization_code_by_end ON authorization_code (login_ends_at);
CREATE TABLE promotion_use (
    code TEXT NOT NULL CHECK (length(code) BETWEEN 1 AND 256),
    uses INTEGER NOT NULL CHECK (uses BETWEEN 1 AND 9007199254740991),
    PRIMARY KEY (code)
  ) WITHOUT ROWID, STRICT;
CREATE TABLE idempotent_answer (
    caller BLOB CHECK (length(caller) = 16) NOT NULL,
    operation TEXT NOT NULL CHECK (length(operation) > 0),
    key_hash BLOB NOT NULL CHECK (length(key_hash) = 32),
    request_hash BLOB NOT NULL CHECK (length(request_hash) = 32),
    created INTEGER NOT NULL,
    sealed BLOB NOT NULL,
    PRIMARY KEY (caller, operation, key_hash)
  ) STRICT;
CREATE INDEX idempotent_answer_of_caller ON idempotent_answer (caller, created);
CREATE INDEX idempotent_answer_by_age ON idempotent_answer (created);
CREATE TABLE machine_session (
    client_uuid BLOB CHECK (length(client_uuid) = 16) NOT NULL,
    session_id BLOB CHECK (length(session_id) = 16) NOT NULL,
    client_generation INTEGER,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL CHECK (expires_at >= created_at),
    revoked_at INTEGER,
    revoked_for TEXT CHECK (revoked_for IN ('logout', 'reuse', 'restriction', 'deletion', 'operator')),
    PRIMARY KEY (client_uuid, session_id),
    CHECK ((revoked_at IS NULL) = (revoked_for IS NULL))
  ) WITHOUT ROWID, STRICT;
CREATE INDEX machine_session_by_end ON machine_session (expires_at);
CREATE TABLE machine_login (
    client_uuid BLOB CHECK (length(client_uuid) = 16) NOT NULL,
    login_id BLOB CHECK (length(login_id) = 16) NOT NULL,
    at INTEGER NOT NULL,
    session_id BLOB CHECK (length(session_id) = 16) NOT NULL,
    grant_type TEXT NOT NULL,
    address TEXT NOT NULL,
    agent TEXT NOT NULL,
    PRIMARY KEY (client_uuid, login_id)
  ) STRICT;
CREATE INDEX machine_login_by_age ON machine_login (at);
CREATE TABLE player (
    player_uuid BLOB CHECK (length(player_uuid) = 16) PRIMARY KEY,
    person_id BLOB CHECK (length(person_id) = 16) NOT NULL,
    created_at INTEGER NOT NULL
  , broadcasts_before INTEGER NOT NULL DEFAULT 0 CHECK (broadcasts_before >= 0)) STRICT;
CREATE TABLE inventory_owner (
    player_uuid BLOB CHECK (length(player_uuid) = 16) PRIMARY KEY REFERENCES player (player_uuid),
    changed_at INTEGER NOT NULL
  , seal_token BLOB CHECK (length(seal_token) = 16)) WITHOUT ROWID, STRICT;
CREATE TABLE inventory_record (
    player_uuid BLOB CHECK (length(player_uuid) = 16) NOT NULL REFERENCES inventory_owner (player_uuid),
    inventory_id BLOB CHECK (length(inventory_id) = 16) NOT NULL,
    item_id INTEGER NOT NULL CHECK (item_id BETWEEN 0 AND 9007199254740991),
    type TEXT NOT NULL CHECK (type IN ('persistent', 'transient')),
    bucket TEXT NOT NULL CHECK (bucket IN ('free', 'sweat', 'none', 'anon', 'hotel', 'golf', 'echo', 'delta_live', 'alpha', 'india', 'foxtrot_switch', 'bravo', 'foxtrot', 'charlie', 'alpha_play', 'foxtrot_ppid')),
    count INTEGER NOT NULL CHECK (count BETWEEN 0 AND 9007199254740991),
    acquired INTEGER NOT NULL,
    expires INTEGER,
    custom_data TEXT,
    legacy_inventory_id INTEGER NOT NULL,
    revision INTEGER NOT NULL CHECK (revision BETWEEN 1 AND 9007199254740991),
    PRIMARY KEY (player_uuid, inventory_id),
    UNIQUE (player_uuid, legacy_inventory_id)
  ) WITHOUT ROWID, STRICT;
CREATE INDEX inventory_record_of_item ON inventory_record (player_uuid, item_id, inventory_id);
CREATE INDEX inventory_record_of_session ON inventory_record (player_uuid) WHERE type = 'transient';
CREATE INDEX inventory_record_filled
    ON inventory_record (player_uuid, item_id, bucket, type, expires, acquired, inventory_id) WHERE count > 0;
CREATE INDEX inventory_record_empty
    ON inventory_record (player_uuid, item_id, bucket, type, expires, acquired, inventory_id) WHERE count = 0;
CREATE TABLE inventory_count (
    player_uuid BLOB CHECK (length(player_uuid) = 16) NOT NULL REFERENCES inventory_owner (player_uuid),
    item_id INTEGER NOT NULL,
    bucket TEXT NOT NULL,
    count INTEGER NOT NULL,
    records INTEGER NOT NULL,
    PRIMARY KEY (player_uuid, item_id, bucket)
  ) WITHOUT ROWID, STRICT;
CREATE TABLE inventory_ledger (
    player_uuid BLOB CHECK (length(player_uuid) = 16) NOT NULL,
    inventory_id BLOB CHECK (length(inventory_id) = 16) NOT NULL,
    revision INTEGER NOT NULL CHECK (revision BETWEEN 1 AND 9007199254740991),
    item_id INTEGER NOT NULL,
    order_id BLOB CHECK (length(order_id) = 16) NOT NULL,
    entry_id BLOB CHECK (length(entry_id) = 16),
    delta INTEGER NOT NULL,
    count_after INTEGER NOT NULL CHECK (count_after BETWEEN 0 AND 9007199254740991),
    created INTEGER NOT NULL,
    submitter_uuid BLOB CHECK (length(submitter_uuid) = 16),
    expires INTEGER,
    type TEXT,
    bucket TEXT,
    legacy_inventory_id INTEGER,
    custom_data TEXT,
    PRIMARY KEY (player_uuid, inventory_id, revision),
    CHECK (count_after - delta BETWEEN 0 AND 9007199254740991),
    CHECK (revision > 1 OR count_after = delta),
    CHECK (entry_id IS NOT NULL OR (count_after = 0 AND expires = created)),
    CHECK ((revision = 1) = (type IS NOT NULL AND bucket IS NOT NULL AND legacy_inventory_id IS NOT NULL))
  ) WITHOUT ROWID, STRICT;
CREATE INDEX inventory_ledger_of_item ON inventory_ledger (player_uuid, item_id, inventory_id) WHERE revision = 1;
CREATE TABLE player_order (
    player_uuid BLOB CHECK (length(player_uuid) = 16) NOT NULL REFERENCES inventory_owner (player_uuid),
    order_id BLOB CHECK (length(order_id) = 16) NOT NULL,
    created INTEGER NOT NULL,
    entry_count INTEGER NOT NULL CHECK (entry_count >= 0),
    entry_total INTEGER NOT NULL CHECK (entry_total >= entry_count),
    client_order_ref_id BLOB CHECK (length(client_order_ref_id) = 16),
    fingerprint TEXT CHECK (length(fingerprint) > 0),
    parent_order_id BLOB CHECK (length(parent_order_id) = 16),
    catalog_version INTEGER NOT NULL CHECK (catalog_version >= 0),
    platform TEXT,
    is_server INTEGER NOT NULL CHECK (is_server IN (0, 1)),
    disabled TEXT CHECK (length(disabled) > 0),
    submitter_kind TEXT CHECK (submitter_kind IN ('player', 'machine')),
    submitter_uuid BLOB CHECK (length(submitter_uuid) = 16),
    client_id TEXT CHECK (length(client_id) > 0),
    byte_count INTEGER CHECK (byte_count > 0),
    byte_total INTEGER CHECK (byte_total >= byte_count),
    choices TEXT,
    promotions TEXT,
    applied TEXT,
    wire TEXT NOT NULL CHECK (length(wire) > 0), began_session INTEGER CHECK (began_session = 1), seal TEXT CHECK (length(seal) = 44), token_hash TEXT CHECK (length(token_hash) = 64), refunded_order_id BLOB CHECK (length(refunded_order_id) = 16), owed TEXT CHECK (length(owed) > 2), stated TEXT CHECK (length(stated) > 2),
    PRIMARY KEY (player_uuid, order_id),
    UNIQUE (player_uuid, client_order_ref_id),
    FOREIGN KEY (player_uuid, parent_order_id) REFERENCES player_order (player_uuid, order_id),
    CHECK ((client_order_ref_id IS NULL) = (fingerprint IS NULL)),
    CHECK ((parent_order_id IS NULL) = (choices IS NOT NULL)),
    CHECK (choices IS NOT NULL OR (promotions IS NULL AND applied IS NULL))
  ) STRICT;
CREATE INDEX player_order_of_player ON player_order (player_uuid, created, order_id);
CREATE INDEX player_order_of_client ON player_order (player_uuid, created, order_id, byte_count, byte_total)
    WHERE byte_count IS NOT NULL;
CREATE TABLE promotion_claim (
    player_uuid BLOB CHECK (length(player_uuid) = 16) NOT NULL,
    code TEXT NOT NULL CHECK (length(code) BETWEEN 1 AND 256),
    order_id BLOB CHECK (length(order_id) = 16) NOT NULL,
    created INTEGER NOT NULL,
    PRIMARY KEY (player_uuid, code),
    FOREIGN KEY (player_uuid, order_id) REFERENCES player_order (player_uuid, order_id)
  ) WITHOUT ROWID, STRICT;
CREATE TABLE applied_loot (
    player_uuid BLOB CHECK (length(player_uuid) = 16) NOT NULL REFERENCES inventory_owner (player_uuid),
    loot_id INTEGER NOT NULL CHECK (loot_id BETWEEN 0 AND 9007199254740991),
    PRIMARY KEY (player_uuid, loot_id)
  ) WITHOUT ROWID, STRICT;
CREATE TABLE notification_list (
    player_uuid BLOB CHECK (length(player_uuid) = 16) PRIMARY KEY REFERENCES player (player_uuid) ON DELETE CASCADE,
    last_position INTEGER NOT NULL CHECK (last_position BETWEEN 1 AND 9007199254740991),
    newest_at INTEGER NOT NULL
  , broadcasts_before INTEGER NOT NULL DEFAULT 0 CHECK (broadcasts_before >= 0)) WITHOUT ROWID, STRICT;
CREATE TABLE notification (
    player_uuid BLOB CHECK (length(player_uuid) = 16) NOT NULL REFERENCES notification_list (player_uuid) ON DELETE CASCADE,
    position INTEGER NOT NULL CHECK (position BETWEEN 1 AND 9007199254740991),
    created INTEGER NOT NULL,
    wire TEXT NOT NULL CHECK (length(wire) > 0), broadcasts_before INTEGER NOT NULL DEFAULT 0 CHECK (broadcasts_before >= 0),
    PRIMARY KEY (player_uuid, position)
  ) STRICT;
CREATE INDEX notification_by_age ON notification (created);
CREATE TABLE used_state (
    state_hash BLOB PRIMARY KEY CHECK (length(state_hash) = 32),
    expires_at INTEGER NOT NULL
  ) WITHOUT ROWID, STRICT;
CREATE INDEX used_state_by_end ON used_state (expires_at);
CREATE TABLE "login_failure" (
    bucket INTEGER NOT NULL,
    subject TEXT NOT NULL
      CHECK (subject IN ('account', 'address', 'all', 'familiar', 'new_at_address', 'new_in_all', 'oauth_at_address',
        'oauth_in_all', 'code_of_player', 'code_at_address')),
    at INTEGER NOT NULL,
    forgotten_at INTEGER NOT NULL CHECK (forgotten_at > at),
    PRIMARY KEY (bucket, subject)
  ) WITHOUT ROWID, STRICT;
CREATE INDEX login_failure_by_end ON login_failure (forgotten_at);
CREATE TABLE "portal_user" (
    portal_user_id TEXT NOT NULL CHECK (length(portal_user_id) BETWEEN 1 AND 512),
    platform TEXT NOT NULL CHECK (platform IN ('Anon', 'Basic', 'DeltaLive', 'Echo', 'FoxtrotNAID', 'FoxtrotSwitch', 'FoxtrotPPID', 'Alpha', 'AlphaPlay', 'Bravo', 'Charlie', 'Golf', 'Hotel', 'India', 'Juliet', 'LegacyName')),
    person_id BLOB CHECK (length(person_id) = 16) NOT NULL,
    environment TEXT NOT NULL DEFAULT '' CHECK (length(environment) <= 255),
    PRIMARY KEY (portal_user_id, platform, environment)
  ) WITHOUT ROWID, STRICT;
CREATE TABLE "person_portal_user" (
    person_id BLOB CHECK (length(person_id) = 16) NOT NULL REFERENCES person (person_id),
    platform TEXT NOT NULL CHECK (platform IN ('Anon', 'Basic', 'DeltaLive', 'Echo', 'FoxtrotNAID', 'FoxtrotSwitch', 'FoxtrotPPID', 'Alpha', 'AlphaPlay', 'Bravo', 'Charlie', 'Golf', 'Hotel', 'India', 'Juliet', 'LegacyName')),
    portal_user_id TEXT NOT NULL CHECK (length(portal_user_id) BETWEEN 1 AND 512),
    player_uuid BLOB CHECK (length(player_uuid) = 16),
    display_name TEXT NOT NULL CHECK (length(display_name) BETWEEN 1 AND 64),
    parent_platform TEXT CHECK (parent_platform IN ('Anon', 'Basic', 'DeltaLive', 'Echo', 'FoxtrotNAID', 'FoxtrotSwitch', 'FoxtrotPPID', 'Alpha', 'AlphaPlay', 'Bravo', 'Charlie', 'Golf', 'Hotel', 'India', 'Juliet', 'LegacyName')),
    parent_portal_user_id TEXT,
    created_at INTEGER NOT NULL,
    environment TEXT NOT NULL DEFAULT '' CHECK (length(environment) <= 255),
    parent_environment TEXT NOT NULL DEFAULT '' CHECK (length(parent_environment) <= 255),
    PRIMARY KEY (person_id, platform, portal_user_id, environment),
    FOREIGN KEY (person_id, player_uuid) REFERENCES person_player (person_id, player_uuid),
    CHECK ((parent_platform IS NULL) = (parent_portal_user_id IS NULL))
  ) WITHOUT ROWID, STRICT;
CREATE INDEX portal_user_by_environment ON portal_user (environment, portal_user_id, platform)
    WHERE platform IN ('FoxtrotNAID', 'FoxtrotSwitch', 'FoxtrotPPID');
CREATE TABLE person_presence (
    person_id BLOB CHECK (length(person_id) = 16) NOT NULL,
    player_uuid BLOB CHECK (length(player_uuid) = 16) NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('online', 'away', 'invisible', 'offline')),
    undisturbed INTEGER NOT NULL CHECK (undisturbed IN (0, 1)),
    last_seen INTEGER NOT NULL,
    platform TEXT NOT NULL CHECK (platform IN ('Anon', 'Basic', 'DeltaLive', 'Echo', 'FoxtrotNAID', 'FoxtrotSwitch', 'FoxtrotPPID', 'Alpha', 'AlphaPlay', 'Bravo', 'Charlie', 'Golf', 'Hotel', 'India', 'Juliet', 'LegacyName')),
    message TEXT CHECK (length(message) > 2),
    custom_data TEXT CHECK (length(custom_data) > 2), revision INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (person_id, player_uuid),
    FOREIGN KEY (person_id, player_uuid) REFERENCES person_player (person_id, player_uuid) ON DELETE CASCADE
  ) WITHOUT ROWID, STRICT;
CREATE TABLE upkeep (
  task TEXT PRIMARY KEY CHECK (length(task) > 0),
  succeeded_at INTEGER NOT NULL
) STRICT;
CREATE INDEX player_order_by_age ON player_order (created, order_id);
CREATE INDEX restriction_by_end ON restriction (expires_at, restriction_id) WHERE lifted_at IS NULL;
CREATE INDEX audit_by_age ON audit (at, sequence);
CREATE TABLE person_merge (
    person_id BLOB CHECK (length(person_id) = 16) NOT NULL REFERENCES person (person_id),
    merge_id BLOB CHECK (length(merge_id) = 16) NOT NULL,
    side TEXT NOT NULL CHECK (side IN ('kept', 'merged')),
    other_person_id BLOB CHECK (length(other_person_id) = 16) NOT NULL,
    merged_at INTEGER NOT NULL,
    merged_by TEXT NOT NULL CHECK (length(merged_by) > 0),
    undo_ends_at INTEGER NOT NULL CHECK (undo_ends_at >= merged_at),
    revision INTEGER NOT NULL CHECK (revision > 0),
    role_id INTEGER NOT NULL CHECK (role_id > 0),
    had TEXT NOT NULL CHECK (length(had) > 2),
    undone_at INTEGER,
    undone_by TEXT,
    PRIMARY KEY (person_id, merge_id),
    CHECK ((undone_at IS NULL) = (undone_by IS NULL))
  ) WITHOUT ROWID, STRICT;
CREATE TABLE "security_event" (
    person_id BLOB NOT NULL CHECK (length(person_id) = 16),
    event_id BLOB NOT NULL CHECK (length(event_id) = 16),
    at INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('login_refused', 'refresh_token_reuse', 'authorization_code_reuse',
      'portal_user_linked', 'portal_user_unlinked', 'parent_of_another_person', 'persons_merged', 'persons_unmerged')),
    session_id BLOB CHECK (length(session_id) = 16),
    client_uuid BLOB CHECK (length(client_uuid) = 16),
    address TEXT NOT NULL,
    grant_type TEXT,
    code TEXT,
    PRIMARY KEY (person_id, event_id),
    CHECK ((kind = 'login_refused') = (code IS NOT NULL) AND (grant_type IS NULL) = (code IS NULL))
  ) WITHOUT ROWID, STRICT;
CREATE INDEX security_event_by_age ON security_event (at);
CREATE UNIQUE INDEX player_order_refund ON player_order (player_uuid, refunded_order_id)
    WHERE refunded_order_id IS NOT NULL;
CREATE INDEX player_order_owed ON player_order (player_uuid, created, order_id) WHERE owed IS NOT NULL;
CREATE INDEX person_player_by_part ON person_player (folded_name, player_uuid, person_id);
CREATE INDEX person_player_by_number ON person_player (player_id);
CREATE INDEX person_player_not_folded ON person_player (person_id) WHERE folded_name IS NULL;
CREATE VIRTUAL TABLE player_name_gram USING fts5(folded_name, content = '', contentless_delete = 1,
      detail = none, tokenize = 'trigram case_sensitive 1');
CREATE TRIGGER player_name_added AFTER INSERT ON person_player WHEN new.folded_name IS NOT NULL BEGIN
      INSERT OR REPLACE INTO player_name_gram (rowid, folded_name) VALUES (new.player_id, new.folded_name);
    END;
CREATE TRIGGER player_name_changed AFTER UPDATE OF folded_name ON person_player
      WHEN new.folded_name IS NOT old.folded_name BEGIN
      DELETE FROM player_name_gram WHERE rowid = old.player_id AND old.folded_name IS NOT NULL;
      INSERT OR REPLACE INTO player_name_gram (rowid, folded_name) VALUES (new.player_id, new.folded_name);
    END;
CREATE TRIGGER player_name_removed AFTER DELETE ON person_player WHEN old.folded_name IS NOT NULL BEGIN
      DELETE FROM player_name_gram WHERE rowid = old.player_id
        AND NOT EXISTS (SELECT 1 FROM person_player WHERE player_id = old.player_id);
    END;
CREATE INDEX inventory_count_of_item ON inventory_count (item_id, player_uuid);
CREATE INDEX restriction_in_force ON restriction (type, person_id) WHERE lifted_at IS NULL;
CREATE INDEX audit_of_actor ON audit (actor_id, sequence);
CREATE INDEX audit_of_actor_name ON audit (actor_name, sequence);
CREATE INDEX audit_of_operation ON audit (operation, sequence);
CREATE INDEX audit_of_outcome ON audit (outcome, sequence);
CREATE INDEX restriction_by_state ON restriction (ends_at, restriction_id, person_id);
CREATE INDEX restriction_by_type ON restriction (type, ends_at, restriction_id, person_id);
CREATE TABLE broadcast_head (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    last_position INTEGER NOT NULL CHECK (last_position BETWEEN 0 AND 9007199254740991),
    last_created INTEGER NOT NULL
  ) STRICT;
CREATE TABLE broadcast (
    position INTEGER PRIMARY KEY CHECK (position BETWEEN 1 AND 9007199254740991),
    created INTEGER NOT NULL,
    segment TEXT NOT NULL CHECK (segment IN ('all', 'role', 'players')),
    role_id INTEGER CHECK (role_id > 0),
    wire TEXT NOT NULL CHECK (length(wire) > 0),
    CHECK ((segment = 'role') = (role_id IS NOT NULL))
  ) STRICT;
CREATE TABLE player_role (
    player_uuid BLOB CHECK (length(player_uuid) = 16) NOT NULL REFERENCES player (player_uuid) ON DELETE CASCADE,
    since_position INTEGER NOT NULL CHECK (since_position >= 0),
    role_id INTEGER NOT NULL CHECK (role_id > 0),
    PRIMARY KEY (player_uuid, since_position)
  ) WITHOUT ROWID, STRICT;
CREATE TABLE broadcast_member (
    player_uuid BLOB CHECK (length(player_uuid) = 16) NOT NULL,
    position INTEGER NOT NULL CHECK (position BETWEEN 1 AND 9007199254740991),
    PRIMARY KEY (player_uuid, position)
  ) WITHOUT ROWID, STRICT;
CREATE INDEX broadcast_member_by_position ON broadcast_member (position);
CREATE INDEX person_presence_by_age ON person_presence (last_seen, platform, status)
    WHERE status <> 'offline';
CREATE TABLE schema_epoch (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    oldest INTEGER NOT NULL CHECK (oldest > 0)
  ) STRICT;
CREATE TABLE kept_restriction (
    portal_user BLOB NOT NULL CHECK (length(portal_user) = 32),
    person_id BLOB CHECK (length(person_id) = 16) NOT NULL,
    restriction_id BLOB CHECK (length(restriction_id) = 16) NOT NULL,
    type TEXT NOT NULL
      CHECK (type IN ('account_ban', 'account_lockout', 'account_pending_deletion', 'account_deny_auth')),
    reason TEXT,
    note TEXT,
    issuer TEXT NOT NULL CHECK (length(issuer) > 0),
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    PRIMARY KEY (portal_user, restriction_id)
  ) WITHOUT ROWID, STRICT;
CREATE INDEX kept_restriction_of_person ON kept_restriction (person_id);
CREATE TABLE order_lookup (
    order_id BLOB CHECK (length(order_id) = 16) PRIMARY KEY,
    player_uuid BLOB CHECK (length(player_uuid) = 16) NOT NULL
  ) WITHOUT ROWID, STRICT;
CREATE TABLE order_lookup_left (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    created INTEGER NOT NULL,
    order_id BLOB CHECK (length(order_id) = 16) NOT NULL
  ) STRICT;
CREATE TABLE refused_login (
    minute INTEGER NOT NULL,
    grant_type TEXT NOT NULL,
    code TEXT NOT NULL,
    portal_status INTEGER,
    count INTEGER NOT NULL CHECK (count > 0),
    PRIMARY KEY (minute, grant_type, code)
  ) STRICT;
PRAGMA foreign_keys = OFF;
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES (1, 'schema', '6b193731abbb55531be7a35c71785e240d42b08cc97576e94d01304e346af4d6', 1795540295746);
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES (2, 'used_state', 'ea6ac49afbefcd4767b50439d16d72b525e997ad7b202a8cbfe8a1fdd10e0cb5', 1795540295762);
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES (3, 'issued_session', '9a01c35c2ffc85d0f539e7e71b1e0b25d366af086b31adf3c811654ce57ee66f', 1795540295767);
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES (4, 'audit_seals', '67fbc2f312283546afa10128cecc69f7ba653130ddc2883d720d7032dc44f71d', 1795540296023);
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES (5, 'client_redirects', 'b7248ecffdcd3b14cfb792f0991b268c85cafb90e991e632b1abd430f2034e8d', 1795540296095);
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES (6, 'wrong_code', '849c65b4a41cb774c171b9cbde24a5bd5275e09c70a0afaf117807198a17b513', 1795540296119);
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES (7, 'portal_environment', '3510842c7b5b90d01756742a7280d4150ac2e4f2f96a1264d0135e5b33f9a08b', 1795540296171);
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES (8, 'order_seals', '1dec678ff001dc3d69c656adc2de0a9e4a067bac99450169f3d420d0229fec18', 1795540296191);
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES (9, 'person_players', 'ed9674fee08e9b87df44dac6685665a3cb07de495a2bb7afa7dcce8172f7ef4e', 1795540296240);
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES (10, 'person_presence', 'ebc3c27a8aa1b8ab30675b565f637d712755e2a02dde53d7f7c639b71d08301c', 1795540296286);
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES (11, 'upkeep', '22fddde780a015f9bee20e576fa4996bbed614eb447473e6f50e7a705adde11c', 1795540296291);
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES (12, 'person_merge', 'c357a4f05f2c99fa3430c4b7db3b21a034ba2ba9d988790bde997850f8760f73', 1795540296308);
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES (13, 'order_refunds', 'cf04e8d6d7d6e730e384d0979cf98773a406eba248e2fd203bf48dd564839dd9', 1795540296372);
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES (14, 'search', '8309583d2095a7ae17485f2d119b02474a3fc4ed6d4315049ee9c21ecf2394fc', 1795540296570);
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES (15, 'restriction_end', '3b8e325b60aa07540a4db271acd4c6747f4fce7d48984194f408886397687416', 1795540296582);
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES (16, 'stated_prices', '380505bdfedc8838c6c78153c419da46d733d4d07896816bd395ff126f8e1084', 1795540296584);
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES (17, 'broadcasts', 'bde69a62822a403e055be5c54d6f39f1d4dd13791d23cbeec938418c512baf7d', 1795540296600);
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES (18, 'presence_heartbeats', '2ace9a4937c4cfe5feced92fceffb6ddd6d5c302224592c601234152ef3615b6', 1795540296625);
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES (19, 'schema_epoch', '2edd9e30636dba650251169709c82aff4593f79848dbaafa7fad0bdc943e3d04', 1795540296823);
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES (20, 'access_seals', '2e6a6affb88c880a35bc47205df017c5d9be4243b3d83ed13e336c32767cf8e7', 1795540296845);
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES (21, 'kept_restriction', '92949342a4273ce5bf58aa82ac411f6edb31f0838c216e3fe61e903014448c66', 1795540296851);
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES (22, 'order_lookup', 'c88c2045bc3d63a50edc1f8436309fea277cfe96e4a6702d50a316dea126e6b5', 1795540296860);
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES (23, 'refused_login', '7820b7cef64caca537280c776a91d9abad4533e7b7f348b3fa49eaad111a9bc8', 1795540296878);
INSERT INTO environment (id, publisher_uuid, tenant_uuid, config_elector_uuid, cursor_secret, anon_secret, revision, seal_key, seals_from) VALUES (1, X'68E5EC01416C47FCB278B610574DB547', X'6A8246F266924B51A512C2B56C2D9061', X'61B3CC67A4854C74BE66604FB8DA1B24', X'922A83B14F3843FD658406E3F6825C3FE2A823091A113854A6D7671793E54349', X'A65A2C8F1ABD5C4F01A1910ACD967AAE3E52C1360E35746AFA5F621F6887E591', 2, NULL, 0);
INSERT INTO client (client_uuid, client_id, kind, description, org_id, permissions, grants, is_public, is_disabled, generation, revision, created, redirect_uris, is_pkce_exempt, seal) VALUES (X'01A20E8AA773714487CA2BD891829D0D', 'embedded', 'game', NULL, NULL, '[]', '["*"]', 1, 0, 0, 0, 1795540297587, '[]', 0, NULL);
INSERT INTO client (client_uuid, client_id, kind, description, org_id, permissions, grants, is_public, is_disabled, generation, revision, created, redirect_uris, is_pkce_exempt, seal) VALUES (X'01A20E8AAFB876ECB08FFB858E9DEA47', 'a-machine', 'machine', NULL, NULL, '["catalog:read"]', '["client_credentials"]', 0, 0, 0, 0, 1795540299704, '[]', 0, NULL);
INSERT INTO client_secret (client_uuid, slot, secret_id, hash, last_four, created, expires, last_used) VALUES (X'01A20E8AAFB876ECB08FFB858E9DEA47', 0, X'01A20E8AAFB876ECB08FFB862519DD1D', X'A4D92DC57B9F290DF024CEA20C54CCEC2186CC1DD3BD87A86A42D19668528FC9', 'a5XI', 1795540299704, NULL, NULL);
INSERT INTO role (role_id, name, permissions, bypasses_lock, revision, seal) VALUES (1, 'player', '["notification:playerid:self:*","notification:playerid:self:read","inv:read_order:player:self","inv:create_order:player:self","inv:read_inv:player:self","catalog:read","presence:read","presence:edit:self"]', 0, 0, NULL);
INSERT INTO signing_key (key_id, sequence, algorithm, published, signs_from, public_jwk, private_jwk, seal) VALUES ('01a20e8a-a595-77dc-81ef-74f6d9e2950f', 1, 'EdDSA', 1795540297109, 1795540297109, '{"kty":"OKP","crv":"Ed25519","x":"3YDvcImHTNGUQsdlaPnpf0-D3cPUXbzlL2WJz_oFg3Y","kid":"01a20e8a-a595-77dc-81ef-74f6d9e2950f","alg":"EdDSA","use":"sig"}', '{"crv":"Ed25519","d":"t4Xi02nyKAVwu5OZpXCjre2geatNf9grGo78Y7hKu8U","x":"3YDvcImHTNGUQsdlaPnpf0-D3cPUXbzlL2WJz_oFg3Y","kty":"OKP"}', NULL);
INSERT INTO signing_key (key_id, sequence, algorithm, published, signs_from, public_jwk, private_jwk, seal) VALUES ('01a20e8a-a65d-774d-9cb9-6894ae68cb3f', 2, 'EdDSA', 1795540297109, 1798132297109, '{"kty":"OKP","crv":"Ed25519","x":"GKKME_bu3AUiV41-ItHuNGBwB4GxIWxH3hIdYeuQvYs","kid":"01a20e8a-a65d-774d-9cb9-6894ae68cb3f","alg":"EdDSA","use":"sig"}', '{"crv":"Ed25519","d":"TL8K_ChCESxe61DomWm1bzMosRD6jBoIlPHag7-BTLQ","x":"GKKME_bu3AUiV41-ItHuNGBwB4GxIWxH3hIdYeuQvYs","kty":"OKP"}', NULL);
INSERT INTO catalog_text (text_id, byte_count, unnamed_since) VALUES (X'01A20E8AA8057317B4A9DBC7D2325853', 735, 1795540297728);
INSERT INTO catalog_text (text_id, byte_count, unnamed_since) VALUES (X'01A20E8AA8057317B4A9DBC892B874D9', 3498, 1795540297728);
INSERT INTO catalog_text (text_id, byte_count, unnamed_since) VALUES (X'01A20E8AA8057317B4A9DBC96063DF45', 8396, 1795540297728);
INSERT INTO catalog_text_part (text_id, part, bytes) VALUES (X'01A20E8AA8057317B4A9DBC7D2325853', 0, X'28B52FFD04583D0A00A691352160699B0308FD685BB8D18ACC7243ECDB0CF1780B90BDB18F7FB3281F50104471012A002D002C00BC583341942CA1B0621898A42F4BB95D341DC5D249F6463A72ECF3D2E6E9C93CFC463A7A23FDB5E4F546ECD87DA0F4D6B4C5509A7AF99A2392FEF062559A84234214180C10200E74176F5BC71CBBCF9AADC0BB4C2DC90200C92C45BA6E24D1BCA3E1D8068467CDF55471AC74B1CA2D2B92E5538F5BD674B470ECC4801C076AC98B7703DDDD077220964E1E1BB1DB774C02BE24639AF2D4C3DA2EAA081C8E7DC8C671BACBC5AD5AA42A5D8AB185102E2070C252951E0D145822446E0DC013993433D0E6D70561B797D817ECF0AE04DCB18F704BFF01CD3AF82EC01A16B86A8310AE202C3C5070967157574E2BD8260E0F8B4D21D88F100A888B4CD30632130214BABA015B1FFF2360F80CCA5B3C9C555966FF5616005BFEC6BB4CED015C7C022B');
INSERT INTO catalog_text_part (text_id, part, bytes) VALUES (X'01A20E8AA8057317B4A9DBC892B874D9', 0, X'28B52FFD0458352200BA434C0C29F0AC440FC40455C8A18F909700A6A8CA4C70355CFC797806569FFF776D59F789246B039BC88A45E001BE00B200B000CCD3383C440D0D1413CB9C5089A2A0F9D523510E6E16E523586A638D4FE59D7232DC16AFDA3FA3F77DEEB69DD7AE5967436A2C126843893E9214D212E5C84B6EA874911D87E1012280010689C659B2D370A087A119721EA5F179F948794682948F2425BF8595AAE2809CDC3C46B328646A50082BDF58B242A6495DC7B72EE8AC8DB05983B5A385DE70D6D7BE60ABBE5C25EA2E92C412751765B54435852CC63CC633EA9128A61E898A9EA9342B8F04854C8F4445B9599C4779BB408F7A04AAD188E392D069FB9E15CE7ECABCABF5DB77B1D8A87C873DD66756FA75B66FA3B4E5ABDEED1DEDF88E2D4AEF532EA272F38D67F2929B77DE609B72E1FBA0F7A3AE367492CD7EEE3ED6778D5A7F867DAE8B59D7EBB5276BDE943D6C879F7DE7CF41CE6D1E439954C48DC96B9FFC5F5D23961DFFBD6785B19B8C90DA87A8BC34924AD43F8EAC1E0F00D3A41404082A51CF430A94238528C9ACDA1A124C50447860152638EC593458587071608141828644C442B042348B4581032562C2A1A16974901EC2B0B8C00B14132A1A4445035911F1D02814C00C4C2CDE8BDF256DF5758D8D3664D31BB726FB3D7B9F43E917C3EB14B77FCB7595B036BCEE5DDF7B43BBBCB2C6902A45FE96A8A150569A0C47819C6C9FF9C8D9FB25BFE16997C5AF65C5B23164DE7046D8B0DEC81C73CEB17A696CDEB0FCDA144ADA1F9B377DCF7BD2FB2E73D7BC315F912EB77E9BEC15616DE7D53BCA8FEDBE9C73932904598BA97F16FBD014D3344D4A41B0B9998B83053F0E040E4C0683C200E8C280048BF570E1CC68216127DCC7271C0A0D0812400CCED5D8BED6E516B4ADA9B4B231BDDE374AD6EDC1B7CBA1641972228538E908042880E1E090F0E09960F00E1807CA0828306646C452E01EAC68458820AC841550F11C525A68F54A5719BECCC1DB77D9DA4B4AEF291FEB39DD9B94E138A342A6665994EFDDB51CC2966BCD6ECC79C3285DCF2A317CD2C297A09C28E82FE42819DF28CDA230CC821512A17A24EA99A74123C5C1349CDB5048218083A8514531446482111109249220BA39C0C2A1213A071280D0301026190EC5900E12E14844E21324014DD80D740C76055848FA20E4B101689F82EED3570B4CB8649602013354EFE95318087D35DEAA64C2519A0B51DA076FC90B620C77ADC5F17AE59B017135ADF0EAF3A14F761CD1B47C80104E69DC60B8A808B1881816BA5692D5819086D34FBBA95A296064196EA3F39002812A658D475C5D182B5A57E140E449225813025662216364EB3E52B4EE0144E31103884027F84A4EC4FE0A508C7835010EC8B2D94821B0A6BB730B6879A36F9757B07164C133417EAA6DA2C33AE21DF3F250239AC2A60FB1D9BFDD913F3B1E40F857158164EB49FDE3709D117585ADA753762E1C711DA7CECA7F4F479D54685DC669E48D7A651E1542762144E5ACEA9939B83A3D8613904996FE01CA4A2798');
INSERT INTO catalog_text_part (text_id, part, bytes) VALUES (X'01A20E8AA8057317B4A9DBC96063DF45', 0, X'28B52FFD04581D33006A65241327E0669007F80145FEC3174B350A6F34D19F41E65BC9E2D91B48C1A813D8DA5D1978628C31C61870330120011F018D4FA64052E516F9970A9D645043C3648B9A40BFB22A9DAD2A7BB22B70709CFEAB7FF5CADA13484FDDD29953656B4F5AE50CEE52F0EEE03A06FA53E6FFEE56D71CE7D91DDCE5AB9FB38EF90994F97F75CF5539033C38CEC6A93E9933817EF5AFBC75269EE58C3374CDCAD4C1659D677E52E8D774559365559433C483FB194CD51526CC67DC4F22DA610BB09CF46579F91F09974782536D0A4825E1B804D858831BB22048D236295AB7F8B5E9C9CAD5CF32362978CBCACED0B7EC1F5CF7547FE7EFBD85B03A223715C53255A4C7E2E5FBD87AE6D974A80426A491110D02D65420325B452C38B8E80A1C9C96797E758F332C383760803B38AC6753F6356770D8825A2E26122673D988908F74839008D031481C4C38099584855D0F88B65860A42A92DCC161F2EFAEC0C179EAAAA69ED979BB020115FE09FBE45D7BA46A0439159FE655BF28CAFA72ECF64D8AEE3EEB9CACEEE99633B82AAD8C30A438B5F5D13CF5B313C7E8D13AFBD57D4E98CB0241ED418495CF26C027A1E98424BF92790743234589A2170918038CA50BCDD42321F2B4880C24205032F5709127CCF220109B01C9A5B068166FA06C6105C0180C78E90C0BAE5FFEE2649ED2AE9C7DECE30C2E567833ACBB72891FBC56BF59757D17F7FB6A8573CE88C29F796DE23DABB64ECF9C215B3D83301E9CBE3D631EE128526F5350BF1EDDFA389DFCED886F18E9E87B6FF16AC1FDEADA9CC15D4A46CC37C5BDC3A72F85DFEDBDBE48DBFB24BE366F5A1DA7FF8A57DB36111030FD6BF35BAB78D7B6E9F253E76CDAE5F774796CF31B46180C72A0550DE2989B67652293813810AB81CE249CEA1567A9E9D357E66763541F25257E946E4EABC5B5E1B0106CAC514D8D4212DA84FE15BA98038A50C1885064DA8C6ABB591671280AB9932B6D786046E168898222793438FE910140E0EBA226D9D47CF37EC69A1B0292F9880D04443BC45D52D1869BA20F6B0A3FCAC6FA6C74EDB39ADF38E39CF3EA1C992F7521B635CBFE226DA3D773AC4FEFCA1F87F1CA8CBBA3EAD53D6E5CF9DC8FCB9C1FA6BA3ED9677EB7CF0873E674E2DDFAD5BF3A664A2436C767D3283848F00C947C8CC7FF4CD31E0987C5539B2265248D4DE8084881DF302E9A11B29D78400F28952D216C8BE48229241BCD268B04C1A3485DFA86C766B4C1AC51F37C659514EEFA658BF3EB57D69729AD2FCA9CF258A794BC525C433BF7BEF64569F5BBDBD667234D5F8556EA0B0B0B334E7D65D71A4E68B77C196FFCA8CCEBE317C727A9ED1B568BB5841A59051AEB808C89C7B2786885B4204C12E2F9D0AC52FA5C201F7A592C556060F0FE5754592A0A03491E9602018291750A3E1B08E9F8E86E1276886355022116924946D02D8C93B50964713CBF72A4399E3A523C4ECB1F875B3F88717D11A6F145D1A4518ED42530B0D4BD2D1CAC557C014682F0076319F2B0142859D11F369210430949045089201857DE1D2FA6944358AD7D18C2E8C938EBB317CF17694C598AB7DD2030142E2189661CDFE2092A89E682801D1048122352E0656361301738B3318B503C20B631E0F03C409F0B261D748BE5B32FC17822850AA4CC0BD460468BEC84ADD05010DE121DAB76CF16A2E394E53553B253389FC6563FCB6B7D9AF6FAEC86554719A5DEB4787980AEA8D12D911189261009249440C42E06C022219A11E7011260903890263988A158161286881114E111A28C168C9C7407DD429C939E4EB20150C4388CAA2BC4825C02F85C028E7CD97D44C3B0BF220FA587D81557200361E21564A3070D8E9A60E2948E6231E3FBAE252D9D617F424EB0AB261740822E1902F57C050EF25D93EE01BDC1463FECAF28EC355154F4885D162D324C7C2DD783E03D52BAFDC66C0EF80414701FAEAF37BF6DFCA5FDFB9CBCFCAC5307FB44A8741ECB094F55DDE7A107920E4C3C7D28BD8434BDB103C4E9E097139E7E2EA8073A5898C60F8BD204F1203AF734C6812A1D8100EFB082D40B754BF5E76CFD5637BDEF70E2D28B18E6D0A10902F87E04709E766E8336467D12463D31C73D5AF5CFA4EA77801FC9AF74C6886943F01A55AC63F4D81D6306878E37EF57217880FDB9300B820A9DF8CF3A0883DB602ACA058AAC497EA65F4D10558AEADBE1F83BB9E05B449E5A6B45B1F099C052A0A2370A50382D16278208376E60FF466F3A130D5283EDFD8DB89793F7FE1B3D7576BF9B3700C121480862074C6AB2EF501D07AB6589E436');
INSERT INTO catalog_version (version, form, etag, document_etag, created, body, prepared, document) VALUES (1, 2, 'X9iXgFFsMKnplBSWmQUBNqTBVk41ozAcZhgXQF2b0l8', '-In3brRHUBPwm7g-xsE_zPBAS9eXxOcsSOwMsZktBZI', 1795540297728, X'01A20E8AA8057317B4A9DBC96063DF45', X'01A20E8AA8057317B4A9DBC892B874D9', X'01A20E8AA8057317B4A9DBC7D2325853');
INSERT INTO catalog_publication (publication, version, published) VALUES (1, 1, 1795540297728);
INSERT INTO audit (sequence, at, actor_kind, actor_id, actor_name, address, operation, subject_kind, subject_id, revision, reason, outcome, before_json, after_json, seal, sealing, token_hash) VALUES (1, 1795540297207, 'system', 'garrison', 'garrison', '', 'signingKey.publish', 'environment', 'environment', 1, NULL, 'done', NULL, '{"key_id":"01a20e8a-a595-77dc-81ef-74f6d9e2950f","algorithm":"EdDSA","signs_from":1795540297109}', 'O8Jrne5Icbkuw2NOmOKBDIHQka_k0dYskTb2jP9eLlw', 'plain', '8T_hsJKX5QNc08XdC1SG7sMC0E9V3_anoJccuPD-QJM');
INSERT INTO audit (sequence, at, actor_kind, actor_id, actor_name, address, operation, subject_kind, subject_id, revision, reason, outcome, before_json, after_json, seal, sealing, token_hash) VALUES (2, 1795540297332, 'system', 'garrison', 'garrison', '', 'signingKey.publish', 'environment', 'environment', 2, NULL, 'done', NULL, '{"key_id":"01a20e8a-a65d-774d-9cb9-6894ae68cb3f","algorithm":"EdDSA","signs_from":1798132297109}', 'WtUcwk-Ri1VI8KOVgeMpI9g2DCNT_31RZWIMgxjTE3c', 'plain', 'uoS2Z9bVjUHMy_buO3kAnb5gOVzZz__XwD9rsYJTqnY');
INSERT INTO audit (sequence, at, actor_kind, actor_id, actor_name, address, operation, subject_kind, subject_id, revision, reason, outcome, before_json, after_json, seal, sealing, token_hash) VALUES (3, 1795540297587, 'system', 'garrison', 'garrison', '', 'client.create', 'client', 'embedded', 0, NULL, 'done', NULL, '{"client_uuid":"01a20e8a-a773-7144-87ca-2bd891829d0d","kind":"game","permissions":[],"grants":["*"],"public":true,"disabled":false,"redirect_uris":[],"pkce_exempt":false,"secrets":[]}', 'LQU9zYyDA7FjfUD519lranGzmXT156g0FdAj6tI3dYU', 'plain', 'PKK5qhX4GO6foRweY12aAlVbi1hqa21VABqRgZnS3hM');
INSERT INTO audit (sequence, at, actor_kind, actor_id, actor_name, address, operation, subject_kind, subject_id, revision, reason, outcome, before_json, after_json, seal, sealing, token_hash) VALUES (4, 1795540297771, 'local', 'embedded', 'embedded', '', 'catalog.publish', 'catalog', 'catalog', 1, NULL, 'done', NULL, '{"version":1,"etag":"X9iXgFFsMKnplBSWmQUBNqTBVk41ozAcZhgXQF2b0l8","document_etag":"-In3brRHUBPwm7g-xsE_zPBAS9eXxOcsSOwMsZktBZI"}', 'qYPufHnh-lzZ-8Woohq1FmEGiDpw_fP0D8a6ns-K8pk', 'plain', 'AeiZ3yKBGk8PgIUcNLEJwbomZPq_VskvYf0HDs5D8Y4');
INSERT INTO audit (sequence, at, actor_kind, actor_id, actor_name, address, operation, subject_kind, subject_id, revision, reason, outcome, before_json, after_json, seal, sealing, token_hash) VALUES (5, 1795540299705, 'local', 'landed', 'landed', '', 'client.create', 'client', 'a-machine', 0, 'kept as a file', 'done', NULL, '{"client_uuid":"01a20e8a-afb8-76ec-b08f-fb858e9dea47","kind":"machine","permissions":["catalog:read"],"grants":["client_credentials"],"public":false,"disabled":false,"redirect_uris":[],"pkce_exempt":false,"secrets":[{"secret_id":"01a20e8a-afb8-76ec-b08f-fb862519dd1d","created":1795540299704}]}', 'ipsg-x2tyuSOz1k3NAgqrpiRC5CXygQY3vMUDG9Q5gc', 'plain', 't7JlKJWIWBNqs9cP9rSYMqPLZtjw4G8yYX2O3tfgCKk');
INSERT INTO audit (sequence, at, actor_kind, actor_id, actor_name, address, operation, subject_kind, subject_id, revision, reason, outcome, before_json, after_json, seal, sealing, token_hash) VALUES (6, 1795540299898, 'local', 'landed', 'landed', '', 'player.setRole', 'person', '01a20e8a-a8ae-715d-9ce9-2077507e31f0', 2, 'kept as a file', 'done', '{"player_uuid":"01a20e8a-a8ae-715d-9ce9-20781ec0a6a8","role_id":1}', '{"player_uuid":"01a20e8a-a8ae-715d-9ce9-20781ec0a6a8","role_id":1}', 'YsiCWZ2JPbjfXAbTeolgrJ4k8kHZFj0c6g2oWXPLGxw', 'plain', 'RdrEtKyLa_zrUdXdAupAdodtdClOmpNQAWncrAVabKc');
INSERT INTO audit (sequence, at, actor_kind, actor_id, actor_name, address, operation, subject_kind, subject_id, revision, reason, outcome, before_json, after_json, seal, sealing, token_hash) VALUES (7, 1795540299925, 'local', 'landed', 'landed', '', 'restriction.add', 'person', '01a20e8a-a8ae-715d-9ce9-2077507e31f0', 3, 'kept as a file', 'done', NULL, '{"restriction_id":"01a20e8a-b085-7549-8aae-0475d4a640a3","type":"account_pending_deletion"}', 'j5BaqFgNFNKljBOm9kKV-8VjlgnPsvQUNIPeRFTRL8s', 'plain', 'Ew5D-N5E8zeTMawGvJDiZdgEJ4Qduvy_sCr-Zte5J8Q');
INSERT INTO audit_head (id, sequence, last_seal, token) VALUES (1, 7, 'j5BaqFgNFNKljBOm9kKV-8VjlgnPsvQUNIPeRFTRL8s', X'5062D35D808A4FA291BA907F34EE0832');
INSERT INTO broadcast_head (id, last_position, last_created) VALUES (1, 3, 1795540299901);
INSERT INTO broadcast (position, created, segment, role_id, wire) VALUES (1, 1795540299744, 'all', NULL, '{"message":"The season begins","notification_id":"qs-FFP0iD0OsRHhfXWUI3jEuMA","created":"2026-11-24T17:11:39.744Z"}');
INSERT INTO broadcast (position, created, segment, role_id, wire) VALUES (2, 1795540299900, 'role', 1, '{"message":"To players","notification_id":"Vat5dt1ecKA8MlhpFqAsxDIuMA","created":"2026-11-24T17:11:39.900Z"}');
INSERT INTO broadcast (position, created, segment, role_id, wire) VALUES (3, 1795540299901, 'players', NULL, '{"message":"To some","notification_id":"YKKNPzGNQzbfDH8KXtGNPzMuMA","created":"2026-11-24T17:11:39.901Z"}');
INSERT INTO schema_epoch (id, oldest) VALUES (1, 22);
INSERT INTO person (person_id, created_at, last_login_at, deleted_at, logins, revision, players, seal) VALUES (X'01A20E8AA8AE715D9CE92077507E31F0', 1795540297902, 1795540298263, NULL, 2, 3, '01a20e8a-a8ae-715d-9ce9-20781ec0a6a8 ', NULL);
INSERT INTO person_player (person_id, player_uuid, player_id, role_id, active, display_name, platform, created_at, folded_name) VALUES (X'01A20E8AA8AE715D9CE92077507E31F0', X'01A20E8AA8AE715D9CE920781EC0A6A8', 1, 1, 1, 'Player', 'Anon', 1795540297902, 'player');
INSERT INTO person_portal_user (person_id, platform, portal_user_id, player_uuid, display_name, parent_platform, parent_portal_user_id, created_at, environment, parent_environment) VALUES (X'01A20E8AA8AE715D9CE92077507E31F0', 'Anon', 'nKY3oA2zhvcBH-hptMhN9cFku_QTENXtMSKlJhLefTk', X'01A20E8AA8AE715D9CE920781EC0A6A8', 'Player', NULL, NULL, 1795540297902, '', '');
INSERT INTO person_portal_user (person_id, platform, portal_user_id, player_uuid, display_name, parent_platform, parent_portal_user_id, created_at, environment, parent_environment) VALUES (X'01A20E8AA8AE715D9CE92077507E31F0', 'Anon', 'niDBJQO4c6mJyCcpurhK9gfwpXoTjT4gp0jqMIxUJ5s', X'01A20E8AA8AE715D9CE920781EC0A6A8', 'Player', NULL, NULL, 1795540298880, '', '');
INSERT INTO restriction (person_id, restriction_id, type, reason, note, issuer, created_at, expires_at, lifted_at, lifted_by) VALUES (X'01A20E8AA8AE715D9CE92077507E31F0', X'01A20E8AB08575498AAE0475D4A640A3', 'account_pending_deletion', NULL, NULL, 'landed', 1795540299909, NULL, NULL, NULL);
INSERT INTO login_session (person_id, session_id, client_uuid, client_generation, player_uuid, platform, portal_user_id, token_hash, token_ends_at, exchanges, created_at, expires_at, revoked_at, revoked_for, is_issued, environment) VALUES (X'01A20E8AA8AE715D9CE92077507E31F0', X'01A20E8AA8AF7669BC8DE4DD724D8DDA', X'01A20E8AA773714487CA2BD891829D0D', 0, X'01A20E8AA8AE715D9CE920781EC0A6A8', 'Anon', 'nKY3oA2zhvcBH-hptMhN9cFku_QTENXtMSKlJhLefTk', X'76971F4EE925E719CA2036ABC9017C4470F6F217DD119920CA2FCD9508052EB7', 1798132298263, 1, 1795540297902, 1803316297902, NULL, NULL, 0, '');
INSERT INTO refresh_exchange (person_id, session_id, token_hash, successor_seed, rotated_at) VALUES (X'01A20E8AA8AE715D9CE92077507E31F0', X'01A20E8AA8AF7669BC8DE4DD724D8DDA', X'3B6C93AF1F2C4530CB21F625B3E71D4A4C951D3FA3C11783B5C139D754E4A947', X'2E3C1089E2DF28CDA3DAD770DD7E31CBF4FEDD8780EF3378D1EB233D7D6BE507', 1795540298263);
INSERT INTO login_history (person_id, login_id, at, player_uuid, session_id, grant_type, platform, client_uuid, address, user_agent) VALUES (X'01A20E8AA8AE715D9CE92077507E31F0', X'01A20E8AA96577FFA1789B6B76B28AE3', 1795540297902, X'01A20E8AA8AE715D9CE920781EC0A6A8', X'01A20E8AA8AF7669BC8DE4DD724D8DDA', 'anon', 'Anon', X'01A20E8AA773714487CA2BD891829D0D', '', 'embedded');
INSERT INTO login_history (person_id, login_id, at, player_uuid, session_id, grant_type, platform, client_uuid, address, user_agent) VALUES (X'01A20E8AA8AE715D9CE92077507E31F0', X'01A20E8AAA1872A9B1B108159D9A31C7', 1795540298263, X'01A20E8AA8AE715D9CE920781EC0A6A8', X'01A20E8AA8AF7669BC8DE4DD724D8DDA', 'refresh', 'Anon', X'01A20E8AA773714487CA2BD891829D0D', '', 'embedded');
INSERT INTO security_event (person_id, event_id, at, kind, session_id, client_uuid, address, grant_type, code) VALUES (X'01A20E8AA8AE715D9CE92077507E31F0', X'01A20E8AACBC720EA2CEE1E1B1B5A393', 1795540298880, 'portal_user_linked', NULL, X'01A20E8AA773714487CA2BD891829D0D', '', NULL, NULL);
INSERT INTO person_presence (person_id, player_uuid, status, undisturbed, last_seen, platform, message, custom_data, revision) VALUES (X'01A20E8AA8AE715D9CE92077507E31F0', X'01A20E8AA8AE715D9CE920781EC0A6A8', 'away', 0, 1795540298829, 'Anon', '"in the lobby"', NULL, 1);
INSERT INTO portal_user (portal_user_id, platform, person_id, environment) VALUES ('nKY3oA2zhvcBH-hptMhN9cFku_QTENXtMSKlJhLefTk', 'Anon', X'01A20E8AA8AE715D9CE92077507E31F0', '');
INSERT INTO portal_user (portal_user_id, platform, person_id, environment) VALUES ('niDBJQO4c6mJyCcpurhK9gfwpXoTjT4gp0jqMIxUJ5s', 'Anon', X'01A20E8AA8AE715D9CE92077507E31F0', '');
INSERT INTO promotion_use (code, uses) VALUES ('WELCOME', 1);
INSERT INTO order_lookup (order_id, player_uuid) VALUES (X'01A20E8AAAF0756496A39351DA1D711F', X'01A20E8AA8AE715D9CE920781EC0A6A8');
INSERT INTO order_lookup (order_id, player_uuid) VALUES (X'01A20E8AAAF0756496A3935704308306', X'01A20E8AA8AE715D9CE920781EC0A6A8');
INSERT INTO order_lookup (order_id, player_uuid) VALUES (X'01A20E8AAAF0756496A39359BB9CA416', X'01A20E8AA8AE715D9CE920781EC0A6A8');
INSERT INTO order_lookup (order_id, player_uuid) VALUES (X'01A20E8AAB6372AF86E970880D7E3FF2', X'01A20E8AA8AE715D9CE920781EC0A6A8');
INSERT INTO order_lookup (order_id, player_uuid) VALUES (X'01A20E8AAB9F741BBF70344AAF4D9EAB', X'01A20E8AA8AE715D9CE920781EC0A6A8');
INSERT INTO order_lookup (order_id, player_uuid) VALUES (X'01A20E8AABD3728DB339530C23D26C12', X'01A20E8AA8AE715D9CE920781EC0A6A8');
INSERT INTO player (rowid, player_uuid, person_id, created_at, broadcasts_before) VALUES (1, X'01A20E8AA8AE715D9CE920781EC0A6A8', X'01A20E8AA8AE715D9CE92077507E31F0', 1795540297902, 0);
INSERT INTO inventory_owner (player_uuid, changed_at, seal_token) VALUES (X'01A20E8AA8AE715D9CE920781EC0A6A8', 1795540298708, X'BAB64824FE7644E488879C56F928949A');
INSERT INTO inventory_record (player_uuid, inventory_id, item_id, type, bucket, count, acquired, expires, custom_data, legacy_inventory_id, revision) VALUES (X'01A20E8AA8AE715D9CE920781EC0A6A8', X'01A20E8AAAF0756496A3935BA468B371', 1, 'persistent', 'none', 419, 1795540298402, NULL, NULL, 1006446739764081, 5);
INSERT INTO inventory_record (player_uuid, inventory_id, item_id, type, bucket, count, acquired, expires, custom_data, legacy_inventory_id, revision) VALUES (X'01A20E8AA8AE715D9CE920781EC0A6A8', X'01A20E8AAAF0756496A3935C8C8B31AF', 2, 'persistent', 'none', 30, 1795540298402, NULL, NULL, 1006450634338735, 1);
INSERT INTO inventory_record (player_uuid, inventory_id, item_id, type, bucket, count, acquired, expires, custom_data, legacy_inventory_id, revision) VALUES (X'01A20E8AA8AE715D9CE920781EC0A6A8', X'01A20E8AAAF0756496A3935DB605ADF8', 3, 'persistent', 'none', 1, 1795540298402, NULL, NULL, 1006455625199096, 1);
INSERT INTO inventory_record (player_uuid, inventory_id, item_id, type, bucket, count, acquired, expires, custom_data, legacy_inventory_id, revision) VALUES (X'01A20E8AA8AE715D9CE920781EC0A6A8', X'01A20E8AABFE706592D277C143D13682', 1, 'transient', 'none', 5, 1795540298708, NULL, NULL, 694621903599234, 1);
INSERT INTO inventory_count (player_uuid, item_id, bucket, count, records) VALUES (X'01A20E8AA8AE715D9CE920781EC0A6A8', 1, 'none', 424, 2);
INSERT INTO inventory_count (player_uuid, item_id, bucket, count, records) VALUES (X'01A20E8AA8AE715D9CE920781EC0A6A8', 2, 'none', 30, 1);
INSERT INTO inventory_count (player_uuid, item_id, bucket, count, records) VALUES (X'01A20E8AA8AE715D9CE920781EC0A6A8', 3, 'none', 1, 1);
INSERT INTO inventory_ledger (player_uuid, inventory_id, revision, item_id, order_id, entry_id, delta, count_after, created, submitter_uuid, expires, type, bucket, legacy_inventory_id, custom_data) VALUES (X'01A20E8AA8AE715D9CE920781EC0A6A8', X'01A20E8AAAF0756496A3935BA468B371', 1, 1, X'01A20E8AAAF0756496A39351DA1D711F', X'01A20E8AAAF0756496A393524D36E9F5', 200, 200, 1795540298402, X'00000000000000000000000000000000', NULL, 'persistent', 'none', 1006446739764081, NULL);
INSERT INTO inventory_ledger (player_uuid, inventory_id, revision, item_id, order_id, entry_id, delta, count_after, created, submitter_uuid, expires, type, bucket, legacy_inventory_id, custom_data) VALUES (X'01A20E8AA8AE715D9CE920781EC0A6A8', X'01A20E8AAAF0756496A3935BA468B371', 2, 1, X'01A20E8AAAF0756496A39351DA1D711F', X'01A20E8AAAF0756496A39353A51D3FD8', 3, 203, 1795540298402, X'00000000000000000000000000000000', NULL, NULL, NULL, NULL, NULL);
INSERT INTO inventory_ledger (player_uuid, inventory_id, revision, item_id, order_id, entry_id, delta, count_after, created, submitter_uuid, expires, type, bucket, legacy_inventory_id, custom_data) VALUES (X'01A20E8AA8AE715D9CE920781EC0A6A8', X'01A20E8AAAF0756496A3935BA468B371', 3, 1, X'01A20E8AAAF0756496A3935704308306', X'01A20E8AAAF0756496A3935809D39170', 7, 210, 1795540298402, X'00000000000000000000000000000000', NULL, NULL, NULL, NULL, NULL);
INSERT INTO inventory_ledger (player_uuid, inventory_id, revision, item_id, order_id, entry_id, delta, count_after, created, submitter_uuid, expires, type, bucket, legacy_inventory_id, custom_data) VALUES (X'01A20E8AA8AE715D9CE920781EC0A6A8', X'01A20E8AAAF0756496A3935BA468B371', 4, 1, X'01A20E8AAAF0756496A39359BB9CA416', X'01A20E8AAAF0756496A3935A95A44AFF', 9, 219, 1795540298402, X'00000000000000000000000000000000', NULL, NULL, NULL, NULL, NULL);
INSERT INTO inventory_ledger (player_uuid, inventory_id, revision, item_id, order_id, entry_id, delta, count_after, created, submitter_uuid, expires, type, bucket, legacy_inventory_id, custom_data) VALUES (X'01A20E8AA8AE715D9CE920781EC0A6A8', X'01A20E8AAAF0756496A3935BA468B371', 5, 1, X'01A20E8AAB6372AF86E970880D7E3FF2', X'01A20E8AAB6372AF86E970897CAB235B', 200, 419, 1795540298568, X'00000000000000000000000000000000', NULL, NULL, NULL, NULL, NULL);
INSERT INTO inventory_ledger (player_uuid, inventory_id, revision, item_id, order_id, entry_id, delta, count_after, created, submitter_uuid, expires, type, bucket, legacy_inventory_id, custom_data) VALUES (X'01A20E8AA8AE715D9CE920781EC0A6A8', X'01A20E8AAAF0756496A3935C8C8B31AF', 1, 2, X'01A20E8AAAF0756496A39351DA1D711F', X'01A20E8AAAF0756496A39353A51D3FD8', 30, 30, 1795540298402, X'00000000000000000000000000000000', NULL, 'persistent', 'none', 1006450634338735, NULL);
INSERT INTO inventory_ledger (player_uuid, inventory_id, revision, item_id, order_id, entry_id, delta, count_after, created, submitter_uuid, expires, type, bucket, legacy_inventory_id, custom_data) VALUES (X'01A20E8AA8AE715D9CE920781EC0A6A8', X'01A20E8AAAF0756496A3935DB605ADF8', 1, 3, X'01A20E8AAAF0756496A39351DA1D711F', X'01A20E8AAAF0756496A3935433A2A884', 1, 1, 1795540298402, X'00000000000000000000000000000000', NULL, 'persistent', 'none', 1006455625199096, NULL);
INSERT INTO inventory_ledger (player_uuid, inventory_id, revision, item_id, order_id, entry_id, delta, count_after, created, submitter_uuid, expires, type, bucket, legacy_inventory_id, custom_data) VALUES (X'01A20E8AA8AE715D9CE920781EC0A6A8', X'01A20E8AAAF0756496A3935E6946CFC0', 1, 1, X'01A20E8AAAF0756496A39351DA1D711F', X'01A20E8AAAF0756496A39355036E9BCB', 10, 10, 1795540298402, X'00000000000000000000000000000000', NULL, 'transient', 'none', 1006458632589248, NULL);
INSERT INTO inventory_ledger (player_uuid, inventory_id, revision, item_id, order_id, entry_id, delta, count_after, created, submitter_uuid, expires, type, bucket, legacy_inventory_id, custom_data) VALUES (X'01A20E8AA8AE715D9CE920781EC0A6A8', X'01A20E8AAAF0756496A3935E6946CFC0', 2, 1, X'01A20E8AABD3728DB339530C23D26C12', NULL, -10, 0, 1795540298707, X'00000000000000000000000000000000', 1795540298707, NULL, NULL, NULL, NULL);
INSERT INTO inventory_ledger (player_uuid, inventory_id, revision, item_id, order_id, entry_id, delta, count_after, created, submitter_uuid, expires, type, bucket, legacy_inventory_id, custom_data) VALUES (X'01A20E8AA8AE715D9CE920781EC0A6A8', X'01A20E8AAB9F741BBF70344C1B0897AF', 1, 1, X'01A20E8AAB9F741BBF70344AAF4D9EAB', X'01A20E8AAB9F741BBF70344B925626C3', 4, 4, 1795540298642, X'00000000000000000000000000000000', NULL, 'transient', 'none', 57501475706799, '{"from":"a drop"}');
INSERT INTO inventory_ledger (player_uuid, inventory_id, revision, item_id, order_id, entry_id, delta, count_after, created, submitter_uuid, expires, type, bucket, legacy_inventory_id, custom_data) VALUES (X'01A20E8AA8AE715D9CE920781EC0A6A8', X'01A20E8AAB9F741BBF70344C1B0897AF', 2, 1, X'01A20E8AABD3728DB339530C23D26C12', NULL, -4, 0, 1795540298707, X'00000000000000000000000000000000', 1795540298707, NULL, NULL, NULL, NULL);
INSERT INTO inventory_ledger (player_uuid, inventory_id, revision, item_id, order_id, entry_id, delta, count_after, created, submitter_uuid, expires, type, bucket, legacy_inventory_id, custom_data) VALUES (X'01A20E8AA8AE715D9CE920781EC0A6A8', X'01A20E8AABFE706592D277C143D13682', 1, 1, X'01A20E8AABD3728DB339530C23D26C12', X'01A20E8AABFE706592D277C03CEAD833', 5, 5, 1795540298708, X'00000000000000000000000000000000', NULL, 'transient', 'none', 694621903599234, NULL);
INSERT INTO player_order (player_uuid, order_id, created, entry_count, entry_total, client_order_ref_id, fingerprint, parent_order_id, catalog_version, platform, is_server, disabled, submitter_kind, submitter_uuid, client_id, byte_count, byte_total, choices, promotions, applied, wire, began_session, seal, token_hash, refunded_order_id, owed, stated) VALUES (X'01A20E8AA8AE715D9CE920781EC0A6A8', X'01A20E8AAAF0756496A39351DA1D711F', 1795540298402, 5, 5, X'0190A6B4000070008000000000000001', '_2qokwTPXXiYM0W9tyOFYAex3e29uciaRU4ws2ABqzo', NULL, 1, NULL, 1, NULL, 'machine', X'00000000000000000000000000000000', 'embedded', NULL, NULL, '[0,1]', NULL, NULL, '{"source":"UNKNOWN","client_order_ref_id":"0190a6b4-0000-7000-8000-000000000001","order_id":"01a20e8a-aaf0-7564-96a3-9351da1d711f","player_uuid":"01a20e8a-a8ae-715d-9ce9-20781ec0a6a8","created_time":"2026-11-24T17:11:38.402Z","entries":[{"type":"fill_loot","loot_id":1,"quantity":2,"entry_id":"01a20e8a-aaf0-7564-96a3-93524d36e9f5","result":"success","details":[{"type":"inventory_change","loot_id":1,"inv_change":{"after_item_id":1,"after":{"inventory_id":"01a20e8a-aaf0-7564-96a3-935ba468b371","type":"persistent","legacy_inventory_id":1006446739764081,"bucket":"none","count":200,"acquired":"2026-11-24T17:11:38.402Z"}}}]},{"type":"fill_loot","loot_id":2,"quantity":2,"entry_id":"01a20e8a-aaf0-7564-96a3-9353a51d3fd8","result":"success","details":[{"type":"inventory_change","loot_id":2,"inv_change":{"after_item_id":2,"after":{"inventory_id":"01a20e8a-aaf0-7564-96a3-935c8c8b31af","type":"persistent","legacy_inventory_id":1006450634338735,"bucket":"none","count":30,"acquired":"2026-11-24T17:11:38.402Z"}}},{"type":"inventory_change","loot_id":8,"inv_change":{"before_item_id":1,"after_item_id":1,"before":{"inventory_id":"01a20e8a-aaf0-7564-96a3-935ba468b371","type":"persistent","legacy_inventory_id":1006446739764081,"bucket":"none","count":200,"acquired":"2026-11-24T17:11:38.402Z"},"after":{"inventory_id":"01a20e8a-aaf0-7564-96a3-935ba468b371","type":"persistent","legacy_inventory_id":1006446739764081,"bucket":"none","count":203,"acquired":"2026-11-24T17:11:38.402Z"}}}]},{"type":"fill_loot","loot_id":3,"quantity":1,"entry_id":"01a20e8a-aaf0-7564-96a3-935433a2a884","result":"success","details":[{"type":"inventory_change","loot_id":3,"inv_change":{"after_item_id":3,"after":{"inventory_id":"01a20e8a-aaf0-7564-96a3-935db605adf8","type":"persistent","legacy_inventory_id":1006455625199096,"bucket":"none","count":1,"acquired":"2026-11-24T17:11:38.402Z"}}}]},{"type":"fill_loot","loot_id":4,"quantity":2,"entry_id":"01a20e8a-aaf0-7564-96a3-9355036e9bcb","result":"success","details":[{"type":"inventory_change","loot_id":4,"inv_change":{"after_item_id":1,"after":{"inventory_id":"01a20e8a-aaf0-7564-96a3-935e6946cfc0","type":"transient","legacy_inventory_id":1006458632589248,"bucket":"none","count":10,"acquired":"2026-11-24T17:11:38.402Z"}}}]},{"type":"fill_loot","loot_id":5,"quantity":2,"entry_id":"01a20e8a-aaf0-7564-96a3-9356a644d9ba","result":"success","details":[{"type":"new_order","loot_id":6,"order":{"source":"UNKNOWN","order_id":"01a20e8a-aaf0-7564-96a3-935704308306","entries":[{"type":"fill_loot","loot_id":6,"quantity":1,"entry_id":"01a20e8a-aaf0-7564-96a3-935809d39170"}]}},{"type":"new_order","loot_id":7,"order":{"source":"UNKNOWN","order_id":"01a20e8a-aaf0-7564-96a3-9359bb9ca416","entries":[{"type":"fill_loot","loot_id":7,"quantity":1,"entry_id":"01a20e8a-aaf0-7564-96a3-935a95a44aff"}]}}]}]}', NULL, 'pBTsf68oVDuQ2_zwf-DxwepHV1F5eXbbbG6zSCWM68FE', '97a5df8dd12236453c043896eb3f36327c1b71aa9a7f880ec3edb96a4390ca40', NULL, NULL, NULL);
INSERT INTO player_order (player_uuid, order_id, created, entry_count, entry_total, client_order_ref_id, fingerprint, parent_order_id, catalog_version, platform, is_server, disabled, submitter_kind, submitter_uuid, client_id, byte_count, byte_total, choices, promotions, applied, wire, began_session, seal, token_hash, refunded_order_id, owed, stated) VALUES (X'01A20E8AA8AE715D9CE920781EC0A6A8', X'01A20E8AAAF0756496A3935704308306', 1795540298402, 0, 5, NULL, NULL, X'01A20E8AAAF0756496A39351DA1D711F', 1, NULL, 1, NULL, 'machine', X'00000000000000000000000000000000', 'embedded', NULL, NULL, NULL, NULL, NULL, '{"source":"UNKNOWN","order_id":"01a20e8a-aaf0-7564-96a3-935704308306","player_uuid":"01a20e8a-a8ae-715d-9ce9-20781ec0a6a8","created_time":"2026-11-24T17:11:38.402Z","entries":[{"type":"fill_loot","loot_id":6,"quantity":1,"entry_id":"01a20e8a-aaf0-7564-96a3-935809d39170","result":"success","details":[{"type":"inventory_change","loot_id":6,"inv_change":{"before_item_id":1,"after_item_id":1,"before":{"inventory_id":"01a20e8a-aaf0-7564-96a3-935ba468b371","type":"persistent","legacy_inventory_id":1006446739764081,"bucket":"none","count":203,"acquired":"2026-11-24T17:11:38.402Z"},"after":{"inventory_id":"01a20e8a-aaf0-7564-96a3-935ba468b371","type":"persistent","legacy_inventory_id":1006446739764081,"bucket":"none","count":210,"acquired":"2026-11-24T17:11:38.402Z"}}}]}]}', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO player_order (player_uuid, order_id, created, entry_count, entry_total, client_order_ref_id, fingerprint, parent_order_id, catalog_version, platform, is_server, disabled, submitter_kind, submitter_uuid, client_id, byte_count, byte_total, choices, promotions, applied, wire, began_session, seal, token_hash, refunded_order_id, owed, stated) VALUES (X'01A20E8AA8AE715D9CE920781EC0A6A8', X'01A20E8AAAF0756496A39359BB9CA416', 1795540298402, 0, 5, NULL, NULL, X'01A20E8AAAF0756496A39351DA1D711F', 1, NULL, 1, NULL, 'machine', X'00000000000000000000000000000000', 'embedded', NULL, NULL, NULL, NULL, NULL, '{"source":"UNKNOWN","order_id":"01a20e8a-aaf0-7564-96a3-9359bb9ca416","player_uuid":"01a20e8a-a8ae-715d-9ce9-20781ec0a6a8","created_time":"2026-11-24T17:11:38.402Z","entries":[{"type":"fill_loot","loot_id":7,"quantity":1,"entry_id":"01a20e8a-aaf0-7564-96a3-935a95a44aff","result":"success","details":[{"type":"inventory_change","loot_id":7,"inv_change":{"before_item_id":1,"after_item_id":1,"before":{"inventory_id":"01a20e8a-aaf0-7564-96a3-935ba468b371","type":"persistent","legacy_inventory_id":1006446739764081,"bucket":"none","count":210,"acquired":"2026-11-24T17:11:38.402Z"},"after":{"inventory_id":"01a20e8a-aaf0-7564-96a3-935ba468b371","type":"persistent","legacy_inventory_id":1006446739764081,"bucket":"none","count":219,"acquired":"2026-11-24T17:11:38.402Z"}}}]}]}', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO player_order (player_uuid, order_id, created, entry_count, entry_total, client_order_ref_id, fingerprint, parent_order_id, catalog_version, platform, is_server, disabled, submitter_kind, submitter_uuid, client_id, byte_count, byte_total, choices, promotions, applied, wire, began_session, seal, token_hash, refunded_order_id, owed, stated) VALUES (X'01A20E8AA8AE715D9CE920781EC0A6A8', X'01A20E8AAB6372AF86E970880D7E3FF2', 1795540298568, 1, 6, NULL, NULL, NULL, 1, NULL, 1, NULL, 'machine', X'00000000000000000000000000000000', 'embedded', NULL, NULL, '[]', '[{"isClaimed":false,"uses":0}]', NULL, '{"source":"UNKNOWN","order_id":"01a20e8a-ab63-72af-86e9-70880d7e3ff2","player_uuid":"01a20e8a-a8ae-715d-9ce9-20781ec0a6a8","created_time":"2026-11-24T17:11:38.568Z","entries":[{"type":"promotion_code","quantity":1,"external_tran_id":"WELCOME","entry_id":"01a20e8a-ab63-72af-86e9-70897cab235b","result":"success","details":[{"type":"claim_promo_code","loot_id":1},{"type":"inventory_change","loot_id":1,"inv_change":{"before_item_id":1,"after_item_id":1,"before":{"inventory_id":"01a20e8a-aaf0-7564-96a3-935ba468b371","type":"persistent","legacy_inventory_id":1006446739764081,"bucket":"none","count":219,"acquired":"2026-11-24T17:11:38.402Z"},"after":{"inventory_id":"01a20e8a-aaf0-7564-96a3-935ba468b371","type":"persistent","legacy_inventory_id":1006446739764081,"bucket":"none","count":419,"acquired":"2026-11-24T17:11:38.402Z"}}}]}]}', NULL, 'pClFIHjto9dpprbX_XK7gbvfMebBqJ-r6PmFQAuqhUOU', '5400d61641422b5b32e01d308a32d46defcd5499f1dcf9c10e2e8d2dca277ae5', NULL, NULL, NULL);
INSERT INTO player_order (player_uuid, order_id, created, entry_count, entry_total, client_order_ref_id, fingerprint, parent_order_id, catalog_version, platform, is_server, disabled, submitter_kind, submitter_uuid, client_id, byte_count, byte_total, choices, promotions, applied, wire, began_session, seal, token_hash, refunded_order_id, owed, stated) VALUES (X'01A20E8AA8AE715D9CE920781EC0A6A8', X'01A20E8AAB9F741BBF70344AAF4D9EAB', 1795540298642, 1, 7, NULL, NULL, NULL, 1, NULL, 1, NULL, 'machine', X'00000000000000000000000000000000', 'embedded', NULL, NULL, '[]', NULL, NULL, '{"source":"UNKNOWN","order_id":"01a20e8a-ab9f-741b-bf70-344aaf4d9eab","player_uuid":"01a20e8a-a8ae-715d-9ce9-20781ec0a6a8","created_time":"2026-11-24T17:11:38.642Z","entries":[{"type":"create_new_transient_inventory","quantity":4,"item_id":1,"custom_data":{"from":"a drop"},"entry_id":"01a20e8a-ab9f-741b-bf70-344b925626c3","result":"success","details":[{"type":"inventory_change","inv_change":{"after_item_id":1,"after":{"inventory_id":"01a20e8a-ab9f-741b-bf70-344c1b0897af","type":"transient","legacy_inventory_id":57501475706799,"bucket":"none","count":4,"acquired":"2026-11-24T17:11:38.642Z","custom_data":{"from":"a drop"}}}}]}]}', NULL, 'pdoZIPK4cAyxT0sXYfdv1zoydvJf4ni6CDEJW_h6Mjak', 'aa1ade08496932ee01ea30577ab86e61c3309cb58dbd11a35849d5a6c01a4f85', NULL, NULL, NULL);
INSERT INTO player_order (player_uuid, order_id, created, entry_count, entry_total, client_order_ref_id, fingerprint, parent_order_id, catalog_version, platform, is_server, disabled, submitter_kind, submitter_uuid, client_id, byte_count, byte_total, choices, promotions, applied, wire, began_session, seal, token_hash, refunded_order_id, owed, stated) VALUES (X'01A20E8AA8AE715D9CE920781EC0A6A8', X'01A20E8AABD3728DB339530C23D26C12', 1795540298708, 1, 8, NULL, NULL, NULL, 1, NULL, 1, NULL, 'machine', X'00000000000000000000000000000000', 'embedded', 582, 582, '[]', NULL, NULL, '{"source":"ENTITLEMENTS","order_id":"01a20e8a-abd3-728d-b339-530c23d26c12","player_uuid":"01a20e8a-a8ae-715d-9ce9-20781ec0a6a8","created_time":"2026-11-24T17:11:38.708Z","entries":[{"type":"fill_entitled_loot","quantity":1,"item_id":3,"entry_id":"01a20e8a-abfe-7065-92d2-77c03cead833","result":"success","details":[{"type":"inventory_change","loot_id":4,"inv_change":{"after_item_id":1,"after":{"inventory_id":"01a20e8a-abfe-7065-92d2-77c143d13682","type":"transient","legacy_inventory_id":694621903599234,"bucket":"none","count":5,"acquired":"2026-11-24T17:11:38.708Z"}}}]}]}', 1, 'pD2GqVXyJYQlU3b-luyCwIBYLcJmI4_TwRgFApTx2pr0', '8e59f40575b3fde8d10d614304f0a6754705bec0d28cd6815761693ffd65f868', NULL, NULL, NULL);
INSERT INTO promotion_claim (player_uuid, code, order_id, created) VALUES (X'01A20E8AA8AE715D9CE920781EC0A6A8', 'WELCOME', X'01A20E8AAB6372AF86E970880D7E3FF2', 1795540298568);
INSERT INTO notification_list (player_uuid, last_position, newest_at, broadcasts_before) VALUES (X'01A20E8AA8AE715D9CE920781EC0A6A8', 2, 1795540298981, 0);
INSERT INTO notification (player_uuid, position, created, wire, broadcasts_before) VALUES (X'01A20E8AA8AE715D9CE920781EC0A6A8', 1, 1795540298793, '{"message":"Welcome","notification_id":"Ir-wpx5gMEr4nkiHqRVWOjE","created":"2026-11-24T17:11:38.793Z"}', 0);
INSERT INTO notification (player_uuid, position, created, wire, broadcasts_before) VALUES (X'01A20E8AA8AE715D9CE920781EC0A6A8', 2, 1795540298981, '{"message":"A user of Anon was linked, and may log in as you.","custom_data":{"event":"portal_user_linked","platform":"Anon","at":"2026-11-24T17:11:38.880Z"},"notification_id":"hU7-Xshry_TjvuVSa0bYOjI","created":"2026-11-24T17:11:38.981Z"}', 0);
INSERT INTO player_role (player_uuid, since_position, role_id) VALUES (X'01A20E8AA8AE715D9CE920781EC0A6A8', 1, 1);
INSERT INTO broadcast_member (player_uuid, position) VALUES (X'01A20E8AA8AE715D9CE920781EC0A6A8', 3);
