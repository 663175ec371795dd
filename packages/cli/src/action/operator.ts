/** Who acts when an operator uses the command on the database itself. */
import { type Act, localActor, Reason, REASON_LENGTH_MAX } from "@garrison/core/operation/Act"
import { hostCaller } from "@garrison/core/kernel/Caller"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { userInfo } from "node:os"
import { confirm } from "../output/ask.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { printMessage } from "../output/print.ts"

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

/** What the flags of a command say about a change. */
export interface ActInput {
  readonly reason: Option.Option<string>
  readonly dryRun: boolean
  readonly ifRevision?: Option.Option<number>
}

/** What the operator does at the database itself is done by the user who runs the command. */
export const operatorAct = (): Act => ({ actor: localActor(userName()) })

const isReason = Schema.is(Reason)

/** The change that the flags of a command ask for; fails when its reason cannot be one. */
export const actOf = (input: ActInput): Effect.Effect<Act, CommandFailure> => {
  const reason = Option.getOrUndefined(input.reason)
  if (reason !== undefined && !isReason(reason)) {
    const sentence = `--reason must be a text of 1 to ${REASON_LENGTH_MAX} characters.`
    return Effect.fail(new CommandFailure({ kind: "usage", sentence }))
  }
  const ifRevision = input.ifRevision === undefined ? undefined : Option.getOrUndefined(input.ifRevision)
  return Effect.succeed({
    ...operatorAct(),
    dryRun: input.dryRun,
    ...(reason === undefined ? {} : { reason }),
    ...(ifRevision === undefined ? {} : { ifRevision }),
  })
}

/** Says that nothing was stored, beside what would have been. */
export const sayDryRun = ({ dryRun }: ActInput): Effect.Effect<void> =>
  dryRun ? printMessage("This was a dry run: nothing was changed.") : Effect.void

/** Asks for consent to a change; a dry run needs none. */
export const confirmAct = (input: ActInput & { readonly yes: boolean }, whatHappens: string) =>
  confirm(input.yes || input.dryRun, whatHappens)
