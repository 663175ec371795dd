/**
 * A document as plain data, before anything else walks over it. Documents come from YAML, whose aliases can make a few
 * lines stand for gigabytes, and from programs, which can pass what JSON has no word for; everything after this may
 * recurse and copy without a thought.
 */
import { JSON_DEPTH_MAX } from "../../kernel/Json.ts"
import { isStorable } from "../../kernel/Storable.ts"
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

/** Why there is no use in looking further. */
class Endless {
  readonly finding: Finding
  constructor(finding: Finding) {
    this.finding = finding
  }
}

const LEFT_OUT = Symbol("left out")

/** Whether an object may have a member of this name. */
export const isPlainKey = (key: string): boolean => key !== "__proto__" && isStorable(key)

class Copying {
  readonly findings: Array<Finding> = []
  readonly #path: Array<string | number> = []
  readonly #within: Array<object> = []
  #size = 0

  copy(value: unknown): unknown {
    this.#grow(1)
    switch (typeof value) {
      case "string":
        this.#grow(value.length)
        return isStorable(value) ? value : this.#leaveOut("it holds U+0000 or half a surrogate pair")
      case "number":
        return Number.isFinite(value) ? value : this.#leaveOut(`it is ${value}`)
      case "boolean":
      case "bigint":
        return value
      case "object":
        return value === null ? null : this.#container(value)
      default:
        return this.#leaveOut(`it is ${value === undefined ? "undefined" : `a ${typeof value}`}`)
    }
  }

  #container(value: object): unknown {
    // Objects of other realms have other prototypes; this is the same for all.
    const kind = Object.prototype.toString.call(value).slice(8, -1)
    if (kind !== "Object" && kind !== "Array") return this.#leaveOut(`it is a ${kind}`)
    if (this.#within.includes(value)) throw this.#endless("it contains itself")
    if (this.#within.length === JSON_DEPTH_MAX) throw this.#endless(`it nests deeper than ${JSON_DEPTH_MAX} levels`)
    this.#within.push(value)
    const copied = Array.isArray(value) ? this.#elements(value) : this.#members(value)
    this.#within.pop()
    return copied
  }

  #elements(values: ReadonlyArray<unknown>): ReadonlyArray<unknown> {
    const copied: Array<unknown> = []
    for (let index = 0; index < values.length; index++) {
      this.#path.push(index)
      const element = this.copy(values[index])
      // The place stays, so that those after it keep their index.
      copied.push(element === LEFT_OUT ? null : element)
      this.#path.pop()
    }
    return copied
  }

  #members(value: object): object {
    const copied: Record<string, unknown> = {}
    for (const [key, member] of Object.entries(value)) {
      this.#grow(key.length)
      if (member === null || member === undefined) continue
      this.#path.push(key)
      if (!isPlainKey(key)) this.#leaveOut("the key is __proto__, or holds U+0000 or half a surrogate pair")
      else {
        const inner = this.copy(member)
        if (inner !== LEFT_OUT) copied[key] = inner
      }
      this.#path.pop()
    }
    return copied
  }

  #leaveOut(why: string): typeof LEFT_OUT {
    this.findings.push(refusal("not_plain_data", [...this.#path], why))
    return LEFT_OUT
  }

  #endless(why: string): Endless {
    return new Endless(refusal("not_plain_data", [...this.#path], why))
  }

  #grow(by: number): void {
    this.#size += by
    if (this.#size <= DOCUMENT_SIZE_MAX) return
    const path: FindingPath = this.#path.slice(0, 1)
    throw new Endless(refusal("not_plain_data", path, `the document is larger than ${DOCUMENT_SIZE_MAX} characters`))
  }
}

/** The document as plain data, and everything in it that is not. */
export const plainDocument = (document: unknown): PlainDocument => {
  const copying = new Copying()
  try {
    const value = copying.copy(document)
    return { value: value === LEFT_OUT ? undefined : value, findings: copying.findings }
  } catch (thrown) {
    if (!(thrown instanceof Endless)) throw thrown
    return { value: undefined, findings: [thrown.finding] }
  }
}
