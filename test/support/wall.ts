/**
 * What a face uses of the core beside operations, schemas, errors, `kernel` and `operation`, with the reason. The lists
 * only shrink: what is asked of the domain becomes an operation.
 */

/** Names of modules of the core, by the package of the face and by why it needs them. */
export const behindTheWall: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  http: {
    "a host mounts a server on what `open` lends": "EmbeddedGarrison GarrisonError lending requireNode settings",
    "access tokens, before any operation": "token/AccessTokens permission/names permission/rules",
    "streams end with their server": "notification/NotificationDelivery notification/delivery/Attendance",
    "the log and the figures know what to leave out, and what to name": `
      client/rules oauth/rules oauth/stateText token/rules/refresh happening/rules`,
    "the catalog is sent in several codings, from the version that is served": `
      catalog/Catalogs catalog/pricePoints catalog/authoring/fieldNotes`,
    "services that the one handler of its own asks for": "order/Orders",
    "the types of the typed client": "hostAnswers hostTypes order/enumerations",
  },
  tui: {
    "a name stands for an id": "overview/references",
    "words and names, over the JSON of an answer": `
      happening/kinds order/enumerations`,
  },
  cli: {
    "a name stands for an id": "overview/references",
    "one program is made of the packages": `
      Garrison settings verification figures/RunningServer environment/shownSettings login/portal/OauthGateway
      login/portal/PortalGateway login/portal/switchedOff oauth/redirection login/grant/DeviceIdentities`,
    "a catalog, odds and a simulation are computed from documents on disk":
      "catalog/authoring odds/rules simulation catalog/rules/names odds/rules/steps order/rules/interpret/price order/rules/interpret/rehearse",
    "it says what it starts with, and fills the demo world": `
      catalog/CatalogStore catalog/Catalogs client/ClientStore client/Clients login/Logins
      login/password/Passwords notification/Notifications order/Orders player/PlayerStore`,
    "it checks what is stored, in a database or a copy": `
      attention/UpkeepStore audit/accessRows audit/rules audit/verifyAudit inventory/InventoryStore
      inventory/rules/ledger order/Ledger order/corpus order/replay order/verifyAll`,
    "an action asks a service, and is no row yet": `
      login/grant/Grant login/grant/grants login/password/PasswordStore login/rules/checks
      login/rules/password odds/LootOdds order/OrderStore order/Refunds order/rules/submission order/submitMany
      order/waitForRate permission/RoleStore player/Players token/AccessTokens token/SessionStore token/Sessions`,
    "an action prints what is no value yet": `
      agreement/rules catalog/currentNames catalog/namesBeside client/input client/rules client/secretView
      happening/kinds happening/words inventory/rules/encode notification/rules order/namedOrder
      order/rules/explain/notes order/rules/reasons/ruleSentences overview/rules permission/names permission/rules player/view restriction/rules`,
  },
}
