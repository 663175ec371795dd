/** What an operator types to find rows of the audit, as the input of the list. */
import { WRITTEN_TIMES, writtenTime } from "@garrison/core/kernel/time/writtenTime"
import { type Conditions, conditionsOf } from "../list/search.ts"
import type { OperationInput } from "../operation.ts"

type Input = OperationInput<"audit.list">

/** The words of the help line. */
export const AUDIT_WORDS = "actor:NAME · on:KIND/ID · operation:NAME · outcome:CODE · from:TIME · to:TIME"

/** Whether it is a time, as it is read when the rows are asked for. */
const isTime = (text: string): boolean => /^\d{9,12}$/.test(text) || !Number.isNaN(Date.parse(writtenTime(text, 0)))

const subjectOf = (value: string): Input => {
  const slash = value.indexOf("/")
  return slash < 0
    ? { subject_kind: value }
    : { subject_kind: value.slice(0, slash), subject_id: value.slice(slash + 1) }
}

/** The condition of one word, or why it is none. A word without a colon names the actor. */
const conditionIn = (word: string): Conditions<Input> => {
  const colon = word.indexOf(":")
  const [name, value] = colon < 0 ? ["actor", word] : [word.slice(0, colon), word.slice(colon + 1)]
  // A condition that is still being typed.
  if (value === "") return { input: {} }
  if (name === "actor" || name === "operation" || name === "outcome") return { input: { [name]: value } }
  if (name === "on") return { input: subjectOf(value) }
  if (name !== "from" && name !== "to") return { problem: `There is no condition ${name}: ${AUDIT_WORDS}.` }
  if (isTime(value)) return { input: { [name]: value } }
  return { problem: `${name}: must be a time, such as ${WRITTEN_TIMES}.` }
}

/** The conditions that the words ask for. */
export const conditionsBy = (words: string): Conditions<Input> => conditionsOf(words, conditionIn)
