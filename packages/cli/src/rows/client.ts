/** `garrison client …` as rows. */
import { historyList } from "@garrison/core/audit/show"
import { checkNewClient, newClientOf } from "@garrison/core/client/input"
import {
  clientFacts,
  clientList,
  clientSecretFacts,
  clientStateFacts,
  deletedClientFacts,
  editedClientFacts,
  redirectedClientFacts,
  retiredSecretFacts,
  retirementOf,
} from "@garrison/core/client/show"
import type { ClientDetail } from "@garrison/core/client/secretView"
import * as Effect from "effect/Effect"
import { CommandFailure } from "../output/CommandFailure.ts"
import { checkNames } from "../output/closedNames.ts"
import { STORE_SECRET } from "../output/keepSafe.ts"
import { span } from "../output/table.ts"
import { command } from "../row/Row.ts"
import { currentSettings } from "../settings/current.ts"

type Client = typeof ClientDetail.Encoded

const showClient = () => import("@garrison/core/client/operations/showClient").then((module) => module.showClient)
const setDisabled = () =>
  import("@garrison/core/client/operations/setClientDisabled").then(({ setClientDisabled }) => setClientDisabled)

const hasNoSecret = ({ client_id: id }: Client): CommandFailure =>
  new CommandFailure({
    kind: "conflict",
    sentence: `${id} is a public client, which has no secret.`,
    next: "garrison client list shows which clients are public.",
  })

const askToRotate = Effect.fnUntraced(function* (overlap: unknown, client: Client) {
  if (client.public) return yield* hasNoSecret(client)
  const { values } = yield* currentSettings()
  const seconds = typeof overlap === "number" ? overlap : values.secretOverlapSeconds
  const fate =
    seconds === 0
      ? "The current one stops now, and the sessions that a machine client opened with it end within a minute."
      : `The current one works for ${span(seconds).replace(" ", " more ")}; an earlier one stops now.`
  return `This gives ${client.client_id} a new secret. ${fate}`
})

const noFormerSecret = {
  sentence: "{client_id} has no such former secret.",
  next: "garrison client show {client_id} shows its secrets.",
}

const askToRetire = (client: Client) => {
  const former = client.secrets.find(({ state }) => state === "former")
  if (former === undefined) return noFormerSecret
  const safe = retirementOf(former) ?? "unknown"
  return `This ends the secret ****${former.last_four} of ${client.client_id} now, for good. Safe: ${safe}.`
}

/** A machine client whose tokens may do nothing. */
const withoutPermissions = ({ client_id: id, kind, permissions }: Pick<Client, "client_id" | "kind" | "permissions">) =>
  kind === "machine" && permissions.length === 0
    ? `${id} has no permissions, so its tokens are refused by nearly every operation.\n` +
      `Give it permissions with garrison client edit ${id} --permission.`
    : undefined

const permission = { name: "permission", alias: "p" } as const
const redirectUri = { name: "redirect-uri", metavar: "ADDRESS" } as const

