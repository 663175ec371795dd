/**
 * The test command: types, lint, format and unused-code checks, then the suite, which builds and packs what it needs.
 * Ends with the test runner's own summary and one plain line that counts.
 */
import { spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"

const run = (command: string, args: ReadonlyArray<string>): number =>
  spawnSync(command, args, { stdio: "inherit" }).status ?? 1

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
const checked = run("npm", ["run", "--silent", "check"])
if (checked !== 0) {
  console.error("npm run check failed; fix what it names above, then run npm test again")
  process.exit(checked)
}

const folder = mkdtempSync(join(tmpdir(), "garrison-test-"))
const reportFile = join(folder, "report.json")
const reporters = ["./test/support/loginCodeReport.ts", "default", "json"].map((name) => `--reporter=${name}`)
const tested = run("npx", ["vitest", "run", ...reporters, `--outputFile.json=${reportFile}`])
let report: Report = { numPassedTests: 0, numFailedTests: 1 }
try {
  report = JSON.parse(readFileSync(reportFile, "utf8")) as Report
} catch {
  console.error("the test runner left no report")
}
rmSync(folder, { recursive: true, force: true })
console.log(`${report.numPassedTests} passed, ${report.numFailedTests} failed`)
process.exit(tested === 0 && report.numPassedTests === 0 ? 1 : tested)
