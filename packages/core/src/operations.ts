/**
 * The table of operations: each once, by area. Every face offers operations of this table; docs/operations.md, the
 * names of the audit and the list of permissions are made of it.
 */
import { listAttention } from "./attention/operations/listAttention.ts"
import { showFigures } from "./figures/operations/showFigures.ts"
import { listHappenings } from "./happening/operations/listHappenings.ts"
import { listSettings } from "./environment/operations/listSettings.ts"
import { acceptAccessRow } from "./audit/operations/acceptAccessRow.ts"
import { listAudit } from "./audit/operations/listAudit.ts"
import { verifyAuditRows } from "./audit/operations/verifyAuditRows.ts"
import { showPlayerHistory } from "./overview/operations/showPlayerHistory.ts"
import { showClientHistory } from "./overview/operations/showClientHistory.ts"
import { browseCatalog } from "./catalog/operations/browseCatalog.ts"
import { diffVersions } from "./odds/operations/diffVersions.ts"
import { showEntry } from "./odds/operations/showEntry.ts"
import { listVersions } from "./catalog/operations/listVersions.ts"
import { showVersion } from "./catalog/operations/showVersion.ts"
import { republishVersion } from "./catalog/operations/republishVersion.ts"
import { listPromotions } from "./order/operations/listPromotions.ts"
import { publishCatalog } from "./catalog/operations/publishCatalog.ts"
import { listRoles } from "./role/operations/listRoles.ts"
import { putRole } from "./role/operations/putRole.ts"
import { setClientRole } from "./client/operations/setClientRole.ts"
import { awaitChange } from "./overview/operations/awaitChange.ts"
import { listAllOrders } from "./overview/operations/listOrders.ts"
import { listLogins } from "./overview/operations/listLogins.ts"
import { listNamedInventory } from "./overview/operations/listInventory.ts"
import { listSecurityEvents } from "./overview/operations/listSecurityEvents.ts"
import { listSentNotifications } from "./overview/operations/listNotifications.ts"
import { showOverview } from "./overview/operations/showOverview.ts"
import { listPlayers } from "./player/operations/listPlayers.ts"
import { countPrunable } from "./login/operations/countPrunable.ts"
import { searchPlayers } from "./overview/operations/searchPlayers.ts"
import { showPlayer } from "./player/operations/showPlayer.ts"
import { setPlayerRole } from "./player/operations/setPlayerRole.ts"
import { deletePlayer } from "./player/operations/deletePlayer.ts"
import { endSessions } from "./player/operations/endSessions.ts"
import { listSessions } from "./overview/operations/listSessions.ts"
import { addRestriction } from "./restriction/operations/addRestriction.ts"
import { setRestrictionEnd } from "./restriction/operations/setRestrictionEnd.ts"
import { listRestrictions } from "./restriction/operations/listRestrictions.ts"
import { releaseRestrictions } from "./restriction/operations/releaseRestrictions.ts"
import { liftRestrictions } from "./restriction/operations/liftRestrictions.ts"
import { linkForPlayer } from "./linking/operations/linkForPlayer.ts"
import { unlinkForPlayer } from "./linking/operations/unlinkForPlayer.ts"
import { createAccount } from "./login/operations/createAccount.ts"
import { changePassword } from "./login/operations/changePassword.ts"
import { editClient } from "./client/operations/editClient.ts"
import { retireClientSecret } from "./client/operations/retireClientSecret.ts"
import { createClient } from "./client/operations/createClient.ts"
import { editClientRedirects } from "./client/operations/editClientRedirects.ts"
import { listClients } from "./client/operations/listClients.ts"
import { removeClient } from "./client/operations/removeClient.ts"
import { rotateClient } from "./client/operations/rotateClient.ts"
import { setClientDisabled } from "./client/operations/setClientDisabled.ts"
import { showClient } from "./client/operations/showClient.ts"
import { findVendor } from "./catalog/operations/findVendor.ts"
import { findPricePoint } from "./catalog/operations/findPricePoint.ts"
import { listPricePoints } from "./catalog/operations/listPricePoints.ts"
import { listVendorEtags } from "./catalog/operations/listVendorEtags.ts"
import { readCatalog } from "./catalog/operations/readCatalog.ts"
import { updateOwnClient } from "./client/operations/updateOwnClient.ts"
import type { ErrorCode } from "./errorCodes.ts"
import { clawBackItem } from "./order/operations/clawBackItem.ts"
import { listInventory } from "./inventory/operations/listInventory.ts"
import { listLevels } from "./inventory/operations/listLevels.ts"
import { listOwed } from "./order/operations/listOwed.ts"
import { traceInventory } from "./order/operations/traceInventory.ts"
import { linkPortalUser } from "./linking/operations/linkPortalUser.ts"
import { listPortalUsers } from "./linking/operations/listPortalUsers.ts"
import { listMerges } from "./merging/operations/listMerges.ts"
import { mergePersons } from "./merging/operations/mergePersons.ts"
import { unmergePersons } from "./merging/operations/unmergePersons.ts"
import { unlinkPortalUser } from "./linking/operations/unlinkPortalUser.ts"
import { logIn } from "./login/operations/logIn.ts"
import { broadcastNotification } from "./notification/operations/broadcastNotification.ts"
import { createNotification } from "./notification/operations/createNotification.ts"
import { listNotifications } from "./notification/operations/listNotifications.ts"
import { pollNotifications } from "./notification/operations/pollNotifications.ts"
import { streamNotifications } from "./notification/operations/streamNotifications.ts"
import { beginLogin } from "./oauth/operations/beginLogin.ts"
import { exchangeCode } from "./oauth/operations/exchangeCode.ts"
import { takeResponse } from "./oauth/operations/takeResponse.ts"
import { computeOdds } from "./odds/operations/computeOdds.ts"
import { showOdds } from "./odds/operations/showOdds.ts"
import type { AnyOperation } from "./operation/Operation.ts"
import { beginSession } from "./order/operations/beginSession.ts"
import { explainOrder } from "./order/operations/explainOrder.ts"
import { findOrder } from "./order/operations/findOrder.ts"
import { locateOrder } from "./order/operations/locateOrder.ts"
import { listOrders } from "./order/operations/listOrders.ts"
import { acceptUnsealed } from "./order/operations/acceptUnsealed.ts"
import { takeItem } from "./order/operations/takeItem.ts"
import { giveItem } from "./order/operations/giveItem.ts"
import { sendNotification } from "./notification/operations/sendNotification.ts"
import { quoteOrder } from "./odds/operations/quoteOrder.ts"
import { refundOrder } from "./order/operations/refundOrder.ts"
import { replayOrder } from "./order/operations/replayOrder.ts"
import { showRefunds } from "./order/operations/showRefunds.ts"
import { searchOrders } from "./order/operations/searchOrders.ts"
import { submitOrder } from "./order/operations/submitOrder.ts"
import { submitOrders } from "./order/operations/submitOrders.ts"
import { countOnline } from "./presence/operations/countOnline.ts"
import { reportPresence } from "./presence/operations/reportPresence.ts"
import { showPresenceSettings } from "./presence/operations/showPresenceSettings.ts"
import { viewPresence } from "./presence/operations/viewPresence.ts"
import { viewPresences } from "./presence/operations/viewPresences.ts"
import { listPublicKeys } from "./token/operations/listPublicKeys.ts"
import { listSigningKeys } from "./token/operations/listSigningKeys.ts"
import { logOut } from "./token/operations/logOut.ts"
import { rotateSigningKey } from "./token/operations/rotateSigningKey.ts"

