/** The calling machine client's own account. */
import { area } from "./area.ts"
import { updateCredentials } from "./account/updateCredentials.ts"

/** They are under `/v2/account`. */
export const account = area("account", "Credentials of machine clients.", [updateCredentials])
