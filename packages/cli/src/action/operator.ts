/** Who acts when an operator uses the command on the database itself. */
import { type Act, localActor } from "@garrison/core/audit/Actor"
import { hostCaller } from "@garrison/core/token/rules/claims"
import { userInfo } from "node:os"

/** The operator, who can write to the database anyway and therefore may do anything. */
export const localOperator = hostCaller("garrison-cli")

/** The user of the operating system; on a machine that does not know the user, its number. */
const userName = (): string => {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.() ?? "unknown"}`
  }
}

/** What the operator does at the database itself is done by the user who runs the command. */
export const operatorAct = (): Act => ({ actor: localActor(userName()) })
