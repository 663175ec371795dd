/**
 * One configuration for the whole suite: workspace packages resolve to their sources, tests get no implicit globals.
 */
import { defineConfig } from "vitest/config"

const conditions = ["source", "import", "module", "default"]

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/support/postgres.ts", "test/support/runFolder.ts"],
    setupFiles: ["test/support/heldToKeys.ts"],
    pool: "threads",
    maxWorkers: 2,
    // For what hangs, not for what is slow: the machine of a run may have other things to do.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
