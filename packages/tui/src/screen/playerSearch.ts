/** What an operator types to find players, as the input of the search. */
import type { Conditions } from "../list/search.ts"
import type { OperationInput } from "../operation.ts"

type Input = OperationInput<"player.search">

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The longest part of a name that the operation takes, in characters. */
const NAME_LENGTH_MAX = 64

const restrictions = new Set(["any", "account_ban", "account_lockout", "account_pending_deletion", "account_deny_auth"])

const isRestriction = (word: string): word is NonNullable<Input["restriction"]> => restrictions.has(word)

/** The words of the help line, with what each finds. */
export const SEARCH_WORDS = "name · uuid · #number · user:PLATFORM/ID · item:ID|NAME · banned[:TYPE] · online"

/** Words that begin as a condition does and are none, with what is wrong; undefined: it is part of a name. */
const problemIn = (word: string): string | undefined => {
  const type = /^banned:(.*)$/.exec(word)?.[1]
  if (type !== undefined) return `There is no restriction "${type}": ${[...restrictions].join(", ")}.`
  return word.startsWith("user:") ? "A portal user is written user:PLATFORM/ID." : undefined
}

/** One word; undefined: it is part of a name. */
const conditionIn = (word: string): Input | undefined => {
  if (uuid.test(word)) return { player_uuid: word }
  if (/^#\d{1,15}$/.test(word)) return { player_id: Number(word.slice(1)) }
  if (/^item:\d{1,15}$/.test(word)) return { item_id: Number(word.slice("item:".length)) }
  if (/^item:./.test(word)) return { item: word.slice("item:".length) }
  if (word === "online") return { online: true }
  if (word === "banned") return { restriction: "any" }
  const type = word.startsWith("banned:") ? word.slice("banned:".length) : ""
  if (isRestriction(type)) return { restriction: type }
  const user = /^user:([A-Za-z]+)\/(.+)$/.exec(word)
  // The operation says which platforms there are.
  return user === null
    ? undefined
    : { platform: user[1] as NonNullable<Input["platform"]>, portal_user_id: user[2] ?? "" }
}

/** The search that the words ask for. Words that stand for nothing else are a part of the name, as they stand. */
export const soughtBy = (words: string): Conditions<Input> => {
  const rest: Array<string> = []
  const conditions: Array<Input> = []
  for (const word of words.trim().split(/\s+/)) {
    const condition = conditionIn(word)
    const problem = condition === undefined ? problemIn(word) : undefined
    if (problem !== undefined) return { problem }
    if (condition === undefined) rest.push(word)
    else conditions.push(condition)
  }
  const name = rest.join(" ")
  if (Array.from(name).length > NAME_LENGTH_MAX)
    return { problem: `No name has more than ${NAME_LENGTH_MAX} characters.` }
  if (name !== "") conditions.push({ name })
  return { input: Object.assign({}, ...conditions) as Input }
}