/** Clients. */
export const rows = {
  "client create": command(
    () => import("@garrison/core/client/operations/createClient").then((one) => one.createClient),
    {
      arguments: ["client_id"],
      flags: {
        client_id: { isRequired: true },
        org_id: { name: "org", metavar: "UUID" },
        permissions: permission,
        grants: "grant",
        redirect_uris: redirectUri,
      },
      use: "create",
      check: (given) => Effect.andThen(checkNames(given.permissions, given.grants), checkNewClient(newClientOf(given))),
      refusals: {
        ClientConflict: {
          sentence: "A client {client_id} exists already.",
          next: "Take another client_id, or give that client a new secret with garrison client rotate.",
        },
      },
      show: clientSecretFacts,
      warn: withoutPermissions,
      after: ({ client_secret: secret }) => (secret === undefined ? undefined : STORE_SECRET),
      examples: [
        [
          "match-server --kind machine -p inv:create_order:player:any -p notification:playerid:write",
          "A game server that gives loot and sends notifications",
        ],
        ["my-game --kind game --public", "The game that players run"],
        [
          "my-game --kind game --public --redirect-uri https://game.example/login",
          "The same, with logins by redirect that return there",
        ],
        ["reporter --kind machine -p catalog:read --json", "For scripts"],
      ],
    },
  ),
  "client list": command(() => import("@garrison/core/client/operations/listClients").then((one) => one.listClients), {
    show: clientList,
    examples: [[""], ["--json", "For scripts"]],
  }),
  "client show": command(showClient, {
    arguments: ["client_id"],
    show: clientFacts,
    examples: [
      ["match-server", "Whether the former secret is still used"],
      ["match-server --json", "For scripts"],
    ],
  }),
  "client history": command(
    () => import("@garrison/core/overview/operations/showClientHistory").then((one) => one.showClientHistory),
    {
      arguments: ["client_id"],
      flags: { kind: { metavar: "KIND" }, actor: { metavar: "NAME" } },
      show: historyList,
      examples: [
        ["match-server"],
        ["match-server --kind client.rotate", "Rotations of its secret"],
        ["match-server --json", "For scripts"],
      ],
    },
  ),
  "client edit": command(() => import("@garrison/core/client/operations/editClient").then((one) => one.editClient), {
    arguments: ["client_id"],
    flags: {
      description: { without: ["no-description", "Drop the description"] },
      org_id: { name: "org", metavar: "UUID", without: ["no-org", "Belong to no organisation"] },
      permissions: { ...permission, without: ["no-permissions", "Drop every permission"] },
      grants: {
        name: "grant",
        without: ["no-grants", "Drop every grant: no login of the client is accepted any more"],
      },
    },
    show: editedClientFacts,
    examples: [
      ["match-server -p inv:create_order:player:any -p catalog:read", "Two permissions, and no other"],
      [
        "my-game --redirect-uri https://game.example/login --redirect-uri my-game://login",
        "Two addresses, and no other",
      ],
      ["my-game --pkce-required", "Once every version of the game sends PKCE"],
    ],
    or: command(
      () => import("@garrison/core/client/operations/editClientRedirects").then((one) => one.editClientRedirects),
      {
        arguments: ["client_id"],
        flags: {
          redirect_uris: {
            ...redirectUri,
            without: ["no-redirect-uris", "Drop every address: no login by redirect of the client begins any more"],
          },
          pkce_exempt: {
            without: ["pkce-required", "Refuse logins by redirect of a public client without a PKCE challenge"],
          },
        },
        show: redirectedClientFacts,
        examples: [],
      },
    ),
  }),
  "client rotate": command(
    () => import("@garrison/core/client/operations/rotateClient").then((one) => one.rotateClient),
    {
      arguments: ["client_id"],
      flags: { overlap_seconds: { name: "overlap", metavar: "SECONDS" } },
      first: showClient,
      ask: ({ overlap_seconds: overlap }, client: Client) => askToRotate(overlap, client),
      show: clientSecretFacts,
      after: (_client, { isRehearsed }) => (isRehearsed ? undefined : STORE_SECRET),
      examples: [
        ["match-server", "The current secret works for one more day"],
        ["match-server --overlap 0 --reason leaked --yes", "The current secret leaked: end it now"],
      ],
    },
  ),
  "client retire": command(
    () => import("@garrison/core/client/operations/retireClientSecret").then((one) => one.retireClientSecret),
    {
      arguments: ["client_id"],
      flags: { secret_id: { name: "secret", metavar: "ID" } },
      first: showClient,
      ask: (_given, client: Client) => askToRetire(client),
      refusals: { FormerSecretNotFound: noFormerSecret },
      show: retiredSecretFacts,
      examples: [
        ["match-server", "Says whether the secret is still used, and asks"],
        ['match-server --reason "all servers are switched" --yes'],
      ],
    },
  ),
  "client disable": command(setDisabled, {
    title: "Refuse the logins of a client",
    arguments: ["client_id"],
    fixed: { disabled: true },
    first: showClient,
    question: "This refuses every login of {client_id} from now on, and ends its sessions.",
    show: clientStateFacts,
    examples: [
      ['match-server --reason "the host was stolen" --yes'],
      ["match-server --dry-run", "Whether it would work"],
    ],
  }),
  "client enable": command(setDisabled, {
    title: "Let a disabled client log in again",
    sentence: "Let a client log in again that was disabled.",
    arguments: ["client_id"],
    fixed: { disabled: false },
    show: clientStateFacts,
    examples: [["match-server"], ["match-server --if-revision 1 --json", "For scripts"]],
  }),
  "client delete": command(
    () => import("@garrison/core/client/operations/removeClient").then((one) => one.removeClient),
    {
      sentence:
        "Delete a client with its secrets, and end its sessions. It cannot be undone; garrison client disable can.",
      arguments: ["client_id"],
      first: showClient,
      question: "This deletes {client_id} with its secrets for good, and ends its sessions.",
      show: deletedClientFacts,
      examples: [
        ["match-server --dry-run", "Whether it would work"],
        ['match-server --reason "made by mistake" --yes'],
      ],
    },
  ),
}
