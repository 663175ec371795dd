/**
 * The interface as data: every field with its type and required mark, every enumeration, every limit, every code.
 * Written from the interface alone, never from the code, so that it can be held against schemas and the OpenAPI
 * document. Comments elsewhere that say "interface, section 2.4" lead here: search for the number, or begin with this
 * list.
 *
 * - 1 What the service does
 * - 2 Resources and their fields: `resources`, with 2.1 to 2.10 above the first of each; their lists in `enumerations`
 * - 3 States and transitions: nothing to list; shown by test/core/token/Sessions.test.ts for refresh tokens, by
 *   test/core/login/steps/restrictions.test.ts for restrictions and agreements, by test/core/presence/rules.test.ts for
 *   presence
 * - 4 Endpoints: `operations`, with 4.1 to 4.7 above each
 * - 5 Authentication: the permissions of each operation stand in test/http/access.test.ts
 * - 6 Events: the notifications of 2.7
 * - 7 Errors: `loginCodes`, `otherCodes`; those that Garrison adds in `decidedCodes`
 * - 8 Limits: with their fields in `resources` and `operations`; listeners in test/core/notification/Listeners.test.ts
 * - 9 Versioning: the deprecated fields and operations are marked
 */

/** What a field is: its JSON type, with the format where the interface names one. */
export type FieldType =
  | "string"
  | "boolean"
  | "integer"
  | "int64"
  | "number"
  | "uuid"
  | "date-time"
  | "text map"
  | "object"
  | "array"
  | "map"

/** One field of a resource. */
export interface FieldFact {
  readonly type: FieldType
  readonly required?: true
  readonly enumeration?: keyof typeof enumerations
  readonly minimumLength?: number
  readonly maximumLength?: number
  readonly minimum?: number
  readonly maximum?: number
  /** Resource of an object, of the items of an array, or of the values of a map. */
  readonly of?: string
  readonly deprecated?: true
  /** null has a meaning in this field. */
  readonly nullable?: true
  /** Stated for where the field is absent. */
  readonly default?: unknown
  /** Garrison always sends it, though the interface does not mark it as required. */
  readonly always?: true
}

