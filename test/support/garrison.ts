/** Every service of the core over a database, as the server and the command compose them. */
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import { Clients } from "@garrison/core/client/Clients"
import { Environment } from "@garrison/core/environment/Environment"
import { Cursors } from "@garrison/core/kernel/Cursors"
import { FailedAttempts } from "@garrison/core/login/FailedAttempts"
import { Logins } from "@garrison/core/login/Logins"
import { Passwords } from "@garrison/core/login/Passwords"
import { Listeners } from "@garrison/core/notification/Listeners"
import { Notifications } from "@garrison/core/notification/Notifications"
import { Oauth } from "@garrison/core/oauth/Oauth"
import { Orders } from "@garrison/core/order/Orders"
import { Players } from "@garrison/core/player/Players"
import { Presences } from "@garrison/core/presence/Presences"
import { Restrictions } from "@garrison/core/restriction/Restrictions"
import { AccessTokens } from "@garrison/core/token/AccessTokens"
import { Sessions } from "@garrison/core/token/Sessions"
import { SigningKeys } from "@garrison/core/token/SigningKeys"
import * as Stores from "@garrison/sql/Stores"
import * as A from "@garrison/sql/agreement/SqlAgreementStore"
import * as B from "@garrison/sql/audit/SqlSecurityEventStore"
import * as C from "@garrison/sql/login/SqlFailureStore"
import * as D from "@garrison/sql/login/SqlLoginHistoryStore"
import * as E from "@garrison/sql/login/SqlPasswordStore"
import * as F from "@garrison/sql/oauth/SqlAuthorizationCodeStore"
import * as G from "@garrison/sql/player/SqlPlayerStore"
import * as H from "@garrison/sql/restriction/SqlRestrictionStore"
import * as I from "@garrison/sql/token/SqlSessionStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const stores = Layer.mergeAll(
  Stores.layer,
  A.layer,
  B.layer,
  C.layer,
  D.layer,
  E.layer,
  F.layer,
  G.layer,
  H.layer,
  I.layer,
)
const orders = Layer.succeed(Orders, {
  page: () => Effect.succeed({ wires: [], page: { limit: 10 } }),
  submit: () => Effect.die("none"),
  find: () => Effect.die("none"),
})

export const layer = Layer.mergeAll(Oauth.layer, Logins.layer, Players.layer, orders).pipe(
  Layer.provideMerge(Layer.mergeAll(FailedAttempts.layer, Passwords.layer, AccessTokens.layer)),
  Layer.provideMerge(
    Layer.mergeAll(Sessions.layer, Restrictions.layer, SigningKeys.layer, Clients.layer, Catalogs.layer),
  ),
  Layer.provideMerge(Layer.mergeAll(Notifications.layer, Presences.layer)),
  Layer.provideMerge(Layer.mergeAll(Cursors.layer, Listeners.layer)),
  Layer.provideMerge(Environment.layerCursorKey),
  Layer.provideMerge(Environment.layer),
  Layer.provideMerge(stores),
)
