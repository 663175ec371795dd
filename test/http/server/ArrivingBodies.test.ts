/** Bodies on their way: how many there may be, from where, and how slow (guarantees R41). */
import { assert, describe, it } from "@effect/vitest"
import { ArrivingBodies } from "@garrison/http/server/ArrivingBodies"

const limits = {
  bodiesArrivingMax: 10,
  bodiesArrivingPerAddressMax: 3,
  bodyGraceSeconds: 5,
  bodyBytesPerSecondMin: 512,
  // The tests look at the pace themselves.
  checkSeconds: 3600,
}

const ignored = () => undefined

describe("bodies on their way", () => {
  it("are limited for one address, however it is written, and a /64 of IPv6 is one", () => {
    const arriving = new ArrivingBodies(limits)
    const sameAddress = ["203.0.113.7", "::ffff:203.0.113.7", "203.0.113.7"]
    const sameNetwork = ["2001:db8:1:2::1", "2001:db8:1:2:ffff::", "2001:0db8:0001:0002::9"]
    for (const same of [sameAddress, sameNetwork]) {
      for (const address of same) assert.isDefined(arriving.begin(address, ignored), address)
      for (const address of same) assert.isUndefined(arriving.begin(address, ignored), address)
    }
    assert.isDefined(arriving.begin("2001:db8:1:3::1", ignored))
    assert.isDefined(arriving.begin("203.0.113.8", ignored))
  })

  it("are limited in all", () => {
    const arriving = new ArrivingBodies(limits)
    for (let count = 0; count < 10; count++) assert.isDefined(arriving.begin(`203.0.113.${count}`, ignored))
    assert.isUndefined(arriving.begin("203.0.113.200", ignored))
  })

  it("are no longer counted when they have ended; a body that ended twice counts once", () => {
    const arriving = new ArrivingBodies(limits)
    for (let round = 0; round < 100; round++) {
      const all = Array.from({ length: 3 }, () => arriving.begin("203.0.113.7", ignored))
      assert.isUndefined(arriving.begin("203.0.113.7", ignored))
      for (const arrival of [...all, ...all]) arrival?.end()
      assert.strictEqual(arriving.count, 0)
    }
  })

  it("must keep a pace on average after the grace, and need not before", () => {
    let now = 0
    const arriving = new ArrivingBodies(limits, () => now)
    const slow: Array<string> = []
    const bodies = { silent: 0, dripping: 1, fast: 600, stalling: 0 }
    const arrivals = Object.keys(bodies).map((name) => {
      const arrival = arriving.begin(`address of ${name}`, () => {
        slow.push(name)
        arrival?.end()
      })
      return [name, arrival] as const
    })
    for (let second = 1; second <= 12; second++) {
      now = second * 1000
      for (const [name, arrival] of arrivals) {
        arrival?.received(name === "stalling" ? (second === 2 ? 2048 : 0) : bodies[name as keyof typeof bodies])
      }
      arriving.sweep()
      if (second <= 5) assert.deepStrictEqual(slow, [])
      else assert.deepStrictEqual(slow.slice(0, 2), ["silent", "dripping"])
    }
    // 2,048 bytes are the pace of four seconds.
    assert.deepStrictEqual(slow, ["silent", "dripping", "stalling"])
    assert.strictEqual(arriving.count, 1)
  })
})
