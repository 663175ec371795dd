/** Every storage interface of the core, in SQL. An area appends its own. */
import * as Layer from "effect/Layer"
import * as SqlAgreementStore from "./agreement/SqlAgreementStore.ts"
import * as SqlUpkeepStore from "./attention/SqlUpkeepStore.ts"
import * as SqlAccessRowStore from "./audit/SqlAccessRowStore.ts"
import * as SqlAuditStore from "./audit/SqlAuditStore.ts"
import * as SqlSecurityEventStore from "./audit/SqlSecurityEventStore.ts"
import * as SqlCatalogStore from "./catalog/SqlCatalogStore.ts"
import * as SqlClientStore from "./client/SqlClientStore.ts"
import * as SqlEnvironmentStore from "./environment/SqlEnvironmentStore.ts"
import * as SqlFiguresStore from "./figures/SqlFiguresStore.ts"
import * as SqlHappeningStore from "./happening/SqlHappeningStore.ts"
import * as SqlIdempotencyStore from "./idempotency/SqlIdempotencyStore.ts"
import * as SqlInventoryStore from "./inventory/SqlInventoryStore.ts"
import * as SqlLedgerStore from "./inventory/SqlLedgerStore.ts"
import * as SqlLinkStore from "./linking/SqlLinkStore.ts"
import * as SqlAnonymousStore from "./login/SqlAnonymousStore.ts"
import * as SqlFailureStore from "./login/SqlFailureStore.ts"
import * as SqlLoginHistoryStore from "./login/SqlLoginHistoryStore.ts"
import * as SqlLoginStore from "./login/SqlLoginStore.ts"
import * as SqlPasswordStore from "./login/SqlPasswordStore.ts"
import * as SqlPortalUserStore from "./login/SqlPortalUserStore.ts"
import * as SqlMergeStore from "./merging/SqlMergeStore.ts"
import * as SqlBroadcastStore from "./notification/SqlBroadcastStore.ts"
import * as SqlSignals from "./signal/SqlSignals.ts"
import * as SqlNotificationStore from "./notification/SqlNotificationStore.ts"
import * as SqlAuthorizationCodeStore from "./oauth/SqlAuthorizationCodeStore.ts"
import * as SqlUsedStateStore from "./oauth/SqlUsedStateStore.ts"
import * as SqlPlayerMarkStore from "./overview/SqlPlayerMarkStore.ts"
import * as SqlClaimStore from "./order/SqlClaimStore.ts"
import * as SqlOrderLookupStore from "./order/SqlOrderLookupStore.ts"
import * as SqlOrderStore from "./order/SqlOrderStore.ts"
import * as SqlRefundStore from "./order/SqlRefundStore.ts"
import * as SqlVerificationStore from "./order/SqlVerificationStore.ts"
import * as SqlRoleStore from "./permission/SqlRoleStore.ts"
import * as SqlPersonStore from "./person/SqlPersonStore.ts"
import * as SqlPlayerSearchStore from "./player/SqlPlayerSearchStore.ts"
import * as SqlPlayerStore from "./player/SqlPlayerStore.ts"
import * as SqlPresenceStore from "./presence/SqlPresenceStore.ts"
import * as SqlKeptRestrictionStore from "./restriction/SqlKeptRestrictionStore.ts"
import * as SqlRestrictionStore from "./restriction/SqlRestrictionStore.ts"
import * as SqlStorageProbe from "./SqlStorageProbe.ts"
import * as SqlSessionStore from "./token/SqlSessionStore.ts"
import * as SqlSigningKeyStore from "./token/SqlSigningKeyStore.ts"

/** All stores, over the `SqlClient`, its driver and the `Transaction` in context. */
export const layer = Layer.mergeAll(
  SqlStorageProbe.layer,
  SqlEnvironmentStore.layer,
  SqlClientStore.layer,
  SqlRoleStore.layer,
  SqlSigningKeyStore.layer,
  SqlCatalogStore.layer,
  SqlIdempotencyStore.layer,
  SqlInventoryStore.layer,
  SqlLedgerStore.layer,
  SqlOrderLookupStore.layer,
  SqlOrderStore.layer,
  SqlRefundStore.layer,
  SqlClaimStore.layer,
  SqlVerificationStore.layer,
  SqlBroadcastStore.layer,
  SqlNotificationStore.layer,
  SqlSignals.layer,
  SqlPresenceStore.layer,
  SqlPersonStore.layer,
  SqlPlayerStore.layer,
  SqlPlayerSearchStore.layer,
  SqlRestrictionStore.layer,
  SqlKeptRestrictionStore.layer,
  Layer.provide(SqlMergeStore.layer, SqlRestrictionStore.layer),
  SqlAgreementStore.layer,
  SqlSessionStore.layer,
  SqlFailureStore.layer,
  SqlPasswordStore.layer,
  SqlLoginHistoryStore.layer,
  SqlLoginStore.layer,
  SqlAnonymousStore.layer,
  SqlPortalUserStore.layer,
  SqlAuthorizationCodeStore.layer,
  SqlUsedStateStore.layer,
  SqlSecurityEventStore.layer,
  SqlLinkStore.layer,
  SqlAccessRowStore.layer,
  SqlAuditStore.layer,
  SqlUpkeepStore.layer,
  SqlFiguresStore.layer,
  SqlHappeningStore.layer,
  SqlPlayerMarkStore.layer,
)
