/**
 * Copies a document to plain data, before any other code walks over it. Documents come from YAML and from programs.
 * YAML aliases can make a few lines stand for gigabytes. Programs can pass values that JSON does not have. Code after
 * this step may recurse and copy freely.
 */
import { JSON_DEPTH_MAX } from "../../kernel/wire/Json.ts"
import { copyPlain, LEFT_OUT, type Problem, type WalkRules } from "../../kernel/input/PlainValue.ts"
import { type Finding, type FindingPath, finding } from "./findings.ts"

/**
 * Largest size of a document: each key and text counts its characters, and every value counts 1 more. Every JSON text
 * of 32 MiB, the largest that may be published (decisions, section 15), is within this limit. Content repeated by
 * aliases counts each time.
 */
export const DOCUMENT_SIZE_MAX = 32 * 1024 * 1024

/** A document as plain data, and the values in it that were not plain. */
export interface PlainDocument {
  /**
   * A complete copy, which may be changed in place. It leaves out absent object members (`null` and `undefined`;
   * decisions, section 2) and values that are not plain. Undefined: the document has no end.
   */
  readonly value: unknown
  readonly findings: ReadonlyArray<Finding>
}

/** Ends the walk: the document has no end. */
class Endless {
  readonly finding: Finding
  constructor(finding: Finding) {
    this.finding = finding
  }
}

const sentences = {
  cycle: "it contains itself",
  depth: `it nests deeper than ${JSON_DEPTH_MAX} levels`,
  key: "the key is __proto__, or holds U+0000 or half a surrogate pair",
  size: `the document is larger than ${DOCUMENT_SIZE_MAX} characters`,
  text: "it holds U+0000 or half a surrogate pair",
} as const

const findingOf = (problem: Problem, path: FindingPath): Finding => {
  switch (problem.is) {
    case "kind":
      return finding("not_plain_data", path, `it is ${problem.kind}`)
    case "key":
      return finding("not_plain_data", [...path, problem.key], sentences.key)
    case "size":
      return finding("not_plain_data", path.slice(0, 1), sentences.size)
    default:
      return finding("not_plain_data", path, sentences[problem.is])
  }
}

const isEndless = ({ is }: Problem): boolean => is === "cycle" || is === "depth" || is === "size"

/** The document as plain data, and every value in it that is not plain. */
export const plainDocument = (document: unknown): PlainDocument => {
  const findings: Array<Finding> = []
  const rules: WalkRules = {
    dropsNulls: true,
    checksTexts: true,
    checksKinds: true,
    sizeMax: DOCUMENT_SIZE_MAX,
    countsCharacters: true,
    onProblem: (problem, path) => {
      const finding = findingOf(problem, path)
      if (isEndless(problem)) throw new Endless(finding)
      findings.push(finding)
      return LEFT_OUT
    },
  }
  try {
    const value = copyPlain(document, rules)
    return { value: value === LEFT_OUT ? undefined : value, findings }
  } catch (thrown) {
    if (!(thrown instanceof Endless)) throw thrown
    return { value: undefined, findings: [thrown.finding] }
  }
}
