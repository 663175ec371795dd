/**
 * Checks of requests by operators and machine clients (decisions, section 8): single fields, and rules over several
 * fields.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import {
  complaint,
  described,
  Enumeration,
  Flag,
  IntegerOf,
  ListOf,
  Text,
  TextOf,
  Uuid,
} from "../kernel/input/Field.ts"
import { failWithMore, type InvalidInput } from "../kernel/input/Invalid.ts"
import { plainDecoder } from "../kernel/input/PlainInput.ts"
import { GRANT_TYPES } from "../kernel/GrantType.ts"
import { isPermission } from "../permission/rules.ts"
import { invalidEdit, invalidNewClient, invalidRedirects, invalidRotation, invalidUpdate, isClientId } from "./rules.ts"
import {
  type Client,
  type ClientEdit,
  type ClientKind,
  CLIENT_KINDS,
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

/** The fields of a client's logins by redirect. */
export const redirectFields = {
  redirect_uris: Schema.optionalKey(
    described(
      ListOf(RedirectUri, REDIRECTS_MAX),
      "Where logins by redirect of a game may return to, letter by letter.",
    ),
  ),
  pkce_exempt: Schema.optionalKey(
    described(Flag, "Let a public client begin logins by redirect without a PKCE challenge."),
  ),
}

/** The fields of a new client. */
export const newClientFields = {
  client_id: Schema.optionalKey(described(ClientIdText, "The name by which the client logs in; unique.")),
  kind: described(Enumeration(CLIENT_KINDS), "game logs players in, machine logs in as itself."),
  description: Schema.optionalKey(
    described(TextOf({ maximum: CLIENT_DESCRIPTION_LENGTH_MAX }), "What the client is for."),
  ),
  org_id: Schema.optionalKey(described(Uuid, "Organisation that the client belongs to.")),
  permissions: described(ListOf(PermissionText), "The permissions of a machine client's tokens."),
  grants: Schema.optionalKey(
    described(
      ListOf(Enumeration([EVERY_GRANT, ...GRANT_TYPES])),
      "The grants that the client may use (default: every grant of its kind).",
    ),
  ),
  public: Schema.optionalKey(described(Flag, "A game client without a secret, such as one that ships to players.")),
  ...redirectFields,
}

/** The new client that an input with {@link newClientFields} asks for. */
export const newClientOf = (input: {
  readonly client_id?: string
  readonly org_id?: string
  readonly redirect_uris?: ReadonlyArray<string>
  readonly pkce_exempt?: boolean
  readonly kind: ClientKind
  readonly description?: string
  readonly permissions: ReadonlyArray<string>
  readonly grants?: ReadonlyArray<string>
  readonly public?: boolean
}): NewClient => {
  const { client_id: clientId, org_id: orgId, pkce_exempt: pkceExempt, redirect_uris: redirectUris, ...rest } = input
  return {
    ...rest,
    ...(clientId !== undefined && { clientId }),
    ...(orgId !== undefined && { orgId }),
    ...(pkceExempt !== undefined && { pkceExempt }),
    ...(redirectUris !== undefined && { redirectUris }),
  }
}

const decodeNewClient = plainDecoder(Schema.Struct(newClientFields))

/** Fails with every fault of a new client. */
export const checkNewClient = (wanted: NewClient): Effect.Effect<void, InvalidInput> => {
  const { clientId, orgId, pkceExempt, redirectUris, ...rest } = wanted
  const names = { client_id: clientId, org_id: orgId, redirect_uris: redirectUris, pkce_exempt: pkceExempt }
  return Effect.asVoid(failWithMore(decodeNewClient({ ...rest, ...names }), invalidNewClient(wanted)))
}

/** The fields of a change of a client. Null empties the field. */
export const clientEditFields = {
  description: Schema.optionalKey(
    described(Schema.NullOr(TextOf({ maximum: CLIENT_DESCRIPTION_LENGTH_MAX })), "What the client is for."),
  ),
  org_id: Schema.optionalKey(described(Schema.NullOr(Uuid), "Organisation that the client belongs to.")),
  permissions: Schema.optionalKey(
    described(ListOf(PermissionText), "All permissions of a machine client's tokens from now on."),
  ),
  grants: Schema.optionalKey(
    described(
      ListOf(Enumeration([EVERY_GRANT, ...GRANT_TYPES])),
      "All grants that the client may use from now on; `*` is every grant of its kind.",
    ),
  ),
}

const decodeEdit = plainDecoder(Schema.Struct(clientEditFields), "undefined")

/** Fails with every fault of a change of `client`. */
export const checkEdit = (client: Client, wanted: ClientEdit): Effect.Effect<void, InvalidInput> => {
  const { orgId, ...rest } = wanted
  return Effect.asVoid(
    failWithMore(decodeEdit({ ...rest, ...(orgId !== undefined && { org_id: orgId }) }), invalidEdit(client, wanted)),
  )
}

const decodeRedirects = plainDecoder(Schema.Struct(redirectFields))

/** Fails with every fault of a change of `client`'s logins by redirect. */
export const checkRedirects = (
  client: Pick<Client, "kind" | "public">,
  wanted: RedirectEdit,
): Effect.Effect<void, InvalidInput> => {
  const decoded = decodeRedirects({ redirect_uris: wanted.redirectUris, pkce_exempt: wanted.pkceExempt })
  return Effect.asVoid(failWithMore(decoded, invalidRedirects(client, wanted)))
}

/** How long a secret lasts after it was replaced. */
export const OverlapSeconds = described(
  IntegerOf({ minimum: 0, maximum: SECRET_OVERLAP_SECONDS_MAX }),
  "How long the current secret keeps working (default: secretOverlapSeconds, one day).",
)

const decodeRotation = plainDecoder(Schema.Struct({ overlap_seconds: OverlapSeconds }))

/** Fails with every fault of a rotation of `client`'s secret by an operator. */
export const checkRotation = (client: Client, overlapSeconds: number): Effect.Effect<void, InvalidInput> =>
  Effect.asVoid(failWithMore(decodeRotation({ overlap_seconds: overlapSeconds }), invalidRotation(client)))

const decodeUpdate = plainDecoder(M2mUpdate)
const decodeQuery = plainDecoder(M2mUpdateQuery)

/** Fails with every fault of a machine client's change of itself. */
export const checkUpdate = (update: M2mUpdate, query: M2mUpdateQuery): Effect.Effect<void, InvalidInput> =>
  Effect.asVoid(Effect.andThen(decodeQuery(query), failWithMore(decodeUpdate(update), invalidUpdate(update, query))))
