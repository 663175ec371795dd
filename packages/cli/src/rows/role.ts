/** `garrison role …` as rows. */
import { roleFacts, roleList } from "@garrison/core/role/show"
import { code } from "../row/Code.ts"
import { command } from "../row/Row.ts"

/** Roles. */
export const rows = {
  "role list": command(() => import("@garrison/core/role/operations/listRoles").then(({ listRoles }) => listRoles), {
    show: roleList,
    examples: [[""], ["--json", "For scripts"]],
  }),
  "role put": command(() => import("@garrison/core/role/operations/putRole").then(({ putRole }) => putRole), {
    arguments: ["role_id"],
    flags: { permissions: { name: "permission", alias: "p" } },
    show: roleFacts,
    examples: [
      ["7 --name moderator -p operator:read:player -p operator:act:player"],
      ["7 --name moderator -p operator:read:player --dry-run --json"],
    ],
  }),
  "role give": code(
    () => import("@garrison/core/client/operations/setClientRole").then(({ setClientRole }) => setClientRole),
    {
      fields: [],
      own: {
        role_id: {
          kind: "integer",
          refers: "role",
          name: "role",
          isRequired: true,
          sentence: "The name of the role, or its role_id",
        },
        player_uuid: { kind: "text", refers: "player", name: "player", sentence: "The player who gets the role" },
        client_id: { kind: "text", name: "client", metavar: "CLIENT_ID", sentence: "The client's client_id" },
      },
      arguments: ["role_id"],
      conditions: ["reason", "dry-run", "if-revision"],
      title: "Give a role to a player or a client",
      sentence:
        "Give a role to a player, or the permissions that it has now to a machine client. A ready-made role is stored when it is first given.",
      examples: [
        ["support --player 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f"],
        ['"economy designer" --client catalog-tool --dry-run', "What would happen"],
      ],
    },
  ),
}