/** The closed lists (interface, sections 2.3, 2.4, 2.5, 2.8 and 2.9). */
export const enumerations = {
  grant_type: words(
    "anon alpha bravo refresh charlie deltalive echo4_v1 echo4_v3 echo5_v3 foxtrot foxtrot_switch golf basic juliet client_credentials",
  ),
  platform: words(
    "Anon Basic DeltaLive Echo FoxtrotNAID FoxtrotSwitch FoxtrotPPID Alpha AlphaPlay Bravo Charlie Golf Hotel India Juliet LegacyName",
  ),
  restriction_type: words("account_ban account_lockout account_pending_deletion account_deny_auth"),
  exchange_grant_type: words("authorization_code"),
  sort: words("asc desc"),
  order_source: words(
    "UNKNOWN WEB_ORDER_REPAIR IN_GAME WEB_SITE NO_SALE SUPPORT ACTIVITY REFUND SYSTEM REWARDS ESPORTS TREASURE CONSOLE ODYSSEY GOLF RETURN JSON_GATE SEND_GIFT RECEIVE_GIFT GOLF_DLC INDIA_MILESTONE INDIA_PRIME ECHO DELTA PTS_GRANT INSTANCE ACCOUNT_TRANSFER PROMOCODE TRIUMPH_SYSTEM LOGIN_GRANT EOM_UNCAPPED EOM_CAPPED KILO_DROP DATABASE_SCRIPT ACCOUNT_LINKING CLAN CONVERSION BRAVO ALPHA ALPHA_PLAY PORTAL_DURABLE PARTNER_ACHIEVEMENT MIKE_DROP FOXTROT STREAM_VIEWING_PROGRESS LIMA FIRST_LOGIN_GRANT INDIA_FUEL LIMA_DLC NOVEMBER CHARLIE_GAMES OSCAR KILO PAPA DAILY_REWARD ADD_ACCOUNT_EMAIL_REWARD CLIENT_CLAIM CLIENT ENTITLEMENTS HOTEL ROMEO QUEBEC",
  ),
  entry_type: words(
    "fill_loot purchase_loot purchase_dynamic_bundle promotion_code fill_loot_single_transient fill_entitled_loot create_new_persistent_inventory update_existing_persistent_inventory create_new_transient_inventory update_existing_transient_inventory update_inventory",
  ),
  inventory_bucket: words(
    "free sweat none anon hotel golf echo delta_live alpha india foxtrot_switch bravo foxtrot charlie alpha_play foxtrot_ppid",
  ),
  entry_result: words(
    "success internal_error invalid_entry_type not_allowed_on_current_portal loot_not_found loot_not_active price_item_not_found price_not_allowed dynamic_bundle_invalid too_many_requests price_does_not_match vendor_version_does_not_match dynamic_bundle_ltis_do_not_match cannot_afford_price cannot_afford_coupon failed_to_spend_price failed_to_spend_coupon loot_not_for_sale_with_price_item coupons_disabled coupon_item_not_found coupon_item_not_active coupon_item_not_applicable_for_quantity coupon_item_not_applicable_for_price_item coupon_item_not_applicable_for_loot quantity_not_allowed promotion_expired promotion_not_found promotion_no_uses_left promotion_not_available promotion_claimed_already dynamic_bundles_not_available transient_single_loot_already_applied loot_not_fillable_from_client permission_denied failed_to_find_any_sub_loot failed_to_fill_any_sub_loot cannot_meet_loot_blocker cannot_meet_loot_required failed_to_consume_loot_required failed_to_submit_new_order failed_to_modify_inventory inventory_not_found item_not_found item_not_active too_many_inv_custom_attributes always_owned_inventory_cannot_be_modified available_until_is_in_past rollback not_started",
  ),
  detail_type: words("unknown inventory_change dynamic_bundle_lti claim_promo_code return_promo_code new_order"),
  inventory_record_type: words("persistent transient always_owned"),
  vendor_type: words("recipe randomly_sampled"),
  inventory_selector_type: words("invalid own rent rent_timeframe_locked own_transient inherit_entitlement_inventory"),
  inventory_operation: words(
    "invalid add subtract set check_greater_than_or_equal check_less_than check_greater_than check_greater_than_or_equal_and_subtract",
  ),
  quantity_type: words("relative absolute"),
  xp_quantity_transform_type: words(
    "none from_current_xp_to_target_additional_level_min_xp from_current_level_min_xp_to_target_additional_level_min_xp from_zero_to_target_exact_level_min_xp",
  ),
  item_type: words("unit recipe recipe_with_price_reduction entitlement dynamic_bundle"),
} as const satisfies Readonly<Record<string, ReadonlyArray<string>>>

function words(text: string): ReadonlyArray<string> {
  return text.split(" ")
}

const string = { type: "string" } as const
const integer = { type: "integer" } as const
const boolean = { type: "boolean" } as const
const uuid = { type: "uuid" } as const
const textMap = { type: "text map" } as const
const dateTime = { type: "date-time" } as const
const required = <Fact extends FieldFact>(fact: Fact): Fact & { readonly required: true } => ({
  ...fact,
  required: true,
})
const deprecated = <Fact extends FieldFact>(fact: Fact): Fact & { readonly deprecated: true } => ({
  ...fact,
  deprecated: true,
})
const always = <Fact extends FieldFact>(fact: Fact): Fact & { readonly always: true } => ({ ...fact, always: true })
const or = <Fact extends FieldFact>(value: unknown, fact: Fact): Fact & { readonly default: unknown } => ({
  ...fact,
  default: value,
})
const oneOf = (enumeration: keyof typeof enumerations): FieldFact => ({ type: "string", enumeration })
const arrayOf = (of: string): FieldFact => ({ type: "array", of })
const objectOf = (of: string): FieldFact => ({ type: "object", of })

