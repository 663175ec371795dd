/** Portal users of platforms that have environments, in SQL. */
import { PersonId } from "@garrison/core/kernel/Identifier"
import type { Platform } from "@garrison/core/kernel/Platform"
import {
  type ListedPortalUser,
  type PortalUserPlace,
  PortalUserStore,
} from "@garrison/core/login/storing/PortalUserStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { AccessSeals } from "../audit/AccessSeals.ts"
import { type Row, text } from "../columns.ts"
import { platformsWithEnvironments } from "../schema/Table.ts"
import { orUnavailable } from "../SqlTransaction.ts"
import { uuid, uuids } from "../uuid.ts"

const userOf = (row: Row): ListedPortalUser => ({
  environment: text(row.environment),
  portalUserId: text(row.portal_user_id),
  platform: text(row.platform) as Platform,
  personId: PersonId.make(uuid(row.person_id)),
})

/** {@link PortalUserStore} on either database. */
export const layer = Layer.effect(
  PortalUserStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { id } = uuids(sql)
    const { writing } = yield* AccessSeals
    // Written as the index has it, so that both databases use the index.
    const platforms = sql.literal(platformsWithEnvironments)

    const list = (after: PortalUserPlace, limit: number) =>
      sql`SELECT u.environment, u.portal_user_id, u.platform, u.person_id FROM portal_user AS u
          WHERE (u.environment, u.portal_user_id, u.platform)
              > (${after.environment}, ${after.portalUserId}, ${after.platform})
            AND u.platform IN (${platforms})
          ORDER BY u.environment, u.portal_user_id, u.platform LIMIT ${limit}`.pipe(
        Effect.map((rows) => rows.map(userOf)),
        orUnavailable,
      )

    const assign = Effect.fnUntraced(function* (user: ListedPortalUser, environment: string) {
      const { platform, portalUserId } = user
      const person = id(user.personId)
      const claimed = yield* sql`UPDATE portal_user SET environment = ${environment}
          WHERE portal_user_id = ${portalUserId} AND platform = ${platform} AND environment = ''
            AND NOT EXISTS (SELECT 1 FROM portal_user AS other WHERE other.portal_user_id = ${portalUserId}
              AND other.platform = ${platform} AND other.environment = ${environment})
          RETURNING person_id`
      if (claimed.length === 0) return false
      // The parent is of the same environment: both were proved by one.
      yield* sql`UPDATE person_portal_user SET environment = ${environment},
            parent_environment = CASE WHEN parent_platform IS NULL THEN '' ELSE ${environment} END
          WHERE person_id = ${person} AND platform = ${platform} AND portal_user_id = ${portalUserId}
            AND environment = ''`
      yield* sql`UPDATE login_session SET environment = ${environment}
          WHERE person_id = ${person} AND platform = ${platform} AND portal_user_id = ${portalUserId}
            AND environment = ''`
      return true
    }, orUnavailable)

    return PortalUserStore.of({
      list,
      assign: (user, environment) => writing("person", user.personId, assign(user, environment)),
    })
  }),
).pipe(Layer.provide(AccessSeals.layer))
