/** TypeScript 5 as a library: what it finds wrong with a program, and which fields of a type have no docstring. */
import ts from "typescript-5"

const parsed = new Map<string, ts.SourceFile | undefined>()

/** Reads each file once for all programs, whose options make the same of a file of the same module format. */
const hostOf = (options: ts.CompilerOptions): ts.CompilerHost => {
  const host = ts.createCompilerHost(options)
  const getSourceFile: ts.CompilerHost["getSourceFile"] = (file, how, ...more) => {
    const key = `${typeof how === "object" ? how.impliedNodeFormat : how} ${file}`
    if (!parsed.has(key)) parsed.set(key, host.getSourceFile(file, how, ...more))
    return parsed.get(key)
  }
  return { ...host, getSourceFile }
}

/**
 * The program of `files`, compiled strictly with modules found in one of the two ways that hosts choose from. As
 * nodenext finds them the declarations are checked, too.
 */
export const strictProgram = (files: ReadonlyArray<string>, resolution: "nodenext" | "bundler"): ts.Program => {
  const options = {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2024,
    module: resolution === "nodenext" ? ts.ModuleKind.NodeNext : ts.ModuleKind.ESNext,
    moduleResolution: resolution === "nodenext" ? ts.ModuleResolutionKind.NodeNext : ts.ModuleResolutionKind.Bundler,
    types: ["node"],
    skipLibCheck: resolution === "bundler",
  }
  return ts.createProgram({ rootNames: files, options, host: hostOf(options) })
}

/** What is wrong with the files that `isOurs` picks, declarations among them where they are checked. */
export const problemsOf = (program: ts.Program, isOurs: (file: string) => boolean): ReadonlyArray<string> =>
  program
    .getSourceFiles()
    .filter(({ fileName }) => isOurs(fileName))
    .flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)])
    .concat(program.getGlobalDiagnostics())
    .map(({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`)

const isDocumented = (field: ts.Symbol, checker: ts.TypeChecker): boolean =>
  field.getDocumentationComment(checker).length > 0 ||
  field.getJsDocTags(checker).some(({ name, text }) => name === "deprecated" && text !== undefined)

/** Every field that can be reached from a type without leaving the files that `isOurs` picks, and has no docstring. */
class Walk {
  readonly missing: Array<string> = []
  fields = 0
  readonly #checker: ts.TypeChecker
  readonly #isOurs: (file: string) => boolean
  readonly #seen = new Set<ts.Type>()

  constructor(checker: ts.TypeChecker, isOurs: (file: string) => boolean) {
    this.#checker = checker
    this.#isOurs = isOurs
  }

  #isFieldOfOurs(field: ts.Symbol): boolean {
    return field.declarations?.some((declaration) => this.#isOurs(declaration.getSourceFile().fileName)) === true
  }

  visit(type: ts.Type, path: string): void {
    if (this.#seen.has(type)) return
    this.#seen.add(type)
    if (type.isUnionOrIntersection()) {
      for (const member of type.types) this.visit(member, path)
      return
    }
    if ((type.flags & ts.TypeFlags.Object) === 0) return
    for (const signature of type.getCallSignatures()) {
      for (const parameter of signature.getParameters()) {
        this.visit(this.#checker.getTypeOfSymbol(parameter), `${path}(${parameter.getName()})`)
      }
      this.visit(signature.getReturnType(), `${path}()`)
    }
    // The elements of lists, the values of promises and maps.
    for (const argument of this.#checker.getTypeArguments(type as ts.TypeReference)) this.visit(argument, path)
    for (const { type: value } of this.#checker.getIndexInfosOfType(type)) this.visit(value, path)
    for (const field of type.getProperties().filter((property) => this.#isFieldOfOurs(property))) {
      const name = `${path}.${field.getName()}`
      this.fields++
      if (!isDocumented(field, this.#checker)) this.missing.push(name)
      this.visit(this.#checker.getTypeOfSymbol(field), name)
    }
  }
}

/** The fields without a docstring that can be reached from the export `name` of a file, and how many were found. */
export const undocumented = (
  program: ts.Program,
  file: string,
  name: string,
  isOurs: (file: string) => boolean,
): { readonly fields: number; readonly missing: ReadonlyArray<string> } => {
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(file)
  const module = source === undefined ? undefined : checker.getSymbolAtLocation(source)
  const found = module === undefined ? [] : checker.getExportsOfModule(module)
  const exported = found.find((symbol) => symbol.getName() === name)
  if (exported === undefined) throw new Error(`${file} exports no ${name}`)
  const symbol = (exported.flags & ts.SymbolFlags.Alias) === 0 ? exported : checker.getAliasedSymbol(exported)
  const walk = new Walk(checker, isOurs)
  for (const signature of checker.getTypeOfSymbol(symbol).getCallSignatures()) {
    walk.visit(signature.getReturnType(), name)
  }
  return walk
}
