import { assert, describe, it } from "@effect/vitest"
import { localActor } from "@garrison/core/operation/Act"
import { mayAct } from "@garrison/core/operation/Operation"

describe("an actor", () => {
  const operation = { name: "catalog.publish", permissions: ["catalog:edit"], revision: "catalog" } as const
  const everything = { ...operation, permissions: ["*"] } as const
  const machine = (...permissions: ReadonlyArray<string>) => ({
    ...localActor("ci"),
    kind: "machine" as const,
    permissions,
  })

  it("that comes over the network needs one of the permissions, or every permission where `*` is asked for", () => {
    assert.isTrue(mayAct(machine("catalog:edit"), operation))
    assert.isTrue(mayAct(machine("catalog:*"), operation))
    assert.isTrue(mayAct(machine("*"), operation))
    assert.isFalse(mayAct(machine("catalog:read"), operation))
    assert.isFalse(mayAct(machine(), operation))
    assert.isFalse(mayAct({ ...machine("catalog:read"), kind: "player" }, operation))
    assert.isTrue(mayAct(machine("*"), everything))
    assert.isFalse(mayAct(machine("catalog:*", "user:restriction:edit:any", "account:config:edit"), everything))
  })

  it("on the database itself may do everything", () => {
    for (const kind of ["local", "system"] as const) {
      assert.isTrue(mayAct({ ...machine(), kind }, everything))
    }
  })
})
