/**
 * The contract, complete: every field, required mark, enumeration and limit of the interface is in the schemas of the
 * core, and nothing beside them. Every check is also shown to notice a difference.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import * as Catalog from "@garrison/core/catalog/schema"
import * as Invalid from "@garrison/core/kernel/Invalid"
import * as Login from "@garrison/core/login/schema"
import { resources } from "./support/interface.ts"
import { type JsonSchema, resourceDifferences } from "./support/jsonSchema.ts"

const schemas: Readonly<Record<string, Schema.Constraint>> = {
  ValidationErrorBody: Invalid.ValidationErrorBody,
  LoginRequest: Login.LoginRequest,
  LoginResult: Login.LoginResult,
  AgreementRequiredBody: Login.AgreementsRequiredBody,
  VendorCollection: Catalog.VendorCollection,
}

const differencesOf = (name: string, schema: Schema.Constraint): ReadonlyArray<string> => {
  const document = Schema.toJsonSchemaDocument(schema)
  const definitions = document.definitions as Readonly<Record<string, JsonSchema>>
  return resourceDifferences(
    name,
    document.schema as JsonSchema,
    (reference) => definitions[reference.replace("#/$defs/", "")],
  )
}

describe("the schemas of the core", () => {
  it.each(Object.keys(schemas))("%s has the interface's fields, marks, values and limits", (name) => {
    assert.deepStrictEqual(differencesOf(name, schemas[name] ?? Schema.Never), [])
  })
})
