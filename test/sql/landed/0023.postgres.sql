CREATE TABLE environment (
  id BIGINT PRIMARY KEY CHECK (id = 1),
  publisher_uuid UUID NOT NULL,
  tenant_uuid UUID NOT NULL,
  config_elector_uuid UUID NOT NULL,
  cursor_secret BYTEA NOT NULL CHECK (length(cursor_secret) >= 32),
  anon_secret BYTEA CHECK (length(anon_secret) >= 32),
  revision BIGINT NOT NULL DEFAULT 0 CHECK (revision >= 0)
);
CREATE TABLE client (
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
);
CREATE TABLE client_secret (
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
);
CREATE TABLE role (
    role_id BIGINT PRIMARY KEY CHECK (role_id BETWEEN 1 AND 9007199254740991),
    name TEXT NOT NULL UNIQUE CHECK (length(name) > 0),
    permissions TEXT NOT NULL,
    bypasses_lock BIGINT NOT NULL CHECK (bypasses_lock IN (0, 1)),
    revision BIGINT NOT NULL DEFAULT 0 CHECK (revision >= 0)
  );
INSERT INTO role (role_id, name, permissions, bypasses_lock) VALUES (1, 'player',
    '["notification:playerid:self:*","notification:playerid:self:read","inv:read_order:player:self",'
    || '"inv:create_order:player:self","inv:read_inv:player:self","catalog:read","presence:read","presence:edit:self"]',
    0);
CREATE TABLE signing_key (
  key_id TEXT PRIMARY KEY CHECK (length(key_id) > 0),
  sequence BIGINT NOT NULL UNIQUE CHECK (sequence BETWEEN 1 AND 9007199254740991),
  algorithm TEXT NOT NULL CHECK (algorithm IN ('EdDSA', 'ES256')),
  published BIGINT NOT NULL,
  signs_from BIGINT NOT NULL,
  public_jwk TEXT NOT NULL,
  private_jwk TEXT NOT NULL
);
CREATE TABLE catalog_text (
  text_id UUID PRIMARY KEY,
  byte_count BIGINT NOT NULL CHECK (byte_count >= 0),
  unnamed_since BIGINT NOT NULL
);
CREATE TABLE catalog_text_part (
  text_id UUID NOT NULL REFERENCES catalog_text (text_id) ON DELETE CASCADE,
  part BIGINT NOT NULL CHECK (part >= 0),
  bytes BYTEA NOT NULL,
  PRIMARY KEY (text_id, part)
);
CREATE TABLE catalog_version (
  version BIGINT PRIMARY KEY CHECK (version BETWEEN 1 AND 9007199254740991),
  form BIGINT NOT NULL DEFAULT 1 CHECK (form >= 1),
  etag TEXT NOT NULL CHECK (length(etag) = 43),
  document_etag TEXT NOT NULL CHECK (length(document_etag) = 43),
  created BIGINT NOT NULL,
  body UUID NOT NULL REFERENCES catalog_text (text_id),
  prepared UUID NOT NULL REFERENCES catalog_text (text_id),
  document UUID NOT NULL REFERENCES catalog_text (text_id)
);
CREATE TABLE catalog_publication (
  publication BIGINT PRIMARY KEY CHECK (publication BETWEEN 1 AND 9007199254740991),
  version BIGINT NOT NULL REFERENCES catalog_version (version) DEFERRABLE INITIALLY DEFERRED,
  published BIGINT NOT NULL
);
CREATE TABLE audit (
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
  );
CREATE INDEX audit_of_subject ON audit (subject_kind, subject_id, sequence);
CREATE INDEX audit_refusal ON audit (actor_id, at) WHERE outcome <> 'done';
CREATE TABLE audit_head (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    sequence BIGINT NOT NULL CHECK (sequence >= 0),
    seal TEXT NOT NULL CHECK (length(seal) = CASE sequence WHEN 0 THEN 0 ELSE 43 END)
  );
INSERT INTO audit_head (id, sequence, seal) VALUES (1, 0, '');
CREATE TABLE person (
    person_id UUID PRIMARY KEY,
    created_at BIGINT NOT NULL,
    last_login_at BIGINT,
    deleted_at BIGINT,
    logins BIGINT NOT NULL DEFAULT 0,
    revision BIGINT NOT NULL DEFAULT 0 CHECK (revision >= 0)
  );
CREATE TABLE person_player (
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
  );
CREATE UNIQUE INDEX person_player_active ON person_player (person_id) WHERE active = 1;
CREATE INDEX person_player_by_name ON person_player (compared_name, player_uuid);
CREATE TABLE person_portal_user (
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
  );
CREATE TABLE restriction (
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
  );
CREATE TABLE agreement_receipt (
    person_id UUID NOT NULL REFERENCES person (person_id),
    kind TEXT NOT NULL CHECK (kind IN ('eula', 'tos', 'privacy_policy')),
    version BIGINT NOT NULL CHECK (version > 0),
    sha256 TEXT NOT NULL,
    accepted_at BIGINT NOT NULL,
    client_uuid UUID NOT NULL,
    address TEXT NOT NULL,
    PRIMARY KEY (person_id, kind, version)
  );
CREATE TABLE login_session (
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
  );
CREATE INDEX login_session_by_end ON login_session (expires_at);
CREATE TABLE refresh_exchange (
    person_id UUID NOT NULL,
    session_id UUID NOT NULL,
    token_hash BYTEA NOT NULL CHECK (length(token_hash) = 32),
    successor_seed BYTEA NOT NULL CHECK (length(successor_seed) = 32),
    rotated_at BIGINT NOT NULL,
    PRIMARY KEY (person_id, session_id, token_hash),
    FOREIGN KEY (person_id, session_id) REFERENCES login_session (person_id, session_id)
      DEFERRABLE INITIALLY DEFERRED
  );
CREATE TABLE login_history (
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
  );
CREATE INDEX login_history_by_age ON login_history (at);
CREATE TABLE security_event (
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
  );
CREATE INDEX security_event_by_age ON security_event (at);
CREATE TABLE portal_user (
    portal_user_id TEXT NOT NULL CHECK (length(portal_user_id) BETWEEN 1 AND 512),
    platform TEXT NOT NULL CHECK (platform IN ('Anon', 'Basic', 'DeltaLive', 'Echo', 'FoxtrotNAID', 'FoxtrotSwitch', 'FoxtrotPPID', 'Alpha', 'AlphaPlay', 'Bravo', 'Charlie', 'Golf', 'Hotel', 'India', 'Juliet', 'LegacyName')),
    person_id UUID NOT NULL,
    PRIMARY KEY (portal_user_id, platform)
  );
CREATE TABLE password_credential (
    username TEXT PRIMARY KEY CHECK (length(username) BETWEEN 1 AND 64),
    account_id UUID NOT NULL,
    display_name TEXT NOT NULL CHECK (length(display_name) BETWEEN 1 AND 64),
    hash TEXT NOT NULL CHECK (hash LIKE '$argon2id$%'),
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
  );
CREATE TABLE revoked_token (
    token_id UUID PRIMARY KEY,
    expires_at BIGINT NOT NULL
  );
CREATE INDEX revoked_token_by_end ON revoked_token (expires_at);
CREATE TABLE authorization_request (
    state_hash BYTEA PRIMARY KEY CHECK (length(state_hash) = 32),
    portal TEXT NOT NULL
      CHECK (portal IN ('alpha', 'bravo', 'charlie', 'delta', 'echo', 'foxtrot', 'golf', 'hotel', 'india')),
    sealed BYTEA NOT NULL,
    expires_at BIGINT NOT NULL
  );
CREATE INDEX authorization_request_by_end ON authorization_request (expires_at);
CREATE TABLE authorization_code (
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
  );
CREATE INDEX authorization_code_by_end ON authorization_code (login_ends_at);
CREATE TABLE promotion_use (
    code TEXT NOT NULL CHECK (length(code) BETWEEN 1 AND 256),
    uses BIGINT NOT NULL CHECK (uses BETWEEN 1 AND 9007199254740991),
    PRIMARY KEY (code)
  );
CREATE TABLE login_failure (
    bucket BIGINT NOT NULL,
    subject TEXT NOT NULL
      CHECK (subject IN ('account', 'address', 'all', 'familiar', 'new_at_address', 'new_in_all', 'oauth_at_address',
        'oauth_in_all')),
    at BIGINT NOT NULL,
    forgotten_at BIGINT NOT NULL CHECK (forgotten_at > at),
    PRIMARY KEY (bucket, subject)
  );
CREATE INDEX login_failure_by_end ON login_failure (forgotten_at);
CREATE TABLE idempotent_answer (
    caller UUID NOT NULL,
    operation TEXT NOT NULL CHECK (length(operation) > 0),
    key_hash BYTEA NOT NULL CHECK (length(key_hash) = 32),
    request_hash BYTEA NOT NULL CHECK (length(request_hash) = 32),
    created BIGINT NOT NULL,
    sealed BYTEA NOT NULL,
    PRIMARY KEY (caller, operation, key_hash)
  );
CREATE INDEX idempotent_answer_of_caller ON idempotent_answer (caller, created);
CREATE INDEX idempotent_answer_by_age ON idempotent_answer (created);
CREATE TABLE machine_session (
    client_uuid UUID NOT NULL,
    session_id UUID NOT NULL,
    client_generation BIGINT,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL CHECK (expires_at >= created_at),
    revoked_at BIGINT,
    revoked_for TEXT CHECK (revoked_for IN ('logout', 'reuse', 'restriction', 'deletion', 'operator')),
    PRIMARY KEY (client_uuid, session_id),
    CHECK ((revoked_at IS NULL) = (revoked_for IS NULL))
  );
CREATE INDEX machine_session_by_end ON machine_session (expires_at);
CREATE TABLE machine_login (
    client_uuid UUID NOT NULL,
    login_id UUID NOT NULL,
    at BIGINT NOT NULL,
    session_id UUID NOT NULL,
    grant_type TEXT NOT NULL,
    address TEXT NOT NULL,
    user_agent TEXT NOT NULL,
    PRIMARY KEY (client_uuid, login_id)
  );
CREATE INDEX machine_login_by_age ON machine_login (at);
CREATE TABLE player (
    player_uuid UUID PRIMARY KEY,
    person_id UUID NOT NULL,
    created_at BIGINT NOT NULL
  );
CREATE TABLE inventory_owner (
    player_uuid UUID PRIMARY KEY REFERENCES player (player_uuid),
    last_changed BIGINT NOT NULL
  );
CREATE TABLE inventory_record (
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
  );
CREATE INDEX inventory_record_of_item ON inventory_record (player_uuid, item_id, inventory_id);
CREATE INDEX inventory_record_of_session ON inventory_record (player_uuid) WHERE type = 'transient';
CREATE INDEX inventory_record_filled
    ON inventory_record (player_uuid, item_id, bucket, type, expires, acquired, inventory_id) WHERE count > 0;
