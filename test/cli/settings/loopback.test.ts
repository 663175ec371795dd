/** Which addresses only this machine can reach: what the demo world may listen on. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { isReachable } from "../../../packages/cli/src/settings/loopback.ts"

const reachable = (host: string) => Effect.map(isReachable(host), (found) => [host, found] as const)

it.effect("loopback addresses in every notation are out of the reach of others, and all else is not", () =>
  Effect.gen(function* () {
    for (const host of ["127.0.0.1", "127.8.9.10", "::1", "0:0:0:0:0:0:0:1", "::ffff:127.0.0.1", "localhost"]) {
      assert.deepStrictEqual(yield* reachable(host), [host, false])
    }
    for (const host of ["0.0.0.0", "::", "::ffff:192.0.2.1", "192.0.2.1", "10.0.0.1", "fe80::1", "2001:db8::1"]) {
      assert.deepStrictEqual(yield* reachable(host), [host, true])
    }
  }),
)

it.effect("a host without an address reaches nobody", () =>
  Effect.gen(function* () {
    assert.isFalse(yield* isReachable("no-such-host.invalid"))
  }),
)
