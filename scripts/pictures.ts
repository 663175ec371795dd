/**
 * Draws the pictures and the pages of the console anew: docs/images, docs/keys.md and the frames of the tests.
 * They are made by tests, because Node alone does not run the views. The same tests, without being told to record, say
 * whether all of it is current.
 */
import { spawnSync } from "node:child_process"
import { join, resolve } from "node:path"

const root = resolve(import.meta.dirname, "..")
const tests = ["test/tui/pictures.test.ts", "test/tui/screens.test.ts", "test/cli/explainPicture.test.ts"]
const made = spawnSync(process.execPath, [join(root, "node_modules/vitest/vitest.mjs"), "run", ...tests], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, GARRISON_RECORD: "1" },
})
process.exitCode = made.status ?? 1
