/** The methods of the client in docs/client.md, made from the contract. */
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { camelCased } from "./names.ts"
import type { Route as Declared } from "@garrison/http/contract/route"
import { asked, routeOf } from "./routes.ts"

const BEGIN = "<!-- npm run client -->\n"
const END = "<!-- end -->"

/** What a lost answer leads to, as the page says it. */
const sentAgain = (operation: Declared): string => {
  const { again, answers } = routeOf(operation)
  if (answers === "address") return "nothing is sent"
  if (answers === "stream") return "yes, where it stood"
  switch (again) {
    case "keyed":
      return "yes, by its `Idempotency-Key`"
    case "referenced":
      return "yes, by its `client_order_ref_id`"
    case "credential":
      return "yes, if the credential can be used twice"
    default:
      return operation.method === "GET" || again === "harmless" ? "yes" : "**no**"
  }
}

const callOf = (operation: Declared): string => {
  const path = Array.from(operation.path.matchAll(/\/:(\w+)/g), ([, name = ""]) => camelCased(name))
  const { query, sends } = routeOf(operation)
  const input = sends !== undefined ? ["request"] : query === undefined ? [] : ["query"]
  return `${operation.id}(${[...path, ...input].join(", ")})`
}

const linkOf = ({ offers }: Declared): string => {
  const { name } = offers
  return name === undefined ? "" : `[${name}](operations.md#${name.replace(".", "").toLowerCase()})`
}

/** A row for each method. A stream of notifications has a method of its own. */
const table = (): string => {
  const rows = asked
    .filter((operation) => routeOf(operation).answers !== "stream")
    .map(
      (operation) =>
        `| \`${callOf(operation)}\` | ${operation.summary} | ${sentAgain(operation)} | ${linkOf(operation)} |`,
    )
  return ["| method | what it does | sent again | operation |", "|---|---|---|---|", ...rows].join("\n")
}

/** The whole page: the rest of it is written by hand. */
export const clientPage = (): string => {
  const page = readFileSync(resolve(import.meta.dirname, "../../docs/client.md"), "utf8")
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)]
  if (begin < 0 || end < begin) throw new Error(`docs/client.md has no ${BEGIN.trim()} before ${END}`)
  return `${page.slice(0, begin)}${BEGIN}\n${table()}\n\n${page.slice(end)}`
}
