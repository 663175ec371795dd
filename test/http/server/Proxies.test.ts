/** The address of the client behind proxies that are trusted, and behind none (guarantees R25). */
import { addressReader, isAddressOrRange } from "@garrison/http/server/Proxies"
import { assert, describe, it } from "@effect/vitest"

describe("addressReader", () => {
  it("believes no header unless the peer is a trusted proxy", () => {
    const nobody = addressReader([])
    assert.strictEqual(nobody("10.0.0.1", "1.2.3.4"), "10.0.0.1")
    const some = addressReader(["10.0.0.0/8"])
    assert.strictEqual(some("192.0.2.1", "1.2.3.4"), "192.0.2.1")
  })

  it("takes the last address that no trusted proxy vouches for", () => {
    const read = addressReader(["10.0.0.0/8", "2001:db8::/32"])
    assert.strictEqual(read("10.0.0.1", "1.2.3.4"), "1.2.3.4")
    assert.strictEqual(read("10.0.0.1", "6.6.6.6, 1.2.3.4, 10.9.9.9"), "1.2.3.4")
    assert.strictEqual(read("2001:db8::1", "6.6.6.6,2001:dead::7 ,10.2.2.2"), "2001:dead::7")
    assert.strictEqual(read("10.0.0.1", "10.1.1.1, 10.2.2.2"), "10.1.1.1")
  })

  it("reads IPv4-mapped addresses, ports and brackets", () => {
    const read = addressReader(["127.0.0.1"])
    assert.strictEqual(read("::ffff:127.0.0.1", "1.2.3.4:5678"), "1.2.3.4")
    assert.strictEqual(read("127.0.0.1", "[2001:DB8::5]:443"), "2001:db8::5")
    assert.strictEqual(read("127.0.0.1", "::FFFF:1.2.3.4"), "1.2.3.4")
  })

  it("stops at a hop that is not an address, and does not believe earlier hops", () => {
    const read = addressReader(["10.0.0.0/8"])
    for (const forged of ["", "unknown", "_hidden", "1.2.3.4, nonsense", "1.2.3.4,,", "999.1.1.1", "1.2.3.4;x"]) {
      assert.strictEqual(read("10.0.0.1", forged), "10.0.0.1", forged)
    }
  })

  it("looks at 32 hops at most", () => {
    const read = addressReader(["10.0.0.0/8"])
    const hops = Array.from({ length: 1000 }, () => "10.0.0.2")
    assert.strictEqual(read("10.0.0.1", ["1.2.3.4", ...hops].join(",")), "10.0.0.2")
  })

  it("refuses a setting that is not an address", () => {
    assert.throws(() => addressReader(["proxy.example"]), RangeError)
  })
})

describe("an address or a range", () => {
  it.each(["10.0.0.1", "10.0.0.0/8", "0.0.0.0/0", "192.0.2.1/32", "::1", "2001:db8::/32", "::/0", "::1/128"])(
    "is %s, which a reader can be made of",
    (text) => {
      assert.isTrue(isAddressOrRange(text))
      assert.isFunction(addressReader([text]))
    },
  )

  it.each(["", "proxy.example", "10.0.0.0/33", "::1/129", "10.0.0.0/", "10.0.0.0/8/8", "10.0.0.0/x", "10.0.0.0/-1"])(
    "is not %j",
    (text) => assert.isFalse(isAddressOrRange(text)),
  )
})
