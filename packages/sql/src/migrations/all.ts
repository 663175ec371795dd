/** Every migration. {@link Migrations} runs them by id. */
import type { FrozenMigration } from "../Migration.ts"
import { migration as schema } from "./0001_schema.ts"
import { migration as usedState } from "./0002_used_state.ts"
import { migration as issuedSession } from "./0003_issued_session.ts"
import { migration as auditSeals } from "./0004_audit_seals.ts"
import { migration as clientRedirects } from "./0005_client_redirects.ts"
import { migration as wrongCode } from "./0006_wrong_code.ts"
import { migration as portalEnvironment } from "./0007_portal_environment.ts"
import { migration as orderSeals } from "./0008_order_seals.ts"
import { migration as personPlayers } from "./0009_person_players.ts"
import { migration as personPresence } from "./0010_person_presence.ts"
import { migration as upkeep } from "./0011_upkeep.ts"
import { migration as personMerge } from "./0012_person_merge.ts"
import { migration as orderRefunds } from "./0013_order_refunds.ts"
import { migration as search } from "./0014_search.ts"
import { migration as restrictionEnd } from "./0015_restriction_end.ts"
import { migration as statedPrices } from "./0016_stated_prices.ts"
import { migration as broadcasts } from "./0017_broadcasts.ts"
import { migration as presenceHeartbeats } from "./0018_presence_heartbeats.ts"
import { migration as schemaEpoch } from "./0019_schema_epoch.ts"
import { migration as accessSeals } from "./0020_access_seals.ts"
import { migration as keptRestriction } from "./0021_kept_restriction.ts"
import { migration as orderLookup } from "./0022_order_lookup.ts"
import { migration as refusedLogin } from "./0023_refused_login.ts"

/** The schema of this version of Garrison, as the steps that lead to it. `docs/adding.md` says how to add one. */
export const migrations: ReadonlyArray<FrozenMigration> = [
  schema,
  usedState,
  issuedSession,
  auditSeals,
  clientRedirects,
  wrongCode,
  portalEnvironment,
  orderSeals,
  personPlayers,
  personPresence,
  upkeep,
  personMerge,
  orderRefunds,
  search,
  restrictionEnd,
  statedPrices,
  broadcasts,
  presenceHeartbeats,
  schemaEpoch,
  accessSeals,
  keptRestriction,
  orderLookup,
  refusedLogin,
]
