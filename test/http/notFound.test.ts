/** 404 says in `desc` what is missing, not only that something is (decisions, section 2). */
import { assert, describe, it } from "@effect/vitest"
import { strangerUuid } from "../support/players.ts"
import { useServer } from "../support/server.ts"
import { samples } from "./samples.ts"

describe("desc of resource_not_found", () => {
  const server = useServer()
  const unpublished = useServer({ catalog: false })

  it("is about the player where the player is missing", async () => {
    const { createNotification, submitOrder, playerPresence } = samples(strangerUuid)
    const token = await server.current.machine("*")
    for (const { body, method, path } of [createNotification, submitOrder, playerPresence]) {
      const { json, status } = await server.current.call(method, path, { token, body })
      assert.strictEqual(status, 404, path)
      assert.deepInclude(json, { error_code: "resource_not_found", desc: "There is no such player." }, path)
    }
  })

  it("is about the catalog where nothing has been published, though the player exists", async () => {
    const { playerUuid, token } = await unpublished.current.player()
    const { submitOwnOrder, vendors } = samples(playerUuid)
    for (const { body, method, path } of [submitOwnOrder, vendors]) {
      const { json, status } = await unpublished.current.call(method, path, { token, body })
      assert.strictEqual(status, 404, path)
      assert.deepInclude(json, { error_code: "resource_not_found", desc: "No catalog has been published yet." }, path)
    }
  })
})
