/** Remembers in the database that a task of upkeep ended well, for what needs attention. */
import { UpkeepStore, type UpkeepTask } from "@garrison/core/attention/UpkeepStore"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/**
 * Records that the task ended well now. A database that takes no write, such as one that its reader may only read,
 * takes none of this either: the task is done all the same.
 */
export const recordUpkeep = Effect.fnUntraced(function* (task: UpkeepTask) {
  const store = yield* UpkeepStore
  const { run } = yield* Transaction
  yield* Effect.ignoreCause(run(store.succeeded(task, yield* Clock.currentTimeMillis)))
})
