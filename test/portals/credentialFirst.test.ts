/**
 * What an account's state is said only after its credential was proved, by every grant: restrictions, and agreements
 * that are missing (decisions, section 4; guarantees R21).
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { PersonId } from "@garrison/core/kernel/Identifier"
import { grants } from "@garrison/core/login/grant/grants"
import { Restrictions } from "@garrison/core/restriction/Restrictions"
import * as Effect from "effect/Effect"
import { codeOf } from "../http/samples.ts"
import { testAct } from "../support/acts.ts"
import { everyCredential, type EveryCredential } from "../support/credentials.ts"
import { onEachDatabase, sharedDatabase } from "../support/databases.ts"
import { logIn, serveWithSandbox, startSandbox, type TestSandbox } from "../support/sandbox.ts"
import type { TestServer } from "../support/server.ts"

const eula = { version: 1, url: "https://example.org/eula", sha256: "0".repeat(64), required: true }

/** The body with a credential that is nearly right. */
const nearlyRight = ({ body }: EveryCredential): Readonly<Record<string, unknown>> => ({
  ...body,
  portal_access_token: `${String(body["portal_access_token"])}0`,
})

/** What an answer may say of an account: members of its body beside those of every refusal. */
const told = (json: unknown): ReadonlyArray<string> =>
  Object.keys(json as object).filter((name) => !["auth_success", "error_code", "desc"].includes(name))

onEachDatabase((name, database) => {
  describe(`a credential that is nearly right on ${name}`, () => {
    let sandbox: TestSandbox
    let lenient: TestServer
    let strict: TestServer
    let close: () => Promise<void>
    let credentials: () => Promise<ReadonlyArray<EveryCredential>>
    beforeAll(async () => {
      sandbox = await startSandbox()
      const shared = await sharedDatabase(database)
      const options = { database: shared.layer }
      lenient = await serveWithSandbox(sandbox, undefined, options)
      strict = await serveWithSandbox(sandbox, undefined, {
        ...options,
        isPrepared: true,
        settings: { agreements: { eula } },
      })
      credentials = await everyCredential(lenient, sandbox)
      close = shared.close
    })
    afterAll(async () => {
      await strict.stop()
      await lenient.stop()
      await close()
      await sandbox.stop()
    })

    /** The credentials of users, each new. */
    const ofUsers = async () => (await credentials()).filter(({ grantType }) => grantType !== "client_credentials")

    /** Which refusals a wrong credential of this grant may have. A device chooses its secret, so that none is wrong. */
    const refusalsOf = ({ grantType }: EveryCredential): ReadonlyArray<string> => {
      const grant = grants[grantType]
      return grant.kind === "user" ? grant.refusals : []
    }

    const wrongOutcomes = async (server: TestServer) => {
      const found: Array<string> = []
      for (const credential of await ofUsers()) {
        if (credential.grantType === "anon") continue
        const reply = await logIn(server, nearlyRight(credential))
        const code = codeOf(reply) ?? String(reply.status)
        const isRight = refusalsOf(credential).includes(code) && told(reply.json).length === 0
        if (!isRight) found.push(`${credential.name}: ${code} ${told(reply.json).join(" ")}`)
      }
      return found
    }

    it("says nothing of missing agreements, which the right one does", async () => {
      for (const { body, name: form } of await ofUsers()) {
        assert.strictEqual((await logIn(lenient, body)).status, 200, form)
      }
      assert.deepStrictEqual(await wrongOutcomes(strict), [])
      for (const { body, name: form } of await ofUsers()) {
        const reply = await logIn(strict, body)
        assert.strictEqual(codeOf(reply), "user_needs_agreements", form)
        assert.deepInclude(reply.json, { needs_eula: true, needs_tos: false, needs_privacy_policy: false }, form)
      }
    })

    it("says nothing of a restriction, which the right one does", async () => {
      const before = await ofUsers()
      const persons = new Set<PersonId>()
      for (const { body, name: form } of before) {
        const reply = await logIn(lenient, body)
        assert.strictEqual(reply.status, 200, form)
        persons.add((reply.json as { readonly person_id: PersonId }).person_id)
      }
      const fresh = await ofUsers()
      for (const personId of persons) {
        const restriction = { personId, type: "account_ban" as const, reason: "cheating" }
        await lenient.run(Effect.flatMap(Restrictions, (restrictions) => restrictions.add(restriction, testAct)))
      }
      for (const credential of fresh) {
        // A ban ends the session of a refresh token, which is then unknown.
        if (credential.grantType === "refresh") continue
        const wrong = await logIn(lenient, nearlyRight(credential))
        if (credential.grantType === "anon") {
          assert.strictEqual(wrong.status, 200, "another secret is another device")
        } else {
          assert.include(refusalsOf(credential), codeOf(wrong), credential.name)
          assert.deepStrictEqual(told(wrong.json), [], credential.name)
        }
        const right = await logIn(lenient, credential.body)
        assert.strictEqual(codeOf(right), "user_auth_restricted", credential.name)
        const restrictions = [{ type: "account_ban", reason: "cheating", expiration: null }]
        assert.deepInclude(right.json, { restrictions }, credential.name)
      }
    })
  })
})
