/** What the schema of a database lacks is said before it is done, and is done by hand where that is wanted (R183). */
import { assert, describe, it } from "@effect/vitest"
import { migrations } from "@garrison/sql/migrations/all"
import { type Rates, type PlannedStep } from "@garrison/sql/migrationPlan"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { garrison as inChild, temporaryDirectory } from "./support/garrison.ts"
import { garrison } from "./support/inProcess.ts"

/** A database of an earlier schema, with rows of a player. */
const earlier = (): string => {
  const file = join(temporaryDirectory(), "earlier.db")
  const database = new DatabaseSync(file)
  database.exec(readFileSync(join(import.meta.dirname, "../sql/landed/0008.sqlite.sql"), "utf8"))
  database.close()
  return file
}

const steps = (file: string): number => {
  const database = new DatabaseSync(file, { readOnly: true })
  const found = database.prepare("SELECT COUNT(*) AS steps FROM garrison_migration").get()
  database.close()
  return Number(found?.["steps"])
}

interface Told {
  readonly applied: number
  readonly done: boolean
  readonly rates: Rates
  readonly steps: ReadonlyArray<PlannedStep>
}

describe("garrison migrate", () => {
  it("says what each step makes, locks, reads and writes, and changes nothing; --apply does it", async () => {
    const file = earlier()
    const storage = ["--storage", `sqlite:${file}`]
    const plan = await garrison(["migrate", "--plan", "--json", ...storage])
    assert.strictEqual(plan.code, 0, plan.stderr)
    const told = JSON.parse(plan.stdout) as Told
    assert.deepStrictEqual([told.applied, told.done, told.steps.length], [8, false, migrations.length - 8])
    assert.strictEqual(steps(file), 8)
    const players = told.steps.find(({ name }) => name === "person_players")
    assert.deepEqual(players?.works, [
      { table: "person", does: "reads", rows: 1, at_least: false },
      { table: "person", does: "writes", rows: 1, at_least: false },
    ])
    const epoch = told.steps.find(({ name }) => name === "schema_epoch")
    assert.strictEqual(epoch?.change, "contract")
    assert.deepStrictEqual([...new Set(epoch?.works.map(({ does }) => does))], ["makes", "locks"])
    // It takes the newest order from an index, however many there are.
    const lookup = told.steps.find(({ name }) => name === "order_lookup")
    assert.deepStrictEqual([...new Set(lookup?.works.map(({ does }) => does))], ["makes", "locks"])
    assert.strictEqual(lookup?.seconds, 0)
    for (const rate of Object.values(told.rates)) assert.isAbove(rate, 0)
    assert.include(plan.stderr, "no backup of this database is known")
    const shown = await garrison(["migrate", ...storage])
    assert.match(shown.stdout, /^\d+ steps to come/)

    const applied = await garrison(["migrate", "--apply", ...storage])
    assert.strictEqual(applied.code, 0, applied.stderr)
    assert.strictEqual(steps(file), migrations.length)
    const after = await garrison(["migrate", "--plan", ...storage])
    assert.include(after.stdout, "The schema is up to date")
  })

  it("says where it stopped counting rows: there are so many at least, and the step takes so long at least", async () => {
    const file = earlier()
    const database = new DatabaseSync(file, { enableForeignKeyConstraints: false })
    // Views make a million rows, and one more, while they are counted: nobody has to store them.
    const million = "SELECT 1 FROM hundred AS a, hundred AS b, hundred AS c"
    database.exec(`CREATE TABLE hundred (v); INSERT INTO hundred VALUES ${Array(100).fill("(1)").join(", ")};
      DROP TABLE presence; CREATE VIEW presence AS ${million};
      DROP TABLE notification_list; CREATE VIEW notification_list AS ${million} UNION ALL SELECT 1`)
    database.close()
    const storage = ["--storage", `sqlite:${file}`]
    const { steps } = JSON.parse((await garrison(["migrate", "--json", ...storage])).stdout) as Told
    const large = steps.flatMap(({ at_least: isLonger, works }) =>
      works.filter(({ rows }) => rows > 1000).map((work) => ({ ...work, isLonger })),
    )
    assert.deepStrictEqual(large, [
      { table: "presence", does: "writes", rows: 1_000_000, at_least: false, isLonger: false },
      { table: "notification_list", does: "reads", rows: 1_000_000, at_least: true, isLonger: true },
    ])
    const { stdout } = await garrison(["migrate", "--plan", ...storage])
    assert.match(stdout, /^10 person_presence, contract, about \S+ s: .*writes presence \(1,?000,?000 rows\)/m)
    assert.match(
      stdout,
      /^17 broadcasts, contract, at least \S+ s: .*reads notification_list \(at least 1,?000,?000 rows\)/m,
    )
  })

  it("is the one way where the setting migrate is manual: neither a command nor a server does it", async () => {
    const file = earlier()
    const manual = ["--storage", `sqlite:${file}`, "--set", "migrate=manual"]
    for (const args of [
      ["role", "list"],
      ["client", "create", "a", "--kind", "machine"],
      ["serve", "--port", "0", "--log", "text"],
    ]) {
      const run = args[0] === "serve" ? inChild([...args, ...manual]) : await garrison([...args, ...manual])
      assert.strictEqual(run.code, 1, run.stderr)
      assert.include(run.stderr, "garrison migrate --apply does them")
    }
    assert.strictEqual(steps(file), 8)
    assert.strictEqual((await garrison(["migrate", "--apply", ...manual])).code, 0)
    assert.strictEqual((await garrison(["role", "list", ...manual])).code, 0)
    const absent = join(temporaryDirectory(), "absent.db")
    const looked = await garrison(["migrate", "--plan", "--storage", `sqlite:${absent}`])
    assert.strictEqual(looked.code, 3, looked.stderr)
  })
})
