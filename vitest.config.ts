/**
 * One configuration for the whole suite: workspace packages resolve to their sources, tests get no implicit globals.
 */
import { defineConfig, type TestProjectConfiguration } from "vitest/config"

const conditions = ["source", "import", "module", "default"]
/**
 * Files with modules of their own. One compiles large programs, whose memory goes with its modules; the others replace
 * a rule.
 */
const isolated = [
  "test/packages.test.ts",
  "test/core/catalog/availability.test.ts",
  "test/core/order/changedRule.test.ts",
]

const project = (
  name: string,
  test: { readonly include: Array<string>; readonly exclude?: Array<string>; readonly isolate: boolean },
): TestProjectConfiguration => ({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  oxc: { jsx: { development: false } },
  test: {
    ...test,
    // As the bundle has it. What React checks while one develops takes longer than the frames of many tests.
    env: { NODE_ENV: "production" },
    name,
    setupFiles: ["test/support/eachFile.ts"],
    pool: "threads",
    // For what hangs, not for what is slow: the machine of a run may have other things to do.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})

export default defineConfig({
  test: {
    reporters: ["./test/support/loginCodeReport.ts", "./test/support/folderReport.ts", "default"],
    globalSetup: ["test/support/postgres.ts", "test/support/runFolder.ts"],
    // Two would leave two cores idle for a quarter of the time, because a worker waits for databases and processes.
    maxWorkers: 3,
    projects: [
      // Projects run by their names. What compiles takes longest, and would else be left for the end, alone.
      project("alone", { include: isolated, isolate: true }),
      // The files of a worker share their modules. eachFile.ts fails a file that changes what the next one finds.
      project("house", {
        include: ["test/**/*.test.{ts,tsx}"],
        exclude: ["**/node_modules/**", ...isolated],
        isolate: false,
      }),
    ],
  },
})