const errorBody: Readonly<Record<string, FieldFact>> = {
  auth_success: always(or(true, boolean)),
  error_code: required(string),
  desc: required(string),
}

const entryRequest = {
  type: required(oneOf("entry_type")),
  loot_id: integer,
  quantity: required(integer),
  vendor_version: deprecated({ type: "int64" }),
  vendor_etag: string,
  dynamic_bundle_loot_ids: arrayOf("integer"),
  purchase_price: deprecated(objectOf("PurchasePrice")),
  external_tran_id: string,
  external_item_sku: string,
  use_inventory_bucket: oneOf("inventory_bucket"),
  player_portal_event_id: { type: "int64" },
  inventory_id: uuid,
  legacy_inventory_id: { type: "int64" },
  item_id: integer,
  expires: dateTime,
  custom_data: textMap,
} satisfies Readonly<Record<string, FieldFact>>

const orderReference = {
  source: always(oneOf("order_source")),
  client_order_ref_id: uuid,
  portal_id: integer,
  portal_user_id: string,
  instance_id: string,
  match_id: string,
  is_transaction: boolean,
} satisfies Readonly<Record<string, FieldFact>>

/** Every resource (interface, section 2), by the name it has in the contract. */
export const resources: Readonly<Record<string, Readonly<Record<string, FieldFact>>>> = {
  // 2.1 Error body
  ErrorBody: errorBody,
  // 2.2 Validation error body
  ValidationErrorBody: { detail: always(arrayOf("ValidationDetail")) },
  ValidationDetail: { loc: required(arrayOf("location")), msg: required(string), type: required(string) },
  // 2.3 Login request
  LoginRequest: {
    grant_type: required(oneOf("grant_type")),
    portal_access_token: or("", string),
    portal_display_name: or("", string),
    portal_parent_access_token: or("", string),
    portal_parent_display_name: or("", string),
    include_refresh: boolean,
    accept_eula: boolean,
    accept_tos: boolean,
    accept_privacy_policy: boolean,
  },
  // 2.4 Login result
  PortalParentAuthResult: {
    platform: required(oneOf("platform")),
    portal_id: required(deprecated(integer)),
    portal_user_id: required(string),
    display_name: required(string),
    permissions: always(or([], arrayOf("string"))),
    restrictions: always(or([], arrayOf("Restriction"))),
  },
  LoginResult: {
    portal_parent_auth_result: objectOf("PortalParentAuthResult"),
    permissions: always(or([], arrayOf("string"))),
    restrictions: always(or([], arrayOf("Restriction"))),
    active_player_id: deprecated(integer),
    active_player_uuid: uuid,
    platform: oneOf("platform"),
    portal_id: deprecated(integer),
    portal_user_id: string,
    display_name: string,
    role_id: integer,
    person_id: uuid,
    access_token: always(or("", string)),
    refresh_token: string,
    publisher_uuid: required(uuid),
    tenant_uuid: required(uuid),
    config_elector_uuid: required(uuid),
    client_uuid: required(uuid),
    client_id: required(string),
    token_type: required(string),
    expires_in: always(integer),
  },
  Restriction: {
    type: required(oneOf("restriction_type")),
    reason: string,
    expiration: always({ type: "date-time", nullable: true }),
  },
  AgreementRequiredBody: {
    ...errorBody,
    needs_eula: always(boolean),
    needs_tos: always(boolean),
    needs_privacy_policy: always(boolean),
  },
  // 2.5 Token exchange
  TokenExchangeRequest: {
    grant_type: required(oneOf("exchange_grant_type")),
    code: required({ type: "string", minimumLength: 1 }),
    accepted_eula: boolean,
    accepted_tos: boolean,
    accepted_privacy_policy: boolean,
    // Decisions, section 5: beside the interface's own fields.
    code_verifier: string,
  },
  TokenExchangeResponse: {
    access_token: string,
    refresh_token: string,
    needs_eula: boolean,
    needs_tos: boolean,
    needs_privacy_policy: boolean,
    regenerated_code: string,
    error_message: string,
  },
  // 2.6 M2M account; the lengths are of decisions, section 8.
  M2mCredentialsUpdate: {
    client_secret: { type: "string", minimumLength: 32, maximumLength: 1024 },
    description: string,
  },
  M2mAccount: {
    account_id: required(uuid),
    client_secret: required(string),
    description: string,
    org_id: uuid,
  },
  // 2.7 Notification page
  NotificationPage: { notifications: always(or([], arrayOf("Notification"))), cursor: required(string) },
  Notification: {
    message: required({ type: "string", maximumLength: 4096 }),
    rh_url: { type: "string", minimumLength: 1, maximumLength: 4096 },
    custom_data: { type: "text map", minimumLength: 1, maximumLength: 4096 },
    etag: { type: "string", minimumLength: 1 },
    notification_id: required(string),
    created: required(dateTime),
  },
  // 2.8 Player order page
  PlayerOrderPage: { data: always(or([], arrayOf("PlayerOrder"))), page: required(objectOf("Page")) },
  Page: {
    starting_position: dateTime,
    cursor: string,
    sort: always(oneOf("sort")),
    limit: always(or(10, { type: "integer", minimum: 1, maximum: 50 })),
  },
  PlayerOrder: {
    ...orderReference,
    order_id: required(string),
    player_uuid: required(uuid),
    created_time: required(dateTime),
    entries: required(arrayOf("OrderEntry")),
  },
  OrderEntry: {
    ...entryRequest,
    entry_id: required(string),
    result: always(oneOf("entry_result")),
    details: always(or([], arrayOf("EntryDetail"))),
  },
  OrderEntryRequest: { ...entryRequest, entry_id: always(string) },
  PurchasePrice: {
    price_item_id: deprecated(integer),
    price: deprecated(integer),
    price_coupon_item_id: integer,
    currencies: arrayOf("PriceCurrency"),
  },
  PriceCurrency: { price_item_id: required(integer), price: required(integer) },
  EntryDetail: {
    type: required(oneOf("detail_type")),
    loot_id: integer,
    inv_change: objectOf("InventoryChange"),
    order: objectOf("OrderReference"),
  },
  InventoryChange: {
    before_item_id: integer,
    after_item_id: always(integer),
    before: objectOf("InventoryRecord"),
    after: always(objectOf("InventoryRecord")),
  },
  OrderReference: { ...orderReference, order_id: always(string), entries: required(arrayOf("OrderEntryRequest")) },
  InventoryRecord: {
    inventory_id: required(uuid),
    type: required(oneOf("inventory_record_type")),
    legacy_inventory_id: always({ type: "int64" }),
    bucket: always(oneOf("inventory_bucket")),
    count: required(integer),
    acquired: required(dateTime),
    expires: dateTime,
    custom_data: textMap,
  },
  // Decisions, section 11: what a player owns, by the records of 2.8.
  InventoryPage: { data: required(arrayOf("OwnedRecord")), page: required(objectOf("InventoryPagePosition")) },
  InventoryPagePosition: {
    cursor: string,
    limit: required(or(50, { type: "integer", minimum: 1, maximum: 100 })),
  },
  OwnedRecord: {
    item_id: required(integer),
    inventory_id: required(uuid),
    type: required(oneOf("inventory_record_type")),
    legacy_inventory_id: { type: "int64" },
    bucket: oneOf("inventory_bucket"),
    count: required(integer),
    acquired: required(dateTime),
    expires: dateTime,
    custom_data: textMap,
  },
  // 2.9 Catalog vendor collection
  VendorCollection: { vendors: always({ type: "map", of: "Vendor" }), cache_info: always(objectOf("CacheInfo")) },
  CacheInfo: { etag: required({ type: "string", minimumLength: 1 }), str_rep: always(string) },
  Vendor: {
    custom_data: textMap,
    vendor_uuid: always(uuid),
    type: always(oneOf("vendor_type")),
    legacy_type: integer,
    legacy_config_version: integer,
    loot: always({ type: "map", of: "Loot" }),
    cache_info: always(objectOf("CacheInfo")),
  },
  Loot: {
    custom_data: textMap,
    loot_uuid: always(uuid),
    loot_id: required(integer),
    vendor_id: required(integer),
    vendor_uuid: always(uuid),
    item_id: integer,
    item_uuid: uuid,
    item: objectOf("Item"),
    sub_vendor_id: integer,
    sub_vendor_uuid: uuid,
    quantity: always(integer),
    inventory_selector_type: always(oneOf("inventory_selector_type")),
    inventory_operation: always(oneOf("inventory_operation")),
    active: always(boolean),
    sort_order: always(integer),
    drop_weight: always(integer),
    fill_in_new_order: always(boolean),
    allow_partial_bundles: always(or(true, boolean)),
    required_item_id: integer,
    required_item_uuid: uuid,
    required_item_count: always(integer),
    stack_limit: integer,
    ui_hint: integer,
    effective_from: dateTime,
    quantity_type: always(oneOf("quantity_type")),
    quantity_mult_inventory_item_id: integer,
    quantity_mult_inventory_item_uuid: uuid,
    is_claimable_by_client: always(boolean),
    time_frame_id: integer,
    use_inventory_bucket: oneOf("inventory_bucket"),
    xp_quantity_transform_type: always(oneOf("xp_quantity_transform_type")),
    current_price_point_guid: { type: "string", minimumLength: 1 },
    pre_sale_price_point_guid: { type: "string", minimumLength: 1 },
    cache_info: always(objectOf("CacheInfo")),
    hard_quantity_maximum: always(integer),
  },
  Item: {
    custom_data: textMap,
    item_uuid: always(uuid),
    type: always(oneOf("item_type")),
    legacy_type: integer,
    legacy_subtype: integer,
    ref_item_id: integer,
    availability_flags: always(integer),
    entitled_loot_uuid: uuid,
    entitled_loot_id: integer,
    level_xp_table_uuid: uuid,
    level_xp_table_id: integer,
    level_vendor_uuid: uuid,
    level_vendor_id: integer,
    coupon_discount_currency_item_uuid: integer,
    coupon_discount_currency_item_id: integer,
    coupon_discount_percentage: { type: "number", maximum: 1 },
    coupon_consume_on_use: always(boolean),
    item_portal_use_ruleset_id: integer,
    inventory_bucket_use_rule_set_id: string,
    coupon_discount_loot: always(or([], arrayOf("integer"))),
    coupon_discount_loot_uuid: always(or([], arrayOf("string"))),
    cache_info: always(objectOf("CacheInfo")),
  },
  // 2.10 Presence record: neither names nor marks are given. Decisions, section 13, has the names, and what is always
  // there is ours.
  PresenceRecord: {
    online: required(boolean),
    message: { type: "string", maximumLength: 256 },
    platform: required(oneOf("platform")),
    display_name: required(string),
    custom_data: textMap,
    player_id: integer,
    player_uuid: required(uuid),
    do_not_disturb: boolean,
    last_seen: dateTime,
    status: required(string),
  },
}

