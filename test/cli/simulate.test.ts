/** `garrison simulate`: figures that a seed repeats, policies from files, and a result also when it is interrupted. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import type { SimulationResult } from "@garrison/core/simulation/rules/summary"
import { PlayerState } from "@garrison/core/simulation/rules/PlayerState"
import { PolicyAction, PolicyCohort, PolicyDocument } from "@garrison/core/simulation/schema"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Fiber from "effect/Fiber"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { vi } from "vitest"
import { simulate } from "../../packages/cli/src/action/simulate.ts"
import { Assignments, ConfigFile, Storage } from "../../packages/cli/src/command/globalFlags.ts"
import { Invocation } from "../../packages/cli/src/Invocation.ts"
import { reportOf } from "../../packages/cli/src/output/report.ts"
import { temporaryDirectory } from "./support/garrison.ts"
import { garrison } from "./support/inProcess.ts"

const cwd = temporaryDirectory()
const run = (...args: ReadonlyArray<string>) => garrison(["simulate", ...args], { cwd })

writeFileSync(
  join(cwd, "shop.yaml"),
  `items:
  coins: { custom_data: { name: Coins } }
  sword: {}
price_points:
  sword: { current_breakpoints: [{ quantity: 1, currencies: [{ price_item: coins, price: 30 }] }] }
vendors:
  camp:
    loot:
      goblin: { item: coins, quantity: { min: 1, max: 9 } }
      purse: { item: coins, quantity: 5, is_claimable_by_client: true }
      sword: { item: sword, current_price_point_guid: sword }
`,
)

const FIXED = ["--players", "50", "--days", "6", "--seed", "7", "--start", "2026-12-01"]

const resultOf = async (...args: ReadonlyArray<string>): Promise<SimulationResult> => {
  const { code, stderr, stdout } = await run("shop.yaml", ...FIXED, ...args, "--json")
  assert.strictEqual(code, 0, stderr)
  return JSON.parse(stdout)
}

describe("garrison simulate", () => {
  it("prints tables and charts for people, and says how to repeat them", async () => {
    const { code, stderr, stdout } = await run("shop.yaml", ...FIXED)
    assert.strictEqual(code, 0, stderr)
    assert.match(stdout, /^players +50\ntime +6 days from 2026-12-01\nseed +7$/m)
    assert.match(stdout, /^Coins: [\d,]+ given, [\d,]+ taken, [\d,]+ left$/m)
    assert.match(stdout, /^mean +[▁▂▃▄▅▆▇█]{6} [\d.,]+ on day 6$/m)
    assert.match(stdout, /^play camp\/goblin +[\d,]+ +[\d.]+ % +█/m)
    assert.match(stdout, /^buy camp\/sword +[\d,]+ +100 % +█{20}$/m)
    assert.match(stdout, /^sword +[\d.]+ % /m)
    assert.match(stderr, /orders in .* Repeat it with --seed 7 --start 2026-12-01\.\n$/)
    assert.isFalse(existsSync(join(cwd, "garrison.db")))
  })

  it("prints the same JSON for the same seed, and other figures for another", async () => {
    const first = await resultOf()
    assert.deepStrictEqual(await resultOf(), first)
    assert.deepInclude(first, { seed: 7, days: 6, start: "2026-12-01T00:00:00.000Z", players: 50, players_asked: 50 })
    const [coins] = first.currencies
    assert.strictEqual(Number(coins?.inflow) - Number(coins?.outflow), Number(coins?.balance))
    assert.strictEqual(coins && "name" in coins ? coins.name : undefined, "Coins")
    const { code, stderr, stdout } = await run("shop.yaml", "--players", "50", "--days", "6", "--json")
    assert.strictEqual(code, 0)
    const { seed } = JSON.parse(stdout) as SimulationResult
    const { message } = JSON.parse(stderr) as { readonly message: string }
    assert.include(message, `--seed ${seed} --start ${new Date().toISOString().slice(0, 8)}`)
  })

  it("writes a policy to begin with, which comes to the same as no policy", async () => {
    const written = await run("shop.yaml", "--print-policy", "policy.yaml")
    assert.strictEqual(written.code, 0, written.stderr)
    assert.include(written.stderr, "Use it with --policy policy.yaml.")
    assert.deepStrictEqual(await resultOf("--policy", "policy.yaml"), await resultOf())
    const again = await run("shop.yaml", "--print-policy", "policy.yaml")
    assert.strictEqual(again.code, 2)
    assert.include(again.stderr, "policy.yaml exists already")
    const shown = await run("shop.yaml", "--print-policy", "-")
    assert.strictEqual(shown.stdout, readFileSync(join(cwd, "policy.yaml"), "utf8"))
  })

  it("shows the mistakes of a policy with line and column, and what was probably meant", async () => {
    writeFileSync(
      join(cwd, "wrong.yaml"),
      "cohorts:\n  all:\n    actions:\n      - play: camp/gobiln\n        tmies: 3\n      - { claim: goblin }\n",
    )
    const { code, stderr, stdout } = await run("shop.yaml", "--policy", "wrong.yaml")
    assert.strictEqual(code, 2)
    assert.strictEqual(stdout, "")
    assert.include(stderr, "The policy has 3 errors.")
    assert.include(stderr, "wrong.yaml:5:16: error: cohorts.all.actions.0.tmies: a policy has no field of this name")
    assert.match(stderr, /wrong\.yaml:4:15: .* did you mean camp\/goblin\? \(name_unknown\)/)
    assert.match(stderr, /wrong\.yaml:6:18: .* \(not_claimable\)/)
  })

  it("refuses what it cannot simulate", async () => {
    writeFileSync(join(cwd, "broken.json"), '{"items":{"1":{"type":"no such type"}}}')
    writeFileSync(join(cwd, "text.yaml"), "cohorts: [\n")
    const cases: ReadonlyArray<readonly [ReadonlyArray<string>, number, string]> = [
      [["shop.yaml", "--players", "0"], 2, "--players must be from 1 to 1000000."],
      [["shop.yaml", "--days", "367"], 2, "--days must be from 1 to 366."],
      [["shop.yaml", "--seed", "-1"], 2, "--seed must be from 0 to 4294967295."],
      [["shop.yaml", "--start", "tomorrow"], 2, "A day looks like 2026-11-21."],
      [["shop.yaml", "--policy", "text.yaml"], 2, "text.yaml:1:10: the policy cannot be read"],
      [["shop.yaml", "--policy", "none.yaml"], 3, "none.yaml cannot be read: it does not exist"],
      [["shop.yaml", "--policy", "a", "--print-policy", "b"], 2, "not both"],
      [["broken.json"], 2, "The catalog broken.json has 1 error, so no order can be simulated"],
    ]
    for (const [args, code, sentence] of cases) {
      const result = await run(...args)
      assert.deepStrictEqual([result.code, result.stdout], [code, ""])
      assert.include(result.stderr, sentence)
    }
  })

  it("buys the chosen parts of a bundle, of several files, and of what is published", async () => {
    writeFileSync(
      join(cwd, "wardrobe-items.yaml"),
      "items: { coins: {}, outfit: { type: dynamic_bundle }, hat: {}, boots: {}, cape: {} }\n",
    )
    writeFileSync(
      join(cwd, "wardrobe-vendors.yaml"),
      `price_points:
  outfit: { current_breakpoints: [{ quantity: 1, currencies: [{ price_item: coins, price: 60 }] }] }
vendors:
  rewards: { loot: { purse: { item: coins, quantity: 60, is_claimable_by_client: true } } }
  shop: { loot: { outfit: { item: outfit, sub_vendor: wardrobe, current_price_point_guid: outfit } } }
  wardrobe: { loot: { hat: { item: hat }, boots: { item: boots }, cape: { item: cape } } }
`,
    )
    const policyOf = (fields: object) => {
      const actions = [{ claim: "purse" }, { buy: "outfit", when: { lacks: "hat" }, ...fields }]
      writeFileSync(join(cwd, "wardrobe-policy.json"), JSON.stringify({ cohorts: { all: { actions } } }))
    }
    const simulated = (...from: ReadonlyArray<string>) =>
      run(...from, "--policy", "wardrobe-policy.json", ...FIXED, "--json")
    policyOf({ choose: ["wardrobe/hat", "boots"] })
    const files = await simulated("wardrobe-*.yaml")
    assert.strictEqual(files.code, 0, files.stderr)
    const { goals, results } = JSON.parse(files.stdout) as SimulationResult
    assert.strictEqual(goals.length, 2)
    assert.deepStrictEqual(
      results.filter(({ source }) => source.kind === "buy").map(({ result }) => result),
      ["success"],
    )
    const published = await garrison(["catalog", "publish", "wardrobe-*.yaml", "--json"], { cwd })
    assert.strictEqual(published.code, 0, published.stderr)
    for (const from of ["published", "1"]) {
      const again = await simulated(from)
      assert.deepStrictEqual([again.code, again.stdout], [0, files.stdout], again.stderr)
    }
    for (const [fields, told] of [
      [{}, "actions.1.buy: a dynamic bundle is bought by its parts: name them in choose"],
      [{ choose: ["purse"] }, "actions.1.choose.0: the bundle has no such part that can be chosen"],
      [{ choose: ["boots", "wardrobe/boots"] }, "actions.1.choose.1: the part is chosen already"],
    ] as const) {
      policyOf(fields)
      const refused = await simulated("wardrobe-*.yaml")
      assert.strictEqual(refused.code, 2)
      assert.include(refused.stderr, told)
    }
    const own = await run("wardrobe-*.yaml", "--print-policy", "-")
    assert.match(own.stdout, /outfit"?\n +choose:/)
  })

  it("writes a page that loads nothing, and says the same figures", async () => {
    const first = await resultOf("--report", "report.html")
    const text = readFileSync(join(cwd, "report.html"), "utf8")
    assert.match(text, /^<!doctype html>\n<html lang="en">/)
    assert.include(text, `<dd>${first.etag}</dd>`)
    assert.include(text, `<dd>${first.orders.toLocaleString("en")}</dd>`)
    const folder = await run("shop.yaml", ...FIXED, "--report", "no/such/folder.html")
    assert.strictEqual(folder.code, 2)
    assert.include(folder.stderr, "The report cannot be written into no/such/folder.html")
  })

  it("prints the result of the players so far when it is interrupted, and ends with 130", async () => {
    let stdout = ""
    const caught: Console.Console = Object.assign(Object.create(globalThis.console), {
      log: (text: string) => void (stdout += text),
      error: () => undefined,
    })
    const submit = Reflect.get(PlayerState.prototype, "submit")
    let orders = 0
    const submits = vi.spyOn(PlayerState.prototype, "submit")
    const some = new Promise<void>((resolve) => {
      submits.mockImplementation(function (this: PlayerState, order, circumstances) {
        if (++orders === 500) resolve()
        return submit.call(this, order, circumstances)
      })
    })
    const invocation: Invocation = { args: ["--json"], environment: {}, directory: cwd }
    const input = {
      allowUnknown: false,
      files: ["shop.yaml"],
      players: 1_000_000,
      days: 30,
      seed: 7,
      start: "2026-12-01",
      json: true,
    }
    const fiber = Effect.runFork(
      simulate(input).pipe(
        Effect.provide(NodeServices.layer),
        Effect.provideService(Invocation, invocation),
        Effect.provideService(ConfigFile, Option.none()),
        Effect.provideService(Storage, Option.none()),
        Effect.provideService(Assignments, []),
        Effect.provideService(Console.Console, caught),
      ),
    )
    await some
    await Effect.runPromise(Fiber.interrupt(fiber))
    submits.mockRestore()
    const exit = await Effect.runPromise(Fiber.await(fiber))
    assert.isTrue(Exit.isFailure(exit))
    if (Exit.isFailure(exit)) assert.strictEqual((await reportOf(exit.cause, invocation)).exitCode, 130)
    const result = JSON.parse(stdout) as SimulationResult
    assert.isTrue(result.players > 0 && result.players < 1_000_000)
    assert.strictEqual(result.players_asked, 1_000_000)
    for (const { balance, inflow, outflow } of result.currencies) {
      assert.strictEqual(Number(inflow) - Number(outflow), Number(balance))
    }
  })
})

const root = join(import.meta.dirname, "../..")
const guide = readFileSync(join(root, "docs/simulation.md"), "utf8")

describe("the guide to simulations", () => {
  it("shows what its example prints", async () => {
    const folder = temporaryDirectory()
    for (const [, name = "", text = ""] of guide.matchAll(/```yaml\n# (\S+)\n([^`]*)```/g)) {
      writeFileSync(join(folder, name), text)
    }
    const [, line = ""] = /```sh\ngarrison (.*)\n```/.exec(guide) ?? []
    const [, screen] = /```text\n([^`]*)```/.exec(guide) ?? []
    const { code, stderr, stdout } = await garrison(line.split(" "), { cwd: folder })
    assert.strictEqual(code, 0, stderr)
    assert.strictEqual(stdout, screen)
  })

  it("explains every field of a policy", () => {
    for (const schema of [PolicyDocument, PolicyCohort, PolicyAction]) {
      for (const name of Object.keys(schema.fields)) assert.include(guide, `| \`${name}\` |`)
    }
  })
})

describe("the policy of the demo world", () => {
  it("is one, and reaches each of its goals", async () => {
    const files = ["catalog.json", "policy.yaml"].map((name) => join(root, "examples/demo", name))
    const [catalog = "", policy = ""] = files
    const args = ["--players", "40", "--seed", "1", "--start", "2026-12-01", "--json"]
    const { code, stderr, stdout } = await run(catalog, "--policy", policy, ...args)
    assert.strictEqual(code, 0, stderr)
    const { goals } = JSON.parse(stdout) as SimulationResult
    assert.isAbove(goals.length, 1)
    for (const { owners } of goals) assert.isAbove(owners, 0)
  })
})
