/** One reader of addresses for attempts, proxies and listening servers (guarantees R24 and R25). */
import { addressScope, isLoopback, plainAddress } from "@garrison/core/kernel/input/Address"
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { isIP } from "node:net"

describe("plainAddress", () => {
  it("takes for an address what the platform takes for one", () => {
    const part = fc.oneof(
      fc.integer({ min: 0, max: 300 }).map(String),
      fc.integer({ max: 0x1ffff }).map((n) => n.toString(16)),
    )
    const mark = fc.constantFrom(":", ":", "::", ".", ".", "", "%")
    const mixed = fc.array(fc.tuple(part, mark), { maxLength: 10 }).map((pairs) => pairs.flat().join(""))
    const address = fc.oneof(fc.ipV4(), fc.ipV6(), mixed, fc.string({ maxLength: 20 }))
    fc.assert(
      fc.property(address, (text) => {
        fc.pre(!text.includes("%"))
        assert.strictEqual(plainAddress(text) !== undefined, isIP(text) !== 0, text)
      }),
      { numRuns: 2000 },
    )
  })

  it("is in lower case, without a zone, and IPv4 where IPv4 is mapped", () => {
    assert.strictEqual(plainAddress("2001:DB8::5"), "2001:db8::5")
    assert.strictEqual(plainAddress("fe80::1%eth0"), "fe80::1")
    assert.strictEqual(plainAddress("::FFFF:1.2.3.4"), "1.2.3.4")
    assert.strictEqual(plainAddress("::ffff:102:304"), "1.2.3.4")
    assert.isUndefined(plainAddress(`::${"0".repeat(100)}1`))
  })
})

describe("addressScope", () => {
  it("an IPv4 address stands for itself, an IPv6 address for its /64, however either is written", () => {
    const scopes: ReadonlyArray<readonly [string, string]> = [
      ["192.0.2.1", "192.0.2.1"],
      ["::ffff:192.0.2.1", "192.0.2.1"],
      ["0:0:0:0:0:FFFF:192.0.2.1", "192.0.2.1"],
      ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
      ["2001:0DB8:0001:0002::", "2001:db8:1:2::/64"],
      ["2001:db8::1", "2001:db8:0:0::/64"],
      ["fe80::1%eth0", "fe80:0:0:0::/64"],
      ["::1", "0:0:0:0::/64"],
      ["::", "0:0:0:0::/64"],
      ["unknown", "unknown"],
      ["1::2::3", "1::2::3"],
      ["1:2:3", "1:2:3"],
      ["", ""],
    ]
    for (const [address, scope] of scopes) assert.strictEqual(addressScope(address), scope)
  })

  it("addresses of one /64 are one, of two are two", () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16))
    const half = fc.array(group, { minLength: 4, maxLength: 4 }).map((groups) => groups.join(":"))
    fc.assert(
      fc.property(half, half, half, half, (network, other, left, right) => {
        assert.strictEqual(addressScope(`${network}:${left}`), addressScope(`${network}:${right}`))
        if (network !== other)
          assert.notStrictEqual(addressScope(`${network}:${left}`), addressScope(`${other}:${left}`))
      }),
    )
  })
})

it("isLoopback: 127.0.0.0/8 and ::1, however they are written", () => {
  for (const address of ["127.0.0.1", "127.8.9.10", "::1", "0:0:0:0:0:0:0:1", "::ffff:127.0.0.1"]) {
    assert.isTrue(isLoopback(address), address)
  }
  for (const address of ["0.0.0.0", "::", "::2", "1::1", "::ffff:192.0.2.1", "128.0.0.1", "localhost", ""]) {
    assert.isFalse(isLoopback(address), address)
  }
})
