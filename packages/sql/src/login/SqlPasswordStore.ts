/** Password accounts in SQL. */
import { type PasswordAccount, PasswordStore } from "@garrison/core/login/password/PasswordStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { AccessSeals } from "../audit/AccessSeals.ts"
import { text } from "../columns.ts"
import { orUnavailable } from "../SqlTransaction.ts"
import { uuid, uuids } from "../uuid.ts"

const TABLE = "password_credential"

/** {@link PasswordStore} on either database. */
export const layer = Layer.effect(
  PasswordStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { id } = uuids(sql)
    const { writing } = yield* AccessSeals

    const find = (username: string) =>
      sql`SELECT account_id, username, display_name, hash FROM password_credential WHERE username = ${username}`.pipe(
        Effect.map(([row]) =>
          row === undefined
            ? undefined
            : {
                accountId: uuid(row.account_id),
                username: text(row.username),
                displayName: text(row.display_name),
                hash: text(row.hash),
              },
        ),
        orUnavailable,
      )

    const create = (account: PasswordAccount, at: number) =>
      sql`INSERT INTO password_credential (username, account_id, display_name, hash, created_at, updated_at)
        VALUES (${account.username}, ${id(account.accountId)}, ${account.displayName}, ${account.hash}, ${at}, ${at})
        ON CONFLICT (username) DO NOTHING RETURNING username`.pipe(
        Effect.map((rows) => rows.length > 0),
        orUnavailable,
      )

    const replaceHash = (username: string, known: string | undefined, hash: string, at: number) => {
      const unchanged = known === undefined ? sql`` : sql` AND hash = ${known}`
      return sql`UPDATE password_credential SET hash = ${hash}, updated_at = ${at}
        WHERE username = ${username}${unchanged} RETURNING username`.pipe(
        Effect.map((rows) => rows.length > 0),
        orUnavailable,
      )
    }

    return PasswordStore.of({
      find,
      create: (account, at) => writing(TABLE, account.username, create(account, at)),
      replaceHash: (username, known, hash, at) => writing(TABLE, username, replaceHash(username, known, hash, at)),
    })
  }),
).pipe(Layer.provide(AccessSeals.layer))
