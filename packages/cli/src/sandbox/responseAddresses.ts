/** Where the portals of the sandbox may send players back to: the response addresses of the server that asks them. */
import { users } from "@garrison/http/contract/users"
import { OAUTH_PORTALS } from "@garrison/core/login/portal/OauthGateway"

/** The names by which a browser reaches this machine, as a server on loopback takes them from a request. */
const LOOPBACK_NAMES = ["127.0.0.1", "localhost", "[::1]"]

/** The response addresses of a server on this port of this machine, and at its public address if it has one. */
export const responseAddresses = (port: number, publicUrl: string | undefined): ReadonlyArray<string> => {
  const local = LOOPBACK_NAMES.map((name) => new URL(`http://${name}:${port}`).origin)
  const origins = publicUrl === undefined ? local : [...local, publicUrl]
  return origins.flatMap((origin) =>
    OAUTH_PORTALS.map((portal) => origin + users.routes.oauthResponse.path.replace(":platform", portal)),
  )
}
