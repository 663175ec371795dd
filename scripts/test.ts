/**
 * The test command: types, lint, format and unused-code checks, then the suite, which builds and packs what it needs.
 * Ends with the test runner's own summary and one plain line that counts.
 */
import { spawnSync } from "node:child_process"
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs"
import { freemem, tmpdir } from "node:os"
import { join, resolve } from "node:path"

const run = (command: string, args: ReadonlyArray<string>): number =>
  spawnSync(command, args, { stdio: "inherit" }).status ?? 1

/** Bytes of memory that must be free for the files of the tests. A run needs a fraction of them. */
const MEMORY_BYTES_MIN = 4 * 1024 ** 3

/** Where Linux keeps files in memory. */
const MEMORY_FOLDER = "/dev/shm"

/**
 * The folder for temporary files: in memory where there is room, unless TMPDIR names another. The tests make a thousand
 * databases, and a disk makes them wait for each.
 */
const temporaryFolder = (): string => {
  if (process.env["TMPDIR"] !== undefined) return tmpdir()
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
    if (Math.min(bavail * bsize, freemem()) < MEMORY_BYTES_MIN) return tmpdir()
    const folder = mkdtempSync(join(MEMORY_FOLDER, "garrison-test-"))
    // Postgres does not run as root: its user has a folder of its own in this one.
    chmodSync(folder, 0o711)
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }))
    return folder
  } catch {
    return tmpdir()
  }
}

interface Report {
  readonly numPassedTests: number
  readonly numFailedTests: number
}

if (!existsSync(resolve(import.meta.dirname, "../node_modules/vitest"))) {
  console.error(
    "error: the development dependencies are not installed.\n" +
      "Run npm ci (without --omit=dev, and not with NODE_ENV=production), then npm test.",
  )
  process.exit(1)
}
// Loaded here, because a tree without development dependencies may have no tests either.
const { findBrowser, NO_BROWSER } = await import("../test/support/findBrowser.ts")
const checked = run("npm", ["run", "--silent", "check"])
if (checked !== 0) {
  console.error("npm run check failed; fix what it names above, then run npm test again")
  process.exit(checked)
}

const temporary = temporaryFolder()
// What the tests start has it, too.
process.env["TMPDIR"] = temporary
const folder = mkdtempSync(join(temporary, "garrison-report-"))
const reportFile = join(folder, "report.json")
const ownReporters = ["loginCodeReport", "folderReport"].map((name) => `./test/support/${name}.ts`)
const reporters = [...ownReporters, "default", "json"].map((name) => `--reporter=${name}`)
const tested = run("npx", ["vitest", "run", ...reporters, `--outputFile.json=${reportFile}`])
let report: Report = { numPassedTests: 0, numFailedTests: 1 }
try {
  report = JSON.parse(readFileSync(reportFile, "utf8")) as Report
} catch {
  console.error("the test runner left no report")
}
rmSync(folder, { recursive: true, force: true })
if (findBrowser() === undefined) console.log(`the tests in a browser were skipped: ${NO_BROWSER}`)
console.log(`${report.numPassedTests} passed, ${report.numFailedTests} failed`)
process.exit(tested === 0 && report.numPassedTests === 0 ? 1 : tested)
