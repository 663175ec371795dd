/**
 * Runs before every test file. The files of a worker share their modules, because loading them again costs more than
 * most tests do. So a file must leave the process as it found it, and one that does not fails here.
 */
import { afterAll } from "vitest"
import { endFile } from "./fileEnd.ts"
import { heldRun } from "./heldToKeys.ts"
import { changesOf, processState } from "./processState.ts"
import { writeReachedCodes } from "./reachedCodes.ts"
import { writeRecordedStatements } from "./recordedStatements.ts"

const before = processState()
if (before.get("SqliteConnection.prototype.run") !== heldRun) throw new Error("statements are not held to their keys")

// Hooks of a setup file run after those of the test file.
afterAll(async () => {
  await endFile()
  writeReachedCodes()
  writeRecordedStatements()
  const changes = changesOf(before, processState())
  if (changes.length > 0) throw new Error(`the file leaves behind it, for the next one: ${changes.join(", ")}`)
})
