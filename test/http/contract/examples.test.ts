/** The examples of the OpenAPI document, as `/docs` offers to send them: they work on the demo world. */
import { assert, describe, it } from "@effect/vitest"
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import * as Effect from "effect/Effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { useServer } from "../../support/server.ts"
import { testAct } from "../../support/acts.ts"

interface Operation {
  readonly operationId: string
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> }
}

type Answer = Readonly<Record<string, string>>

const demo = () => JSON.parse(readFileSync(join(import.meta.dirname, "../../../examples/demo/catalog.json"), "utf8"))

describe("the examples of the document", () => {
  const server = useServer({ catalog: false })

  /** The example of an operation's request, out of the document that the server serves. */
  const exampleOf = async (id: string): Promise<unknown> => {
    const { paths } = (await server.current.call("GET", "/openapi.json")).json as {
      readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
    }
    const operation = Object.values(paths)
      .flatMap((item) => Object.values(item))
      .find(({ operationId }) => operationId === id)
    const example = operation?.requestBody?.content["application/json"]?.example
    assert.isObject(example, `${id} has no example`)
    return example
  }

  it("log in, claim the daily reward and report a kill of the demo world", async () => {
    await server.current.run(Effect.flatMap(Catalogs, (catalogs) => catalogs.publish(demo(), {}, testAct)))
    const login = await server.current.call("POST", "/users/v1/login", { body: await exampleOf("login") })
    assert.strictEqual(login.status, 200, login.text)
    const { access_token: token, active_player_uuid: player } = login.json as Answer
    const machine = await server.current.machine("inv:create_order:player:any", "notification:playerid:write")
    const submitted = [
      await server.current.call("POST", "/inventory/v1/player/me/order", {
        token,
        body: await exampleOf("submitOwnOrder"),
      }),
      await server.current.call("POST", `/inventory/v1/player/uuid/${player}/order`, {
        token: machine,
        body: await exampleOf("submitOrder"),
      }),
    ]
    for (const reply of submitted) {
      assert.strictEqual(reply.status, 200, reply.text)
      const { entries } = reply.json as { readonly entries: ReadonlyArray<Answer> }
      assert.isNotEmpty(entries)
      for (const entry of entries) assert.strictEqual(entry["result"], "success", reply.text)
    }
    const notified = await server.current.call("POST", `/notification/v1/playerid/${player}/notification`, {
      token: machine,
      body: await exampleOf("createNotification"),
    })
    assert.strictEqual(notified.status, 200, notified.text)
    const reported = await server.current.call("PATCH", "/presence/v1/player/me/presence", {
      token,
      body: await exampleOf("reportPresence"),
    })
    assert.strictEqual(reported.status, 200, reported.text)
  })
})
