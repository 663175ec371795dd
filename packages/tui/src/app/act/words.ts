/** The answer of an operation in words: a line for each member, those within another one below it. */

/** A line of an answer. */
export interface AnswerLine {
  /** How deep the member is, from 0. */
  readonly depth: number
  readonly name: string
  /** Empty: the members are the lines below it. */
  readonly text: string
}

/** The most members of a list that are shown; the last line says how many there are besides. */
const MEMBERS_MAX = 50

/** Members that have lines of their own in the dialog, or none. */
const APART = new Set(["reverse", "client_secret", "password"])

/** The members of an answer that are secrets. They are shown once, and copied when asked for. */
const SECRETS = ["client_secret", "password"] as const

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const plainText = (value: unknown): string | undefined => {
  if (value === null) return "none"
  if (value === true) return "yes"
  if (value === false) return "no"
  if (typeof value === "string" || typeof value === "number") return String(value)
  if (Array.isArray(value) && value.every((one) => typeof one !== "object" || one === null)) {
    return value.length === 0 ? "none" : value.map(String).join(", ")
  }
  return isMap(value) && Object.keys(value).length === 0 ? "none" : undefined
}

/** The most members of a map that stand in one line. */
const MEMBERS_IN_LINE_MAX = 8

/** A member of a list, as one line if it is a small map without others in it. */
const inOneLine = (value: unknown): unknown => {
  if (!isMap(value)) return value
  const members = Object.entries(value).map(([name, member]) => [name, plainText(member)] as const)
  if (members.length > MEMBERS_IN_LINE_MAX || members.some(([, text]) => text === undefined)) return value
  return members.map(([name, text]) => `${name} ${text}`).join(" · ")
}

const membersOf = (value: unknown): ReadonlyArray<readonly [string, unknown]> => {
  if (!Array.isArray(value)) return isMap(value) ? Object.entries(value) : []
  const shown = value.slice(0, MEMBERS_MAX).map((one, at) => [String(at + 1), inOneLine(one)] as const)
  return value.length > MEMBERS_MAX ? [...shown, ["and", `${value.length - MEMBERS_MAX} more`]] : shown
}

const linesWithin = (value: unknown, depth: number): ReadonlyArray<AnswerLine> =>
  membersOf(value).flatMap(([name, member]) => {
    if (depth === 0 && APART.has(name)) return []
    const text = plainText(member)
    if (text !== undefined) return [{ depth, name, text }]
    return [{ depth, name, text: "" }, ...linesWithin(member, depth + 1)]
  })

/** The lines of an answer. Secrets and the way back are not among them. */
export const linesOf = (answer: unknown): ReadonlyArray<AnswerLine> => {
  const text = plainText(answer)
  return text === undefined ? linesWithin(answer, 0) : [{ depth: 0, name: "answer", text }]
}

/** A secret that an answer shows this once, with its name. */
export const secretOf = (answer: unknown): { readonly name: string; readonly text: string } | undefined => {
  if (!isMap(answer)) return undefined
  for (const name of SECRETS) {
    const text = answer[name]
    if (typeof text === "string" && text !== "") return { name, text }
  }
  return undefined
}

/** Whether an answer says that its act is refused as it is wanted, and why it would be. */
export const isRefusal = (answer: unknown): boolean => isMap(answer) && answer["state"] === "refused"

/** How an answer says that its act is undone; undefined: it cannot be, or nothing was changed. */
export const reverseIn = (
  answer: unknown,
):
  | {
      readonly operation: string
      readonly input: Readonly<Record<string, unknown>>
      readonly until: string | undefined
    }
  | undefined => {
  const reverse = isMap(answer) ? answer["reverse"] : undefined
  if (!isMap(reverse) || typeof reverse["operation"] !== "string" || !isMap(reverse["input"])) return undefined
  const { until } = reverse
  return {
    operation: reverse["operation"],
    input: reverse["input"],
    until: typeof until === "string" ? until : undefined,
  }
}
