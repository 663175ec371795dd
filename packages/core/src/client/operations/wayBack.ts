/** How changes of a client are undone: by the act that gives it what it had. */
import * as Schema from "effect/Schema"
import { value } from "../../operation/answer.ts"
import { reverseBy, reverseField } from "../../operation/reverse.ts"
import { clientActs } from "../acts.ts"
import type { Client, ClientEdited } from "../schema.ts"
import { ClientView, clientView } from "../view.ts"

/** A client as an act left it, and how the act is undone. */
export const ChangedClient = value(
  Schema.Struct({ ...ClientView.fields, reverse: reverseField }).annotate({ identifier: "ChangedClient" }),
)

const isSame = (before: unknown, after: unknown): boolean => JSON.stringify(before) === JSON.stringify(after)

const former = (fields: Readonly<Record<string, readonly [before: Schema.Json, after: Schema.Json]>>) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, [before, after]]) => (isSame(before, after) ? [] : [[name, before]])),
  )

/** The answer of an act, with the act of `header` as the way back if something is to be given back. */
const undoneBy = (
  header: (typeof clientActs)["edit" | "editRedirects" | "setDisabled"],
  client: Client,
  back: Readonly<Record<string, Schema.Json>>,
) => ({
  ...clientView(client),
  ...(Object.keys(back).length > 0 && reverseBy(header, { client_id: client.clientId, ...back })),
})

/** The answer of a change of what a client is and may do. */
export const editedView = ({ after, before }: ClientEdited) =>
  undoneBy(
    clientActs.edit,
    after,
    former({
      description: [before.description ?? null, after.description ?? null],
      org_id: [before.orgId ?? null, after.orgId ?? null],
      permissions: [before.permissions, after.permissions],
      grants: [before.grants, after.grants],
    }),
  )

/** The answer of a change of its logins by redirect. A client that never had addresses cannot be so again. */
export const redirectedView = ({ after, before }: ClientEdited) =>
  undoneBy(
    clientActs.editRedirects,
    after,
    before.redirectUris === undefined
      ? {}
      : former({
          redirect_uris: [before.redirectUris, after.redirectUris ?? []],
          pkce_exempt: [before.pkceExempt, after.pkceExempt],
        }),
  )

/** The answer of disabling and enabling. */
export const disabledView = ({ after, before }: ClientEdited) =>
  undoneBy(clientActs.setDisabled, after, former({ disabled: [before.disabled, after.disabled] }))
