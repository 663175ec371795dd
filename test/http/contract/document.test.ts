/** The OpenAPI document: it lints clean, and has the access rule of every operation. */
import { routes as declared, routesById } from "@garrison/http/contract/routes"
import { openApiDocument } from "@garrison/http/contract/document"
import { assert, describe, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const root = join(import.meta.dirname, "../../..")

interface Operation {
  readonly operationId: string
  readonly security: ReadonlyArray<object>
  readonly responses: Readonly<Record<string, { readonly headers?: object }>>
  readonly parameters: ReadonlyArray<{ readonly name: string }>
  readonly deprecated?: boolean
  readonly description?: string
}

const document = structuredClone(openApiDocument()) as {
  readonly openapi: string
  readonly info: object
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

const routes = Object.values(document.paths).flatMap((item) => Object.values(item))

/** Nothing asked of the network, nothing left in the folder for temporary files. */
const quietly = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true", NODE_DISABLE_COMPILE_CACHE: "1" }

/** Lints a document with the configuration of the workspace; the findings as text, and whether there were none. */
const lint = (text: string) => {
  const folder = mkdtempSync(join(tmpdir(), "garrison-openapi-"))
  try {
    const file = join(folder, "openapi.json")
    writeFileSync(file, text)
    const { status, stdout, stderr } = spawnSync(
      join(root, "node_modules/.bin/redocly"),
      ["lint", file, "--config", join(root, "packages/http/redocly.yaml"), "--format", "json"],
      { encoding: "utf8", env: { ...process.env, ...quietly } },
    )
    const report = JSON.parse(stdout) as { readonly totals: { readonly errors: number; readonly warnings: number } }
    return { status, totals: report.totals, text: stdout + stderr }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

describe("the OpenAPI document", () => {
  it("lints clean, without a warning, by the strictest ready-made rules", () => {
    const clean = lint(JSON.stringify(document))
    assert.deepInclude(clean.totals, { errors: 0, warnings: 0 }, clean.text)
  })

  it("names no licence while there is none", () => {
    assert.notProperty(document.info, "license")
  })

  it("is linted by something that sees a missing summary and an example that does not fit", () => {
    const text = JSON.stringify(document)
    for (const [right, wrong] of [
      ['"summary":"Log in",', ""],
      ['"sessions_ended":1', '"sessions_ended":"one"'],
    ] as const) {
      assert.include(text, right)
      assert.isAbove(lint(text.replace(right, wrong)).totals.errors, 0, wrong)
    }
  })

  it("has every operation of the contract, each with its access rule", () => {
    assert.sameMembers(
      routes.map(({ operationId }) => operationId),
      declared.map(({ id }) => id),
    )
    for (const operation of routes) {
      const rule = routesById[operation.operationId as keyof typeof routesById].access
      const expected =
        rule.kind === "bearer"
          ? (rule.anyOf.length === 0 ? [[]] : rule.anyOf.map((one) => [one])).map((needed) => ({ bearer: needed }))
          : { open: [], client: [{ basic: [] }, {}] }[rule.kind]
      assert.deepStrictEqual(operation.security, expected, operation.operationId)
    }
  })

  it("says in words whose token an operation takes, holding which permissions", () => {
    const described = new Map(routes.map(({ description, operationId }) => [operationId, description ?? ""]))
    for (const { access: rule, id } of declared) {
      if (rule.kind !== "bearer") continue
      for (const permission of rule.anyOf) assert.include(described.get(id), `\`${permission}\``, id)
      assert.include(described.get(id), "Takes the access token of a", id)
    }
    assert.isTrue(
      described
        .get("updateCredentials")
        ?.endsWith(
          " Takes the access token of a machine client that holds `accountOrg:config:edit` or `account:config:edit`.",
        ),
    )
  })

  it("declares 422, 500, 503 and the refusals of broken requests everywhere, and 401 nowhere", () => {
    for (const { operationId, responses } of routes) {
      assert.includeMembers(Object.keys(responses), ["405", "408", "422", "431", "500", "503"], operationId)
      assert.notProperty(responses, "401")
      assert.property(responses["503"]?.headers, "Retry-After")
    }
  })

  it("declares 304 and ETag where If-None-Match is taken, and there only", () => {
    for (const { operationId, parameters, responses } of routes) {
      const conditional = parameters.some(({ name }) => name === "if-none-match")
      assert.strictEqual("304" in responses, conditional, operationId)
      if (conditional) assert.property(responses["200"]?.headers, "ETag")
    }
  })

  it("marks the order page as deprecated, and no other operation", () => {
    assert.deepStrictEqual(
      routes.filter(({ deprecated }) => deprecated).map(({ operationId }) => operationId),
      ["orderPage"],
    )
  })

  it("has a sentence for every field of a body", () => {
    const silent: Array<string> = []
    const walk = (value: unknown, place: string): void => {
      if (typeof value !== "object" || value === null) return
      const { properties } = value as { readonly properties?: Readonly<Record<string, object>> }
      for (const [name, property] of Object.entries(properties ?? {})) {
        // The codes of an operation narrow a field of the error body, which has the sentence.
        const narrows = name === "error_code" && place.includes("allOf")
        if (!narrows && !("description" in property)) silent.push(`${place}.${name}`)
      }
      for (const [key, member] of Object.entries(value)) walk(member, `${place}/${key}`)
    }
    walk(document, "")
    assert.deepStrictEqual(silent, [])
  })
})
