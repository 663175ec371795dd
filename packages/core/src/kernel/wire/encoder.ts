/**
 * JSON of values by their schemas. An encoder reads its schema once, when it is made. It checks nothing, because the
 * core made the value: checking each answer against its schema costs twice as much as writing it.
 */
import * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"
import { Int64 } from "./Int64.ts"
import { formatTimestamp, Timestamp } from "../time/Timestamp.ts"
import type { WireJson } from "./WireJson.ts"

/** From a value (not undefined) to its JSON. */
type Write = (value: never) => string

const transformationOf = ({ encoding }: SchemaAST.AST) => encoding?.[0].transformation

/** The transformations that are frequent in answers. */
const known = new Map<unknown, Write>([
  [transformationOf(Timestamp.ast), (moment: number) => `"${formatTimestamp(moment)}"`],
  [transformationOf(Int64.ast), (integer: bigint) => integer.toString()],
])

const writeAsIs: Write = (value: unknown) => JSON.stringify(value)

/** Encodes by the schema itself, for values that are seldom sent. */
const walking = (ast: SchemaAST.AST): Write => {
  const encode = Schema.encodeSync(Schema.make<Schema.Codec<unknown>>(ast))
  return (value: unknown) => JSON.stringify(encode(value))
}

const writeList: Write = (texts: ReadonlyArray<WireJson>) => `[${texts.join()}]`

/** Members in the order of the schema, not of the value. The elements of the member `list` are text already. */
const writerOfMembers = ({ propertySignatures }: SchemaAST.Objects, list?: string): Write => {
  const members = propertySignatures.map(({ name, type }) => ({
    name: String(name),
    label: `${JSON.stringify(name)}:`,
    write: name === list ? writeList : writerOf(type),
  }))
  const writeMembers = (object: Readonly<Record<string, never>>) => {
    let text = ""
    for (const { label, name, write } of members) {
      const member = object[name]
      if (member !== undefined) text += `${text === "" ? "{" : ","}${label}${write(member)}`
    }
    return text === "" ? "{}" : `${text}}`
  }
  return writeMembers
}

const writerOfElements = (ast: SchemaAST.Arrays): Write => {
  const [element] = ast.rest
  if (element === undefined || ast.elements.length > 0) return walking(ast)
  const write = writerOf(element)
  const writeElements = (list: ReadonlyArray<never>) => `[${list.map(write).join()}]`
  return write === writeAsIs ? writeAsIs : writeElements
}

const writerOf = (ast: SchemaAST.AST): Write => {
  if (ast.encoding !== undefined) return known.get(transformationOf(ast)) ?? walking(ast)
  switch (ast._tag) {
    case "Objects": {
      if (ast.propertySignatures.length > 0) return ast.indexSignatures.length > 0 ? walking(ast) : writerOfMembers(ast)
      return ast.indexSignatures.every(({ type }) => writerOf(type) === writeAsIs) ? writeAsIs : walking(ast)
    }
    case "Arrays":
      return writerOfElements(ast)
    case "Union":
      return ast.types.every((type) => writerOf(type) === writeAsIs) ? writeAsIs : walking(ast)
    case "Suspend":
    case "Declaration":
      return walking(ast)
    default:
      return writeAsIs
  }
}

/** Makes the encoder of a schema. Make it once for each schema. Equal values give equal bytes. */
export const jsonEncoder = <S extends Schema.Constraint>(schema: S): ((value: S["Type"]) => WireJson) =>
  writerOf(schema.ast) as (value: S["Type"]) => WireJson

/** A value with a list whose elements are their stored text. */
export type WithKeptList<Value, List extends keyof Value> = Omit<Value, List> &
  Readonly<Record<List, ReadonlyArray<WireJson>>>

/** As {@link jsonEncoder}, for a struct with a list whose elements are text already. */
export const keptListEncoder = <S extends Schema.Struct<Schema.Struct.Fields>, List extends keyof S["Type"] & string>(
  schema: S,
  list: List,
): ((value: WithKeptList<S["Type"], List>) => WireJson) =>
  writerOfMembers(schema.ast, list) as (value: WithKeptList<S["Type"], List>) => WireJson