CREATE INDEX inventory_record_empty
    ON inventory_record (player_uuid, item_id, bucket, type, expires, acquired, inventory_id) WHERE count = 0;
CREATE TABLE inventory_count (
    player_uuid UUID NOT NULL REFERENCES inventory_owner (player_uuid),
    item_id BIGINT NOT NULL,
    bucket TEXT NOT NULL,
    count BIGINT NOT NULL,
    records BIGINT NOT NULL,
    PRIMARY KEY (player_uuid, item_id, bucket)
  );
CREATE TABLE inventory_ledger (
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
  );
CREATE INDEX inventory_ledger_of_item ON inventory_ledger (player_uuid, item_id, inventory_id) WHERE revision = 1;
CREATE TABLE player_order (
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
  );
CREATE INDEX player_order_of_player ON player_order (player_uuid, created, order_id);
CREATE INDEX player_order_of_client ON player_order (player_uuid, created, order_id, byte_count, byte_total)
    WHERE byte_count IS NOT NULL;
CREATE TABLE promotion_claim (
    player_uuid UUID NOT NULL,
    code TEXT NOT NULL CHECK (length(code) BETWEEN 1 AND 256),
    order_id UUID NOT NULL,
    created BIGINT NOT NULL,
    PRIMARY KEY (player_uuid, code),
    FOREIGN KEY (player_uuid, order_id) REFERENCES player_order (player_uuid, order_id)
  );
CREATE TABLE applied_loot (
    player_uuid UUID NOT NULL REFERENCES inventory_owner (player_uuid),
    loot_id BIGINT NOT NULL CHECK (loot_id BETWEEN 0 AND 9007199254740991),
    PRIMARY KEY (player_uuid, loot_id)
  );
CREATE TABLE notification_list (
    player_uuid UUID PRIMARY KEY REFERENCES player (player_uuid) ON DELETE CASCADE,
    last_position BIGINT NOT NULL CHECK (last_position BETWEEN 1 AND 9007199254740991),
    last_created BIGINT NOT NULL
  );
CREATE TABLE notification (
    player_uuid UUID NOT NULL REFERENCES notification_list (player_uuid) ON DELETE CASCADE,
    position BIGINT NOT NULL CHECK (position BETWEEN 1 AND 9007199254740991),
    created BIGINT NOT NULL,
    wire TEXT NOT NULL CHECK (length(wire) > 0),
    PRIMARY KEY (player_uuid, position)
  );
CREATE INDEX notification_by_age ON notification (created);
CREATE TABLE presence (
    player_uuid UUID PRIMARY KEY REFERENCES player (player_uuid) ON DELETE CASCADE,
    status TEXT NOT NULL CHECK (status IN ('online', 'away', 'invisible', 'offline')),
    do_not_disturb BIGINT NOT NULL CHECK (do_not_disturb IN (0, 1)),
    last_seen BIGINT NOT NULL,
    platform TEXT NOT NULL CHECK (platform IN ('Anon', 'Basic', 'DeltaLive', 'Echo', 'FoxtrotNAID', 'FoxtrotSwitch', 'FoxtrotPPID', 'Alpha', 'AlphaPlay', 'Bravo', 'Charlie', 'Golf', 'Hotel', 'India', 'Juliet', 'LegacyName')),
    message TEXT CHECK (length(message) > 2),
    custom_data TEXT CHECK (length(custom_data) > 2)
  );
CREATE SEQUENCE player_id_sequence;
CREATE TABLE used_state (
    state_hash BYTEA PRIMARY KEY CHECK (length(state_hash) = 32),
    expires_at BIGINT NOT NULL
  );
CREATE INDEX used_state_by_end ON used_state (expires_at);
DROP TABLE authorization_request;
ALTER TABLE login_session ADD COLUMN is_issued BIGINT NOT NULL DEFAULT 0 CHECK (is_issued IN (0, 1));
ALTER TABLE environment ADD COLUMN seal_key BYTEA CHECK (length(seal_key) >= 32);
ALTER TABLE audit ADD COLUMN sealing TEXT CHECK (sealing IN ('plain', 'keyed'));
ALTER TABLE audit ADD COLUMN token_hash TEXT CHECK (length(token_hash) = 43);
ALTER TABLE audit_head ADD COLUMN token UUID;
ALTER TABLE client ADD COLUMN redirect_uris TEXT;
ALTER TABLE client ADD COLUMN is_pkce_exempt BIGINT NOT NULL DEFAULT 0 CHECK (is_pkce_exempt IN (0, 1));
UPDATE client SET is_pkce_exempt = 1 WHERE is_public = 1;
ALTER TABLE login_failure DROP CONSTRAINT login_failure_subject_check;
ALTER TABLE login_failure ADD CONSTRAINT login_failure_subject_check
    CHECK (subject IN ('account', 'address', 'all', 'familiar', 'new_at_address', 'new_in_all', 'oauth_at_address',
      'oauth_in_all', 'code_of_player', 'code_at_address'));
ALTER TABLE login_session ADD COLUMN environment TEXT COLLATE "C" NOT NULL DEFAULT '' CHECK (length(environment) <= 255);
ALTER TABLE portal_user ADD COLUMN environment TEXT COLLATE "C" NOT NULL DEFAULT '' CHECK (length(environment) <= 255);
ALTER TABLE portal_user DROP CONSTRAINT portal_user_pkey;
ALTER TABLE portal_user ADD PRIMARY KEY (portal_user_id, platform, environment);
ALTER TABLE person_portal_user ADD COLUMN environment TEXT COLLATE "C" NOT NULL DEFAULT '' CHECK (length(environment) <= 255);
ALTER TABLE person_portal_user ADD COLUMN parent_environment TEXT COLLATE "C" NOT NULL DEFAULT '' CHECK (length(parent_environment) <= 255);
ALTER TABLE person_portal_user DROP CONSTRAINT person_portal_user_pkey;
ALTER TABLE person_portal_user ADD PRIMARY KEY (person_id, platform, portal_user_id, environment);
CREATE INDEX portal_user_by_environment ON portal_user (environment, portal_user_id, platform)
    WHERE platform IN ('FoxtrotNAID', 'FoxtrotSwitch', 'FoxtrotPPID');
ALTER TABLE inventory_owner ADD COLUMN seal_token UUID;
ALTER TABLE player_order ADD COLUMN began_session BIGINT CHECK (began_session = 1);
ALTER TABLE player_order ADD COLUMN seal TEXT CHECK (length(seal) = 44);
ALTER TABLE player_order ADD COLUMN token_hash TEXT CHECK (length(token_hash) = 64);
ALTER TABLE environment ADD COLUMN seals_from BIGINT NOT NULL DEFAULT 0;
UPDATE environment SET seals_from = (SELECT COALESCE(MAX(last_changed), 0) FROM inventory_owner);
ALTER TABLE person ADD COLUMN players TEXT NOT NULL DEFAULT '' CHECK (length(players) % 37 = 0);
UPDATE person SET players = owned.players
    FROM (SELECT person_id, string_agg(CAST(player_uuid AS TEXT) || ' ', '' ORDER BY player_id) AS players
      FROM person_player GROUP BY person_id) AS owned
    WHERE owned.person_id = person.person_id;
CREATE TABLE person_presence (
    person_id UUID NOT NULL,
    player_uuid UUID NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('online', 'away', 'invisible', 'offline')),
    do_not_disturb BIGINT NOT NULL CHECK (do_not_disturb IN (0, 1)),
    last_seen BIGINT NOT NULL,
    platform TEXT NOT NULL CHECK (platform IN ('Anon', 'Basic', 'DeltaLive', 'Echo', 'FoxtrotNAID', 'FoxtrotSwitch', 'FoxtrotPPID', 'Alpha', 'AlphaPlay', 'Bravo', 'Charlie', 'Golf', 'Hotel', 'India', 'Juliet', 'LegacyName')),
    message TEXT CHECK (length(message) > 2),
    custom_data TEXT CHECK (length(custom_data) > 2),
    PRIMARY KEY (person_id, player_uuid),
    FOREIGN KEY (person_id, player_uuid) REFERENCES person_player (person_id, player_uuid) ON DELETE CASCADE
  );
INSERT INTO person_presence (person_id, player_uuid, status, do_not_disturb, last_seen, platform, message, custom_data)
    SELECT player.person_id, player.player_uuid, status, do_not_disturb, last_seen, platform, message, custom_data
    FROM presence JOIN player ON player.player_uuid = presence.player_uuid;
DROP TABLE presence;
CREATE TABLE upkeep (
  task TEXT PRIMARY KEY CHECK (length(task) > 0),
  succeeded_at BIGINT NOT NULL
);
CREATE INDEX player_order_by_age ON player_order (created, order_id);
CREATE INDEX person_presence_by_age ON person_presence (last_seen) WHERE status <> 'offline';
CREATE INDEX restriction_by_end ON restriction (expires_at, restriction_id) WHERE lifted_at IS NULL;
CREATE INDEX audit_by_age ON audit (at, sequence);
CREATE TABLE person_merge (
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
  );
ALTER TABLE security_event DROP CONSTRAINT security_event_kind_check;
ALTER TABLE security_event ADD CONSTRAINT security_event_kind_check
    CHECK (kind IN ('login_refused', 'refresh_token_reuse', 'authorization_code_reuse',
      'portal_user_linked', 'portal_user_unlinked', 'parent_of_another_person', 'persons_merged', 'persons_unmerged'));
ALTER TABLE player_order ADD COLUMN refunded_order_id UUID;
ALTER TABLE player_order ADD COLUMN owed TEXT CHECK (length(owed) > 2);
CREATE UNIQUE INDEX player_order_refund ON player_order (player_uuid, refunded_order_id)
    WHERE refunded_order_id IS NOT NULL;
CREATE INDEX player_order_owed ON player_order (player_uuid, created, order_id) WHERE owed IS NOT NULL;
ALTER TABLE person_player ADD COLUMN folded_name TEXT COLLATE "C";
CREATE INDEX person_player_by_part ON person_player (folded_name, player_uuid, person_id);
CREATE INDEX person_player_by_number ON person_player (player_id);
CREATE INDEX person_player_not_folded ON person_player (person_id) WHERE folded_name IS NULL;
CREATE INDEX person_player_by_gram ON person_player USING gin ((
      string_to_array(regexp_replace(folded_name, '(...)', E'\\1\x01', 'g'), E'\x01')
      || string_to_array(regexp_replace(substr(folded_name, 2), '(...)', E'\\1\x01', 'g'), E'\x01')
      || string_to_array(regexp_replace(substr(folded_name, 3), '(...)', E'\\1\x01', 'g'), E'\x01')));
