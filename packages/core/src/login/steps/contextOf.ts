/** What a login knows of its request beside the body. */
import type { Act } from "../../operation/Act.ts"
import type { LoginContext } from "../grant/Grant.ts"

const none = { credentials: undefined, credentialsMalformed: false }

/** The context of a login by the actor of a request, or by a host. */
export const contextOf = ({ actor: { address, presented = none, userAgent = "" } }: Act): LoginContext => ({
  ...presented,
  address,
  userAgent,
})
