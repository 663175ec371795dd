/** What `garrison player restrictions` does: the restrictions of all persons. */
import { listRestrictions } from "@garrison/core/restriction/operations/listRestrictions"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import { isForPeople, type ListForm, type OperationAnswer, operate, sayNext, showList } from "../operate.ts"
import { printMessage } from "../output/print.ts"
import { moment, table } from "../output/table.ts"
import { givenOnly } from "./givenOnly.ts"
import { limitOf } from "./limit.ts"

type Listed = OperationAnswer<typeof listRestrictions>["restrictions"][number]

const endOf = ({ expiration, lifted }: Listed): string => {
  if (lifted !== undefined) return `lifted ${moment(lifted)}`
  return expiration === null ? "never" : moment(expiration)
}

const forPeople = (restrictions: ReadonlyArray<Listed>): string =>
  table<Listed>(
    [
      { heading: "DISPLAY_NAME", text: (restriction) => restriction.display_name, cuttable: true },
      { heading: "PLAYER_UUID", text: (restriction) => restriction.player_uuid },
      { heading: "TYPE", text: ({ type }) => type },
      { heading: "ENDS", text: endOf },
      { heading: "ISSUER", text: ({ issuer }) => issuer, cuttable: true },
    ],
    restrictions,
  )

interface RestrictionsInput extends ListForm {
  readonly state: Option.Option<string>
  readonly type: Option.Option<string>
  readonly until: Option.Option<string>
  readonly limit: Option.Option<number>
  readonly after: Option.Option<string>
}

/** Lists restrictions of all persons, a page at a time. */
export const showRestrictions = Effect.fn("Player.restrictions")(function* (input: RestrictionsInput) {
  const limit = yield* limitOf(input.limit)
  const { after, state, type, until } = input
  const found = yield* operate(listRestrictions, { ...givenOnly({ state, type, until, after }), limit })
  if (found.restrictions.length === 0 && isForPeople(input)) return yield* printMessage("There is no such restriction.")
  yield* showList(listRestrictions, input, found, "restrictions", () => forPeople(found.restrictions))
  return yield* sayNext(input, found.next)
})
