/** Numbers and ids that are equal for equal seeds, and the seed of a test run. */
import { createHash } from "node:crypto"

/** Numbers from 0 to below 1 (mulberry32). */
export const randomFrom = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}

/** As {@link randomFrom} with all 53 bits, for weights beyond 32 (xoshiro128**). */
export const preciseRandomFrom = (seed: number): (() => number) => {
  let [a, b, c, d] = [seed | 0, 0x9e3779b9 | 0, 0x243f6a88 | 0, 0xb7e15162 | 0]
  const next = (): number => {
    const multiplied = Math.imul(b, 5)
    const result = Math.imul((multiplied << 7) | (multiplied >>> 25), 9)
    const shifted = b << 9
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = (d << 11) | (d >>> 21)
    return result >>> 0
  }
  for (let round = 0; round < 20; round++) next()
  return () => ((next() >>> 5) * 67_108_864 + (next() >>> 6)) / 9_007_199_254_740_992
}

/** A uuid for a text. */
export const uuidOf = (text: string): string => {
  const digits = createHash("sha256").update(text).digest("hex")
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20, 32)}`
}

/** `GARRISON_TEST_SEED`, or a new seed each time. A failing test prints it. */
export const testSeed = (): number => Number(process.env.GARRISON_TEST_SEED ?? process.hrtime.bigint() % 1_000_000_007n)
