/** Login bodies of every grant at one server: those of the sandbox's portals, and those that no portal verifies. */
import { Clients } from "@garrison/core/client/Clients"
import type { GrantType } from "@garrison/core/kernel/GrantType"
import { Passwords } from "@garrison/core/login/password/Passwords"
import * as Effect from "effect/Effect"
import { testAct } from "./acts.ts"
import type { TestSandbox } from "./sandbox.ts"
import type { TestServer } from "./server.ts"

/** A login body that works once. */
export interface EveryCredential {
  /** The grant, and the place among the forms of that grant. */
  readonly name: string
  readonly grantType: GrantType
  readonly body: Readonly<Record<string, unknown>>
}

const PASSWORD = "correct horse"

/** Creates what the grants without a portal need. Answers with the function that makes new bodies of every grant. */
export const everyCredential = async (server: TestServer, sandbox: TestSandbox) => {
  const secret = await server.run(
    Effect.gen(function* () {
      yield* (yield* Passwords).create({ username: "lovelace", password: PASSWORD }, testAct)
      const wanted = { clientId: "forge", kind: "machine" as const, permissions: [] }
      return (yield* (yield* Clients).create(wanted, testAct)).secret ?? ""
    }),
  )
  return async (): Promise<ReadonlyArray<EveryCredential>> => {
    const { refreshToken } = await server.player("device-of-the-refresh-token")
    const own = [
      ["anon", "device-of-lovelace-0123456789"],
      ["refresh", refreshToken],
      ["basic", `lovelace:${PASSWORD}`],
      ["client_credentials", `forge:${secret}`],
    ] as const
    const credentials = [
      ...(await sandbox.credentials()),
      ...own.map(([grant_type, portal_access_token]) => ({ grant_type, body: { grant_type, portal_access_token } })),
    ]
    const forms = new Map<GrantType, number>()
    return credentials.map(({ body, grant_type: grantType }) => {
      const place = (forms.get(grantType) ?? 0) + 1
      forms.set(grantType, place)
      return { name: `${grantType} ${place}`, grantType, body }
    })
  }
}
