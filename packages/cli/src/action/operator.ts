/** Who acts when an operator uses the command on the database itself. */
import { hostCaller } from "@garrison/core/token/rules/claims"

/** The operator, who can write to the database anyway and therefore may do anything. */
export const localOperator = hostCaller("garrison-cli")
