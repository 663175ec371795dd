/** Tables of clients and their secrets, roles, and signing keys (decisions, sections 3 and 8). */
import type { Migration } from "../Migration.ts"

/**
 * `slot` 0 of a client is its current secret, 1 the one that a rotation left valid for a while: the key lets no third
 * one in. A secret is kept as its SHA-256. `sequence` of a signing key is what nodes race for: one key per place.
 */
export const migration: Migration = {
  id: 2,
  name: "client",
  statements: [
    `CREATE TABLE client (
      client_uuid TEXT PRIMARY KEY CHECK (length(client_uuid) = 36),
      client_id TEXT NOT NULL UNIQUE CHECK (length(client_id) BETWEEN 1 AND 128),
      kind TEXT NOT NULL CHECK (kind IN ('game', 'machine')),
      description TEXT,
      org_id TEXT CHECK (length(org_id) = 36),
      permissions TEXT NOT NULL,
      grants TEXT NOT NULL,
      is_public BIGINT NOT NULL CHECK (is_public IN (0, 1)),
      is_disabled BIGINT NOT NULL CHECK (is_disabled IN (0, 1)),
      created BIGINT NOT NULL,
      CHECK (kind = 'game' OR is_public = 0)
    )`,
    `CREATE TABLE client_secret (
      client_uuid TEXT NOT NULL REFERENCES client (client_uuid) ON DELETE CASCADE,
      slot BIGINT NOT NULL CHECK (slot IN (0, 1)),
      secret_id TEXT NOT NULL UNIQUE CHECK (length(secret_id) = 36),
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
      bypasses_lock BIGINT NOT NULL CHECK (bypasses_lock IN (0, 1))
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
  ],
}