CREATE INDEX inventory_count_of_item ON inventory_count (item_id, player_uuid);
CREATE INDEX restriction_in_force ON restriction (type, person_id) WHERE lifted_at IS NULL;
CREATE INDEX audit_of_actor ON audit (actor_id, sequence);
CREATE INDEX audit_of_actor_name ON audit (actor_name, sequence);
CREATE INDEX audit_of_operation ON audit (operation, sequence);
CREATE INDEX audit_of_outcome ON audit (outcome, sequence);
ALTER TABLE restriction ADD COLUMN
    ends_at BIGINT NOT NULL GENERATED ALWAYS AS (COALESCE(lifted_at, expires_at, 9007199254740991)) STORED;
CREATE INDEX restriction_by_state ON restriction (ends_at, restriction_id, person_id);
CREATE INDEX restriction_by_type ON restriction (type, ends_at, restriction_id, person_id);
ALTER TABLE player_order ADD COLUMN stated TEXT CHECK (length(stated) > 2);
CREATE TABLE broadcast_head (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    last_position BIGINT NOT NULL CHECK (last_position BETWEEN 0 AND 9007199254740991),
    last_created BIGINT NOT NULL
  );
INSERT INTO broadcast_head (id, last_position, last_created) VALUES (1, 0, 0);
CREATE TABLE broadcast (
    position BIGINT PRIMARY KEY CHECK (position BETWEEN 1 AND 9007199254740991),
    created BIGINT NOT NULL,
    segment TEXT NOT NULL CHECK (segment IN ('all', 'role', 'players')),
    role_id BIGINT CHECK (role_id > 0),
    wire TEXT NOT NULL CHECK (length(wire) > 0),
    CHECK ((segment = 'role') = (role_id IS NOT NULL))
  );
ALTER TABLE player ADD COLUMN broadcasts_before BIGINT NOT NULL DEFAULT 0 CHECK (broadcasts_before >= 0);
ALTER TABLE notification_list
    ADD COLUMN broadcasts_before BIGINT NOT NULL DEFAULT 0 CHECK (broadcasts_before >= 0);
ALTER TABLE notification ADD COLUMN broadcasts_before BIGINT NOT NULL DEFAULT 0 CHECK (broadcasts_before >= 0);
CREATE TABLE player_role (
    player_uuid UUID NOT NULL REFERENCES player (player_uuid) ON DELETE CASCADE,
    since_position BIGINT NOT NULL CHECK (since_position >= 0),
    role_id BIGINT NOT NULL CHECK (role_id > 0),
    PRIMARY KEY (player_uuid, since_position)
  );
INSERT INTO player_role (player_uuid, since_position, role_id)
    SELECT player_uuid, 0, role_id FROM person_player WHERE role_id <> 1;
CREATE TABLE broadcast_member (
    player_uuid UUID NOT NULL,
    position BIGINT NOT NULL CHECK (position BETWEEN 1 AND 9007199254740991),
    PRIMARY KEY (player_uuid, position)
  );
CREATE INDEX broadcast_member_by_position ON broadcast_member (position);
ALTER TABLE person_presence ADD COLUMN revision BIGINT NOT NULL DEFAULT 0;
DROP INDEX person_presence_by_age;
CREATE INDEX person_presence_by_age ON person_presence (last_seen, platform, status)
    WHERE status <> 'offline';
CREATE TABLE schema_epoch (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    oldest BIGINT NOT NULL CHECK (oldest > 0)
  );
INSERT INTO schema_epoch (id, oldest) VALUES (1, 19);
ALTER TABLE inventory_owner RENAME COLUMN last_changed TO changed_at;
ALTER TABLE login_session RENAME COLUMN token_expires_at TO token_ends_at;
ALTER TABLE notification_list RENAME COLUMN last_created TO newest_at;
ALTER TABLE person_presence RENAME COLUMN do_not_disturb TO undisturbed;
ALTER TABLE audit_head RENAME COLUMN seal TO last_seal;
ALTER TABLE machine_login RENAME COLUMN user_agent TO agent;
ALTER TABLE role ADD COLUMN seal TEXT;
ALTER TABLE client ADD COLUMN seal TEXT;
ALTER TABLE signing_key ADD COLUMN seal TEXT;
ALTER TABLE password_credential ADD COLUMN seal TEXT;
ALTER TABLE person ADD COLUMN seal TEXT;
CREATE TABLE kept_restriction (
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
  );
CREATE INDEX kept_restriction_of_person ON kept_restriction (person_id);
CREATE TABLE order_lookup (
    order_id UUID PRIMARY KEY,
    player_uuid UUID NOT NULL
  );
CREATE TABLE order_lookup_left (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    created BIGINT NOT NULL,
    order_id UUID NOT NULL
  );
INSERT INTO order_lookup_left (id, created, order_id)
    SELECT 1, created + 1, order_id FROM player_order ORDER BY created DESC, order_id DESC LIMIT 1;
CREATE TABLE refused_login (
    minute BIGINT NOT NULL,
    grant_type TEXT NOT NULL,
    code TEXT NOT NULL,
    portal_status BIGINT,
    count BIGINT NOT NULL CHECK (count > 0),
    PRIMARY KEY (minute, grant_type, code)
  );