/** One of the seven operations: parameters and statuses (interface, section 4). */
export interface OperationFact {
  readonly method: "get" | "post" | "put"
  readonly path: string
  readonly parameters: Readonly<Record<string, FieldFact & { readonly in: "query" | "header" | "path" }>>
  readonly request?: string
  /** Decisions, section 8: no body changes nothing. */
  readonly requestOptional?: true
  readonly success: string
  /** Statuses that the interface states, beside 200 and 422. */
  readonly statuses: ReadonlyArray<number>
  readonly responseHeaders?: Readonly<Record<number, ReadonlyArray<string>>>
  readonly deprecated?: true
}

const clientHeaders = {
  "user-agent": { type: "string", in: "header" },
  "x-forwarded-for": { type: "string", in: "header" },
} as const
const ifNoneMatch = { "if-none-match": { type: "string", in: "header" } } as const

const inventoryQuery = {
  cursor: { type: "string", in: "query" },
  limit: { type: "integer", in: "query", minimum: 1, maximum: 100, default: 50 },
} as const

/** The seven operations (interface, section 4), and those beyond them that are kept to a contract of their own. */
export const operations: ReadonlyArray<OperationFact> = [
  // 4.1 Login
  {
    method: "post",
    path: "/users/v1/login",
    parameters: clientHeaders,
    request: "LoginRequest",
    success: "LoginResult",
    statuses: [403, 503],
    responseHeaders: { 503: ["Retry-After"] },
  },
  // 4.2 Token exchange
  {
    method: "post",
    path: "/users/v1/oauth/token",
    parameters: clientHeaders,
    request: "TokenExchangeRequest",
    success: "TokenExchangeResponse",
    statuses: [403],
  },
  // 4.3 M2M credentials
  {
    method: "put",
    path: "/v2/account/me/m2m-credentials",
    // The default is not shown in the interface; decisions, section 8.
    parameters: {
      rotate_secret: { type: "boolean", in: "query", default: false },
      // Decisions, section 2.
      "idempotency-key": { type: "string", in: "header", minimumLength: 1, maximumLength: 255 },
    },
    request: "M2mCredentialsUpdate",
    requestOptional: true,
    success: "M2mAccount",
    statuses: [403],
  },
  // 4.4 Notification page
  {
    method: "get",
    path: "/notification/v1/playerid/me/notification",
    parameters: {
      page_size: { type: "integer", in: "query", minimum: 1, maximum: 100, default: 10 },
      start_at: { type: "string", in: "query" },
      exclude_before: { type: "string", in: "query" },
      ...ifNoneMatch,
    },
    success: "NotificationPage",
    statuses: [304, 400, 403, 409, 503],
  },
  // 4.5 Player order page
  {
    method: "get",
    path: "/inventory/v1/player/me/order",
    parameters: {
      starting_position: { type: "date-time", in: "query" },
      cursor: { type: "string", in: "query" },
      // "Not shown" in the interface; decisions, section 12.
      sort: { type: "string", in: "query", enumeration: "sort", default: "asc" },
      limit: { type: "integer", in: "query", minimum: 1, maximum: 50, default: 10 },
    },
    success: "PlayerOrderPage",
    statuses: [403],
    deprecated: true,
  },
  // 4.6 Catalog vendors
  {
    method: "get",
    path: "/inventory/v1/catalog/vendor",
    parameters: ifNoneMatch,
    success: "VendorCollection",
    statuses: [304, 403, 404],
    responseHeaders: { 200: ["ETag"] },
  },
  // 4.7 Presence
  {
    method: "get",
    path: "/presence/v1/player/uuid/{player_uuid}/presence",
    parameters: { player_uuid: { type: "uuid", in: "path", required: true }, ...ifNoneMatch },
    success: "PresenceRecord",
    statuses: [304, 403, 404],
    responseHeaders: { 200: ["ETag"] },
  },
  // Decisions, section 11: what a player owns.
  {
    method: "get",
    path: "/inventory/v1/player/me/inventory",
    parameters: { ...inventoryQuery, ...ifNoneMatch },
    success: "InventoryPage",
    statuses: [304, 403, 404],
    responseHeaders: { 200: ["ETag"] },
  },
  {
    method: "get",
    path: "/inventory/v1/player/uuid/{player_uuid}/inventory",
    parameters: { player_uuid: { type: "uuid", in: "path", required: true }, ...inventoryQuery, ...ifNoneMatch },
    success: "InventoryPage",
    statuses: [304, 403, 404],
    responseHeaders: { 200: ["ETag"] },
  },
]

