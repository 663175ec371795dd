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
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES (1, 'schema', '6b193731abbb55531be7a35c71785e240d42b08cc97576e94d01304e346af4d6', 1795537183839);
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES (2, 'used_state', 'ea6ac49afbefcd4767b50439d16d72b525e997ad7b202a8cbfe8a1fdd10e0cb5', 1795537183874);
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES (3, 'issued_session', '9a01c35c2ffc85d0f539e7e71b1e0b25d366af086b31adf3c811654ce57ee66f', 1795537183889);
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES (4, 'audit_seals', '67fbc2f312283546afa10128cecc69f7ba653130ddc2883d720d7032dc44f71d', 1795537183895);
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES (5, 'client_redirects', 'b7248ecffdcd3b14cfb792f0991b268c85cafb90e991e632b1abd430f2034e8d', 1795537183908);
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES (6, 'wrong_code', '849c65b4a41cb774c171b9cbde24a5bd5275e09c70a0afaf117807198a17b513', 1795537183935);
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES (7, 'portal_environment', '3510842c7b5b90d01756742a7280d4150ac2e4f2f96a1264d0135e5b33f9a08b', 1795537183985);
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES (8, 'order_seals', '1dec678ff001dc3d69c656adc2de0a9e4a067bac99450169f3d420d0229fec18', 1795537183991);
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES (9, 'person_players', 'ed9674fee08e9b87df44dac6685665a3cb07de495a2bb7afa7dcce8172f7ef4e', 1795537183999);
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES (10, 'person_presence', 'ebc3c27a8aa1b8ab30675b565f637d712755e2a02dde53d7f7c639b71d08301c', 1795537184008);
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES (11, 'upkeep', '22fddde780a015f9bee20e576fa4996bbed614eb447473e6f50e7a705adde11c', 1795537184013);
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES (12, 'person_merge', 'c357a4f05f2c99fa3430c4b7db3b21a034ba2ba9d988790bde997850f8760f73', 1795537184022);
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES (13, 'order_refunds', 'cf04e8d6d7d6e730e384d0979cf98773a406eba248e2fd203bf48dd564839dd9', 1795537184031);
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES (14, 'search', '8309583d2095a7ae17485f2d119b02474a3fc4ed6d4315049ee9c21ecf2394fc', 1795537184041);
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES (15, 'restriction_end', '3b8e325b60aa07540a4db271acd4c6747f4fce7d48984194f408886397687416', 1795537184043);
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES (16, 'stated_prices', '380505bdfedc8838c6c78153c419da46d733d4d07896816bd395ff126f8e1084', 1795537184044);
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES (17, 'broadcasts', 'bde69a62822a403e055be5c54d6f39f1d4dd13791d23cbeec938418c512baf7d', 1795537184048);
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES (18, 'presence_heartbeats', '2ace9a4937c4cfe5feced92fceffb6ddd6d5c302224592c601234152ef3615b6', 1795537184058);
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES (19, 'schema_epoch', '2edd9e30636dba650251169709c82aff4593f79848dbaafa7fad0bdc943e3d04', 1795537184262);
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES (20, 'access_seals', '2e6a6affb88c880a35bc47205df017c5d9be4243b3d83ed13e336c32767cf8e7', 1795537184281);
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES (21, 'kept_restriction', 'bf1eea25eb6eec10da3da8d1e6b629740a6646a0272c0626c3076f5151dee300', 1795537184286);
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES (22, 'order_lookup', 'c88c2045bc3d63a50edc1f8436309fea277cfe96e4a6702d50a316dea126e6b5', 1795537184290);
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES (23, 'refused_login', '7820b7cef64caca537280c776a91d9abad4533e7b7f348b3fa49eaad111a9bc8', 1795537184294);
INSERT INTO environment (id, publisher_uuid, tenant_uuid, config_elector_uuid, cursor_secret, anon_secret, revision, seal_key, seals_from) VALUES (1, X'1615F33E9B3344AEA7E1F8891452EF80', X'4B7483B0BFA946299024BF08BC2E215C', X'915F0F25709E4D8B97AA8D624081D1B6', X'6AF50C30F733FD618149A15C861845283C2CA68BAB443A800B9EBCA4A2AF73D3', X'8EA3F487F767254810C020EF9C69EAE0CDB7A808FC2012C1E182E3CC6CD81555', 2, NULL, 0);
INSERT INTO client (client_uuid, client_id, kind, description, org_id, permissions, grants, is_public, is_disabled, generation, revision, created, redirect_uris, is_pkce_exempt, seal) VALUES (X'01A20E5B273371328F8A9E871F915C9F', 'embedded', 'game', NULL, NULL, '[]', '["*"]', 1, 0, 0, 0, 1795537184563, '[]', 0, NULL);
INSERT INTO client (client_uuid, client_id, kind, description, org_id, permissions, grants, is_public, is_disabled, generation, revision, created, redirect_uris, is_pkce_exempt, seal) VALUES (X'01A20E5B28BD770AAB9031AF11C36286', 'a-machine', 'machine', NULL, NULL, '["catalog:read"]', '["client_credentials"]', 0, 0, 0, 0, 1795537184957, '[]', 0, NULL);
INSERT INTO client_secret (client_uuid, slot, secret_id, hash, last_four, created, expires, last_used) VALUES (X'01A20E5B28BD770AAB9031AF11C36286', 0, X'01A20E5B28BD770AAB9031B0F2EAF382', X'99B1BA625EA5BD439293290D3EB2AE32A96177E248F9075DA4513B058C965CC7', 'DASX', 1795537184957, NULL, NULL);
INSERT INTO role (role_id, name, permissions, bypasses_lock, revision, seal) VALUES (1, 'player', '["notification:playerid:self:*","notification:playerid:self:read","inv:read_order:player:self","inv:create_order:player:self","inv:read_inv:player:self","catalog:read","presence:read","presence:edit:self"]', 0, 0, NULL);
INSERT INTO signing_key (key_id, sequence, algorithm, published, signs_from, public_jwk, private_jwk, seal) VALUES ('01a20e5b-26f7-77c6-b6be-1c00b5967b9a', 1, 'EdDSA', 1795537184503, 1795537184503, '{"kty":"OKP","crv":"Ed25519","x":"gTigPSqNI5u8KBx4ZDJFJXAYq_iW4RW-j7gUdH0f_90","kid":"01a20e5b-26f7-77c6-b6be-1c00b5967b9a","alg":"EdDSA","use":"sig"}', '{"crv":"Ed25519","d":"kqcULZJ42SJWgObOl_DAuXCdi3p-NTWBha1eKalP2Mk","x":"gTigPSqNI5u8KBx4ZDJFJXAYq_iW4RW-j7gUdH0f_90","kty":"OKP"}', NULL);
INSERT INTO signing_key (key_id, sequence, algorithm, published, signs_from, public_jwk, private_jwk, seal) VALUES ('01a20e5b-2710-7123-a93e-c3ec8fa98776', 2, 'EdDSA', 1795537184503, 1798129184503, '{"kty":"OKP","crv":"Ed25519","x":"KScC96imgbxyIP7SFULeLCWpUoqHQPx26bI6pbEGAcE","kid":"01a20e5b-2710-7123-a93e-c3ec8fa98776","alg":"EdDSA","use":"sig"}', '{"crv":"Ed25519","d":"iWrgH9v0vya4uSBtTROCCSGm_E5Uw8tey53i3LVwrPQ","x":"KScC96imgbxyIP7SFULeLCWpUoqHQPx26bI6pbEGAcE","kty":"OKP"}', NULL);
INSERT INTO catalog_text (text_id, byte_count, unnamed_since) VALUES (X'01A20E5B274377089E77152014662A7D', 735, 1795537184578);
INSERT INTO catalog_text (text_id, byte_count, unnamed_since) VALUES (X'01A20E5B274377089E7715210F1D3A7B', 3498, 1795537184578);
INSERT INTO catalog_text (text_id, byte_count, unnamed_since) VALUES (X'01A20E5B274377089E7715228D43EB71', 8396, 1795537184578);
INSERT INTO catalog_text_part (text_id, part, bytes) VALUES (X'01A20E5B274377089E77152014662A7D', 0, X'28B52FFD04583D0A00A691352160699B0308FD685BB8D18ACC7243ECDB0CF1780B90BDB18F7FB3281F50104471012A002D002C00BC583341942CA1B0621898A42F4BB95D341DC5D249F6463A72ECF3D2E6E9C93CFC463A7A23FDB5E4F546ECD87DA0F4D6B4C5509A7AF99A2392FEF062559A84234214180C10200E74176F5BC71CBBCF9AADC0BB4C2DC90200C92C45BA6E24D1BCA3E1D8068467CDF55471AC74B1CA2D2B92E5538F5BD674B470ECC4801C076AC98B7703DDDD077220964E1E1BB1DB774C02BE24639AF2D4C3DA2EAA081C8E7DC8C671BACBC5AD5AA42A5D8AB185102E2070C252951E0D145822446E0DC013993433D0E6D70561B797D817ECF0AE04DCB18F704BFF01CD3AF82EC01A16B86A8310AE202C3C5070967157574E2BD8260E0F8B4D21D88F100A888B4CD30632130214BABA015B1FFF2360F80CCA5B3C9C555966FF5616005BFEC6BB4CED015C7C022B');
INSERT INTO catalog_text_part (text_id, part, bytes) VALUES (X'01A20E5B274377089E7715210F1D3A7B', 0, X'28B52FFD0458352200BA434C0C29F0AC440FC40455C8A18F909700A6A8CA4C70355CFC797806569FFF776D59F789246B039BC88A45E001BE00B200B000CCD3383C440D0D1413CB9C5089A2A0F9D523510E6E16E523586A638D4FE59D7232DC16AFDA3FA3F77DEEB69DD7AE5967436A2C126843893E9214D212E5C84B6EA874911D87E1012280010689C659B2D370A087A119721EA5F179F948794682948F2425BF8595AAE2809CDC3C46B328646A50082BDF58B242A6495DC7B72EE8AC8DB05983B5A385DE70D6D7BE60ABBE5C25EA2E92C412751765B54435852CC63CC633EA9128A61E898A9EA9342B8F04854C8F4445B9599C4779BB408F7A04AAD188E392D069FB9E15CE7ECABCABF5DB77B1D8A87C873DD66756FA75B66FA3B4E5ABDEED1DEDF88E2D4AEF532EA272F38D67F2929B77DE609B72E1FBA0F7A3AE367492CD7EEE3ED6778D5A7F867DAE8B59D7EBB5276BDE943D6C879F7DE7CF41CE6D1E439954C48DC96B9FFC5F5D23961DFFBD6785B19B8C90DA87A8BC34924AD43F8EAC1E0F00D3A41404082A51CF430A94238528C9ACDA1A124C50447860152638EC593458587071608141828644C442B042348B4581032562C2A1A16974901EC2B0B8C00B14132A1A4445035911F1D02814C00C4C2CDE8BDF256DF5758D8D3664D31BB726FB3D7B9F43E917C3EB14B77FCB7595B036BCEE5DDF7B43BBBCB2C6902A45FE96A8A150569A0C47819C6C9FF9C8D9FB25BFE16997C5AF65C5B23164DE7046D8B0DEC81C73CEB17A696CDEB0FCDA144ADA1F9B377DCF7BD2FB2E73D7BC315F912EB77E9BEC15616DE7D53BCA8FEDBE9C73932904598BA97F16FBD014D3344D4A41B0B9998B83053F0E040E4C0683C200E8C280048BF570E1CC68216127DCC7271C0A0D0812400CCED5D8BED6E516B4ADA9B4B231BDDE374AD6EDC1B7CBA1641972228538E908042880E1E090F0E09960F00E1807CA0828306646C452E01EAC68458820AC841550F11C525A68F54A5719BECCC1DB77D9DA4B4AEF291FEB39DD9B94E138A342A6665994EFDDB51CC2966BCD6ECC79C3285DCF2A317CD2C297A09C28E82FE42819DF28CDA230CC821512A17A24EA99A74123C5C1349CDB5048218083A8514531446482111109249220BA39C0C2A1213A071280D0301026190EC5900E12E14844E21324014DD80D740C76055848FA20E4B101689F82EED3570B4CB8649602013354EFE95318087D35DEAA64C2519A0B51DA076FC90B620C77ADC5F17AE59B017135ADF0EAF3A14F761CD1B47C80104E69DC60B8A808B1881816BA5692D5819086D34FBBA95A296064196EA3F39002812A658D475C5D182B5A57E140E449225813025662216364EB3E52B4EE0144E31103884027F84A4EC4FE0A508C7835010EC8B2D94821B0A6BB730B6879A36F9757B07164C133417EAA6DA2C33AE21DF3F250239AC2A60FB1D9BFDD913F3B1E40F857158164EB49FDE3709D117585ADA753762E1C711DA7CECA7F4F479D54685DC669E48D7A651E1542762144E5ACEA9939B83A3D8613904996FE01CA4A2798');
INSERT INTO catalog_text_part (text_id, part, bytes) VALUES (X'01A20E5B274377089E7715228D43EB71', 0, X'28B52FFD04581D33006A65241327E0669007F80145FEC3174B350A6F34D19F41E65BC9E2D91B48C1A813D8DA5D1978628C31C61870330120011F018D4FA64052E516F9970A9D645043C3648B9A40BFB22A9DAD2A7BB22B70709CFEAB7FF5CADA13484FDDD29953656B4F5AE50CEE52F0EEE03A06FA53E6FFEE56D71CE7D91DDCE5AB9FB38EF90994F97F75CF5539033C38CEC6A93E9933817EF5AFBC75269EE58C3374CDCAD4C1659D677E52E8D774559365559433C483FB194CD51526CC67DC4F22DA610BB09CF46579F91F09974782536D0A4825E1B804D858831BB22048D236295AB7F8B5E9C9CAD5CF32362978CBCACED0B7EC1F5CF7547FE7EFBD85B03A223715C53255A4C7E2E5FBD87AE6D974A80426A491110D02D65420325B452C38B8E80A1C9C96797E758F332C383760803B38AC6753F6356770D8825A2E26122673D988908F74839008D031481C4C38099584855D0F88B65860A42A92DCC161F2EFAEC0C179EAAAA69ED979BB020115FE09FBE45D7BA46A0439159FE655BF28CAFA72ECF64D8AEE3EEB9CACEEE99633B82AAD8C30A438B5F5D13CF5B313C7E8D13AFBD57D4E98CB0241ED418495CF26C027A1E98424BF92790743234589A2170918038CA50BCDD42321F2B4880C24205032F5709127CCF220109B01C9A5B068166FA06C6105C0180C78E90C0BAE5FFEE2649ED2AE9C7DECE30C2E567833ACBB72891FBC56BF59757D17F7FB6A8573CE88C29F796DE23DABB64ECF9C215B3D83301E9CBE3D631EE128526F5350BF1EDDFA389DFCED886F18E9E87B6FF16AC1FDEADA9CC15D4A46CC37C5BDC3A72F85DFEDBDBE48DBFB24BE366F5A1DA7FF8A57DB36111030FD6BF35BAB78D7B6E9F253E76CDAE5F774796CF31B46180C72A0550DE2989B67652293813810AB81CE249CEA1567A9E9D357E66763541F25257E946E4EABC5B5E1B0106CAC514D8D4212DA84FE15BA98038A50C1885064DA8C6ABB591671280AB9932B6D786046E168898222793438FE910140E0EBA226D9D47CF37EC69A1B0292F9880D04443BC45D52D1869BA20F6B0A3FCAC6FA6C74EDB39ADF38E39CF3EA1C992F7521B635CBFE226DA3D773AC4FEFCA1F87F1CA8CBBA3EAD53D6E5CF9DC8FCB9C1FA6BA3ED9677EB7CF0873E674E2DDFAD5BF3A664A2436C767D3283848F00C947C8CC7FF4CD31E0987C5539B2265248D4DE8084881DF302E9A11B29D78400F28952D216C8BE48229241BCD268B04C1A3485DFA86C766B4C1AC51F37C659514EEFA658BF3EB57D69729AD2FCA9CF258A794BC525C433BF7BEF64569F5BBDBD667234D5F8556EA0B0B0B334E7D65D71A4E68B77C196FFCA8CCEBE317C727A9ED1B568BB5841A59051AEB808C89C7B2786885B4204C12E2F9D0AC52FA5C201F7A592C556060F0FE5754592A0A03491E9602018291750A3E1B08E9F8E86E1276886355022116924946D02D8C93B50964713CBF72A4399E3A523C4ECB1F875B3F88717D11A6F145D1A4518ED42530B0D4BD2D1CAC557C014682F0076319F2B0142859D11F369210430949045089201857DE1D2FA6944358AD7D18C2E8C938EBB317CF17694C598AB7DD2030142E2189661CDFE2092A89E682801D1048122352E0656361301738B3318B503C20B631E0F03C409F0B261D748BE5B32FC17822850AA4CC0BD460468BEC84ADD05010DE121DAB76CF16A2E394E53553B253389FC6563FCB6B7D9AF6FAEC86554719A5DEB4787980AEA8D12D911189261009249440C42E06C022219A11E7011260903890263988A158161286881114E111A28C168C9C7407DD429C939E4EB20150C4388CAA2BC4825C02F85C028E7CD97D44C3B0BF220FA587D81557200361E21564A3070D8E9A60E2948E6231E3FBAE252D9D617F424EB0AB261740822E1902F57C050EF25D93EE01BDC1463FECAF28EC355154F4885D162D324C7C2DD783E03D52BAFDC66C0EF80414701FAEAF37BF6DFCA5FDFB9CBCFCAC5307FB44A8741ECB094F55DDE7A107920E4C3C7D28BD8434BDB103C4E9E097139E7E2EA8073A5898C60F8BD204F1203AF734C6812A1D8100EFB082D40B754BF5E76CFD5637BDEF70E2D28B18E6D0A10902F87E04709E766E8336467D12463D31C73D5AF5CFA4EA77801FC9AF74C6886943F01A55AC63F4D81D6306878E37EF57217880FDB9300B820A9DF8CF3A0883DB602ACA058AAC497EA65F4D10558AEADBE1F83BB9E05B449E5A6B45B1F099C052A0A2370A50382D16278208376E60FF466F3A130D5283EDFD8DB89793F7FE1B3D7576BF9B3700C121480862074C6AB2EF501D07AB6589E436');
INSERT INTO catalog_version (version, form, etag, document_etag, created, body, prepared, document) VALUES (1, 2, 'X9iXgFFsMKnplBSWmQUBNqTBVk41ozAcZhgXQF2b0l8', '-In3brRHUBPwm7g-xsE_zPBAS9eXxOcsSOwMsZktBZI', 1795537184578, X'01A20E5B274377089E7715228D43EB71', X'01A20E5B274377089E7715210F1D3A7B', X'01A20E5B274377089E77152014662A7D');
INSERT INTO catalog_publication (publication, version, published) VALUES (1, 1, 1795537184578);
INSERT INTO audit (sequence, at, actor_kind, actor_id, actor_name, address, operation, subject_kind, subject_id, revision, reason, outcome, before_json, after_json, seal, sealing, token_hash) VALUES (1, 1795537184515, 'system', 'garrison', 'garrison', '', 'signingKey.publish', 'environment', 'environment', 1, NULL, 'done', NULL, '{"key_id":"01a20e5b-26f7-77c6-b6be-1c00b5967b9a","algorithm":"EdDSA","signs_from":1795537184503}', '8o-zoPqfenYjlXLEx1pqJHu_eDO7fYEsEnBz-ZaGWvo', 'plain', 'YLAf5Jh53vFl2haT0RLdEQpipWhiL6g7xenxC3CxzkE');
INSERT INTO audit (sequence, at, actor_kind, actor_id, actor_name, address, operation, subject_kind, subject_id, revision, reason, outcome, before_json, after_json, seal, sealing, token_hash) VALUES (2, 1795537184531, 'system', 'garrison', 'garrison', '', 'signingKey.publish', 'environment', 'environment', 2, NULL, 'done', NULL, '{"key_id":"01a20e5b-2710-7123-a93e-c3ec8fa98776","algorithm":"EdDSA","signs_from":1798129184503}', 'OPh3k_V0FJPTrelBl86yXWbtGA1tgl8kHfV0sUZhhzM', 'plain', 'tIv7YNO1xy5hIXXPzQrzYVAYg-lQE4xBTZ7Y-QvyVsU');
INSERT INTO audit (sequence, at, actor_kind, actor_id, actor_name, address, operation, subject_kind, subject_id, revision, reason, outcome, before_json, after_json, seal, sealing, token_hash) VALUES (3, 1795537184563, 'system', 'garrison', 'garrison', '', 'client.create', 'client', 'embedded', 0, NULL, 'done', NULL, '{"client_uuid":"01a20e5b-2733-7132-8f8a-9e871f915c9f","kind":"game","permissions":[],"grants":["*"],"public":true,"disabled":false,"redirect_uris":[],"pkce_exempt":false,"secrets":[]}', 'eU1hmzkrDKAu0Xt9o0-8yhOlcbpbyfReGdsY5roFodw', 'plain', 'oEdnDcHMr6e-vXPgMs5YBUSHZXIfYmLIjwMzT4gzjDs');
INSERT INTO audit (sequence, at, actor_kind, actor_id, actor_name, address, operation, subject_kind, subject_id, revision, reason, outcome, before_json, after_json, seal, sealing, token_hash) VALUES (4, 1795537184584, 'local', 'embedded', 'embedded', '', 'catalog.publish', 'catalog', 'catalog', 1, NULL, 'done', NULL, '{"version":1,"etag":"X9iXgFFsMKnplBSWmQUBNqTBVk41ozAcZhgXQF2b0l8","document_etag":"-In3brRHUBPwm7g-xsE_zPBAS9eXxOcsSOwMsZktBZI"}', '8JCbHfkhMUUG2RVchmyooprm1yLBZkUbxfPoPomHssI', 'plain', 'tRd2QMzHZscljEoHRz6-PLNDVkgchwqPGW_3QKKcBK8');
INSERT INTO audit (sequence, at, actor_kind, actor_id, actor_name, address, operation, subject_kind, subject_id, revision, reason, outcome, before_json, after_json, seal, sealing, token_hash) VALUES (5, 1795537184961, 'local', 'landed', 'landed', '', 'client.create', 'client', 'a-machine', 0, 'kept as a file', 'done', NULL, '{"client_uuid":"01a20e5b-28bd-770a-ab90-31af11c36286","kind":"machine","permissions":["catalog:read"],"grants":["client_credentials"],"public":false,"disabled":false,"redirect_uris":[],"pkce_exempt":false,"secrets":[{"secret_id":"01a20e5b-28bd-770a-ab90-31b0f2eaf382","created":1795537184957}]}', 'saKYxZxU83Og-2IA1Q5FgjW09Ym4aRFU6hye7G4-UIE', 'plain', 'hoUN2-8SPit4IrFMZEIjJMrI3qt2Kt4Qg1vrutyaJtE');
INSERT INTO audit (sequence, at, actor_kind, actor_id, actor_name, address, operation, subject_kind, subject_id, revision, reason, outcome, before_json, after_json, seal, sealing, token_hash) VALUES (6, 1795537184986, 'local', 'landed', 'landed', '', 'player.setRole', 'person', '01a20e5b-274e-76f5-92a2-fb7f907ee762', 2, 'kept as a file', 'done', '{"player_uuid":"01a20e5b-274e-76f5-92a2-fb809d06fcae","role_id":1}', '{"player_uuid":"01a20e5b-274e-76f5-92a2-fb809d06fcae","role_id":1}', 'qdqSnMvtb-pn9ZHEnBvZGUznvWso5zyuK_ehr-OmKKg', 'plain', 'b9uYZC615SbEnOyJVgEwTglB1B7MS-19eggX_Bq5kec');
INSERT INTO audit (sequence, at, actor_kind, actor_id, actor_name, address, operation, subject_kind, subject_id, revision, reason, outcome, before_json, after_json, seal, sealing, token_hash) VALUES (7, 1795537184998, 'local', 'landed', 'landed', '', 'restriction.add', 'person', '01a20e5b-274e-76f5-92a2-fb7f907ee762', 3, 'kept as a file', 'done', NULL, '{"restriction_id":"01a20e5b-28e3-76b8-936c-490278a490cf","type":"account_pending_deletion"}', 'R9J0B_jBoNDXaboJqzQKXgaAc5qBv9SndPxIIPeL-54', 'plain', 'wphm8pAvfv51hwyyYx-AuzDdKfQHgK2sPM92clxShS8');
INSERT INTO audit_head (id, sequence, last_seal, token) VALUES (1, 7, 'R9J0B_jBoNDXaboJqzQKXgaAc5qBv9SndPxIIPeL-54', X'8A9DC59B9A064578BBF3D80ACFF9F3B1');
INSERT INTO broadcast_head (id, last_position, last_created) VALUES (1, 3, 1795537184993);
INSERT INTO broadcast (position, created, segment, role_id, wire) VALUES (1, 1795537184966, 'all', NULL, '{"message":"The season begins","notification_id":"dy6nIMBXraD6A9e0hiLfsTEuMA","created":"2026-11-24T16:19:44.966Z"}');
INSERT INTO broadcast (position, created, segment, role_id, wire) VALUES (2, 1795537184990, 'role', 1, '{"message":"To players","notification_id":"5Yw0DmKX1JcYr2FZcd_VNzIuMA","created":"2026-11-24T16:19:44.990Z"}');
INSERT INTO broadcast (position, created, segment, role_id, wire) VALUES (3, 1795537184993, 'players', NULL, '{"message":"To some","notification_id":"0CbtCMHbPNI40Fj3QaGiwDMuMA","created":"2026-11-24T16:19:44.993Z"}');
INSERT INTO schema_epoch (id, oldest) VALUES (1, 22);
INSERT INTO person (person_id, created_at, last_login_at, deleted_at, logins, revision, players, seal) VALUES (X'01A20E5B274E76F592A2FB7F907EE762', 1795537184590, 1795537184639, NULL, 2, 3, '01a20e5b-274e-76f5-92a2-fb809d06fcae ', NULL);
INSERT INTO person_player (person_id, player_uuid, player_id, role_id, active, display_name, platform, created_at, folded_name) VALUES (X'01A20E5B274E76F592A2FB7F907EE762', X'01A20E5B274E76F592A2FB809D06FCAE', 1, 1, 1, 'Player', 'Anon', 1795537184590, 'player');
INSERT INTO person_portal_user (person_id, platform, portal_user_id, player_uuid, display_name, parent_platform, parent_portal_user_id, created_at, environment, parent_environment) VALUES (X'01A20E5B274E76F592A2FB7F907EE762', 'Anon', 'HbWVYer2KzVGbG7kP0gMhvopBPzK2nDh78S4zjX9Xp4', X'01A20E5B274E76F592A2FB809D06FCAE', 'Player', NULL, NULL, 1795537184590, '', '');
INSERT INTO person_portal_user (person_id, platform, portal_user_id, player_uuid, display_name, parent_platform, parent_portal_user_id, created_at, environment, parent_environment) VALUES (X'01A20E5B274E76F592A2FB7F907EE762', 'Anon', 'oauumN1f3sD8yE1pdo3akPBW_QvFY27LBitd6546_CI', X'01A20E5B274E76F592A2FB809D06FCAE', 'Player', NULL, NULL, 1795537184717, '', '');
INSERT INTO restriction (person_id, restriction_id, type, reason, note, issuer, created_at, expires_at, lifted_at, lifted_by) VALUES (X'01A20E5B274E76F592A2FB7F907EE762', X'01A20E5B28E376B8936C490278A490CF', 'account_pending_deletion', NULL, NULL, 'landed', 1795537184995, NULL, NULL, NULL);
INSERT INTO login_session (person_id, session_id, client_uuid, client_generation, player_uuid, platform, portal_user_id, token_hash, token_ends_at, exchanges, created_at, expires_at, revoked_at, revoked_for, is_issued, environment) VALUES (X'01A20E5B274E76F592A2FB7F907EE762', X'01A20E5B275476E1AF4641629D2FABC6', X'01A20E5B273371328F8A9E871F915C9F', 0, X'01A20E5B274E76F592A2FB809D06FCAE', 'Anon', 'HbWVYer2KzVGbG7kP0gMhvopBPzK2nDh78S4zjX9Xp4', X'4186250A71A54DAAF8CEA07BC325E02B039D1A961B4A7EFC7BE7B0AE45067747', 1798129184639, 1, 1795537184590, 1803313184590, NULL, NULL, 0, '');
INSERT INTO refresh_exchange (person_id, session_id, token_hash, successor_seed, rotated_at) VALUES (X'01A20E5B274E76F592A2FB7F907EE762', X'01A20E5B275476E1AF4641629D2FABC6', X'218DBAC05FE5B2380A66D853F059B5D3B5FC980C6147BCBA3FAE370344B03AF7', X'FD075E68926D1808F3DB7A98424BED3DA9EE3DF8B60CDAFCF5CA9C5E72DA357C', 1795537184639);
INSERT INTO login_history (person_id, login_id, at, player_uuid, session_id, grant_type, platform, client_uuid, address, user_agent) VALUES (X'01A20E5B274E76F592A2FB7F907EE762', X'01A20E5B27587091AA5AE5BF5FE6BBFE', 1795537184590, X'01A20E5B274E76F592A2FB809D06FCAE', X'01A20E5B275476E1AF4641629D2FABC6', 'anon', 'Anon', X'01A20E5B273371328F8A9E871F915C9F', '', 'embedded');
INSERT INTO login_history (person_id, login_id, at, player_uuid, session_id, grant_type, platform, client_uuid, address, user_agent) VALUES (X'01A20E5B274E76F592A2FB7F907EE762', X'01A20E5B2784719FBA233C6B4890BD2C', 1795537184639, X'01A20E5B274E76F592A2FB809D06FCAE', X'01A20E5B275476E1AF4641629D2FABC6', 'refresh', 'Anon', X'01A20E5B273371328F8A9E871F915C9F', '', 'embedded');
INSERT INTO security_event (person_id, event_id, at, kind, session_id, client_uuid, address, grant_type, code) VALUES (X'01A20E5B274E76F592A2FB7F907EE762', X'01A20E5B27CF72E7BCEE18F68C46ACD7', 1795537184717, 'portal_user_linked', NULL, X'01A20E5B273371328F8A9E871F915C9F', '', NULL, NULL);
INSERT INTO person_presence (person_id, player_uuid, status, undisturbed, last_seen, platform, message, custom_data, revision) VALUES (X'01A20E5B274E76F592A2FB7F907EE762', X'01A20E5B274E76F592A2FB809D06FCAE', 'away', 0, 1795537184706, 'Anon', '"in the lobby"', NULL, 1);
INSERT INTO portal_user (portal_user_id, platform, person_id, environment) VALUES ('HbWVYer2KzVGbG7kP0gMhvopBPzK2nDh78S4zjX9Xp4', 'Anon', X'01A20E5B274E76F592A2FB7F907EE762', '');
INSERT INTO portal_user (portal_user_id, platform, person_id, environment) VALUES ('oauumN1f3sD8yE1pdo3akPBW_QvFY27LBitd6546_CI', 'Anon', X'01A20E5B274E76F592A2FB7F907EE762', '');
INSERT INTO promotion_use (code, uses) VALUES ('WELCOME', 1);
INSERT INTO order_lookup (order_id, player_uuid) VALUES (X'01A20E5B279C74F29BA633A7F8D08950', X'01A20E5B274E76F592A2FB809D06FCAE');
INSERT INTO order_lookup (order_id, player_uuid) VALUES (X'01A20E5B279C74F29BA633ADECCCABA6', X'01A20E5B274E76F592A2FB809D06FCAE');
INSERT INTO order_lookup (order_id, player_uuid) VALUES (X'01A20E5B279C74F29BA633AF8CDC62DD', X'01A20E5B274E76F592A2FB809D06FCAE');
INSERT INTO order_lookup (order_id, player_uuid) VALUES (X'01A20E5B27B67236B77BDC5997AEF6C2', X'01A20E5B274E76F592A2FB809D06FCAE');
INSERT INTO order_lookup (order_id, player_uuid) VALUES (X'01A20E5B27B97063B217A3EB16601746', X'01A20E5B274E76F592A2FB809D06FCAE');
INSERT INTO order_lookup (order_id, player_uuid) VALUES (X'01A20E5B27BC7797B32EE6122FBB5E3F', X'01A20E5B274E76F592A2FB809D06FCAE');
INSERT INTO player (rowid, player_uuid, person_id, created_at, broadcasts_before) VALUES (1, X'01A20E5B274E76F592A2FB809D06FCAE', X'01A20E5B274E76F592A2FB7F907EE762', 1795537184590, 0);
INSERT INTO inventory_owner (player_uuid, changed_at, seal_token) VALUES (X'01A20E5B274E76F592A2FB809D06FCAE', 1795537184700, X'1E1801CD987747C3A1F3574EB3410088');
INSERT INTO inventory_record (player_uuid, inventory_id, item_id, type, bucket, count, acquired, expires, custom_data, legacy_inventory_id, revision) VALUES (X'01A20E5B274E76F592A2FB809D06FCAE', X'01A20E5B279C74F29BA633B19532B0BA', 1, 'persistent', 'none', 419, 1795537184654, NULL, NULL, 1745687665619130, 5);
INSERT INTO inventory_record (player_uuid, inventory_id, item_id, type, bucket, count, acquired, expires, custom_data, legacy_inventory_id, revision) VALUES (X'01A20E5B274E76F592A2FB809D06FCAE', X'01A20E5B279C74F29BA633B2BBCE3B63', 2, 'persistent', 'none', 30, 1795537184654, NULL, NULL, 1745692608314211, 1);
INSERT INTO inventory_record (player_uuid, inventory_id, item_id, type, bucket, count, acquired, expires, custom_data, legacy_inventory_id, revision) VALUES (X'01A20E5B274E76F592A2FB809D06FCAE', X'01A20E5B279C74F29BA633B3CE0C3E8F', 3, 'persistent', 'none', 1, 1795537184654, NULL, NULL, 1745697209335439, 1);
INSERT INTO inventory_record (player_uuid, inventory_id, item_id, type, bucket, count, acquired, expires, custom_data, legacy_inventory_id, revision) VALUES (X'01A20E5B274E76F592A2FB809D06FCAE', X'01A20E5B27BE7106913463E54072C613', 1, 'transient', 'none', 5, 1795537184700, NULL, NULL, 1235736186766867, 1);
INSERT INTO inventory_count (player_uuid, item_id, bucket, count, records) VALUES (X'01A20E5B274E76F592A2FB809D06FCAE', 1, 'none', 424, 2);
INSERT INTO inventory_count (player_uuid, item_id, bucket, count, records) VALUES (X'01A20E5B274E76F592A2FB809D06FCAE', 2, 'none', 30, 1);
INSERT INTO inventory_count (player_uuid, item_id, bucket, count, records) VALUES (X'01A20E5B274E76F592A2FB809D06FCAE', 3, 'none', 1, 1);
INSERT INTO inventory_ledger (player_uuid, inventory_id, revision, item_id, order_id, entry_id, delta, count_after, created, submitter_uuid, expires, type, bucket, legacy_inventory_id, custom_data) VALUES (X'01A20E5B274E76F592A2FB809D06FCAE', X'01A20E5B279C74F29BA633B19532B0BA', 1, 1, X'01A20E5B279C74F29BA633A7F8D08950', X'01A20E5B279C74F29BA633A85586CC91', 200, 200, 1795537184654, X'00000000000000000000000000000000', NULL, 'persistent', 'none', 1745687665619130, NULL);
INSERT INTO inventory_ledger (player_uuid, inventory_id, revision, item_id, order_id, entry_id, delta, count_after, created, submitter_uuid, expires, type, bucket, legacy_inventory_id, custom_data) VALUES (X'01A20E5B274E76F592A2FB809D06FCAE', X'01A20E5B279C74F29BA633B19532B0BA', 2, 1, X'01A20E5B279C74F29BA633A7F8D08950', X'01A20E5B279C74F29BA633A9E60A8361', 3, 203, 1795537184654, X'00000000000000000000000000000000', NULL, NULL, NULL, NULL, NULL);
INSERT INTO inventory_ledger (player_uuid, inventory_id, revision, item_id, order_id, entry_id, delta, count_after, created, submitter_uuid, expires, type, bucket, legacy_inventory_id, custom_data) VALUES (X'01A20E5B274E76F592A2FB809D06FCAE', X'01A20E5B279C74F29BA633B19532B0BA', 3, 1, X'01A20E5B279C74F29BA633ADECCCABA6', X'01A20E5B279C74F29BA633AEB2EF534F', 7, 210, 1795537184654, X'00000000000000000000000000000000', NULL, NULL, NULL, NULL, NULL);
INSERT INTO inventory_ledger (player_uuid, inventory_id, revision, item_id, order_id, entry_id, delta, count_after, created, submitter_uuid, expires, type, bucket, legacy_inventory_id, custom_data) VALUES (X'01A20E5B274E76F592A2FB809D06FCAE', X'01A20E5B279C74F29BA633B19532B0BA', 4, 1, X'01A20E5B279C74F29BA633AF8CDC62DD', X'01A20E5B279C74F29BA633B075A6B28F', 9, 219, 1795537184654, X'00000000000000000000000000000000', NULL, NULL, NULL, NULL, NULL);
INSERT INTO inventory_ledger (player_uuid, inventory_id, revision, item_id, order_id, entry_id, delta, count_after, created, submitter_uuid, expires, type, bucket, legacy_inventory_id, custom_data) VALUES (X'01A20E5B274E76F592A2FB809D06FCAE', X'01A20E5B279C74F29BA633B19532B0BA', 5, 1, X'01A20E5B27B67236B77BDC5997AEF6C2', X'01A20E5B27B67236B77BDC5A44FC462D', 200, 419, 1795537184692, X'00000000000000000000000000000000', NULL, NULL, NULL, NULL, NULL);
INSERT INTO inventory_ledger (player_uuid, inventory_id, revision, item_id, order_id, entry_id, delta, count_after, created, submitter_uuid, expires, type, bucket, legacy_inventory_id, custom_data) VALUES (X'01A20E5B274E76F592A2FB809D06FCAE', X'01A20E5B279C74F29BA633B2BBCE3B63', 1, 2, X'01A20E5B279C74F29BA633A7F8D08950', X'01A20E5B279C74F29BA633A9E60A8361', 30, 30, 1795537184654, X'00000000000000000000000000000000', NULL, 'persistent', 'none', 1745692608314211, NULL);
INSERT INTO inventory_ledger (player_uuid, inventory_id, revision, item_id, order_id, entry_id, delta, count_after, created, submitter_uuid, expires, type, bucket, legacy_inventory_id, custom_data) VALUES (X'01A20E5B274E76F592A2FB809D06FCAE', X'01A20E5B279C74F29BA633B3CE0C3E8F', 1, 3, X'01A20E5B279C74F29BA633A7F8D08950', X'01A20E5B279C74F29BA633AA37AC4B0A', 1, 1, 1795537184654, X'00000000000000000000000000000000', NULL, 'persistent', 'none', 1745697209335439, NULL);
INSERT INTO inventory_ledger (player_uuid, inventory_id, revision, item_id, order_id, entry_id, delta, count_after, created, submitter_uuid, expires, type, bucket, legacy_inventory_id, custom_data) VALUES (X'01A20E5B274E76F592A2FB809D06FCAE', X'01A20E5B279C74F29BA633B4E6589F01', 1, 1, X'01A20E5B279C74F29BA633A7F8D08950', X'01A20E5B279C74F29BA633AB29B90868', 10, 10, 1795537184654, X'00000000000000000000000000000000', NULL, 'transient', 'none', 1745701911961345, NULL);
INSERT INTO inventory_ledger (player_uuid, inventory_id, revision, item_id, order_id, entry_id, delta, count_after, created, submitter_uuid, expires, type, bucket, legacy_inventory_id, custom_data) VALUES (X'01A20E5B274E76F592A2FB809D06FCAE', X'01A20E5B279C74F29BA633B4E6589F01', 2, 1, X'01A20E5B27BC7797B32EE6122FBB5E3F', NULL, -10, 0, 1795537184699, X'00000000000000000000000000000000', 1795537184699, NULL, NULL, NULL, NULL);
INSERT INTO inventory_ledger (player_uuid, inventory_id, revision, item_id, order_id, entry_id, delta, count_after, created, submitter_uuid, expires, type, bucket, legacy_inventory_id, custom_data) VALUES (X'01A20E5B274E76F592A2FB809D06FCAE', X'01A20E5B27B97063B217A3EDBF8250A0', 1, 1, X'01A20E5B27B97063B217A3EB16601746', X'01A20E5B27B97063B217A3EC6C90B0FF', 4, 4, 1795537184697, X'00000000000000000000000000000000', NULL, 'transient', 'none', 2150566352539808, '{"from":"a drop"}');
INSERT INTO inventory_ledger (player_uuid, inventory_id, revision, item_id, order_id, entry_id, delta, count_after, created, submitter_uuid, expires, type, bucket, legacy_inventory_id, custom_data) VALUES (X'01A20E5B274E76F592A2FB809D06FCAE', X'01A20E5B27B97063B217A3EDBF8250A0', 2, 1, X'01A20E5B27BC7797B32EE6122FBB5E3F', NULL, -4, 0, 1795537184699, X'00000000000000000000000000000000', 1795537184699, NULL, NULL, NULL, NULL);
INSERT INTO inventory_ledger (player_uuid, inventory_id, revision, item_id, order_id, entry_id, delta, count_after, created, submitter_uuid, expires, type, bucket, legacy_inventory_id, custom_data) VALUES (X'01A20E5B274E76F592A2FB809D06FCAE', X'01A20E5B27BE7106913463E54072C613', 1, 1, X'01A20E5B27BC7797B32EE6122FBB5E3F', X'01A20E5B27BE7106913463E4D39E20C4', 5, 5, 1795537184700, X'00000000000000000000000000000000', NULL, 'transient', 'none', 1235736186766867, NULL);
INSERT INTO player_order (player_uuid, order_id, created, entry_count, entry_total, client_order_ref_id, fingerprint, parent_order_id, catalog_version, platform, is_server, disabled, submitter_kind, submitter_uuid, client_id, byte_count, byte_total, choices, promotions, applied, wire, began_session, seal, token_hash, refunded_order_id, owed, stated) VALUES (X'01A20E5B274E76F592A2FB809D06FCAE', X'01A20E5B279C74F29BA633A7F8D08950', 1795537184654, 5, 5, X'0190A6B4000070008000000000000001', '_2qokwTPXXiYM0W9tyOFYAex3e29uciaRU4ws2ABqzo', NULL, 1, NULL, 1, NULL, 'machine', X'00000000000000000000000000000000', 'embedded', NULL, NULL, '[0,1]', NULL, NULL, '{"source":"UNKNOWN","client_order_ref_id":"0190a6b4-0000-7000-8000-000000000001","order_id":"01a20e5b-279c-74f2-9ba6-33a7f8d08950","player_uuid":"01a20e5b-274e-76f5-92a2-fb809d06fcae","created_time":"2026-11-24T16:19:44.654Z","entries":[{"type":"fill_loot","loot_id":1,"quantity":2,"entry_id":"01a20e5b-279c-74f2-9ba6-33a85586cc91","result":"success","details":[{"type":"inventory_change","loot_id":1,"inv_change":{"after_item_id":1,"after":{"inventory_id":"01a20e5b-279c-74f2-9ba6-33b19532b0ba","type":"persistent","legacy_inventory_id":1745687665619130,"bucket":"none","count":200,"acquired":"2026-11-24T16:19:44.654Z"}}}]},{"type":"fill_loot","loot_id":2,"quantity":2,"entry_id":"01a20e5b-279c-74f2-9ba6-33a9e60a8361","result":"success","details":[{"type":"inventory_change","loot_id":2,"inv_change":{"after_item_id":2,"after":{"inventory_id":"01a20e5b-279c-74f2-9ba6-33b2bbce3b63","type":"persistent","legacy_inventory_id":1745692608314211,"bucket":"none","count":30,"acquired":"2026-11-24T16:19:44.654Z"}}},{"type":"inventory_change","loot_id":8,"inv_change":{"before_item_id":1,"after_item_id":1,"before":{"inventory_id":"01a20e5b-279c-74f2-9ba6-33b19532b0ba","type":"persistent","legacy_inventory_id":1745687665619130,"bucket":"none","count":200,"acquired":"2026-11-24T16:19:44.654Z"},"after":{"inventory_id":"01a20e5b-279c-74f2-9ba6-33b19532b0ba","type":"persistent","legacy_inventory_id":1745687665619130,"bucket":"none","count":203,"acquired":"2026-11-24T16:19:44.654Z"}}}]},{"type":"fill_loot","loot_id":3,"quantity":1,"entry_id":"01a20e5b-279c-74f2-9ba6-33aa37ac4b0a","result":"success","details":[{"type":"inventory_change","loot_id":3,"inv_change":{"after_item_id":3,"after":{"inventory_id":"01a20e5b-279c-74f2-9ba6-33b3ce0c3e8f","type":"persistent","legacy_inventory_id":1745697209335439,"bucket":"none","count":1,"acquired":"2026-11-24T16:19:44.654Z"}}}]},{"type":"fill_loot","loot_id":4,"quantity":2,"entry_id":"01a20e5b-279c-74f2-9ba6-33ab29b90868","result":"success","details":[{"type":"inventory_change","loot_id":4,"inv_change":{"after_item_id":1,"after":{"inventory_id":"01a20e5b-279c-74f2-9ba6-33b4e6589f01","type":"transient","legacy_inventory_id":1745701911961345,"bucket":"none","count":10,"acquired":"2026-11-24T16:19:44.654Z"}}}]},{"type":"fill_loot","loot_id":5,"quantity":2,"entry_id":"01a20e5b-279c-74f2-9ba6-33ac360ea7a4","result":"success","details":[{"type":"new_order","loot_id":6,"order":{"source":"UNKNOWN","order_id":"01a20e5b-279c-74f2-9ba6-33adecccaba6","entries":[{"type":"fill_loot","loot_id":6,"quantity":1,"entry_id":"01a20e5b-279c-74f2-9ba6-33aeb2ef534f"}]}},{"type":"new_order","loot_id":7,"order":{"source":"UNKNOWN","order_id":"01a20e5b-279c-74f2-9ba6-33af8cdc62dd","entries":[{"type":"fill_loot","loot_id":7,"quantity":1,"entry_id":"01a20e5b-279c-74f2-9ba6-33b075a6b28f"}]}}]}]}', NULL, 'psBGiOJUcGYbyUUZs8usQD1j8ynXJ4KZ7mmHNbcxcX-g', '8a21696888bd79383be761250f1649de8fadd5960edd80427699da118999f07e', NULL, NULL, NULL);
INSERT INTO player_order (player_uuid, order_id, created, entry_count, entry_total, client_order_ref_id, fingerprint, parent_order_id, catalog_version, platform, is_server, disabled, submitter_kind, submitter_uuid, client_id, byte_count, byte_total, choices, promotions, applied, wire, began_session, seal, token_hash, refunded_order_id, owed, stated) VALUES (X'01A20E5B274E76F592A2FB809D06FCAE', X'01A20E5B279C74F29BA633ADECCCABA6', 1795537184654, 0, 5, NULL, NULL, X'01A20E5B279C74F29BA633A7F8D08950', 1, NULL, 1, NULL, 'machine', X'00000000000000000000000000000000', 'embedded', NULL, NULL, NULL, NULL, NULL, '{"source":"UNKNOWN","order_id":"01a20e5b-279c-74f2-9ba6-33adecccaba6","player_uuid":"01a20e5b-274e-76f5-92a2-fb809d06fcae","created_time":"2026-11-24T16:19:44.654Z","entries":[{"type":"fill_loot","loot_id":6,"quantity":1,"entry_id":"01a20e5b-279c-74f2-9ba6-33aeb2ef534f","result":"success","details":[{"type":"inventory_change","loot_id":6,"inv_change":{"before_item_id":1,"after_item_id":1,"before":{"inventory_id":"01a20e5b-279c-74f2-9ba6-33b19532b0ba","type":"persistent","legacy_inventory_id":1745687665619130,"bucket":"none","count":203,"acquired":"2026-11-24T16:19:44.654Z"},"after":{"inventory_id":"01a20e5b-279c-74f2-9ba6-33b19532b0ba","type":"persistent","legacy_inventory_id":1745687665619130,"bucket":"none","count":210,"acquired":"2026-11-24T16:19:44.654Z"}}}]}]}', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO player_order (player_uuid, order_id, created, entry_count, entry_total, client_order_ref_id, fingerprint, parent_order_id, catalog_version, platform, is_server, disabled, submitter_kind, submitter_uuid, client_id, byte_count, byte_total, choices, promotions, applied, wire, began_session, seal, token_hash, refunded_order_id, owed, stated) VALUES (X'01A20E5B274E76F592A2FB809D06FCAE', X'01A20E5B279C74F29BA633AF8CDC62DD', 1795537184654, 0, 5, NULL, NULL, X'01A20E5B279C74F29BA633A7F8D08950', 1, NULL, 1, NULL, 'machine', X'00000000000000000000000000000000', 'embedded', NULL, NULL, NULL, NULL, NULL, '{"source":"UNKNOWN","order_id":"01a20e5b-279c-74f2-9ba6-33af8cdc62dd","player_uuid":"01a20e5b-274e-76f5-92a2-fb809d06fcae","created_time":"2026-11-24T16:19:44.654Z","entries":[{"type":"fill_loot","loot_id":7,"quantity":1,"entry_id":"01a20e5b-279c-74f2-9ba6-33b075a6b28f","result":"success","details":[{"type":"inventory_change","loot_id":7,"inv_change":{"before_item_id":1,"after_item_id":1,"before":{"inventory_id":"01a20e5b-279c-74f2-9ba6-33b19532b0ba","type":"persistent","legacy_inventory_id":1745687665619130,"bucket":"none","count":210,"acquired":"2026-11-24T16:19:44.654Z"},"after":{"inventory_id":"01a20e5b-279c-74f2-9ba6-33b19532b0ba","type":"persistent","legacy_inventory_id":1745687665619130,"bucket":"none","count":219,"acquired":"2026-11-24T16:19:44.654Z"}}}]}]}', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO player_order (player_uuid, order_id, created, entry_count, entry_total, client_order_ref_id, fingerprint, parent_order_id, catalog_version, platform, is_server, disabled, submitter_kind, submitter_uuid, client_id, byte_count, byte_total, choices, promotions, applied, wire, began_session, seal, token_hash, refunded_order_id, owed, stated) VALUES (X'01A20E5B274E76F592A2FB809D06FCAE', X'01A20E5B27B67236B77BDC5997AEF6C2', 1795537184692, 1, 6, NULL, NULL, NULL, 1, NULL, 1, NULL, 'machine', X'00000000000000000000000000000000', 'embedded', NULL, NULL, '[]', '[{"isClaimed":false,"uses":0}]', NULL, '{"source":"UNKNOWN","order_id":"01a20e5b-27b6-7236-b77b-dc5997aef6c2","player_uuid":"01a20e5b-274e-76f5-92a2-fb809d06fcae","created_time":"2026-11-24T16:19:44.692Z","entries":[{"type":"promotion_code","quantity":1,"external_tran_id":"WELCOME","entry_id":"01a20e5b-27b6-7236-b77b-dc5a44fc462d","result":"success","details":[{"type":"claim_promo_code","loot_id":1},{"type":"inventory_change","loot_id":1,"inv_change":{"before_item_id":1,"after_item_id":1,"before":{"inventory_id":"01a20e5b-279c-74f2-9ba6-33b19532b0ba","type":"persistent","legacy_inventory_id":1745687665619130,"bucket":"none","count":219,"acquired":"2026-11-24T16:19:44.654Z"},"after":{"inventory_id":"01a20e5b-279c-74f2-9ba6-33b19532b0ba","type":"persistent","legacy_inventory_id":1745687665619130,"bucket":"none","count":419,"acquired":"2026-11-24T16:19:44.654Z"}}}]}]}', NULL, 'p7hcJzfqpCVCaUV1UWC3x6jHmCPJM8XY69Ao6DkabC8k', '933cc94534767aec1835ed286cb7a7aec35fb69646e2d4c4058b48d45c81ccfb', NULL, NULL, NULL);
INSERT INTO player_order (player_uuid, order_id, created, entry_count, entry_total, client_order_ref_id, fingerprint, parent_order_id, catalog_version, platform, is_server, disabled, submitter_kind, submitter_uuid, client_id, byte_count, byte_total, choices, promotions, applied, wire, began_session, seal, token_hash, refunded_order_id, owed, stated) VALUES (X'01A20E5B274E76F592A2FB809D06FCAE', X'01A20E5B27B97063B217A3EB16601746', 1795537184697, 1, 7, NULL, NULL, NULL, 1, NULL, 1, NULL, 'machine', X'00000000000000000000000000000000', 'embedded', NULL, NULL, '[]', NULL, NULL, '{"source":"UNKNOWN","order_id":"01a20e5b-27b9-7063-b217-a3eb16601746","player_uuid":"01a20e5b-274e-76f5-92a2-fb809d06fcae","created_time":"2026-11-24T16:19:44.697Z","entries":[{"type":"create_new_transient_inventory","quantity":4,"item_id":1,"custom_data":{"from":"a drop"},"entry_id":"01a20e5b-27b9-7063-b217-a3ec6c90b0ff","result":"success","details":[{"type":"inventory_change","inv_change":{"after_item_id":1,"after":{"inventory_id":"01a20e5b-27b9-7063-b217-a3edbf8250a0","type":"transient","legacy_inventory_id":2150566352539808,"bucket":"none","count":4,"acquired":"2026-11-24T16:19:44.697Z","custom_data":{"from":"a drop"}}}}]}]}', NULL, 'pTX_lRigT6AVfBNA0v4EpbgqqN0irl8jpsb_HjeqIyEA', '1653d0b5f1964a1d7b9bc75b38af8c293ba5d576c21b934b10588cae9e7506a6', NULL, NULL, NULL);
INSERT INTO player_order (player_uuid, order_id, created, entry_count, entry_total, client_order_ref_id, fingerprint, parent_order_id, catalog_version, platform, is_server, disabled, submitter_kind, submitter_uuid, client_id, byte_count, byte_total, choices, promotions, applied, wire, began_session, seal, token_hash, refunded_order_id, owed, stated) VALUES (X'01A20E5B274E76F592A2FB809D06FCAE', X'01A20E5B27BC7797B32EE6122FBB5E3F', 1795537184700, 1, 8, NULL, NULL, NULL, 1, NULL, 1, NULL, 'machine', X'00000000000000000000000000000000', 'embedded', 583, 583, '[]', NULL, NULL, '{"source":"ENTITLEMENTS","order_id":"01a20e5b-27bc-7797-b32e-e6122fbb5e3f","player_uuid":"01a20e5b-274e-76f5-92a2-fb809d06fcae","created_time":"2026-11-24T16:19:44.700Z","entries":[{"type":"fill_entitled_loot","quantity":1,"item_id":3,"entry_id":"01a20e5b-27be-7106-9134-63e4d39e20c4","result":"success","details":[{"type":"inventory_change","loot_id":4,"inv_change":{"after_item_id":1,"after":{"inventory_id":"01a20e5b-27be-7106-9134-63e54072c613","type":"transient","legacy_inventory_id":1235736186766867,"bucket":"none","count":5,"acquired":"2026-11-24T16:19:44.700Z"}}}]}]}', 1, 'pos24yDphX2tpzGGGmYmDGMW7JuKiCSyr68Xm8YGbLkM', '35892e3bb0f9cf3c5120849988ffd05d1cd244d3e844daae14c74e21eb288a29', NULL, NULL, NULL);
INSERT INTO promotion_claim (player_uuid, code, order_id, created) VALUES (X'01A20E5B274E76F592A2FB809D06FCAE', 'WELCOME', X'01A20E5B27B67236B77BDC5997AEF6C2', 1795537184692);
INSERT INTO notification_list (player_uuid, last_position, newest_at, broadcasts_before) VALUES (X'01A20E5B274E76F592A2FB809D06FCAE', 2, 1795537184721, 0);
INSERT INTO notification (player_uuid, position, created, wire, broadcasts_before) VALUES (X'01A20E5B274E76F592A2FB809D06FCAE', 1, 1795537184703, '{"message":"Welcome","notification_id":"r9qdQv2wi9LLsZeVSVKbDzE","created":"2026-11-24T16:19:44.703Z"}', 0);
INSERT INTO notification (player_uuid, position, created, wire, broadcasts_before) VALUES (X'01A20E5B274E76F592A2FB809D06FCAE', 2, 1795537184721, '{"message":"A user of Anon was linked, and may log in as you.","custom_data":{"event":"portal_user_linked","platform":"Anon","at":"2026-11-24T16:19:44.717Z"},"notification_id":"87nUcDcwrrE_zF80XJBedDI","created":"2026-11-24T16:19:44.721Z"}', 0);
INSERT INTO player_role (player_uuid, since_position, role_id) VALUES (X'01A20E5B274E76F592A2FB809D06FCAE', 1, 1);
INSERT INTO broadcast_member (player_uuid, position) VALUES (X'01A20E5B274E76F592A2FB809D06FCAE', 3);
