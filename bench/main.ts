/**
 * The bench: `npm run bench [-- --json FILE] [--only NAME] [--storage NAME] [--rounds N] [--seconds N]`. Every
 * figure is a ratio to a floor that was measured in the same run, because machines differ and are noisy.
 */
import { parseArgs } from "node:util"
import { measureConsole } from "./console.ts"
import { measureDelivery } from "./delivery.ts"
import { measureEmbedded } from "./embedded.ts"
import { measureFulfilment } from "./fulfilment.ts"
import { measureGrants } from "./grants.ts"
import { measureHttp } from "./http.ts"
import { type LoginCost, measureLogins } from "./logins.ts"
import { operations } from "./operations.ts"
import { measureOverview } from "./overview.ts"
import { measurePages } from "./pages.ts"
import { measureRedraw } from "./redraw.ts"
import { type Figure, tableOf, writeJson } from "./report.ts"
import { measureRefusedBodies } from "./refusedBodies.ts"
import { measureSimulation } from "./simulate.ts"
import { measureStartup } from "./startup.ts"
import { countOrderCosts, measureParts, measureSubmit, measureSubmitPostgres } from "./submit.ts"
import { measureVerification } from "./verification.ts"

const help = `npm run bench -- [options]

  --json FILE    also write the figures to FILE as JSON
  --only NAME    only what has NAME in its name: an operation ("order submit"), "startup", "fulfil", "deep page",
                 "verification", "refused" (bodies of each shape), "redraw" (lists of the console), "console" (its first frame, its keys, idle), "submit" (orders without HTTP, and what their seal and their lookup cost), "simulate", "grant" (logins by the portals of the sandbox)
                 "player whole", "embedded" (HTTP by toNodeHandler against the command's server),
                 "delivery" (what players are delivered: the catalog, presence, the typed client,
                 handlers for hosts, streams, and what other processes send)
  --storage NAME logins alone, without and with HTTP, on "sqlite" or on a "postgres" that waits for its disk; prints
                 their statements and round trips too
  --rounds N     interleaved rounds per measurement, 5 or more (default 5)
  --seconds N    seconds of load per server and round (default 1)`

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: "string" },
    only: { type: "string" },
    storage: { type: "string" },
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "1" },
    help: { type: "boolean", default: false },
  },
})
// "npm run bench -- delivery" is "npm run bench -- --only delivery".
if (values.only === undefined && positionals[0] !== undefined) values.only = positionals[0]
if (values.help) {
  console.log(help)
  process.exit(0)
}
const rounds = Number(values.rounds)
const seconds = Number(values.seconds)
if (!Number.isInteger(rounds) || rounds < 1 || !(seconds > 0)) {
  console.error(`--rounds takes a whole number from 1, --seconds a number above 0\n\n${help}`)
  process.exit(2)
}

const on = values.storage
if (on !== undefined && on !== "sqlite" && on !== "postgres") {
  console.error(`--storage takes "sqlite" or "postgres"\n\n${help}`)
  process.exit(2)
}

const figures: Array<Figure> = []
const add = (found: ReadonlyArray<Figure>): void => {
  figures.push(...found)
  for (const { name, floor_name, ratio } of found) console.error(`${name}: ${ratio.toFixed(2)} of ${floor_name}`)
}
/** Whether `--only` is the name of an operation: "order submit" is not "submit". */
const isOperation = operations.some(({ name }) => name === values.only)
const wants = (name: string): boolean => values.only === undefined || (!isOperation && values.only.includes(name))

const costs: Array<LoginCost> = []
if (on !== undefined) {
  const logins = await measureLogins(on, rounds, seconds)
  add(logins.figures)
  costs.push(...logins.costs)
}
const startup = on === undefined && wants("startup")
const fulfil = on === undefined && wants("fulfil")
const simulation = on === undefined && wants("simulate")
const verification = on === undefined && wants("verification")
const refused = on === undefined && wants("refused")
const pages = on === undefined && wants("deep page")
const redraw = on === undefined && wants("redraw")
const terminal = on === undefined && wants("console")
const overview = on === undefined && wants("player whole")
const submit = on === undefined && wants("submit")
const grants = on === undefined && wants("grant")
const embedded = on === undefined && wants("embedded")
const delivery = on === undefined && wants("delivery")
if (startup) add(await measureStartup(rounds))
if (fulfil) add(await measureFulfilment(rounds))
if (simulation) add(await measureSimulation(rounds))
if (verification) add(await measureVerification(rounds))
if (refused) add(measureRefusedBodies(rounds))
if (pages) add(await measurePages(rounds))
if (terminal) add(await measureConsole(rounds))
if (redraw) add(await measureRedraw(rounds))
if (overview) add(await measureOverview(rounds))
if (submit) {
  add(await measureSubmit(rounds, seconds))
  add(await measureParts(rounds))
  add(await measureSubmitPostgres(rounds, seconds))
}
if (delivery) await measureDelivery({ rounds, seconds }, add)
if (embedded) add(await measureEmbedded({ rounds, seconds, only: undefined }))
if (grants) await measureGrants({ rounds, seconds }, (figure) => add([figure]))
const onlyOthers =
  on !== undefined ||
  (values.only !== undefined &&
    (startup ||
      fulfil ||
      simulation ||
      verification ||
      refused ||
      pages ||
      overview ||
      redraw ||
      submit ||
      grants ||
      embedded ||
      delivery))
const memory = onlyOthers ? undefined : await measureHttp({ rounds, seconds, only: values.only }, add)

console.log(tableOf(figures))
for (const { kind, roundTrips, statements } of costs) {
  const trips = roundTrips === undefined ? "" : `, ${roundTrips} round trips`
  console.log(`login ${kind}: ${statements} statements${trips}`)
}
if (submit) {
  for (const { roundTrips, statements, storage } of await countOrderCosts()) {
    const trips = roundTrips === undefined ? "" : `, ${roundTrips} round trips`
    console.log(`order on ${storage}: ${statements} statements${trips}`)
  }
}
if (memory !== undefined) {
  console.log(`\nresident memory: ${memory.idle.toFixed(0)} MB idle, ${memory.after.toFixed(0)} MB after the run`)
}
if (values.json !== undefined) writeJson(values.json, figures)
