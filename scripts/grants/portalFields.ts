/**
 * The members of the portals' settings with their docstrings, read from `packages/portals/src/settings`: a setting is
 * an object, and its interface says what each member is.
 */
import { readdirSync } from "node:fs"
import { resolve } from "node:path"
import ts from "typescript-5"

/** A member of a portal's setting. */
export interface PortalField {
  /** With the members that lead to it: `v2.jwksUrl`, `environments[].env`. */
  readonly path: string
  readonly optional: boolean
  /** Its docstring, or that of the interface that declares it. */
  readonly sentence: string
}

const folder = resolve(import.meta.dirname, "../../packages/portals/src/settings")

// The interfaces refer to nothing outside of the folder that has members of its own.
const program = ts.createProgram(
  readdirSync(folder).map((name) => resolve(folder, name)),
  { noResolve: true, noLib: true, noEmit: true, allowImportingTsExtensions: true, module: ts.ModuleKind.Preserve },
)
const checker = program.getTypeChecker()

const commentOf = (symbol: ts.Symbol | undefined): string =>
  ts.displayPartsToString(symbol?.getDocumentationComment(checker)).replaceAll(/\s+/g, " ")

const interfaceAround = (member: ts.Declaration): ts.Symbol | undefined =>
  ts.isInterfaceDeclaration(member.parent) ? checker.getSymbolAtLocation(member.parent.name) : undefined

/** The type of the elements of a list, and what is written after the name of the list. */
const elementOf = (type: ts.TypeNode | undefined): readonly [type: ts.TypeNode | undefined, after: string] =>
  type !== undefined && ts.isTypeReferenceNode(type) && type.typeName.getText() === "ReadonlyArray"
    ? [type.typeArguments?.[0], "[]"]
    : [type, ""]

const isOfOurs = (type: ts.Type): boolean =>
  type.symbol?.declarations?.some(
    (declaration) => ts.isInterfaceDeclaration(declaration) && declaration.getSourceFile().fileName.startsWith(folder),
  ) ?? false

const membersOf = (type: ts.Type, before: string): ReadonlyArray<PortalField> =>
  checker.getPropertiesOfType(type).flatMap((member) => {
    const declaration = member.valueDeclaration
    if (declaration === undefined || !ts.isPropertySignature(declaration)) return []
    const path = `${before}${member.name}`
    const [node, after] = elementOf(declaration.type)
    const inner = node === undefined ? undefined : checker.getTypeFromTypeNode(node)
    const field = {
      path,
      optional: declaration.questionToken !== undefined,
      sentence: commentOf(member) || commentOf(interfaceAround(declaration)),
    }
    return inner !== undefined && isOfOurs(inner) ? [field, ...membersOf(inner, `${path}${after}.`)] : [field]
  })

/** The members of the setting of this name, those that are always given first. */
export const portalFields = (setting: string): ReadonlyArray<PortalField> => {
  const file = program.getSourceFile(resolve(folder, `${setting}.ts`))
  const wanted = `${setting}settings`
  const found = file?.statements
    .filter(ts.isInterfaceDeclaration)
    .find(({ name }) => name.text.toLowerCase() === wanted)
  if (found === undefined) throw new Error(`${setting}.ts has no interface for the setting ${setting}`)
  return membersOf(checker.getTypeAtLocation(found), "")
}
