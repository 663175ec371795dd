/** What `garrison log` does. */
import { listHappenings } from "@garrison/core/happening/operations/listHappenings"
import type { HappeningKind, HappeningView } from "@garrison/core/happening/schema"
import { whatOf, whoOf } from "@garrison/core/happening/words"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { withDatabase } from "../local.ts"
import type { ListForm } from "../output/form.ts"
import { type OperationAnswer, showAnswer, tellingFields } from "../operate.ts"
import { printable, printData, printLines, printMessage } from "../output/print.ts"
import { moment } from "../output/table.ts"
import { operatorAct } from "./operator.ts"

/** How often what happens is asked for, in ms. */
const FOLLOW_MILLIS = 1000

/** Rows of a page that is followed. */
const FOLLOW_LIMIT = 1000

type Page = OperationAnswer<typeof listHappenings>

/** The player, by name and uuid. A row without a player has its actor or client. */
const nameOf = (row: HappeningView): string =>
  row.actor !== undefined || row.display_name === undefined || row.player_uuid === undefined
    ? whoOf(row)
    : `${whoOf(row)} (${row.player_uuid})`

const KIND_WIDTH = 14

const lineOf = (row: HappeningView): string =>
  printable(`${moment(row.time)}  ${row.kind.padEnd(KIND_WIDTH)}  ${nameOf(row)}  ${whatOf(row)}`)

const encode = Schema.encodeSync(listHappenings.answer.schema)

/** Writes rows, the oldest first. */
const write = (page: Page, { json, ndjson }: ListForm): Effect.Effect<void> => {
  if (page.happenings.length === 0) return Effect.void
  return json || ndjson ? printLines(encode(page).happenings) : printData(page.happenings.map(lineOf).join("\n"))
}

const oldestFirst = (page: Page): Page => ({ ...page, happenings: page.happenings.toReversed() })

/** Writes what comes, for ever. */
const followFrom = Effect.fnUntraced(function* (marker: string, kinds: object, form: ListForm) {
  let after = marker
  for (;;) {
    const page = yield* listHappenings.run({ ...kinds, after, limit: FOLLOW_LIMIT }, operatorAct())
    yield* write(page, form)
    // More is waiting when the page moved on; otherwise it has to happen first.
    if (page.follow === after || page.happenings.length < FOLLOW_LIMIT) yield* Effect.sleep(FOLLOW_MILLIS)
    after = page.follow
  }
})

/** Lists what happened, and goes on with what happens when asked to. */
export const showLog = Effect.fn("Log.show")(function* (
  input: ListForm & {
    readonly kinds: ReadonlyArray<HappeningKind>
    readonly before?: string
    readonly after?: string
    readonly limit?: number
    readonly follow: boolean
  },
) {
  const { follow, json, kinds: only, ndjson, ...asked } = input
  const kinds = only.length === 0 ? {} : { kinds: only }
  yield* Effect.flatMap(listHappenings.decode({ ...kinds, ...asked }), (decoded) =>
    withDatabase(
      "read",
      Effect.gen(function* () {
        const page = yield* listHappenings.run(decoded, operatorAct())
        if (json && !follow) yield* showAnswer(listHappenings, true, page, () => "")
        else yield* write(asked.after === undefined ? oldestFirst(page) : page, input)
        if (follow) return yield* followFrom(page.follow, kinds, input)
        if (json || ndjson) return undefined
        if (page.happenings.length === 0) yield* printMessage("Nothing has happened there.")
        if (page.next !== null) yield* printMessage(`There is more: the same command with --before ${page.next}`)
        return undefined
      }),
    ),
  ).pipe(tellingFields(listHappenings.name))
})
