/** What refusing a body of each shape takes of the processor, over all routes, against accepting a right order. */
import { inventory } from "@garrison/http/contract/inventory"
import { answering, hostileBodies, readingJson, rightOrder } from "../test/support/hostileBodies.ts"
import { type Figure, figureOf } from "./report.ts"

/** The size of all bodies, in bytes. */
const BYTES = 64 * 1024
/** How often a round refuses a body on each route: the clock of the processor is coarse. */
const REPEATED = 4
/** A refused body is no dearer than two right ones. */
const TARGET = 1 / 2

/** Microseconds of the processor for each of these works. */
const microsOf = (works: ReadonlyArray<() => unknown>): number => {
  const before = process.threadCpuUsage()
  for (let count = 0; count < REPEATED; count++) for (const work of works) work()
  const { system, user } = process.threadCpuUsage(before)
  return (system + user) / (REPEATED * works.length)
}

/** Measures each shape in turn with the right order. */
export const measureRefusedBodies = (rounds: number): ReadonlyArray<Figure> => {
  const [accept, order] = [answering(inventory.routes.submitOrder), rightOrder()]
  const right = readingJson.map(() => () => accept(order))
  const routes = readingJson.map((operation) => ({
    answer: answering(operation),
    bodies: hostileBodies(operation, BYTES),
  }))
  return Object.keys(hostileBodies(inventory.routes.submitOrder)).map((shape) => {
    const wrong = routes.map(({ answer, bodies }) => {
      const bytes = Buffer.from(bodies[shape] ?? "")
      return () => answer(bytes)
    })
    const found: Array<{ ours: number; floor: number }> = []
    for (let round = -1; round < rounds; round++) {
      const measured = { ours: microsOf(wrong), floor: microsOf(right) }
      if (round >= 0) found.push(measured)
    }
    return { ...figureOf(`refused: ${shape}`, "µs", "a right order", false, found), target: TARGET }
  })
}