/** "Login 403 codes", in their order (interface, section 7). */
export const loginCodes: ReadonlyArray<string> = words(
  "internal_error no_redirects_configured redirect_uri_does_not_match error_occurred_during_exchange failed_to_verify_state failed_to_save_state failed_to_save_tokens too_many_users user_auth_restricted user_needs_agreements error_retrieving_player_results failed_to_retrieve_roles client_credentials_invalid authentication_limited authentication_locked invalid_grant_type user_auth_disabled client_auth_disabled authorization_code_not_found anon_disabled anon_token_empty basic_disabled basic_token_empty basic_auth_incorrect_format basic_auth_credentials_not_found developer_api_disabled developer_api_token_empty developer_api_token_invalid refresh_disabled refresh_token_empty refresh_token_not_found refresh_token_invalid_user refresh_token_client_id_mismatch hotel_disabled hotel_token_empty hotel_invalid_access_token hotel_token_exchange_failed bravo_disabled bravo_token_empty bravo_failed_key_lookup bravo_token_exchange_failed bravo_token_key_not_valid bravo_token_not_valid charlie_disabled charlie_token_empty charlie_v1_token_key_id_invalid charlie_v1_token_invalid charlie_v2_keys_not_available charlie_v2_token_invalid charlie_oauth_token_exchange_failed alpha_disabled alpha_token_empty alpha_keys_not_available alpha_token_not_valid alpha_token_exchange_failed foxtrot_disabled foxtrot_token_empty foxtrot_env_credentials_not_found foxtrot_access_token_not_valid foxtrot_no_environment_matches_env_id foxtrot_retrieve_client_credentials_failed foxtrot_ppid_conversion_failed foxtrot_ppid_conversion_too_many_accounts_found foxtrot_ppid_conversion_no_accounts_found foxtrot_ppid_missing foxtrot_ppid_key_not_valid foxtrot_service_key_url_not_found foxtrot_service_access_token_not_valid foxtrot_service_access_token_for_wrong_app foxtrot_oauth_env_not_found foxtrot_token_exchange_failed echo4_v1_disabled echo4_v1_token_empty echo4_v1_token_expired echo4_v1_token_exchange_failed echo4_v1_id_token_request_failed echo4_v1_id_token_not_valid echo4_v1_token_details_disabled echo4_v1_token_details_request_failed echo4_v3_disabled echo4_v3_token_details_disabled echo4_v3_token_empty echo4_v3_id_token_request_failed echo4_v3_id_token_not_valid echo5_v3_disabled echo5_v3_token_details_disabled echo5_v3_token_empty echo5_v3_id_token_request_failed echo5_v3_id_token_not_valid echo_environment_permission_denied golf_disabled golf_token_empty golf_token_exchange_failed golf_user_anticheat_banned golf_user_publisherbanned golf_user_offline golf_token_invalid golf_token_for_wrong_app india_disabled india_token_empty india_token_invalid india_keys_not_available india_token_exchange_failed delta_disabled delta_xsts_token_empty delta_xsts_token_invalid delta_xtoken_invalid delta_access_token_request_failed delta_xsts_token_exchange_failed delta_xtoken_exchange_failed",
)

/** "Other 4xx codes" (interface, section 7). */
export const otherCodes: ReadonlyArray<readonly [status: number, code: string]> = [
  [400, "bad_id"],
  [403, "auth_invalid_version"],
  [403, "auth_token_invalid_claim"],
  [403, "auth_invalid_key_id"],
  [403, "auth_malformed_access"],
  [403, "auth_token_sig_invalid"],
  [403, "auth_token_format"],
  [403, "auth_token_expired"],
  [403, "insufficient_permissions"],
  [403, "auth_token_unknown"],
  [403, "auth_not_jwt"],
  [409, "too_many_listening_to_single_client"],
  [503, "connection_limit_reached"],
  [403, "authorization_code_not_found"],
]

/** Decisions, sections 2, 4, 10, 12: codes beside those of the interface. */
export const decidedCodes: ReadonlyArray<readonly [status: number, code: string]> = [
  [404, "resource_not_found"],
  [405, "method_not_allowed"],
  [413, "request_too_large"],
  [415, "unsupported_media_type"],
  [503, "service_unavailable"],
  [503, "login_capacity_reached"],
  [503, "too_many_attempts"],
  [409, "order_ref_conflict"],
  [409, "idempotency_key_conflict"],
]
