/** `garrison role …` as rows. */
import { roleFacts, roleList } from "@garrison/core/role/show"
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
}
