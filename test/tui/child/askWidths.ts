/**
 * Writes each text of a JSON file to its terminal, asks the terminal where its cursor is then, and writes the columns
 * to another file. Arguments: the file with the texts, the file for the columns.
 */
import { readFileSync, renameSync, writeFileSync } from "node:fs"

const [texts = "", columns = ""] = process.argv.slice(2)

let unread = ""
let told: ((column: number) => void) | undefined
process.stdin.setRawMode(true)
process.stdin.setEncoding("utf8").on("data", (more: string) => {
  unread += more
  const answer = /\[\d+;(\d+)R/.exec(unread)
  if (answer === null) return
  unread = unread.slice(answer.index + answer[0].length)
  told?.(Number(answer[1]))
})

const found: Array<number> = []
for (const text of JSON.parse(readFileSync(texts, "utf8")) as ReadonlyArray<string>) {
  const { promise, resolve } = Promise.withResolvers<number>()
  told = resolve
  process.stdout.write(`\r\u{1B}[2K${text}\u{1B}[6n`)
  found.push((await promise) - 1)
}
writeFileSync(`${columns}.part`, JSON.stringify(found))
renameSync(`${columns}.part`, columns)
process.exit(0)
