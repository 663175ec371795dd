/**
 * Folds component schemas that effect generated twice: a resource that stands by itself in one operation and inside
 * another in the next gets a second name with a number. Readers of the document should meet it once.
 */
import type { Json } from "./jsonSchema.ts"

const numbered = /^(\w+?)_\d+$/
const numberedReference = /(#\/components\/schemas\/\w+?)_\d+"/g

const textOf = (schema: unknown): string => JSON.stringify(schema).replaceAll(numberedReference, '$1"')

/** The document with every numbered schema that says what the plain one says folded into it. */
export const withoutTwins = (document: Json): Json => {
  const { schemas } = document["components"] as { readonly schemas: Readonly<Record<string, unknown>> }
  const twins = Object.keys(schemas).filter((name) => {
    const plain = numbered.exec(name)?.[1]
    return plain !== undefined && schemas[plain] !== undefined && textOf(schemas[plain]) === textOf(schemas[name])
  })
  const kept = Object.fromEntries(Object.entries(schemas).filter(([name]) => !twins.includes(name)))
  const text = twins.reduce(
    (sum, name) => sum.replaceAll(`#/components/schemas/${name}"`, `#/components/schemas/${numbered.exec(name)?.[1]}"`),
    JSON.stringify({ ...document, components: { ...(document["components"] as object), schemas: kept } }),
  )
  return JSON.parse(text) as Json
}
