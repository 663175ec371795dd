/**
 * The test command: types, lint, format and unused-code checks, then the suite. Ends with the test runner's own summary
 * and one plain line that counts.
 */
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const run = (command: string, args: ReadonlyArray<string>): number =>
  spawnSync(command, args, { stdio: "inherit" }).status ?? 1

interface Report {
  readonly numPassedTests: number
  readonly numFailedTests: number
}

const checked = run("npm", ["run", "--silent", "check"])
if (checked !== 0) {
  console.error("npm run check failed; fix what it names above, then run npm test again")
  process.exit(checked)
}
for (const step of ["build", "packages"]) {
  const done = run("npm", ["run", "--silent", step])
  if (done !== 0) process.exit(done)
}

const folder = mkdtempSync(join(tmpdir(), "garrison-test-"))
const reportFile = join(folder, "report.json")
const tested = run("npx", ["vitest", "run", "--reporter=default", "--reporter=json", `--outputFile.json=${reportFile}`])
let report: Report = { numPassedTests: 0, numFailedTests: 1 }
try {
  report = JSON.parse(readFileSync(reportFile, "utf8")) as Report
} catch {
  console.error("the test runner left no report")
}
rmSync(folder, { recursive: true, force: true })
console.log(`${report.numPassedTests} passed, ${report.numFailedTests} failed`)
process.exit(tested === 0 && report.numPassedTests === 0 ? 1 : tested)
