/**
 * A document as plain data, before anything else walks over it. Documents come from YAML, whose aliases can make a few
 * lines stand for gigabytes, and from programs, which can pass what JSON has no word for; everything after this may
 * recurse and copy without a thought.
 */
import { JSON_DEPTH_MAX } from "../../kernel/Json.ts"
import { copyPlain, LEFT_OUT, type Problem, type WalkRules } from "../../kernel/PlainValue.ts"
import { type Finding, type FindingPath, refusal } from "./findings.ts"

/**
 * How large a document may be: keys and texts by their characters, every value one more. No JSON text of 32 MiB, which
 * is what may be published (decisions, section 15), comes to more; what aliases repeat counts each time.
 */
export const DOCUMENT_SIZE_MAX = 32 * 1024 * 1024

/** A document that is plain data, and what in it was not. */
export interface PlainDocument {
  /**
   * A copy down to the last object, which may be changed in place, without object members that are not given (`null`
   * and `undefined`; decisions, section 2) and without what is not plain. Undefined when there is no end to the
   * document.
   */
  readonly value: unknown
  readonly findings: ReadonlyArray<Finding>
}

/** Ends the walk: there is no end to the document. */
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
      return refusal("not_plain_data", path, `it is ${problem.kind}`)
    case "key":
      return refusal("not_plain_data", [...path, problem.key], sentences.key)
    case "size":
      return refusal("not_plain_data", path.slice(0, 1), sentences.size)
    default:
      return refusal("not_plain_data", path, sentences[problem.is])
  }
}

const isEndless = ({ is }: Problem): boolean => is === "cycle" || is === "depth" || is === "size"

/** The document as plain data, and everything in it that is not. */
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