/** Every operation. */
export const operations = [
  logIn,
  logOut,
  beginLogin,
  takeResponse,
  exchangeCode,
  listPortalUsers,
  linkPortalUser,
  unlinkPortalUser,
  listPublicKeys,
  listSigningKeys,
  rotateSigningKey,
  listClients,
  showClient,
  createClient,
  editClient,
  rotateClient,
  retireClientSecret,
  setClientDisabled,
  editClientRedirects,
  removeClient,
  showClientHistory,
  setClientRole,
  listRoles,
  putRole,
  updateOwnClient,
  listPlayers,
  searchPlayers,
  countPrunable,
  showPlayer,
  showOverview,
  awaitChange,
  listNamedInventory,
  listAllOrders,
  listSentNotifications,
  listLogins,
  listSecurityEvents,
  showPlayerHistory,
  setPlayerRole,
  deletePlayer,
  endSessions,
  listSessions,
  addRestriction,
  liftRestrictions,
  releaseRestrictions,
  setRestrictionEnd,
  listRestrictions,
  linkForPlayer,
  unlinkForPlayer,
  mergePersons,
  unmergePersons,
  listMerges,
  createAccount,
  changePassword,
  createNotification,
  sendNotification,
  broadcastNotification,
  listNotifications,
  pollNotifications,
  streamNotifications,
  showFigures,
  listAttention,
  listHappenings,
  listSettings,
  listAudit,
  verifyAuditRows,
  acceptAccessRow,
  listVersions,
  showVersion,
  browseCatalog,
  showEntry,
  diffVersions,
  publishCatalog,
  republishVersion,
  listPromotions,
  readCatalog,
  findVendor,
  listVendorEtags,
  listPricePoints,
  findPricePoint,
  showOdds,
  computeOdds,
  submitOrder,
  submitOrders,
  quoteOrder,
  giveItem,
  takeItem,
  acceptUnsealed,
  beginSession,
  listOrders,
  findOrder,
  searchOrders,
  locateOrder,
  explainOrder,
  replayOrder,
  refundOrder,
  showRefunds,
  listInventory,
  listLevels,
  clawBackItem,
  traceInventory,
  listOwed,
  viewPresence,
  viewPresences,
  reportPresence,
  showPresenceSettings,
  countOnline,
] as const satisfies ReadonlyArray<AnyOperation<ErrorCode>>
