/**
 * Checks of requests by operators and machine clients (decisions, section 8): single fields, and rules over several
 * fields.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { complaint, Enumeration, Flag, IntegerOf, ListOf, Text, TextOf, Uuid } from "../kernel/Field.ts"
import { alsoWrong, type InvalidInput } from "../kernel/Invalid.ts"
import { plainDecoder } from "../kernel/PlainInput.ts"
import { GRANT_TYPES } from "../kernel/GrantType.ts"
import { isPermission } from "../permission/rules.ts"
import { invalidNewClient, invalidRedirects, invalidRotation, invalidUpdate, isClientId } from "./rules.ts"
import {
  type Client,
  CLIENT_DESCRIPTION_LENGTH_MAX,
  EVERY_GRANT,
  M2mUpdate,
  M2mUpdateQuery,
  type NewClient,
  type RedirectEdit,
  RedirectUri,
  REDIRECTS_MAX,
  SECRET_OVERLAP_SECONDS_MAX,
} from "./schema.ts"

const ClientIdText = Text.check(
  Schema.makeFilter(isClientId, complaint("value_error", "must be 1 to 128 letters, digits and . _ ~ -")),
)

const PermissionText = Text.check(Schema.makeFilter(isPermission, complaint("enum", "is not a permission")))

const redirectFields = {
  redirect_uris: Schema.optionalKey(ListOf(RedirectUri, REDIRECTS_MAX)),
  pkce_exempt: Schema.optionalKey(Flag),
}

const decodeNewClient = plainDecoder(
  Schema.Struct({
    client_id: Schema.optionalKey(ClientIdText),
    kind: Enumeration(["game", "machine"]),
    description: Schema.optionalKey(TextOf({ maximum: CLIENT_DESCRIPTION_LENGTH_MAX })),
    org_id: Schema.optionalKey(Uuid),
    permissions: ListOf(PermissionText),
    grants: Schema.optionalKey(ListOf(Enumeration([EVERY_GRANT, ...GRANT_TYPES]))),
    public: Schema.optionalKey(Flag),
    ...redirectFields,
  }),
)

/** Fails with every fault of a new client. */
export const checkNewClient = (wanted: NewClient): Effect.Effect<void, InvalidInput> => {
  const { clientId, orgId, pkceExempt, redirectUris, ...rest } = wanted
  const names = { client_id: clientId, org_id: orgId, redirect_uris: redirectUris, pkce_exempt: pkceExempt }
  return Effect.asVoid(alsoWrong(decodeNewClient({ ...rest, ...names }), invalidNewClient(wanted)))
}

const decodeRedirects = plainDecoder(Schema.Struct(redirectFields))

/** Fails with every fault of a change of `client`'s logins by redirect. */
export const checkRedirects = (
  client: Pick<Client, "kind" | "public">,
  wanted: RedirectEdit,
): Effect.Effect<void, InvalidInput> => {
  const decoded = decodeRedirects({ redirect_uris: wanted.redirectUris, pkce_exempt: wanted.pkceExempt })
  return Effect.asVoid(alsoWrong(decoded, invalidRedirects(client, wanted)))
}

const decodeRotation = plainDecoder(
  Schema.Struct({ overlap_seconds: IntegerOf({ minimum: 0, maximum: SECRET_OVERLAP_SECONDS_MAX }) }),
)

/** Fails with every fault of a rotation of `client`'s secret by an operator. */
export const checkRotation = (client: Client, overlapSeconds: number): Effect.Effect<void, InvalidInput> =>
  Effect.asVoid(alsoWrong(decodeRotation({ overlap_seconds: overlapSeconds }), invalidRotation(client)))

const decodeUpdate = plainDecoder(M2mUpdate)
const decodeQuery = plainDecoder(M2mUpdateQuery)

/** Fails with every fault of a machine client's change of itself. */
export const checkUpdate = (update: M2mUpdate, query: M2mUpdateQuery): Effect.Effect<void, InvalidInput> =>
  Effect.asVoid(Effect.andThen(decodeQuery(query), alsoWrong(decodeUpdate(update), invalidUpdate(update, query))))