CREATE TABLE garrison_migration (id BIGINT PRIMARY KEY, name TEXT, checksum TEXT, applied_at BIGINT);
DELETE FROM role;
DELETE FROM audit_head;
DELETE FROM broadcast_head;
DELETE FROM schema_epoch;
SET session_replication_role = replica;
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES ('1', 'schema', '3c89236c736aa214c6c27efa62053729d39b95fa3a9bc50b07430bde123fb0a5', '1795540301423');
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES ('2', 'used_state', '5cb680572089e6818665d3280fea986d8a2302791c61640f1564ecf5fef52252', '1795540301658');
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES ('3', 'issued_session', 'ccc957d2a93d122fed545c9014ad17cc0d9891b676be0b3529a995657e6a28e8', '1795540301812');
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES ('4', 'audit_seals', '14b02c20acc821b797cc82bdba20f85ced94f5e897f1ea0ec2d75d5f805c41df', '1795540302320');
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES ('5', 'client_redirects', '760e7afa55c491a4a08500733f016720e172d1126d1f93275b34bcc39cf02a26', '1795540302342');
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES ('6', 'wrong_code', 'c8c961739965310ce69fa7823d83f2373f0282bf4f99bd915161db92502dc71b', '1795540302362');
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES ('7', 'portal_environment', 'a496ea4380f091067ffb7470177f9e00d081359d243a3279c37042f3b7f9261d', '1795540302625');
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES ('8', 'order_seals', 'fb0b619ebb300fb3fc6dac71f12a2d0a393d5c9d0880c30affe35360f6bce7cb', '1795540302782');
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES ('9', 'person_players', '626ba71d82c09238e87a382b14021aa5f6e6a392fcd3342e33fc1d72948e1485', '1795540303009');
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES ('10', 'person_presence', '9f649fe9d72bc830f6b85f58f45f68fc1e0288902c21be782a9b4d4cb6c19219', '1795540303099');
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES ('11', 'upkeep', '971e8956f70308709526e6fdd6bfa056fe656653100b1300e0d261f53559d6f6', '1795540303176');
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES ('12', 'person_merge', '42cfe841b0dbdc275e92dd10d7b4b82d5fef6526715797cbd01ddd14f014ff35', '1795540303222');
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES ('13', 'order_refunds', '2f7d9fedb39fd1b1578b53243fcf07ba88d10d7d0ef2167a0c03dbc47a555d70', '1795540303274');
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES ('14', 'search', 'f7af3f17d6e080f6e61f3641b0ebdf18093d2123e7f504fdc74175ded77c4857', '1795540303539');
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES ('15', 'restriction_end', '5778014b6229d42e605b116af6632813d434a39cb7fa535f7de1743914af7f76', '1795540303767');
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES ('16', 'stated_prices', '380505bdfedc8838c6c78153c419da46d733d4d07896816bd395ff126f8e1084', '1795540303807');
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES ('17', 'broadcasts', '8f3ec59c8e713fc8444c2fd0e6c11494e57d15dfcb5df421da10d7579846019b', '1795540304009');
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES ('18', 'presence_heartbeats', 'c700cf16185785b58bf8ee2a2f0332c8dbc8b7b0777b4409c684606102136976', '1795540304054');
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES ('19', 'schema_epoch', 'de01501322dd60d56ee420d1a1e5cf83aebc48d8a37eafb94ca8e54a303fe774', '1795540304117');
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES ('20', 'access_seals', '2e6a6affb88c880a35bc47205df017c5d9be4243b3d83ed13e336c32767cf8e7', '1795540304158');
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES ('21', 'kept_restriction', '08bdf4bcf5006833fcac04d80372f3ac2c66486b562c806a2e224ba9a99fb71c', '1795540304198');
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES ('22', 'order_lookup', '9e85de97de4ce4771134dbddbb0c0377bd697a58f599de5c76a5fce429a375c0', '1795540304597');
INSERT INTO garrison_migration (id, name, checksum, applied_at) VALUES ('23', 'refused_login', '1e63857f1c46da0156c4d245ad71a2df790e62030f2578a1403b4c72749c153d', '1795540304665');
INSERT INTO environment (id, publisher_uuid, tenant_uuid, config_elector_uuid, cursor_secret, anon_secret, revision, seal_key, seals_from) VALUES ('1', '4cb8edb8-5b2a-43bc-b6a9-12ad760b8169', '16f205d6-6a8c-4b46-be56-e99459959e0a', 'bb79c690-a05b-41a5-bd4b-55d23359f206', E'\\xfa0e0f1c5cd89f599d47a2c53ff748ed9f1f735a6d587b8a6ac386d54226d2a1', E'\\x06f789c197eb545bbb1e6237bfa9c9cba5e842977c099707b83c1a39677bbc06', '2', NULL, '0');
INSERT INTO client (client_uuid, client_id, kind, description, org_id, permissions, grants, is_public, is_disabled, generation, revision, created, redirect_uris, is_pkce_exempt, seal) VALUES ('01a20e8a-c64e-71e4-9db8-5c9268ee76d1', 'embedded', 'game', NULL, NULL, '[]', '["*"]', '1', '0', '0', '0', '1795540305486', '[]', '0', NULL);
INSERT INTO client (client_uuid, client_id, kind, description, org_id, permissions, grants, is_public, is_disabled, generation, revision, created, redirect_uris, is_pkce_exempt, seal) VALUES ('01a20e8a-cdce-7309-98e5-c5486053c870', 'a-machine', 'machine', NULL, NULL, '["catalog:read"]', '["client_credentials"]', '0', '0', '0', '0', '1795540307406', '[]', '0', NULL);
INSERT INTO client_secret (client_uuid, slot, secret_id, hash, last_four, created, expires, last_used) VALUES ('01a20e8a-cdce-7309-98e5-c5486053c870', '0', '01a20e8a-cdcf-762d-bbea-46817d1ecea7', E'\\x88127c98bce2b387f90de8569cadc9c7e875637680359304b8b3bb4e78d9dd92', 'wUBg', '1795540307406', NULL, NULL);
INSERT INTO role (role_id, name, permissions, bypasses_lock, revision, seal) VALUES ('1', 'player', '["notification:playerid:self:*","notification:playerid:self:read","inv:read_order:player:self","inv:create_order:player:self","inv:read_inv:player:self","catalog:read","presence:read","presence:edit:self"]', '0', '0', NULL);
INSERT INTO signing_key (key_id, sequence, algorithm, published, signs_from, public_jwk, private_jwk, seal) VALUES ('01a20e8a-c56b-7723-be8a-1a1b9f3fe0c3', '1', 'EdDSA', '1795540305253', '1795540305253', '{"kty":"OKP","crv":"Ed25519","x":"YziS-3aVIOXk_spaIpjnLi3GVQP8dALvH0clFDI2j8I","kid":"01a20e8a-c56b-7723-be8a-1a1b9f3fe0c3","alg":"EdDSA","use":"sig"}', '{"crv":"Ed25519","d":"SWtpeOCKJV6R_3aqAdppfRejQVYBiKthMX00QdymxDE","x":"YziS-3aVIOXk_spaIpjnLi3GVQP8dALvH0clFDI2j8I","kty":"OKP"}', NULL);
INSERT INTO signing_key (key_id, sequence, algorithm, published, signs_from, public_jwk, private_jwk, seal) VALUES ('01a20e8a-c590-7626-81af-a12555ad03fb', '2', 'EdDSA', '1795540305253', '1798132305253', '{"kty":"OKP","crv":"Ed25519","x":"tPNtE3nHLJebA67WLK5kyf_IvRmQE9oEEAxmDWad2X4","kid":"01a20e8a-c590-7626-81af-a12555ad03fb","alg":"EdDSA","use":"sig"}', '{"crv":"Ed25519","d":"INcsb5LVJmKZnK_UfK6C5b_wRxoFAOwueAp46i772k8","x":"tPNtE3nHLJebA67WLK5kyf_IvRmQE9oEEAxmDWad2X4","kty":"OKP"}', NULL);
INSERT INTO catalog_text (text_id, byte_count, unnamed_since) VALUES ('01a20e8a-c694-770e-86da-f38cc5a94e8e', '735', '1795540305546');
INSERT INTO catalog_text (text_id, byte_count, unnamed_since) VALUES ('01a20e8a-c694-770e-86da-f38d2f1c2925', '3498', '1795540305546');
INSERT INTO catalog_text (text_id, byte_count, unnamed_since) VALUES ('01a20e8a-c694-770e-86da-f38e5f58b145', '8396', '1795540305546');
INSERT INTO catalog_text_part (text_id, part, bytes) VALUES ('01a20e8a-c694-770e-86da-f38cc5a94e8e', '0', E'\\x28b52ffd04583d0a00a691352160699b0308fd685bb8d18acc7243ecdb0cf1780b90bdb18f7fb3281f50104471012a002d002c00bc583341942ca1b0621898a42f4bb95d341dc5d249f6463a72ecf3d2e6e9c93cfc463a7a23fdb5e4f546ecd87da0f4d6b4c5509a7af99a2392fef062559a84234214180c10200e74176f5bc71cbbcf9aadc0bb4c2dc90200c92c45ba6e24d1bca3e1d8068467cdf55471ac74b1ca2d2b92e5538f5bd674b470ecc4801c076ac98b7703dddd077220964e1e1bb1db774c02be24639af2d4c3da2eaa081c8e7dc8c671bacbc5ad5aa42a5d8ab185102e2070c252951e0d145822446e0dc013993433d0e6d70561b797d817ecf0ae04dcb18f704bff01cd3af82ec01a16b86a8310ae202c3c5070967157574e2bd8260e0f8b4d21d88f100a888b4cd30632130214baba015b1fff2360f80cca5b3c9c555966ff5616005bfec6bb4ced015c7c022b');
INSERT INTO catalog_text_part (text_id, part, bytes) VALUES ('01a20e8a-c694-770e-86da-f38d2f1c2925', '0', E'\\x28b52ffd0458352200ba434c0c29f0ac440fc40455c8a18f909700a6a8ca4c70355cfc797806569fff776d59f789246b039bc88a45e001be00b200b000ccd3383c440d0d1413cb9c5089a2a0f9d523510e6e16e523586a638d4fe59d7232dc16afda3fa3f77deeb69dd7ae5967436a2c126843893e9214d212e5c84b6ea874911d87e1012280010689c659b2d370a087a119721ea5f179f948794682948f2425bf8595aae2809cdc3c46b328646a50082bdf58b242a6495dc7b72ee8ac8db05983b5a385de70d6d7be60abbe5c25ea2e92c412751765b54435852cc63cc633ea9128a61e898a9ea9342b8f04854c8f4445b9599c4779bb408f7a04aad188e392d069fb9e15ce7ecabcabf5db77b1d8a87c873dd66756fa75b66fa3b4e5abdeed1dedf88e2d4aef532ea272f38d67f2929b77de609b72e1fba0f7a3ae367492cd7eee3ed6778d5a7f867dae8b59d7ebb5276bde943d6c879f7de7cf41ce6d1e439954c48dc96b9ffc5f5d23961dffbd6785b19b8c90da87a8bc34924ad43f8eac1e0f00d3a41404082a51cf430a94238528c9acda1a124c50447860152638ec593458587071608141828644c442b042348b4581032562c2a1a16974901ec2b0b8c00b14132a1a4445035911f1d02814c00c4c2cde8bdf256df5758d8d3664d31bb726fb3d7b9f43e917c3eb14b77fcb7595b036bcee5ddf7b43bbbcb2c6902a45fe96a8a150569a0c47819c6c9ff9c8d9fb25bfe16997c5af65c5b23164de7046d8b0dec81c73ceb17a696cdeb0fcda144ada1f9b377dcf7bd2fb2e73d7bc315f912eb77e9bec15616de7d53bca8fedbe9c73932904598ba97f16fbd014d3344d4a41b0b9998b83053f0e040e4c0683c200e8c280048bf570e1cc68216127dcc7271c0a0d0812400cced5d8bed6e516b4ada9b4b231bdde374ad6edc1b7cba1641972228538e908042880e1e090f0e09960f00e1807ca0828306646c452e01eac68458820ac841550f11c525a68f54a5719beccc1db77d9da4b4aef291feb39dd9b94e138a342a6665994efddb51cc2966bcd6ecc79c3285dcf2a317cd2c297a09c28e82fe42819df28cda230cc821512a17a24ea99a74123c5c1349cdb5048218083a8514531446482111109249220ba39c0c2a1213a071280d0301026190ec5900e12e14844e21324014dd80d740c76055848fa20e4b101689f82eed3570b4cb8649602013354efe95318087d35deaa64c2519a0b51da076fc90b620c77adc5f17ae59b017135adf0eaf3a14f761cd1b47c80104e69dc60b8a808b1881816ba5692d5819086d34fbba95a296064196ea3f39002812a658d475c5d182b5a57e140e449225813025662216364eb3e52b4ee0144e31103884027f84a4ec4fe0a508c7835010ec8b2d94821b0a6bb730b6879a36f9757b07164c133417eaa6da2c33ae21df3f250239ac2a60fb1d9bfdd913f3b1e40f857158164eb49fde3709d117585ada753762e1c711da7ceca7f4f479d54685dc669e48d7a651e1542762144e5acea9939b83a3d8613904996fe01ca4a2798');
INSERT INTO catalog_text_part (text_id, part, bytes) VALUES ('01a20e8a-c694-770e-86da-f38e5f58b145', '0', E'\\x28b52ffd04581d33006a65241327e0669007f80145fec3174b350a6f34d19f41e65bc9e2d91b48c1a813d8da5d1978628c31c61870330120011f018d4fa64052e516f9970a9d645043c3648b9a40bfb22a9dad2a7bb22b70709cfeab7ff5cada13484fddd29953656b4f5ae50cee52f0eee03a06fa53e6ffee56d71ce7d91ddce5ab9fb38ef90994f97f75cf5539033c38cec6a93e9933817ef5afbc75269ee58c3374cdcad4c1659d677e52e8d774559365559433c483fb194cd51526cc67dc4f22da610bb09cf46579f91f09974782536d0a4825e1b804d858831bb22048d236295ab7f8b5e9c9cad5cf32362978cbcaced0b7ec1f5cf7547fe7efbd85b03a223715c53255a4c7e2e5fbd87ae6d974a80426a491110d02d65420325b452c38b8e80a1c9c96797e758f332c383760803b38ac6753f6356770d8825a2e26122673d988908f74839008d031481c4c38099584855d0f88b65860a42a92dcc161f2efaec0c179eaaaa69ed979bb020115fe09fbe45d7ba46a0439159fe655bf28cafa72ecf64d8aee3eeb9caceee99633b82aad8c30a438b5f5d13cf5b313c7e8d13afbd57d4e98cb0241ed418495cf26c027a1e98424bf92790743234589a2170918038ca50bcdd42321f2b4880c24205032f5709127ccf220109b01c9a5b068166fa06c6105c0180c78e90c0bae5ffee2649ed2ae9c7dece30c2e567833acbb72891fbc56bf59757d17f7fb6a8573ce88c29f796de23dabb64ecf9c215b3d83301e9cbe3d631ee128526f5350bf1eddfa389dfced886f18e9e87b6ff16ac1fdeada9cc15d4a46cc37c5bdc3a72f85dfedbdbe48dbfb24be366f5a1da7ff8a57db36111030fd6bf35bab78d7b6e9f253e76cdae5f774796cf31b46180c72a0550de2989b67652293813810ab81ce249cea1567a9e9d357e66763541f25257e946e4eabc5b5e1b0106cac514d8d4212da84fe15ba98038a50c1885064da8c6abb591671280ab9932b6d786046e168898222793438fe910140e0eba226d9d47cf37ec69a1b0292f9880d04443bc45d52d1869ba20f6b0a3fcac6fa6c74edb39adf38e39cf3ea1c992f7521b635cbfe226da3d773ac4fefca1f87f1ca8cbba3ead53d6e5cf9dc8fcb9c1fa6ba3ed9677eb7cf0873e674e2ddfad5bf3a664a2436c767d3283848f00c947c8cc7ff4cd31e0987c5539b2265248d4de8084881df302e9a11b29d78400f28952d216c8be48229241bcd268b04c1a3485dfa86c766b4c1ac51f37c659514eefa658bf3eb57d69729ad2fca9cf258a794bc525c433bf7bef64569f5bbdbd667234d5f8556ea0b0b0b334e7d65d71a4e68b77c196ffca8ccebe317c727a9ed1b568bb5841a59051aeb808c89c7b2786885b4204c12e2f9d0ac52fa5c201f7a592c556060f0fe5754592a0a03491e9602018291750a3e1b08e9f8e86e1276886355022116924946d02d8c93b50964713cbf72a4399e3a523c4ecb1f875b3f88717d11a6f145d1a4518ed42530b0d4bd2d1cac557c014682f0076319f2b0142859d11f369210430949045089201857de1d2fa6944358ad7d18c2e8c938ebb317cf17694c598ab7dd2030142e2189661cdfe2092a89e682801d1048122352e0656361301738b3318b503c20b631e0f03c409f0b261d748be5b32fc17822850aa4cc0bd460468bec84add05010de121dab76cf16a2e394e53553b253389fc6563fcb6b7d9af6faec86554719a5deb4787980aea8d12d911189261009249440c42e06c022219a11e7011260903890263988a158161286881114e111a28c168c9c7407dd429c939e4eb20150c4388caa2bc4825c02f85c028e7cd97d44c3b0bf220fa587d81557200361e21564a3070d8e9a60e2948e6231e3fbae252d9d617f424eb0ab261740822e1902f57c050ef25d93ee01bdc1463fecaf28ec355154f4885d162d324c7c2dd783e03d52bafdc66c0ef80414701faeaf37bf6dfca5fdfb9cbcfcac5307fb44a8741ecb094f55dde7a107920e4c3c7d28bd8434bdb103c4e9e097139e7e2ea8073a5898c60f8bd204f1203af734c6812a1d8100efb082d40b754bf5e76cfd5637bdef70e2d28b18e6d0a10902f87e04709e766e8336467d12463d31c73d5af5cfa4ea77801fc9af74c6886943f01a55ac63f4d81d6306878e37ef57217880fdb9300b820a9df8cf3a0883db602aca058aac497ea65f4d10558aeadbe1f83bb9e05b449e5a6b45b1f099c052a0a2370a50382d16278208376e60ff466f3a130d5283edfd8db89793f7fe1b3d7576bf9b3700c121480862074c6ab2ef501d07ab6589e436');
INSERT INTO catalog_version (version, form, etag, document_etag, created, body, prepared, document) VALUES ('1', '2', 'X9iXgFFsMKnplBSWmQUBNqTBVk41ozAcZhgXQF2b0l8', '-In3brRHUBPwm7g-xsE_zPBAS9eXxOcsSOwMsZktBZI', '1795540305546', '01a20e8a-c694-770e-86da-f38e5f58b145', '01a20e8a-c694-770e-86da-f38d2f1c2925', '01a20e8a-c694-770e-86da-f38cc5a94e8e');
INSERT INTO catalog_publication (publication, version, published) VALUES ('1', '1', '1795540305546');
INSERT INTO audit (sequence, at, actor_kind, actor_id, actor_name, address, operation, subject_kind, subject_id, revision, reason, outcome, before_json, after_json, seal, sealing, token_hash) VALUES ('1', '1795540305279', 'system', 'garrison', 'garrison', '', 'signingKey.publish', 'environment', 'environment', '1', NULL, 'done', NULL, '{"key_id":"01a20e8a-c56b-7723-be8a-1a1b9f3fe0c3","algorithm":"EdDSA","signs_from":1795540305253}', 'cUgyeoh3-E17ZABXmUxItw8O8MopeVHMhBOrUfGWP2k', 'plain', 'eHF9x3FDvmQCBMFL1V3VtoPOfMTuCXnrY85vLe9XLoA');
INSERT INTO audit (sequence, at, actor_kind, actor_id, actor_name, address, operation, subject_kind, subject_id, revision, reason, outcome, before_json, after_json, seal, sealing, token_hash) VALUES ('2', '1795540305344', 'system', 'garrison', 'garrison', '', 'signingKey.publish', 'environment', 'environment', '2', NULL, 'done', NULL, '{"key_id":"01a20e8a-c590-7626-81af-a12555ad03fb","algorithm":"EdDSA","signs_from":1798132305253}', 'kxy4_BLiaexxU5pXnypSpNWqtFq0gPoLAPOwlOTX8dQ', 'plain', '_2Sa4nj2m1dEqGEm0NPA1VpOtG_X91HfwzVcPP43GbI');
INSERT INTO audit (sequence, at, actor_kind, actor_id, actor_name, address, operation, subject_kind, subject_id, revision, reason, outcome, before_json, after_json, seal, sealing, token_hash) VALUES ('3', '1795540305496', 'system', 'garrison', 'garrison', '', 'client.create', 'client', 'embedded', '0', NULL, 'done', NULL, '{"client_uuid":"01a20e8a-c64e-71e4-9db8-5c9268ee76d1","kind":"game","permissions":[],"grants":["*"],"public":true,"disabled":false,"redirect_uris":[],"pkce_exempt":false,"secrets":[]}', 'gm-I9ctqqQHq8ssZEm8FJKKgwCS5JvzOTX-4bVZBnsM', 'plain', 'gzf0fqrLHCDqUrl0rJa94fMQoRs2U6eNFQDHeZzkllQ');
INSERT INTO audit (sequence, at, actor_kind, actor_id, actor_name, address, operation, subject_kind, subject_id, revision, reason, outcome, before_json, after_json, seal, sealing, token_hash) VALUES ('4', '1795540305685', 'local', 'embedded', 'embedded', '', 'catalog.publish', 'catalog', 'catalog', '1', NULL, 'done', NULL, '{"version":1,"etag":"X9iXgFFsMKnplBSWmQUBNqTBVk41ozAcZhgXQF2b0l8","document_etag":"-In3brRHUBPwm7g-xsE_zPBAS9eXxOcsSOwMsZktBZI"}', 'r8_dZjpKvhSQHk7wpVlBXwYHxU8-9oN0VeDd2QgxaiU', 'plain', 'pktjSAW1zAA6jd3CfMUQ4LJ4KuUvQFA-dHMeRt6idtw');
INSERT INTO audit (sequence, at, actor_kind, actor_id, actor_name, address, operation, subject_kind, subject_id, revision, reason, outcome, before_json, after_json, seal, sealing, token_hash) VALUES ('5', '1795540307498', 'local', 'landed', 'landed', '', 'client.create', 'client', 'a-machine', '0', 'kept as a file', 'done', NULL, '{"client_uuid":"01a20e8a-cdce-7309-98e5-c5486053c870","kind":"machine","permissions":["catalog:read"],"grants":["client_credentials"],"public":false,"disabled":false,"redirect_uris":[],"pkce_exempt":false,"secrets":[{"secret_id":"01a20e8a-cdcf-762d-bbea-46817d1ecea7","created":1795540307406}]}', 'k7iSAFqqeApjLmUQlP2NTvATMOO0MxmdDAvLayddAMQ', 'plain', 'HZFJdj-UJBgHqKoPhZ1SchMgw6fxL-Jaxunwn31XjB4');
INSERT INTO audit (sequence, at, actor_kind, actor_id, actor_name, address, operation, subject_kind, subject_id, revision, reason, outcome, before_json, after_json, seal, sealing, token_hash) VALUES ('6', '1795540307876', 'local', 'landed', 'landed', '', 'player.setRole', 'person', '01a20e8a-c7c2-77e6-918c-731ba885dbf1', '2', 'kept as a file', 'done', '{"player_uuid":"01a20e8a-c7c2-77e6-918c-731cccd617af","role_id":1}', '{"player_uuid":"01a20e8a-c7c2-77e6-918c-731cccd617af","role_id":1}', 'Go1lgv-NwFQMl9AJkoGHdrLoxM6czlHmJ-oYhuG-Lkg', 'plain', '83NESnbKYSuqQnMHNjYNGnwkZNpg46CDq6wYV1TMT_w');
INSERT INTO audit (sequence, at, actor_kind, actor_id, actor_name, address, operation, subject_kind, subject_id, revision, reason, outcome, before_json, after_json, seal, sealing, token_hash) VALUES ('7', '1795540307896', 'local', 'landed', 'landed', '', 'restriction.add', 'person', '01a20e8a-c7c2-77e6-918c-731ba885dbf1', '3', 'kept as a file', 'done', NULL, '{"restriction_id":"01a20e8a-cfb6-714c-a9e3-ea6a04df2efa","type":"account_pending_deletion"}', '2DGRH7O9ykknnTougArmrgGQXwuFwFPEWBjj72O6KsA', 'plain', 'K4U4tPF8szMpjmHXiR0gvzYqfyVUftiyB5QcxGmBh2k');
INSERT INTO audit_head (id, sequence, last_seal, token) VALUES ('1', '7', '2DGRH7O9ykknnTougArmrgGQXwuFwFPEWBjj72O6KsA', '60deb704-5a09-4758-b1d7-b6198a1e0964');
INSERT INTO broadcast_head (id, last_position, last_created) VALUES ('1', '3', '1795540307882');
INSERT INTO broadcast (position, created, segment, role_id, wire) VALUES ('1', '1795540307757', 'all', NULL, '{"message":"The season begins","notification_id":"wasyAAdipKmoD2YP8uPUzjEuMA","created":"2026-11-24T17:11:47.757Z"}');
INSERT INTO broadcast (position, created, segment, role_id, wire) VALUES ('2', '1795540307878', 'role', '1', '{"message":"To players","notification_id":"1jKN-mUjcHkZuOacJAzHzzIuMA","created":"2026-11-24T17:11:47.878Z"}');
INSERT INTO broadcast (position, created, segment, role_id, wire) VALUES ('3', '1795540307882', 'players', NULL, '{"message":"To some","notification_id":"aNjZEGluDpGn_7_60skh_jMuMA","created":"2026-11-24T17:11:47.882Z"}');
INSERT INTO schema_epoch (id, oldest) VALUES ('1', '22');
INSERT INTO person (person_id, created_at, last_login_at, deleted_at, logins, revision, players, seal) VALUES ('01a20e8a-c7c2-77e6-918c-731ba885dbf1', '1795540305858', '1795540305965', NULL, '2', '3', '01a20e8a-c7c2-77e6-918c-731cccd617af ', NULL);
INSERT INTO person_player (person_id, player_uuid, player_id, role_id, active, display_name, platform, created_at, folded_name) VALUES ('01a20e8a-c7c2-77e6-918c-731ba885dbf1', '01a20e8a-c7c2-77e6-918c-731cccd617af', '1', '1', '1', 'Player', 'Anon', '1795540305858', 'player');
INSERT INTO person_portal_user (person_id, platform, portal_user_id, player_uuid, display_name, parent_platform, parent_portal_user_id, created_at, environment, parent_environment) VALUES ('01a20e8a-c7c2-77e6-918c-731ba885dbf1', 'Anon', 've-qOq9ky3HbZABl2SN5dFEUgNqLVj_hIWwcGxAg2S8', '01a20e8a-c7c2-77e6-918c-731cccd617af', 'Player', NULL, NULL, '1795540305858', '', '');
INSERT INTO person_portal_user (person_id, platform, portal_user_id, player_uuid, display_name, parent_platform, parent_portal_user_id, created_at, environment, parent_environment) VALUES ('01a20e8a-c7c2-77e6-918c-731ba885dbf1', 'Anon', '3iYWBcyK00v8ycBaHAk1Vur61AhG0VaurajzZ2r2poo', '01a20e8a-c7c2-77e6-918c-731cccd617af', 'Player', NULL, NULL, '1795540306590', '', '');
INSERT INTO restriction (person_id, restriction_id, type, reason, note, issuer, created_at, expires_at, lifted_at, lifted_by) VALUES ('01a20e8a-c7c2-77e6-918c-731ba885dbf1', '01a20e8a-cfb6-714c-a9e3-ea6a04df2efa', 'account_pending_deletion', NULL, NULL, 'landed', '1795540307894', NULL, NULL, NULL);
INSERT INTO login_session (person_id, session_id, client_uuid, client_generation, player_uuid, platform, portal_user_id, token_hash, token_ends_at, exchanges, created_at, expires_at, revoked_at, revoked_for, is_issued, environment) VALUES ('01a20e8a-c7c2-77e6-918c-731ba885dbf1', '01a20e8a-c7cf-7036-b69a-43feae762623', '01a20e8a-c64e-71e4-9db8-5c9268ee76d1', '0', '01a20e8a-c7c2-77e6-918c-731cccd617af', 'Anon', 've-qOq9ky3HbZABl2SN5dFEUgNqLVj_hIWwcGxAg2S8', E'\\x7ccb8a5dcbc142b3f8ab83953ff63479b5a5467142a3a15904f58519becb2389', '1798132305965', '1', '1795540305858', '1803316305858', NULL, NULL, '0', '');
INSERT INTO refresh_exchange (person_id, session_id, token_hash, successor_seed, rotated_at) VALUES ('01a20e8a-c7c2-77e6-918c-731ba885dbf1', '01a20e8a-c7cf-7036-b69a-43feae762623', E'\\x8adde7da985b50591b4c164eb1f8ee63d6a4c67f905fb7f131e4a66548a1e7c8', E'\\xf2928289e1ea92452148e982300fd0c370b953bc5b65ae6e6b9d429caf228f46', '1795540305965');
INSERT INTO login_history (person_id, login_id, at, player_uuid, session_id, grant_type, platform, client_uuid, address, user_agent) VALUES ('01a20e8a-c7c2-77e6-918c-731ba885dbf1', '01a20e8a-c7d0-72bf-a193-54570d68ddb4', '1795540305858', '01a20e8a-c7c2-77e6-918c-731cccd617af', '01a20e8a-c7cf-7036-b69a-43feae762623', 'anon', 'Anon', '01a20e8a-c64e-71e4-9db8-5c9268ee76d1', '', 'embedded');
INSERT INTO login_history (person_id, login_id, at, player_uuid, session_id, grant_type, platform, client_uuid, address, user_agent) VALUES ('01a20e8a-c7c2-77e6-918c-731ba885dbf1', '01a20e8a-c82d-732d-8364-6aaf3ef5d597', '1795540305965', '01a20e8a-c7c2-77e6-918c-731cccd617af', '01a20e8a-c7cf-7036-b69a-43feae762623', 'refresh', 'Anon', '01a20e8a-c64e-71e4-9db8-5c9268ee76d1', '', 'embedded');
INSERT INTO security_event (person_id, event_id, at, kind, session_id, client_uuid, address, grant_type, code) VALUES ('01a20e8a-c7c2-77e6-918c-731ba885dbf1', '01a20e8a-cac6-71c3-a13a-033cdc7caeb6', '1795540306590', 'portal_user_linked', NULL, '01a20e8a-c64e-71e4-9db8-5c9268ee76d1', '', NULL, NULL);
INSERT INTO person_presence (person_id, player_uuid, status, undisturbed, last_seen, platform, message, custom_data, revision) VALUES ('01a20e8a-c7c2-77e6-918c-731ba885dbf1', '01a20e8a-c7c2-77e6-918c-731cccd617af', 'away', '0', '1795540306448', 'Anon', '"in the lobby"', NULL, '1');
INSERT INTO portal_user (portal_user_id, platform, person_id, environment) VALUES ('ve-qOq9ky3HbZABl2SN5dFEUgNqLVj_hIWwcGxAg2S8', 'Anon', '01a20e8a-c7c2-77e6-918c-731ba885dbf1', '');
INSERT INTO portal_user (portal_user_id, platform, person_id, environment) VALUES ('3iYWBcyK00v8ycBaHAk1Vur61AhG0VaurajzZ2r2poo', 'Anon', '01a20e8a-c7c2-77e6-918c-731ba885dbf1', '');
INSERT INTO promotion_use (code, uses) VALUES ('WELCOME', '1');
INSERT INTO order_lookup (order_id, player_uuid) VALUES ('01a20e8a-c859-7240-bd6e-c879f73077e7', '01a20e8a-c7c2-77e6-918c-731cccd617af');
INSERT INTO order_lookup (order_id, player_uuid) VALUES ('01a20e8a-c859-7240-bd6e-c87fbc4d5f0d', '01a20e8a-c7c2-77e6-918c-731cccd617af');
INSERT INTO order_lookup (order_id, player_uuid) VALUES ('01a20e8a-c859-7240-bd6e-c88145aa72ec', '01a20e8a-c7c2-77e6-918c-731cccd617af');
INSERT INTO order_lookup (order_id, player_uuid) VALUES ('01a20e8a-c89b-75c3-a9ad-85fd014cf917', '01a20e8a-c7c2-77e6-918c-731cccd617af');
INSERT INTO order_lookup (order_id, player_uuid) VALUES ('01a20e8a-c8ff-75a9-9216-f5dd7b4febb5', '01a20e8a-c7c2-77e6-918c-731cccd617af');
INSERT INTO order_lookup (order_id, player_uuid) VALUES ('01a20e8a-c965-726b-a5dd-5f16e25abbce', '01a20e8a-c7c2-77e6-918c-731cccd617af');
INSERT INTO player (player_uuid, person_id, created_at, broadcasts_before) VALUES ('01a20e8a-c7c2-77e6-918c-731cccd617af', '01a20e8a-c7c2-77e6-918c-731ba885dbf1', '1795540305858', '0');
INSERT INTO inventory_owner (player_uuid, changed_at, seal_token) VALUES ('01a20e8a-c7c2-77e6-918c-731cccd617af', '1795540306196', '3c5d23ba-60f3-43b1-aeed-73611f93fa35');
INSERT INTO inventory_record (player_uuid, inventory_id, item_id, type, bucket, count, acquired, expires, custom_data, legacy_inventory_id, revision) VALUES ('01a20e8a-c7c2-77e6-918c-731cccd617af', '01a20e8a-c859-7240-bd6e-c8842bfa6ad6', '2', 'persistent', 'none', '30', '1795540305986', NULL, NULL, '4161119673019094', '1');
INSERT INTO inventory_record (player_uuid, inventory_id, item_id, type, bucket, count, acquired, expires, custom_data, legacy_inventory_id, revision) VALUES ('01a20e8a-c7c2-77e6-918c-731cccd617af', '01a20e8a-c859-7240-bd6e-c8859f4a4d35', '3', 'persistent', 'none', '1', '1795540305986', NULL, NULL, '4161125902601525', '1');
INSERT INTO inventory_record (player_uuid, inventory_id, item_id, type, bucket, count, acquired, expires, custom_data, legacy_inventory_id, revision) VALUES ('01a20e8a-c7c2-77e6-918c-731cccd617af', '01a20e8a-c859-7240-bd6e-c883c219a530', '1', 'persistent', 'none', '421', '1795540305986', NULL, NULL, '4161117896680752', '5');
INSERT INTO inventory_record (player_uuid, inventory_id, item_id, type, bucket, count, acquired, expires, custom_data, legacy_inventory_id, revision) VALUES ('01a20e8a-c7c2-77e6-918c-731cccd617af', '01a20e8a-c9ab-7734-b953-7773ca186b1b', '1', 'transient', 'none', '5', '1795540306196', NULL, NULL, '975764125674267', '1');
INSERT INTO inventory_count (player_uuid, item_id, bucket, count, records) VALUES ('01a20e8a-c7c2-77e6-918c-731cccd617af', '2', 'none', '30', '1');
INSERT INTO inventory_count (player_uuid, item_id, bucket, count, records) VALUES ('01a20e8a-c7c2-77e6-918c-731cccd617af', '3', 'none', '1', '1');
INSERT INTO inventory_count (player_uuid, item_id, bucket, count, records) VALUES ('01a20e8a-c7c2-77e6-918c-731cccd617af', '1', 'none', '426', '2');
INSERT INTO inventory_ledger (player_uuid, inventory_id, revision, item_id, order_id, entry_id, delta, count_after, created, submitter_uuid, expires, type, bucket, legacy_inventory_id, custom_data) VALUES ('01a20e8a-c7c2-77e6-918c-731cccd617af', '01a20e8a-c859-7240-bd6e-c883c219a530', '1', '1', '01a20e8a-c859-7240-bd6e-c879f73077e7', '01a20e8a-c859-7240-bd6e-c87af13edd31', '200', '200', '1795540305986', '00000000-0000-0000-0000-000000000000', NULL, 'persistent', 'none', '4161117896680752', NULL);
INSERT INTO inventory_ledger (player_uuid, inventory_id, revision, item_id, order_id, entry_id, delta, count_after, created, submitter_uuid, expires, type, bucket, legacy_inventory_id, custom_data) VALUES ('01a20e8a-c7c2-77e6-918c-731cccd617af', '01a20e8a-c859-7240-bd6e-c8842bfa6ad6', '1', '2', '01a20e8a-c859-7240-bd6e-c879f73077e7', '01a20e8a-c859-7240-bd6e-c87b4857bfad', '30', '30', '1795540305986', '00000000-0000-0000-0000-000000000000', NULL, 'persistent', 'none', '4161119673019094', NULL);
INSERT INTO inventory_ledger (player_uuid, inventory_id, revision, item_id, order_id, entry_id, delta, count_after, created, submitter_uuid, expires, type, bucket, legacy_inventory_id, custom_data) VALUES ('01a20e8a-c7c2-77e6-918c-731cccd617af', '01a20e8a-c859-7240-bd6e-c883c219a530', '2', '1', '01a20e8a-c859-7240-bd6e-c879f73077e7', '01a20e8a-c859-7240-bd6e-c87b4857bfad', '3', '203', '1795540305986', '00000000-0000-0000-0000-000000000000', NULL, NULL, NULL, NULL, NULL);
INSERT INTO inventory_ledger (player_uuid, inventory_id, revision, item_id, order_id, entry_id, delta, count_after, created, submitter_uuid, expires, type, bucket, legacy_inventory_id, custom_data) VALUES ('01a20e8a-c7c2-77e6-918c-731cccd617af', '01a20e8a-c859-7240-bd6e-c8859f4a4d35', '1', '3', '01a20e8a-c859-7240-bd6e-c879f73077e7', '01a20e8a-c859-7240-bd6e-c87ca51cd477', '1', '1', '1795540305986', '00000000-0000-0000-0000-000000000000', NULL, 'persistent', 'none', '4161125902601525', NULL);
INSERT INTO inventory_ledger (player_uuid, inventory_id, revision, item_id, order_id, entry_id, delta, count_after, created, submitter_uuid, expires, type, bucket, legacy_inventory_id, custom_data) VALUES ('01a20e8a-c7c2-77e6-918c-731cccd617af', '01a20e8a-c859-7240-bd6e-c886974dfd74', '1', '1', '01a20e8a-c859-7240-bd6e-c879f73077e7', '01a20e8a-c859-7240-bd6e-c87d7ca55de2', '10', '10', '1795540305986', '00000000-0000-0000-0000-000000000000', NULL, 'transient', 'none', '4161130063592820', NULL);
INSERT INTO inventory_ledger (player_uuid, inventory_id, revision, item_id, order_id, entry_id, delta, count_after, created, submitter_uuid, expires, type, bucket, legacy_inventory_id, custom_data) VALUES ('01a20e8a-c7c2-77e6-918c-731cccd617af', '01a20e8a-c859-7240-bd6e-c883c219a530', '3', '1', '01a20e8a-c859-7240-bd6e-c87fbc4d5f0d', '01a20e8a-c859-7240-bd6e-c8809a491986', '9', '212', '1795540305986', '00000000-0000-0000-0000-000000000000', NULL, NULL, NULL, NULL, NULL);
INSERT INTO inventory_ledger (player_uuid, inventory_id, revision, item_id, order_id, entry_id, delta, count_after, created, submitter_uuid, expires, type, bucket, legacy_inventory_id, custom_data) VALUES ('01a20e8a-c7c2-77e6-918c-731cccd617af', '01a20e8a-c859-7240-bd6e-c883c219a530', '4', '1', '01a20e8a-c859-7240-bd6e-c88145aa72ec', '01a20e8a-c859-7240-bd6e-c882a10004e7', '9', '221', '1795540305986', '00000000-0000-0000-0000-000000000000', NULL, NULL, NULL, NULL, NULL);
INSERT INTO inventory_ledger (player_uuid, inventory_id, revision, item_id, order_id, entry_id, delta, count_after, created, submitter_uuid, expires, type, bucket, legacy_inventory_id, custom_data) VALUES ('01a20e8a-c7c2-77e6-918c-731cccd617af', '01a20e8a-c859-7240-bd6e-c883c219a530', '5', '1', '01a20e8a-c89b-75c3-a9ad-85fd014cf917', '01a20e8a-c89b-75c3-a9ad-85fe6158744e', '200', '421', '1795540306038', '00000000-0000-0000-0000-000000000000', NULL, NULL, NULL, NULL, NULL);
INSERT INTO inventory_ledger (player_uuid, inventory_id, revision, item_id, order_id, entry_id, delta, count_after, created, submitter_uuid, expires, type, bucket, legacy_inventory_id, custom_data) VALUES ('01a20e8a-c7c2-77e6-918c-731cccd617af', '01a20e8a-c8ff-75a9-9216-f5df5a9fee05', '1', '1', '01a20e8a-c8ff-75a9-9216-f5dd7b4febb5', '01a20e8a-c8ff-75a9-9216-f5deb3fd6d9d', '4', '4', '1795540306131', '00000000-0000-0000-0000-000000000000', NULL, 'transient', 'none', '1959189507206661', '{"from":"a drop"}');
INSERT INTO inventory_ledger (player_uuid, inventory_id, revision, item_id, order_id, entry_id, delta, count_after, created, submitter_uuid, expires, type, bucket, legacy_inventory_id, custom_data) VALUES ('01a20e8a-c7c2-77e6-918c-731cccd617af', '01a20e8a-c859-7240-bd6e-c886974dfd74', '2', '1', '01a20e8a-c965-726b-a5dd-5f16e25abbce', NULL, '-10', '0', '1795540306195', '00000000-0000-0000-0000-000000000000', '1795540306195', NULL, NULL, NULL, NULL);
INSERT INTO inventory_ledger (player_uuid, inventory_id, revision, item_id, order_id, entry_id, delta, count_after, created, submitter_uuid, expires, type, bucket, legacy_inventory_id, custom_data) VALUES ('01a20e8a-c7c2-77e6-918c-731cccd617af', '01a20e8a-c8ff-75a9-9216-f5df5a9fee05', '2', '1', '01a20e8a-c965-726b-a5dd-5f16e25abbce', NULL, '-4', '0', '1795540306195', '00000000-0000-0000-0000-000000000000', '1795540306195', NULL, NULL, NULL, NULL);
INSERT INTO inventory_ledger (player_uuid, inventory_id, revision, item_id, order_id, entry_id, delta, count_after, created, submitter_uuid, expires, type, bucket, legacy_inventory_id, custom_data) VALUES ('01a20e8a-c7c2-77e6-918c-731cccd617af', '01a20e8a-c9ab-7734-b953-7773ca186b1b', '1', '1', '01a20e8a-c965-726b-a5dd-5f16e25abbce', '01a20e8a-c9ab-7734-b953-777279df5ef9', '5', '5', '1795540306196', '00000000-0000-0000-0000-000000000000', NULL, 'transient', 'none', '975764125674267', NULL);
INSERT INTO player_order (player_uuid, order_id, created, entry_count, entry_total, client_order_ref_id, fingerprint, parent_order_id, catalog_version, platform, is_server, disabled, submitter_kind, submitter_uuid, client_id, byte_count, byte_total, choices, promotions, applied, wire, began_session, seal, token_hash, refunded_order_id, owed, stated) VALUES ('01a20e8a-c7c2-77e6-918c-731cccd617af', '01a20e8a-c859-7240-bd6e-c879f73077e7', '1795540305986', '5', '5', '0190a6b4-0000-7000-8000-000000000001', '_2qokwTPXXiYM0W9tyOFYAex3e29uciaRU4ws2ABqzo', NULL, '1', NULL, '1', NULL, 'machine', '00000000-0000-0000-0000-000000000000', 'embedded', NULL, NULL, '[1,1]', NULL, NULL, '{"source":"UNKNOWN","client_order_ref_id":"0190a6b4-0000-7000-8000-000000000001","order_id":"01a20e8a-c859-7240-bd6e-c879f73077e7","player_uuid":"01a20e8a-c7c2-77e6-918c-731cccd617af","created_time":"2026-11-24T17:11:45.986Z","entries":[{"type":"fill_loot","loot_id":1,"quantity":2,"entry_id":"01a20e8a-c859-7240-bd6e-c87af13edd31","result":"success","details":[{"type":"inventory_change","loot_id":1,"inv_change":{"after_item_id":1,"after":{"inventory_id":"01a20e8a-c859-7240-bd6e-c883c219a530","type":"persistent","legacy_inventory_id":4161117896680752,"bucket":"none","count":200,"acquired":"2026-11-24T17:11:45.986Z"}}}]},{"type":"fill_loot","loot_id":2,"quantity":2,"entry_id":"01a20e8a-c859-7240-bd6e-c87b4857bfad","result":"success","details":[{"type":"inventory_change","loot_id":2,"inv_change":{"after_item_id":2,"after":{"inventory_id":"01a20e8a-c859-7240-bd6e-c8842bfa6ad6","type":"persistent","legacy_inventory_id":4161119673019094,"bucket":"none","count":30,"acquired":"2026-11-24T17:11:45.986Z"}}},{"type":"inventory_change","loot_id":8,"inv_change":{"before_item_id":1,"after_item_id":1,"before":{"inventory_id":"01a20e8a-c859-7240-bd6e-c883c219a530","type":"persistent","legacy_inventory_id":4161117896680752,"bucket":"none","count":200,"acquired":"2026-11-24T17:11:45.986Z"},"after":{"inventory_id":"01a20e8a-c859-7240-bd6e-c883c219a530","type":"persistent","legacy_inventory_id":4161117896680752,"bucket":"none","count":203,"acquired":"2026-11-24T17:11:45.986Z"}}}]},{"type":"fill_loot","loot_id":3,"quantity":1,"entry_id":"01a20e8a-c859-7240-bd6e-c87ca51cd477","result":"success","details":[{"type":"inventory_change","loot_id":3,"inv_change":{"after_item_id":3,"after":{"inventory_id":"01a20e8a-c859-7240-bd6e-c8859f4a4d35","type":"persistent","legacy_inventory_id":4161125902601525,"bucket":"none","count":1,"acquired":"2026-11-24T17:11:45.986Z"}}}]},{"type":"fill_loot","loot_id":4,"quantity":2,"entry_id":"01a20e8a-c859-7240-bd6e-c87d7ca55de2","result":"success","details":[{"type":"inventory_change","loot_id":4,"inv_change":{"after_item_id":1,"after":{"inventory_id":"01a20e8a-c859-7240-bd6e-c886974dfd74","type":"transient","legacy_inventory_id":4161130063592820,"bucket":"none","count":10,"acquired":"2026-11-24T17:11:45.986Z"}}}]},{"type":"fill_loot","loot_id":5,"quantity":2,"entry_id":"01a20e8a-c859-7240-bd6e-c87e63c8f721","result":"success","details":[{"type":"new_order","loot_id":7,"order":{"source":"UNKNOWN","order_id":"01a20e8a-c859-7240-bd6e-c87fbc4d5f0d","entries":[{"type":"fill_loot","loot_id":7,"quantity":1,"entry_id":"01a20e8a-c859-7240-bd6e-c8809a491986"}]}},{"type":"new_order","loot_id":7,"order":{"source":"UNKNOWN","order_id":"01a20e8a-c859-7240-bd6e-c88145aa72ec","entries":[{"type":"fill_loot","loot_id":7,"quantity":1,"entry_id":"01a20e8a-c859-7240-bd6e-c882a10004e7"}]}}]}]}', NULL, 'phVPENdrauEF-A3sa86Nigxg3oDg0AeX1bEWyeZk3RZo', '5df9487dd67252f29988766b1d4bf3a3cdf4d7fd2224f118133b4ef69ab10adb', NULL, NULL, NULL);
INSERT INTO player_order (player_uuid, order_id, created, entry_count, entry_total, client_order_ref_id, fingerprint, parent_order_id, catalog_version, platform, is_server, disabled, submitter_kind, submitter_uuid, client_id, byte_count, byte_total, choices, promotions, applied, wire, began_session, seal, token_hash, refunded_order_id, owed, stated) VALUES ('01a20e8a-c7c2-77e6-918c-731cccd617af', '01a20e8a-c859-7240-bd6e-c87fbc4d5f0d', '1795540305986', '0', '5', NULL, NULL, '01a20e8a-c859-7240-bd6e-c879f73077e7', '1', NULL, '1', NULL, 'machine', '00000000-0000-0000-0000-000000000000', 'embedded', NULL, NULL, NULL, NULL, NULL, '{"source":"UNKNOWN","order_id":"01a20e8a-c859-7240-bd6e-c87fbc4d5f0d","player_uuid":"01a20e8a-c7c2-77e6-918c-731cccd617af","created_time":"2026-11-24T17:11:45.986Z","entries":[{"type":"fill_loot","loot_id":7,"quantity":1,"entry_id":"01a20e8a-c859-7240-bd6e-c8809a491986","result":"success","details":[{"type":"inventory_change","loot_id":7,"inv_change":{"before_item_id":1,"after_item_id":1,"before":{"inventory_id":"01a20e8a-c859-7240-bd6e-c883c219a530","type":"persistent","legacy_inventory_id":4161117896680752,"bucket":"none","count":203,"acquired":"2026-11-24T17:11:45.986Z"},"after":{"inventory_id":"01a20e8a-c859-7240-bd6e-c883c219a530","type":"persistent","legacy_inventory_id":4161117896680752,"bucket":"none","count":212,"acquired":"2026-11-24T17:11:45.986Z"}}}]}]}', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO player_order (player_uuid, order_id, created, entry_count, entry_total, client_order_ref_id, fingerprint, parent_order_id, catalog_version, platform, is_server, disabled, submitter_kind, submitter_uuid, client_id, byte_count, byte_total, choices, promotions, applied, wire, began_session, seal, token_hash, refunded_order_id, owed, stated) VALUES ('01a20e8a-c7c2-77e6-918c-731cccd617af', '01a20e8a-c859-7240-bd6e-c88145aa72ec', '1795540305986', '0', '5', NULL, NULL, '01a20e8a-c859-7240-bd6e-c879f73077e7', '1', NULL, '1', NULL, 'machine', '00000000-0000-0000-0000-000000000000', 'embedded', NULL, NULL, NULL, NULL, NULL, '{"source":"UNKNOWN","order_id":"01a20e8a-c859-7240-bd6e-c88145aa72ec","player_uuid":"01a20e8a-c7c2-77e6-918c-731cccd617af","created_time":"2026-11-24T17:11:45.986Z","entries":[{"type":"fill_loot","loot_id":7,"quantity":1,"entry_id":"01a20e8a-c859-7240-bd6e-c882a10004e7","result":"success","details":[{"type":"inventory_change","loot_id":7,"inv_change":{"before_item_id":1,"after_item_id":1,"before":{"inventory_id":"01a20e8a-c859-7240-bd6e-c883c219a530","type":"persistent","legacy_inventory_id":4161117896680752,"bucket":"none","count":212,"acquired":"2026-11-24T17:11:45.986Z"},"after":{"inventory_id":"01a20e8a-c859-7240-bd6e-c883c219a530","type":"persistent","legacy_inventory_id":4161117896680752,"bucket":"none","count":221,"acquired":"2026-11-24T17:11:45.986Z"}}}]}]}', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO player_order (player_uuid, order_id, created, entry_count, entry_total, client_order_ref_id, fingerprint, parent_order_id, catalog_version, platform, is_server, disabled, submitter_kind, submitter_uuid, client_id, byte_count, byte_total, choices, promotions, applied, wire, began_session, seal, token_hash, refunded_order_id, owed, stated) VALUES ('01a20e8a-c7c2-77e6-918c-731cccd617af', '01a20e8a-c89b-75c3-a9ad-85fd014cf917', '1795540306038', '1', '6', NULL, NULL, NULL, '1', NULL, '1', NULL, 'machine', '00000000-0000-0000-0000-000000000000', 'embedded', NULL, NULL, '[]', '[{"isClaimed":false,"uses":0}]', NULL, '{"source":"UNKNOWN","order_id":"01a20e8a-c89b-75c3-a9ad-85fd014cf917","player_uuid":"01a20e8a-c7c2-77e6-918c-731cccd617af","created_time":"2026-11-24T17:11:46.038Z","entries":[{"type":"promotion_code","quantity":1,"external_tran_id":"WELCOME","entry_id":"01a20e8a-c89b-75c3-a9ad-85fe6158744e","result":"success","details":[{"type":"claim_promo_code","loot_id":1},{"type":"inventory_change","loot_id":1,"inv_change":{"before_item_id":1,"after_item_id":1,"before":{"inventory_id":"01a20e8a-c859-7240-bd6e-c883c219a530","type":"persistent","legacy_inventory_id":4161117896680752,"bucket":"none","count":221,"acquired":"2026-11-24T17:11:45.986Z"},"after":{"inventory_id":"01a20e8a-c859-7240-bd6e-c883c219a530","type":"persistent","legacy_inventory_id":4161117896680752,"bucket":"none","count":421,"acquired":"2026-11-24T17:11:45.986Z"}}}]}]}', NULL, 'pKaPEU5Zk7S0kL-RqnPFmzixvzbQ53KghjUu4QWwqAQs', 'f966ff65767364f3d7d704d712d9a6e64073a08358d49854f604a9cc86f88b2b', NULL, NULL, NULL);
INSERT INTO player_order (player_uuid, order_id, created, entry_count, entry_total, client_order_ref_id, fingerprint, parent_order_id, catalog_version, platform, is_server, disabled, submitter_kind, submitter_uuid, client_id, byte_count, byte_total, choices, promotions, applied, wire, began_session, seal, token_hash, refunded_order_id, owed, stated) VALUES ('01a20e8a-c7c2-77e6-918c-731cccd617af', '01a20e8a-c8ff-75a9-9216-f5dd7b4febb5', '1795540306131', '1', '7', NULL, NULL, NULL, '1', NULL, '1', NULL, 'machine', '00000000-0000-0000-0000-000000000000', 'embedded', NULL, NULL, '[]', NULL, NULL, '{"source":"UNKNOWN","order_id":"01a20e8a-c8ff-75a9-9216-f5dd7b4febb5","player_uuid":"01a20e8a-c7c2-77e6-918c-731cccd617af","created_time":"2026-11-24T17:11:46.131Z","entries":[{"type":"create_new_transient_inventory","quantity":4,"item_id":1,"custom_data":{"from":"a drop"},"entry_id":"01a20e8a-c8ff-75a9-9216-f5deb3fd6d9d","result":"success","details":[{"type":"inventory_change","inv_change":{"after_item_id":1,"after":{"inventory_id":"01a20e8a-c8ff-75a9-9216-f5df5a9fee05","type":"transient","legacy_inventory_id":1959189507206661,"bucket":"none","count":4,"acquired":"2026-11-24T17:11:46.131Z","custom_data":{"from":"a drop"}}}}]}]}', NULL, 'pTZX_37QCQVxgjWJyRTKJ8cHUOkEZdOCf598CbDDLyfc', '4114560e598e763e71351c2a85653c46c5cdf79baf59b0de43375bc47a8f0526', NULL, NULL, NULL);
INSERT INTO player_order (player_uuid, order_id, created, entry_count, entry_total, client_order_ref_id, fingerprint, parent_order_id, catalog_version, platform, is_server, disabled, submitter_kind, submitter_uuid, client_id, byte_count, byte_total, choices, promotions, applied, wire, began_session, seal, token_hash, refunded_order_id, owed, stated) VALUES ('01a20e8a-c7c2-77e6-918c-731cccd617af', '01a20e8a-c965-726b-a5dd-5f16e25abbce', '1795540306196', '1', '8', NULL, NULL, NULL, '1', NULL, '1', NULL, 'machine', '00000000-0000-0000-0000-000000000000', 'embedded', '582', '582', '[]', NULL, NULL, '{"source":"ENTITLEMENTS","order_id":"01a20e8a-c965-726b-a5dd-5f16e25abbce","player_uuid":"01a20e8a-c7c2-77e6-918c-731cccd617af","created_time":"2026-11-24T17:11:46.196Z","entries":[{"type":"fill_entitled_loot","quantity":1,"item_id":3,"entry_id":"01a20e8a-c9ab-7734-b953-777279df5ef9","result":"success","details":[{"type":"inventory_change","loot_id":4,"inv_change":{"after_item_id":1,"after":{"inventory_id":"01a20e8a-c9ab-7734-b953-7773ca186b1b","type":"transient","legacy_inventory_id":975764125674267,"bucket":"none","count":5,"acquired":"2026-11-24T17:11:46.196Z"}}}]}]}', '1', 'pFp_DxLSzWGibhPQXPZ67GViUMd1Lz8XgiJuMRviRhMY', '8ecca4b3231951de3f79f76049eed0deaab0f67ecc09c6e33c7202f6f2a32efe', NULL, NULL, NULL);
INSERT INTO promotion_claim (player_uuid, code, order_id, created) VALUES ('01a20e8a-c7c2-77e6-918c-731cccd617af', 'WELCOME', '01a20e8a-c89b-75c3-a9ad-85fd014cf917', '1795540306038');
INSERT INTO notification_list (player_uuid, last_position, newest_at, broadcasts_before) VALUES ('01a20e8a-c7c2-77e6-918c-731cccd617af', '2', '1795540306646', '0');
INSERT INTO notification (player_uuid, position, created, wire, broadcasts_before) VALUES ('01a20e8a-c7c2-77e6-918c-731cccd617af', '1', '1795540306406', '{"message":"Welcome","notification_id":"uVNnjduIlZC8WXTGjDVU_TE","created":"2026-11-24T17:11:46.406Z"}', '0');
INSERT INTO notification (player_uuid, position, created, wire, broadcasts_before) VALUES ('01a20e8a-c7c2-77e6-918c-731cccd617af', '2', '1795540306646', '{"message":"A user of Anon was linked, and may log in as you.","custom_data":{"event":"portal_user_linked","platform":"Anon","at":"2026-11-24T17:11:46.590Z"},"notification_id":"V--6w07lpgXuuRK1hN4cczI","created":"2026-11-24T17:11:46.646Z"}', '0');
INSERT INTO player_role (player_uuid, since_position, role_id) VALUES ('01a20e8a-c7c2-77e6-918c-731cccd617af', '1', '1');
INSERT INTO broadcast_member (player_uuid, position) VALUES ('01a20e8a-c7c2-77e6-918c-731cccd617af', '3');
SELECT setval('player_id_sequence', 1);
