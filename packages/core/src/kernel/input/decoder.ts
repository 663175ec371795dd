/**
 * Decodes input at a cost that its mistakes do not raise. The lengths of lists and maps are compared with their limits
 * first, before any member is looked at. Then the schema decodes up to the first mistake. Only if there is one, a walk
 * over lists, maps and objects collects mistakes, and it stops when there are as many as an answer has.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { DETAILS_MAX } from "./Field.ts"
import {
  areTooLarge,
  complaintIn,
  EVERYTHING,
  type InvalidDetail,
  invalidDetails,
  InvalidInput,
  placesOf,
  wholeDetails,
  withoutRepeats,
} from "./Invalid.ts"
import type { Path } from "./PlainValue.ts"

type List = ReadonlyArray<unknown>
type Members = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** A list, map or object whose members can be looked at one by one. */
type Container = SchemaAST.Arrays | SchemaAST.Objects

/** The list, map or object of a schema, or of the one member of a union that is none of plain values. */
const containerOf = (ast: SchemaAST.AST): Container | undefined => {
  if (ast.encoding !== undefined) return undefined
  if (ast._tag === "Arrays") return ast.elements.length === 0 && ast.rest.length === 1 ? ast : undefined
  if (ast._tag === "Objects") {
    const { indexSignatures: maps, propertySignatures: fields } = ast
    return maps.length === 0 || (fields.length === 0 && maps.length === 1) ? ast : undefined
  }
  if (ast._tag !== "Union" || complaintIn(ast.annotations) !== undefined) return undefined
  const [only, ...more] = ast.types.filter((type) => type._tag === "Arrays" || type._tag === "Objects")
  return only === undefined || more.length > 0 || ast.checks !== undefined ? undefined : containerOf(only)
}

/** Whether a value, or one within it, has more members than it may. Looks at no other member. */
type Exceeds = (value: unknown) => boolean

const exceedsInside = (container: Container): Exceeds | undefined => {
  if (container._tag === "Arrays") {
    const [member] = container.rest
    const inner = member === undefined ? undefined : exceedsOf(member)
    return inner && ((list) => (list as List).some(inner))
  }
  const [map] = container.indexSignatures
  const inner = map === undefined ? undefined : exceedsOf(map.type)
  if (inner !== undefined) return (members) => Object.values(members as Members).some(inner)
  const fields = container.propertySignatures.flatMap(({ name, type }) => {
    const exceeds = exceedsOf(type)
    return exceeds === undefined ? [] : [{ name: String(name), exceeds }]
  })
  return fields.length === 0
    ? undefined
    : (members) => fields.some(({ name, exceeds }) => exceeds((members as Members)[name]))
}

const exceedsOf = (ast: SchemaAST.AST): Exceeds | undefined => {
  const container = containerOf(ast)
  if (container === undefined) return undefined
  const isContainer: (value: unknown) => boolean = container._tag === "Arrays" ? Array.isArray : isObject
  const limits = (container.checks ?? []).flatMap((check) =>
    check._tag === "Filter" && complaintIn(check.annotations)?.type === "too_long" ? [check] : [],
  )
  const inside = exceedsInside(container)
  if (limits.length === 0 && inside === undefined) return undefined
  return (value) =>
    isContainer(value) &&
    (limits.some((limit) => limit.run(value, container, EVERYTHING) !== undefined) || inside?.(value) === true)
}

/** Counts mistakes until there are enough. Those at known places do not count. */
class Countdown {
  readonly #isKnown: (place: Path) => boolean
  #left = DETAILS_MAX

  constructor(known: ReadonlyArray<InvalidDetail>) {
    this.#isKnown = placesOf(known)
    this.#left -= known.length
  }

  get isOver(): boolean {
    return this.#left <= 0
  }

  counted(details: ReadonlyArray<InvalidDetail>): ReadonlyArray<InvalidDetail> {
    for (const { loc } of details) if (!this.#isKnown(loc)) this.#left--
    return details
  }
}

/** A schema, or one within a schema, with what finds the mistakes of its values. */
class Part {
  readonly #container: Container | undefined
  readonly #exceeds: Exceeds | undefined
  readonly #decode: (value: unknown, options?: SchemaAST.ParseOptions) => Exit.Exit<unknown, Schema.SchemaError>
  /** By the schema of a member, or by a field that is absent. */
  readonly #inner = new Map<SchemaAST.AST | SchemaAST.PropertySignature, Part>()

