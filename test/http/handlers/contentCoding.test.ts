/** Which form of the catalog a client gets (RFC 9110, section 12.5.3). */
import { preferredCoding } from "@garrison/http/handlers/contentCoding"
import { assert, describe, it } from "@effect/vitest"

describe("preferredCoding", () => {
  it.each([
    [undefined, "identity"],
    ["", "identity"],
    ["gzip", "gzip"],
    ["x-gzip", "gzip"],
    ["GZIP", "gzip"],
    ["gzip, deflate, br, zstd", "br"],
    ["gzip, zstd", "zstd"],
    ["gzip;q=1.0, br;q=0.5", "gzip"],
    ["br;q=0, gzip;q=0.1", "gzip"],
    ["br;q=0.001", "br"],
    ["*", "br"],
    ["*;q=0.5, gzip;q=0.4", "br"],
    ["br;q=0, *", "zstd"],
    ["identity", "identity"],
    ["identity, gzip;q=0.5", "identity"],
    ["identity;q=0.5, gzip;q=0.5", "gzip"],
    ["identity;q=0, gzip;q=0.1", "gzip"],
    ["*;q=0", "identity"],
    ["identity;q=0", "identity"],
    ["deflate, compress", "identity"],
    ["gzip;q=nonsense, br;q=0.2", "br"],
    [" gzip ; q=0.8 , br ; q=0.9 ", "br"],
  ] as const)("%s: %s", (header, coding) => {
    assert.strictEqual(preferredCoding(header), coding)
    assert.strictEqual(preferredCoding(header), coding)
  })

  it("answers anything with some coding and remembers a bounded number of headers", () => {
    for (let count = 0; count < 2000; count++) assert.strictEqual(preferredCoding(`x${count}, gzip`), "gzip")
  })
})
