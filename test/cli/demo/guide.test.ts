/** What a server with the demo world prints, and which words of it a shell can take. */
import { assert, describe, it } from "@effect/vitest"
import { utf8 } from "@garrison/core/kernel/wire/Utf8"
import { execFileSync } from "node:child_process"
import { killIn } from "../../../packages/cli/src/demo/catalog.ts"
import { type DemoFacts, demoGuide, shellWord } from "../../../packages/cli/src/demo/guide.ts"

const facts: DemoFacts = {
  url: "http://127.0.0.1:8080",
  playerUuid: "019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f",
  kill: { monster: "Goblin", lootId: 1_000_655 },
  machineSecret: "gar_of-this-test",
  command: "node garrison.js",
  storage: "sqlite:/srv/game.db",
  isPublic: false,
  sandboxUrl: undefined,
  basicUsers: [],
}

const curlLines = (guide: string) => guide.split("\n").filter((line) => line.startsWith("curl "))

describe("shellWord", () => {
  it.each(["plain", "/srv/a-b_c.db", "two words", "it's", '$HOME `id` "quoted"', "a\\b", "*", "", "Łódź;ls"])(
    "%j is what a shell reads it as",
    (text) => {
      assert.strictEqual(execFileSync("sh", ["-c", `printf %s ${shellWord(text)}`], { encoding: "utf8" }), text)
    },
  )

  it("quotes only what needs it, so that most lines are easy to read", () => {
    assert.strictEqual(shellWord("sqlite:/srv/game.db"), "sqlite:/srv/game.db")
    assert.strictEqual(shellWord("my games.db"), "'my games.db'")
  })
})

describe("the guide", () => {
  it("names the page of the sandbox, where there is one", () => {
    assert.notInclude(demoGuide(facts), "third-party portals")
    const guide = demoGuide({ ...facts, sandboxUrl: "http://127.0.0.1:9000" })
    assert.include(guide, "\nLogins by third-party portals, to paste: http://127.0.0.1:9000\n")
  })

  it("has three lines to paste, the last with the machine's credentials while they can be shown", () => {
    const lines = curlLines(demoGuide(facts))
    assert.lengthOf(lines, 3)
    assert.include(lines[0], "http://127.0.0.1:8080/users/v1/login")
    assert.include(lines[1], "/notification/v1/playerid/me/notification")
    assert.include(lines[2], `/inventory/v1/player/uuid/${facts.playerUuid}/order`)
    assert.include(lines[2], "-u demo-server:gar_of-this-test")
    assert.include(lines[2], '"loot_id":1000655')
    assert.match(demoGuide(facts), /secret +gar_of-this-test\n +\(shown this once\)/)
  })

  it("takes a token by the command once the secret is gone, and says how to get a new one", () => {
    const guide = demoGuide({ ...facts, machineSecret: undefined })
    assert.include(curlLines(guide)[2], "node garrison.js token --client demo-server --storage sqlite:/srv/game.db")
    assert.include(guide, "node garrison.js client rotate demo-server --storage sqlite:/srv/game.db")
    assert.notInclude(guide, "gar_")
  })

  it("has no kill where the catalog is not the demo's", () => {
    const guide = demoGuide({ ...facts, kill: undefined })
    assert.lengthOf(curlLines(guide), 2)
    assert.notInclude(guide, "Goblin")
  })

  it("names the users of the grant basic, and warns where others can reach the server", () => {
    assert.notInclude(demoGuide(facts), "grant basic")
    assert.notInclude(demoGuide(facts), "Other machines")
    const guide = demoGuide({ ...facts, basicUsers: ["ada:one", "brian:two"], isPublic: true })
    assert.match(guide, /user +grant basic, ada:one\n.*user +grant basic, brian:two\n/)
    assert.include(guide, "Other machines can reach this server")
  })

  it("says where the storage has to be set before, because its address may hold a password", () => {
    assert.include(demoGuide(facts), "Paste these into another terminal.")
    const guide = demoGuide({ ...facts, storage: '"$GARRISON_STORAGE"' })
    assert.include(guide, "with GARRISON_STORAGE set as here")
  })
})

describe("killIn", () => {
  const served = (name: string) => `{"loot":{"1000655":{"item_id":1,"custom_data":{"name":"${name}"},"x":1}}}`

  it("finds the demo's kill in a catalog as it is served, and no other", () => {
    assert.deepStrictEqual(killIn(utf8(served("Goblin"))), { monster: "Goblin", lootId: 1_000_655 })
    for (const body of [served("Ogre"), "{}", served("Goblin").replace("1000655", "1000656")]) {
      assert.isUndefined(killIn(utf8(body)))
    }
  })
})