  constructor(ast: SchemaAST.AST) {
    this.#container = containerOf(ast)
    this.#exceeds = exceedsOf(ast)
    this.#decode = Schema.decodeUnknownExit(Schema.make<Schema.ConstraintDecoder<unknown>>(ast))
  }

  /** The decoded value; undefined: something is wrong with it. */
  decoded(value: unknown): Exit.Success<unknown, unknown> | undefined {
    if (this.#exceeds?.(value) === true) return undefined
    const exit = this.#decode(value)
    return Exit.isSuccess(exit) ? exit : undefined
  }

  /** The first mistakes of a value that is not decoded. */
  mistakes(value: unknown, place: Path, countdown: Countdown): ReadonlyArray<InvalidDetail> {
    if (countdown.isOver) return []
    const container = this.#container
    const isRightType = container?._tag === "Arrays" ? Array.isArray(value) : isObject(value)
    if (container === undefined || !isRightType) return countdown.counted(this.#everything(value, place))
    const whole = wholeDetails(container, value, place)
    if (areTooLarge(whole)) return countdown.counted(whole)
    const found: Array<InvalidDetail> = []
    for (const ofMember of this.#ofMembers(container, value, place, countdown)) {
      found.push(...ofMember)
      if (countdown.isOver) break
    }
    // Where each member is right, the value as a whole is not.
    return found.length === 0 ? countdown.counted(this.#everything(value, place)) : [...whole, ...found]
  }

  #everything(value: unknown, place: Path): ReadonlyArray<InvalidDetail> {
    const exit = this.#decode(value, EVERYTHING)
    if (Exit.isSuccess(exit)) return []
    const failure = exit.cause.reasons.find((reason) => reason._tag === "Fail")
    if (failure === undefined) throw new Error("the schema cannot decode", { cause: exit.cause })
    return invalidDetails(failure.error.issue, place)
  }

  /** The mistakes of each member in turn, which is not looked at before its turn. */
  *#ofMembers(
    container: Container,
    value: unknown,
    place: Path,
    countdown: Countdown,
  ): Iterable<ReadonlyArray<InvalidDetail>> {
    const look = (type: SchemaAST.AST, step: string | number, member: unknown): ReadonlyArray<InvalidDetail> => {
      const part = this.#partOf(type, () => type)
      return part.decoded(member) === undefined ? part.mistakes(member, [...place, step], countdown) : []
    }
    if (container._tag === "Arrays") {
      const [type] = container.rest
      if (type !== undefined) for (const [index, member] of (value as List).entries()) yield look(type, index, member)
      return
    }
    const members = value as Members
    for (const field of container.propertySignatures) {
      const name = String(field.name)
      if (name in members) yield look(field.type, name, members[name])
      // A field that is absent has no value to look at: it is missing in an object that should have it alone.
      else {
        const alone = this.#partOf(field, () => new SchemaAST.Objects([field], []))
        yield countdown.counted(alone.#everything({}, place))
      }
    }
    for (const { type } of container.indexSignatures) {
      for (const [key, member] of Object.entries(members)) yield look(type, key, member)
    }
  }

  #partOf(of: SchemaAST.AST | SchemaAST.PropertySignature, ast: () => SchemaAST.AST): Part {
    const part = this.#inner.get(of) ?? new Part(ast())
    this.#inner.set(of, part)
    return part
  }
}

/**
 * A decoder of unknown input that reports every broken field, and not only the first: as many as an answer has. Fails
 * with {@link InvalidInput}; every `loc` begins with `place`. What is wrong at the places of `known` is known already,
 * and is not reported again. Build it once per schema, at module level.
 */
export const decoder = <S extends Schema.ConstraintDecoder<unknown>>(schema: S, place: Path = []) => {
  const whole = new Part(schema.ast)
  const decodeWhole = (
    input: unknown,
    known: ReadonlyArray<InvalidDetail> = [],
  ): Effect.Effect<S["Type"], InvalidInput> => {
    if (known.length >= DETAILS_MAX) return Effect.fail(new InvalidInput({ detail: known.slice(0, DETAILS_MAX) }))
    const decoded = whole.decoded(input)
    if (decoded !== undefined && known.length === 0) return Effect.succeed(decoded.value)
    return Effect.suspend(() => {
      const found = decoded === undefined ? whole.mistakes(input, place, new Countdown(known)) : []
      return Effect.fail(new InvalidInput({ detail: withoutRepeats(known, found).slice(0, DETAILS_MAX) }))
    })
  }
  return decodeWhole
}
