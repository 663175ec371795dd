/** A process that holds a SQLite file's write lock until it is told to commit: `FILE`. Takes 50 from the account. */
import { once } from "node:events"
import { DatabaseSync } from "node:sqlite"

const database = new DatabaseSync(process.argv[2] ?? "")
database.exec("BEGIN IMMEDIATE")
database.exec("UPDATE balance SET amount = amount - 50 WHERE id = 1")
process.stdout.write("held\n")
await once(process.stdin, "data")
database.exec("COMMIT")
database.close()
process.stdin.destroy()
